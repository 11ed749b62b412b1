package tune

import (
	"math"
	"math/rand/v2"

	"github.com/tengen-go/tengen/experiments/match"
)

// SPSASettings are the sizes of the steps of the method SPSA. Shares are of the
// whole range of a parameter, in logarithms where it goes by factors.
type SPSASettings struct {
	// Pairs is the number of pairs of games in an iteration.
	Pairs int `json:"pairs"`

	// Perturbation is how far from the middle both sides are in the first
	// iteration, as a share. It falls with the number of the iteration to the
	// power 0.101. Near settings cannot be told apart, far ones tell of the
	// middle little.
	Perturbation float64 `json:"perturbation"`

	// Step is how far the middle moves in the first iteration if one side wins
	// all games, as a share; at 60 % of the points it is a fifth of that. It falls
	// from iteration to iteration: of 100, the last one moves 40 % as far.
	Step float64 `json:"step"`
}

// Spall's exponents, and the share of the iterations by which the gains are
// held back in the beginning.
const (
	gainExponent         = 0.602
	perturbationExponent = 0.101
	heldBack             = 0.1
)

// spsa is the method at work.
type spsa struct {
	plan    *Plan
	total   int // iterations
	middle  point
	path    []Step
	history []point // middles after each iteration

	direction []float64 // of the round that is being played
}

// Step is an iteration of SPSA.
type Step struct {
	Plus   Setting `json:"plus"`
	Minus  Setting `json:"minus"`
	Share  float64 `json:"share"`  // of the points, that plus made
	Middle Setting `json:"middle"` // after it
}

func newSPSA(p *Plan) *spsa {
	s := &spsa{plan: p, total: p.Games / (2 * max(p.SPSA.Pairs, 1))}
	for i := range p.Params {
		param := &p.Params[i]
		s.middle = append(s.middle, param.place(param.start(&p.Player)))
	}
	return s
}

func (s *spsa) rounds() int { return s.total }
func (s *spsa) games() int  { return s.total * 2 * s.plan.SPSA.Pairs }

// perturbation is the distance from the middle in the coming iteration.
func (s *spsa) perturbation() float64 {
	return s.plan.SPSA.Perturbation / math.Pow(float64(len(s.path)+1), perturbationExponent)
}

// step is how far the middle moves in the coming iteration if one side wins
// everything: Spall's a/(A+k)^α / (2c/k^γ), where a is such that the first one
// is as the plan says.
func (s *spsa) step() float64 {
	k, held := float64(len(s.path)+1), heldBack*float64(s.total)
	return s.plan.SPSA.Step * math.Pow((held+1)/(held+k), gainExponent) * math.Pow(k, perturbationExponent)
}

func (s *spsa) next() *round {
	if len(s.path) == s.total {
		return nil
	}
	rng := rand.New(rand.NewPCG(s.plan.Seed, uint64(len(s.path))))
	plus, minus := make(Setting, len(s.middle)), make(Setting, len(s.middle))
	s.direction = make([]float64, len(s.middle))
	for i, at := range s.middle {
		s.direction[i] = float64(2*rng.IntN(2) - 1)
		off, up := s.perturbation()*s.direction[i], rng.Float64()
		plus[i], minus[i] = s.plan.Params[i].rounded(inRange(at+off), up), s.plan.Params[i].rounded(inRange(at-off), up)
	}
	return &round{
		number: len(s.path) + 1, kind: match.RoundRobin, pairs: s.plan.SPSA.Pairs,
		players: []entrant{{"plus", plus}, {"minus", minus}},
	}
}

func inRange(at float64) float64 { return min(max(at, 0), 1) }

func (s *spsa) tell(pairings []match.Pairing) {
	played := s.next() // the same again: it depends on what is told alone
	share := points(&pairings[0])
	move := s.step() * (2*share - 1)
	for i := range s.middle {
		s.middle[i] = inRange(s.middle[i] + move*s.direction[i])
	}
	s.history = append(s.history, append(point(nil), s.middle...))
	s.path = append(s.path, Step{
		Plus: played.players[0].setting, Minus: played.players[1].setting, Share: share, Middle: s.plan.at(s.middle),
	})
}

// late are the middles of the second half, over which found is the mean.
func (s *spsa) late() []point { return s.history[len(s.history)/2:] }

func (s *spsa) found() Setting {
	late := s.late()
	if len(late) == 0 {
		return s.plan.start()
	}
	mean := make(point, len(s.middle))
	for _, middle := range late {
		for i, at := range middle {
			mean[i] += at / float64(len(late))
		}
	}
	return s.plan.at(mean)
}

// report gives the path, and for each parameter between which values its middle
// was in the second half.
func (s *spsa) report(r *Report) {
	r.Steps = s.path
	for i := range r.Findings {
		low, high := s.middle[i], s.middle[i]
		for _, middle := range s.late() {
			low, high = min(low, middle[i]), max(high, middle[i])
		}
		r.Findings[i].Low, r.Findings[i].High = s.plan.Params[i].value(low), s.plan.Params[i].value(high)
	}
}
