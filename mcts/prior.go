package mcts

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout/lanes"
	"github.com/tengen-go/tengen/ruleset"
)

// # Priors
//
// What is believed of a move before its first visit is learned from games (see
// Learner): its probability is in proportion to exp of the sum of the weights of
// its features. It turns into imagined simulations, evenSims of them half won
// for every move, and Config.Priors times the square root of the probability all
// won. The square root keeps some belief in moves that are seldom right.
//
// In matches on 9x9 with 1,000 playouts a move, standard errors given: a weight
// of 80 won 63 ± 4 % of 120 games against a table of evidence for captures,
// ladders, shapes and lines made by hand (and 30 won 47 ± 5 %), 120 won 57 ± 5 %
// of 100 against 60, and 240 won 43 ± 5 % of 100 against 120.

// evenSims is how many imagined simulations every move has, half of them won.
const evenSims = 5

// priorTally is a prior of so many imagined simulations, evenSims or more.
func priorTally(count uint32) tally { return makeTally(count, (2*count-evenSims)*(winUnits/2)) }

// weightUnit is how many units of a weight make 1.
const weightUnit = 100

// weights are those of the features, in units.
type weights [featureCount]int16

// The files of weights are what Learner.File returns. That of small boards is from
// games of engine 4, among them the first ten moves of long searches, as short
// ones do not know by themselves that the middle of 9x9 is the best first move:
//
//	tengen selfplay --games 500 --max-moves 10 --opening-plies 0 --player default:early_stop=true --playouts 20000 --seed 31 --out runs/openings
//	tengen selfplay --games 600 --playouts 400 --seed 32 --out runs/games
//	tengen learn runs/openings runs/games --out mcts/weights9.json
//
// The part "open", of points far from all stones, came later: it is 0 for small
// boards, so the last command at present writes another file. For large boards it
// is set by hand, since no player here opens well enough to learn corners and sides
// from: corners before sides before the middle, on the third and fourth lines, as
// every book says. With it 46 of 86 games of 13x13 with 1,000 playouts were won
// against without.
//
// The weights of large boards won 58 ± 5 of 100 games of 13x13 against earlier ones of
// 9x9 at 400 playouts a move, and 94 ± 7 of 200 games of 9x9.
var (
	//go:embed weights9.json
	smallFile []byte
	//go:embed weights19.json
	largeFile []byte

	smallWeights = newWeightsByCode(mustReadWeights("weights9.json", smallFile))
	largeWeights = newWeightsByCode(mustReadWeights("weights19.json", largeFile))
)

// smallSide is the longest side of a board with the weights of 9x9.
const smallSide = 10

// weightsFor returns the weights for a size of board.
func weightsFor(size ruleset.Size) *weightsByCode {
	if max(size.W, size.H) <= smallSide {
		return smallWeights
	}
	return largeWeights
}

func mustReadWeights(name string, file []byte) *weights {
	var w weights
	if err := readWeights(file, &w); err != nil {
		panic("mcts: " + name + ": " + err.Error())
	}
	return &w
}

// weightTable is the file of weights.
type weightTable struct {
	About string `json:"about"`

	// By range of features, in hundredths.
	Shapes  []int16 `json:"shapes"` // by class, see shapeClasses
	Tactics []int16 `json:"tactics"`
	Last    []int16 `json:"last"`
	Own     []int16 `json:"own"`
	Lines   []int16 `json:"lines"`
	Steps   []int16 `json:"steps"`
	Open    []int16 `json:"open"`
}

// ranges returns where the parts of the table lie among all weights.
func (t *weightTable) ranges() map[int]*[]int16 {
	return map[int]*[]int16{
		shapeFeature: &t.Shapes, tacticFeature: &t.Tactics, lastFeature: &t.Last,
		ownFeature: &t.Own, lineFeature: &t.Lines, stepFeature: &t.Steps, openFeature: &t.Open,
	}
}

func readWeights(data []byte, w *weights) error {
	var table weightTable
	if err := json.Unmarshal(data, &table); err != nil {
		return err
	}
	read := 0
	for at, part := range table.ranges() {
		read += copy(w[at:], *part)
	}
	if want := featureCount - maxShapes + shapeClassCount; read != want {
		return fmt.Errorf("%d weights, not %d: learn them again", read, want)
	}
	return nil
}

// exponentials holds exp(-n/weightUnit) as integers, so that priors are the
// same on all processors.
var exponentials = func() (table [12 * weightUnit]uint32) {
	for n := range table {
		table[n] = uint32(math.Exp(-float64(n)/weightUnit)*(1<<24) + 0.5)
	}
	return table
}()

// priors gives moves what is believed of them before their first visit.
type priors struct {
	weight float64
	scorer scorer
	scores []int // a buffer
}

// apply sets the priors of the candidates on b, whose position is given too,
// the pass being the last.
func (p *priors) apply(l *look, b *fastboard.Board, position *lanes.Position, list []candidate) {
	plays := list[:len(list)-1]
	list[len(plays)].prior = priorTally(evenSims)
	if p.weight == 0 {
		for i := range plays {
			plays[i].prior = priorTally(evenSims)
		}
		return
	}
	l.begin(b, position)
	s := &p.scorer
	s.begin(l, position)
	scores := p.scores[:0]
	top := math.MinInt
	for i := range plays {
		score := math.MinInt // of a suicide
		if !plays[i].suicide {
			score = s.score(l, plays[i].move)
		}
		scores = append(scores, score)
		top = max(top, score)
	}
	sum := uint64(0)
	for i, score := range scores {
		share := 0
		if score > math.MinInt && top-score < len(exponentials) {
			share = int(exponentials[top-score])
		}
		scores[i] = share
		sum += uint64(share)
	}
	p.scores = scores
	whole := float64(max(sum, 1))
	for i, share := range scores {
		sims := uint32(float64(p.weight*math.Sqrt(float64(share)/whole)) + 0.5)
		plays[i].prior = priorTally(evenSims + sims)
	}
}
