package rating

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/tengen-go/tengen/experiments/stats"
)

// Options says how a table is rated. The zero value rates around a mean of 0.
type Options struct {
	Anchor         string  // player whose rating is fixed; "" fixes the mean of all
	AnchorElo      float64 // at this value
	BlackAdvantage bool    // also estimate what moving first is worth, komi included
	Prior          float64 // drawn games added to each pairing that met; 0 adds none unless ratings would be infinite
	Confidence     float64 // of the intervals; 0 means 0.95
}

// Ratings are the ratings of all players of a table, in its order.
type Ratings struct {
	Players        []Rated         `json:"players"`
	BlackAdvantage *stats.Interval `json:"black_advantage,omitempty"` // in Elo
	// LOS[i][j] is the likelihood that player i is stronger than player j.
	LOS      [][]float64 `json:"los"`
	Warnings []string    `json:"warnings,omitempty"`

	confidence float64
	covariance *mat.SymDense // of the ratings, in Elo
}

// Rated is one player's rating. The intervals of two players are no measure of
// their difference, since both depend on the anchor: use Ratings.Difference.
type Rated struct {
	Name    string         `json:"name"`
	Elo     stats.Interval `json:"elo"`
	Results stats.Tally    `json:"results"`
}

// Difference is the rating of player i less that of player j, with its interval.
func (r *Ratings) Difference(i, j int) stats.Interval {
	d := r.Players[i].Elo.Estimate - r.Players[j].Elo.Estimate
	half := distuv.UnitNormal.Quantile(0.5+r.confidence/2) * r.differenceSE(i, j)
	return stats.Interval{Estimate: d, Lo: d - half, Hi: d + half}
}

func (r *Ratings) differenceSE(i, j int) float64 {
	v := r.covariance
	return math.Sqrt(max(0, v.At(i, i)+v.At(j, j)-2*v.At(i, j)))
}

// Rate fits the model of Bradley and Terry (Biometrika 39, 1952): the score
// expected of Black against White depends on the difference of their ratings
// alone, as in Elo's system. Draws count as half a win and half a loss. The
// covariance is a sandwich that uses the variance the games really had: smaller
// for draws, and for pairs as it was within the pairs (Liang and Zeger,
// Biometrika 73, 1986).
func (t *Table) Rate(o Options) (*Ratings, error) {
	if o.Confidence == 0 {
		o.Confidence = 0.95
	}
	if err := t.check(o); err != nil {
		return nil, err
	}
	ratings := &Ratings{confidence: o.Confidence}
	if apart := t.dominated(); apart != "" && o.Prior == 0 {
		o.Prior = 1
		ratings.Warnings = append(ratings.Warnings, apart+": no finite ratings fit, so one drawn game was added to each pairing")
	}
	fit := t.newModel(o)
	if !fit.climb() && o.Prior == 0 {
		o.Prior = 1
		ratings.Warnings = append(ratings.Warnings, "no finite ratings and advantage fit, so one drawn game was added to each pairing")
		fit = t.newModel(o)
		fit.climb()
	}
	covariance, err := fit.covariance()
	if err != nil {
		return nil, err
	}
	t.report(ratings, fit, covariance, o)
	return ratings, nil
}

func (t *Table) check(o Options) error {
	var wrong []error
	if len(t.players) < 2 {
		wrong = append(wrong, fmt.Errorf("rating: a table of %d players: ratings need two or more", len(t.players)))
	}
	if _, ok := t.number[o.Anchor]; o.Anchor != "" && !ok {
		wrong = append(wrong, fmt.Errorf("rating: the anchor %q is none of the players %s", o.Anchor, strings.Join(t.players, ", ")))
	}
	if !(o.Prior >= 0) {
		wrong = append(wrong, fmt.Errorf("rating: a prior of %v drawn games: it cannot be negative", o.Prior))
	}
	met := func(i, j int) bool { return t.tally(i, j).Games() > 0 }
	if seen := t.reach(0, met); len(t.players) > 1 && len(seen) < len(t.players) {
		for i, name := range t.players {
			if !seen[i] {
				wrong = append(wrong, fmt.Errorf("rating: nothing connects %q and %q: let their groups play each other", t.players[0], name))
				break
			}
		}
	}
	return errors.Join(wrong...)
}

// reach is the set of players that can be reached from one in steps.
func (t *Table) reach(from int, step func(i, j int) bool) map[int]bool {
	seen := map[int]bool{from: true}
	todo := []int{from}
	for len(todo) > 0 {
		i := todo[0]
		todo = todo[1:]
		for j := range t.players {
			if !seen[j] && step(i, j) {
				seen[j] = true
				todo = append(todo, j)
			}
		}
	}
	return seen
}

// dominated names players that made no point against the others, or says "". Finite
// ratings exist if points go round (Ford, American Mathematical Monthly 64, 1957).
func (t *Table) dominated() string {
	took := func(i, j int) bool { r := t.tally(i, j); return r.Wins+r.Draws > 0 }
	gave := func(i, j int) bool { return took(j, i) }
	for _, test := range []struct {
		step  func(i, j int) bool
		words string
	}{{took, "made no point against the others"}, {gave, "lost no point to the others"}} {
		if set := t.reach(0, test.step); len(set) < len(t.players) {
			var names []string
			for i, name := range t.players {
				if set[i] {
					names = append(names, name)
				}
			}
			return fmt.Sprintf("%s %s", strings.Join(names, ", "), test.words)
		}
	}
	return ""
}

// model is a fit in progress. Its parameters are the ratings of all players but
// the first, which is 0, and the advantage of Black if estimated, in log odds.
type model struct {
	players   int
	advantage bool
	meetings  []meeting
	at        []float64
}

// meeting are the games of one player as Black against another.
type meeting struct {
	black, white  int
	games, points float64     // prior included
	single        stats.Tally // games that belong to no pair
	pairs         pairCounts  // of this pairing; only with the meeting in which the lower number is Black
}

func (t *Table) newModel(o Options) *model {
	m := &model{players: len(t.players), advantage: o.BlackAdvantage}
	m.at = make([]float64, len(t.players)-1+count(o.BlackAdvantage))
	for i := range t.players {
		for j := range t.players {
			results := t.asBlack(i, j)
			prior := 0.0
			if i != j && t.tally(i, j).Games() > 0 {
				prior = o.Prior / 2 // half with either color
			}
			games := float64(results.Games())
			if games+prior == 0 {
				continue
			}
			points := float64(results.Wins) + float64(results.Draws)/2
			next := meeting{black: i, white: j, games: games + prior, points: points + prior/2, single: t.single[[2]int{i, j}]}
			if i < j {
				next.pairs = t.pairs[[2]int{i, j}]
			}
			m.meetings = append(m.meetings, next)
		}
	}
	return m
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// direction is how the log odds of a meeting change with each parameter.
func (m *model) direction(black, white int) *mat.VecDense {
	d := mat.NewVecDense(len(m.at), nil)
	if black > 0 {
		d.SetVec(black-1, 1)
	}
	if white > 0 {
		d.SetVec(white-1, -1)
	}
	if m.advantage {
		d.SetVec(len(m.at)-1, 1)
	}
	return d
}

// expected is the score expected of Black.
func (m *model) expected(black, white int) float64 {
	odds := mat.Dot(m.direction(black, white), mat.NewVecDense(len(m.at), m.at))
	return 1 / (1 + math.Exp(-odds))
}

// step returns the gradient of the log likelihood, and the information.
func (m *model) step() (*mat.VecDense, *mat.SymDense) {
	gradient := mat.NewVecDense(len(m.at), nil)
	information := mat.NewSymDense(len(m.at), nil)
	for _, g := range m.meetings {
		d, p := m.direction(g.black, g.white), m.expected(g.black, g.white)
		gradient.AddScaledVec(gradient, g.points-g.games*p, d)
		information.SymRankOne(information, g.games*p*(1-p), d)
	}
	return gradient, information
}

// most is how far a step of the fit goes, and farthest how large a parameter may
// become, in log odds: 20 are 3474 Elo.
const most, farthest = 2.0, 20.0

// climb finds the greatest likelihood with Newton's method in bounded steps, and
// says whether it is at finite ratings.
func (m *model) climb() bool {
	for range 500 {
		gradient, information := m.step()
		var chol mat.Cholesky
		move := mat.NewVecDense(len(m.at), nil)
		if !chol.Factorize(information) || chol.SolveVecTo(move, gradient) != nil {
			return false
		}
		largest := mat.Norm(move, math.Inf(1))
		if largest > most {
			move.ScaleVec(most/largest, move)
		}
		for i := range m.at {
			m.at[i] += move.AtVec(i)
			if math.Abs(m.at[i]) > farthest {
				return false
			}
		}
		if largest < 1e-11 {
			return true
		}
	}
	return false
}

// trust is how many pairs the variance of independent games counts as, where
// that within pairs is estimated: without it a few equal pairs would seem to
// leave no doubt.
const trust = 2.0

// covariance is the sandwich covariance of the parameters.
func (m *model) covariance() (*mat.Dense, error) {
	n := len(m.at)
	_, information := m.step()
	var chol mat.Cholesky
	var inverse mat.SymDense
	if !chol.Factorize(information) {
		return nil, errors.New("rating: the games do not determine all ratings: let more players meet")
	}
	if err := chol.InverseTo(&inverse); err != nil {
		return nil, fmt.Errorf("rating: the games hardly determine some ratings: %w", err)
	}
	spread := mat.NewSymDense(n, nil) // variance of the gradient
	for _, g := range m.meetings {
		d, p := m.direction(g.black, g.white), m.expected(g.black, g.white)
		spread.SymRankOne(spread, float64(g.single.Games())*g.single.VarianceAt(p), d)
		m.addPairs(spread, g)
	}
	product := mat.NewDense(n, n, nil)
	product.Product(&inverse, spread, &inverse)
	return product, nil
}

// addPairs adds the variance of the pairs of a meeting.
func (m *model) addPairs(spread *mat.SymDense, g meeting) {
	asBlack, asWhite := m.direction(g.black, g.white), m.direction(g.white, g.black)
	p, q := m.expected(g.black, g.white), m.expected(g.white, g.black)
	pairs := 0.0
	var first, second stats.Tally // the games of the pairs, by color
	own := mat.NewSymDense(len(m.at), nil)
	for black, row := range g.pairs {
		for white, n := range row {
			if n == 0 {
				continue
			}
			pairs += float64(n)
			one, two := Outcome(black), Outcome(white).Opponent() // for Black of each game
			for range n {
				first, second = first.Add(one.tally()), second.Add(two.tally())
			}
			off := mat.NewVecDense(len(m.at), nil)
			off.AddScaledVec(off, one.Points()-p, asBlack)
			off.AddScaledVec(off, two.Points()-q, asWhite)
			own.SymRankOne(own, float64(n), off)
		}
	}
	if pairs == 0 {
		return
	}
	own.SymRankOne(own, trust*first.VarianceAt(p), asBlack)
	own.SymRankOne(own, trust*second.VarianceAt(q), asWhite)
	own.ScaleSym(pairs/(pairs+trust), own)
	spread.AddSym(spread, own)
}

// report moves the parameters to the anchor and fills in the ratings.
func (t *Table) report(r *Ratings, fit *model, parameters *mat.Dense, o Options) {
	n := len(t.players)
	// Row i of gauge is how rating i depends on the parameters: itself less the
	// anchor, or less the mean.
	gauge := mat.NewDense(n, len(fit.at), nil)
	anchor, anchored := t.number[o.Anchor]
	for i := range n {
		for k := range n - 1 {
			value := float64(count(k == i-1))
			if anchored {
				value -= float64(count(k == anchor-1))
			} else {
				value -= 1 / float64(n)
			}
			gauge.Set(i, k, value)
		}
	}
	var elo mat.VecDense
	elo.MulVec(gauge, mat.NewVecDense(len(fit.at), fit.at))
	var full mat.Dense
	full.Product(gauge, parameters, gauge.T())
	r.covariance = mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			r.covariance.SetSym(i, j, perOdds*perOdds*full.At(i, j))
		}
	}
	z := distuv.UnitNormal.Quantile(0.5 + o.Confidence/2)
	around := func(estimate, variance float64) stats.Interval {
		half := z * math.Sqrt(max(0, variance))
		return stats.Interval{Estimate: estimate, Lo: estimate - half, Hi: estimate + half}
	}
	for i, name := range t.players {
		var results stats.Tally
		for j := range n {
			results = results.Add(t.tally(i, j))
		}
		r.Players = append(r.Players, Rated{name, around(o.AnchorElo+perOdds*elo.AtVec(i), r.covariance.At(i, i)), results})
	}
	if last := len(fit.at) - 1; o.BlackAdvantage {
		advantage := around(perOdds*fit.at[last], perOdds*perOdds*parameters.At(last, last))
		r.BlackAdvantage = &advantage
	}
	r.LOS = make([][]float64, n)
	for i := range r.LOS {
		r.LOS[i] = make([]float64, n)
		for j := range r.LOS[i] {
			r.LOS[i][j] = normalLOS(r.Players[i].Elo.Estimate-r.Players[j].Elo.Estimate, r.differenceSE(i, j))
		}
	}
}
