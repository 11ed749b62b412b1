package opinion

import (
	"math"
	"time"

	"github.com/tengen-go/tengen/mcts"
	"github.com/tengen-go/tengen/ruleset"
)

// Opinion is what one or more searches of a position have found. Values and
// leads are those of the player to move.
type Opinion struct {
	Game  *ruleset.Game // as it was searched
	Color ruleset.Color // to move in it

	Report    *mcts.Report // of the last search
	Playouts  int          // of all searches
	Elapsed   time.Duration
	Ownership []float64 // from -1 for White to +1 for Black, by Size.Index; nil: unknown

	owed  float64 // points that White gets: komi and compensation
	score Score
	moves map[ruleset.Point]*moveScore
	lines LineSearcher // nil: unknown
}

// New returns an opinion without content on the position of g.
func New(g *ruleset.Game) *Opinion {
	count := g.Score(nil)
	return &Opinion{Game: g, Color: g.ToPlay(), owed: (count.Komi + count.Compensation).Points(), moves: map[ruleset.Point]*moveScore{}}
}

// Score is the score of the playouts: by how many points the player to move
// leads in the mean, komi and compensation taken off, and how far playouts
// deviate from that.
type Score struct {
	Lead, Stdev float64
	Known       bool // whether there were playouts

	weight, squares float64
}

// add takes in the mean and the deviation of more playouts.
func (s *Score) add(lead, stdev, weight float64) {
	total := s.weight + weight
	squares := (s.squares*s.weight + (stdev*stdev+lead*lead)*weight) / total
	s.Lead += (lead - s.Lead) * weight / total
	s.Stdev = math.Sqrt(max(squares-s.Lead*s.Lead, 0))
	s.weight, s.squares, s.Known = total, squares, true
}

// moveScore is the score after one move.
type moveScore struct {
	Score
	visits int // so far
}

// Add takes in the report of one more search of the same tree.
func (o *Opinion) Add(r *mcts.Report) {
	first := o.Report == nil
	o.Report = r
	o.Elapsed += r.Elapsed
	if r.Playouts == 0 {
		return
	}
	for _, c := range r.Children {
		m := o.moves[c.Point]
		if m == nil {
			m = &moveScore{}
			o.moves[c.Point] = m
		}
		fresh := float64(c.Visits - m.visits)
		if first { // the tree may hold visits of earlier searches
			fresh *= float64(r.Playouts) / float64(r.Playouts+r.Reused)
		}
		if fresh > 0 {
			m.add(o.lead(c.Score), c.ScoreStdev, fresh)
		}
		m.visits = c.Visits
	}
	o.score.add(o.lead(r.BlackScore), r.ScoreStdev, float64(r.Playouts))
	o.Playouts += r.Playouts
	if len(r.Ownership) != o.Game.Size().Area() {
		return
	}
	if o.Ownership == nil {
		o.Ownership = make([]float64, len(r.Ownership))
	}
	share := float64(r.Playouts) / float64(o.Playouts)
	for i, x := range r.Ownership {
		o.Ownership[i] += (x - o.Ownership[i]) * share
	}
}

// lead turns Black's score less White's into the lead of the player to move.
func (o *Opinion) lead(black float64) float64 {
	if o.Color == ruleset.White {
		return o.owed - black
	}
	return black - o.owed
}

// Best is the move that the searcher would play.
func (o *Opinion) Best() ruleset.Point { return o.Report.Best }

// Visits is the number of visits in the tree.
func (o *Opinion) Visits() int { return o.Report.Playouts + o.Report.Reused }

// Winrate is the value of the best move.
func (o *Opinion) Winrate() float64 { return o.Report.Value }

// MeanWinrate is the mean value of all visits, which moves more slowly than
// Winrate; that of the best move if there are none.
func (o *Opinion) MeanWinrate() float64 {
	sum, visits := 0.0, 0
	for _, c := range o.Report.Children {
		sum += c.Value * float64(c.Visits)
		visits += c.Visits
	}
	if visits == 0 {
		return o.Winrate()
	}
	return sum / float64(visits)
}

// Score is that of all playouts.
func (o *Opinion) Score() Score { return o.score }

// Line returns the variation that begins with a move, and the visits of its
// moves, nil if unknown.
func (o *Opinion) Line(first ruleset.Point) (moves []ruleset.Point, visits []int) {
	if o.lines != nil {
		if moves, visits = o.lines.Line(first); len(moves) > 0 && moves[0] == first {
			return moves, visits
		}
	}
	if first == o.Report.Best && len(o.Report.PV) > 0 && o.Report.PV[0] == first {
		return o.Report.PV, nil
	}
	return []ruleset.Point{first}, nil
}

// Mine returns the ownership for the player to move.
func (o *Opinion) Mine() []float64 {
	owned := make([]float64, len(o.Ownership))
	for i, x := range o.Ownership {
		if o.Color == ruleset.White {
			x = -x
		}
		owned[i] = x + 0 // no negative zero
	}
	return owned
}
