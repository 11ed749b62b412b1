package mcts

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout"
	"github.com/tengen-go/tengen/ruleset"
)

// Learner fits the weights of priors to moves that were played. It is given
// games, fits, and writes the file of weights that is built into the program.
//
// The model is that of R. Coulom (see distance): the probability of a move among
// all that fill no own eye is in proportion to exp of the sum of the weights of
// its features. They are fitted to the likelihood of the moves by gradient
// descent with steps that shrink with a feature's gradients (Adagrad) and a
// slight pull towards zero.
type Learner struct {
	samples, held []lesson // held are those of every heldGames-th game, to test
	games         int
	w             [featureCount]float64
}

// lesson is one position: the features of all moves, and which was played.
type lesson struct {
	moves  []features
	played int
}

const heldGames = 20

// Fit is how well weights fit games that they were not learned from.
type Fit struct {
	Positions int
	Loss      float64 // mean of -ln of the probability of the move played
	First     float64 // share of positions in which the move played is the most probable one
	FirstFive float64 // the same for the five most probable ones
}

// AddGame takes in the moves of a game, passes left out, from a position on.
func (l *Learner) AddGame(start *ruleset.Game, moves []ruleset.Move) error {
	size := start.Size()
	if err := fastboard.CheckSize(size); err != nil {
		return fmt.Errorf("mcts: %w", err)
	}
	queue, err := playout.NewPool(1).NewQueue(size, playout.BatchOptions{}, 1)
	if err != nil {
		return fmt.Errorf("mcts: %w", err)
	}
	g, grid := start.Clone(), newGrid(queue.Geometry())
	look := look{grid: &grid}
	var board fastboard.Board
	var lessons []lesson
	for i, m := range moves {
		if m.Point != ruleset.Pass && m.Color == g.ToPlay() {
			if err := board.LoadGame(g); err != nil {
				return fmt.Errorf("mcts: move %d: %w", i+1, err)
			}
			look.before = fastboard.NoPoint
			if i >= 2 && moves[i-2].Point != ruleset.Pass {
				look.before = fastboard.FromRuleset(moves[i-2].Point)
			}
			position := queue.PositionOf(&board)
			look.begin(&board, &position)
			look.markLonely(&position)
			one := lesson{played: -1}
			plays := grid.Candidates(&position)
			for spot := range plays.Spots {
				var f features
				look.features(grid.points[spot], &f)
				if grid.points[spot] == fastboard.FromRuleset(m.Point) {
					one.played = len(one.moves)
				}
				one.moves = append(one.moves, f)
			}
			if one.played >= 0 && len(one.moves) > 1 {
				lessons = append(lessons, one)
			}
		}
		if err := g.PlayMove(m); err != nil {
			return fmt.Errorf("mcts: move %d, %v: %w", i+1, m, err)
		}
	}
	if l.games%heldGames == heldGames-1 {
		l.held = append(l.held, lessons...)
	} else {
		l.samples = append(l.samples, lessons...)
	}
	l.games++
	return nil
}

// Positions returns how many positions there are to learn from.
func (l *Learner) Positions() int { return len(l.samples) }

// The constants of the descent.
const (
	learnRate = 0.3
	learnPull = 1e-5
)

// Fit goes through all positions so many times, in an order that follows from
// the seed, and returns how well the weights then fit the games held back.
func (l *Learner) Fit(rounds int, seed uint64) Fit {
	l.w = [featureCount]float64{}
	var squares [featureCount]float64
	for i := range squares {
		squares[i] = 1
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	for round := range rounds {
		rate := learnRate / float64(1+round)
		for _, i := range rng.Perm(len(l.samples)) {
			s := &l.samples[i]
			for j, p := range l.probabilities(s) {
				gradient := p
				if j == s.played {
					gradient--
				}
				for _, f := range s.moves[j].list[:s.moves[j].n] {
					g := gradient + learnPull*l.w[f]
					squares[f] += g * g
					l.w[f] -= rate * g / math.Sqrt(squares[f])
				}
			}
		}
	}
	return l.test(l.held)
}

// probabilities returns that of each move.
func (l *Learner) probabilities(s *lesson) []float64 {
	list, top, sum := make([]float64, len(s.moves)), math.Inf(-1), 0.0
	for i := range s.moves {
		for _, f := range s.moves[i].list[:s.moves[i].n] {
			list[i] += l.w[f]
		}
		top = max(top, list[i])
	}
	for i, x := range list {
		list[i] = math.Exp(x - top)
		sum += list[i]
	}
	for i := range list {
		list[i] /= sum
	}
	return list
}

func (l *Learner) test(lessons []lesson) Fit {
	fit := Fit{Positions: len(lessons)}
	n := float64(max(len(lessons), 1))
	for i := range lessons {
		s := &lessons[i]
		list, better := l.probabilities(s), 0
		for _, p := range list {
			if p > list[s.played] {
				better++
			}
		}
		fit.Loss -= math.Log(max(list[s.played], 1e-12)) / n
		if better == 0 {
			fit.First += 1 / n
		}
		if better < 5 {
			fit.FirstFive += 1 / n
		}
	}
	return fit
}

// File returns the file of weights, which mcts/weights9.json and weights19.json are. about says what
// they were learned from.
func (l *Learner) File(about string) ([]byte, error) {
	table := weightTable{About: about}
	for at, part := range table.ranges() {
		end := map[int]int{
			shapeFeature: shapeClassCount, tacticFeature: lastFeature, lastFeature: ownFeature,
			ownFeature: lineFeature, lineFeature: stepFeature, stepFeature: openFeature, openFeature: featureCount,
		}[at]
		for _, w := range l.w[at:end] {
			*part = append(*part, int16(math.Round(min(max(w*weightUnit, math.MinInt16), math.MaxInt16))))
		}
	}
	data, err := json.Marshal(table)
	return append(data, '\n'), err
}
