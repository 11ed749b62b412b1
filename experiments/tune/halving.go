package tune

import (
	"cmp"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/match"
	"github.com/tengen-go/tengen/experiments/rating"
	"github.com/tengen-go/tengen/experiments/stats"
)

// HalvingSettings are those of the method Halving.
type HalvingSettings struct {
	Candidates int `json:"candidates"` // in the first round; fewer where lists do not have so many
}

// Candidate is a setting that played against the player as it was.
type Candidate struct {
	Name    string         `json:"name"`
	Setting Setting        `json:"setting"`
	Rounds  int            `json:"rounds"` // that it took part in
	Pairs   rating.Pairs   `json:"pairs"`  // by points: 0, ½, 1, 1½, 2
	Rate    stats.Interval `json:"rate"`   // share of points
}

// halving is the method at work.
type halving struct {
	plan  *Plan
	all   []Candidate
	alive []int // of all, best first after the first round
	done  int   // rounds
}

func newHalving(p *Plan) *halving {
	h := &halving{plan: p}
	for i, setting := range p.candidates() {
		h.all = append(h.all, Candidate{Name: fmt.Sprintf("c%02d", i+1), Setting: setting})
		h.alive = append(h.alive, i)
	}
	return h
}

// candidates draws the candidates: of each parameter's range, cut into as many
// parts as there are candidates, every part has one. Settings that lists make
// equal, and that of the player as it is, are left out.
func (p *Plan) candidates() []Setting {
	n := p.Halving.Candidates
	rng := rand.New(rand.NewPCG(p.Seed, 0))
	places := make([]point, n)
	for range p.Params {
		for i, part := range rng.Perm(n) {
			places[i] = append(places[i], (float64(part)+rng.Float64())/float64(n))
		}
	}
	var list []Setting
	for _, where := range places {
		setting := p.at(where)
		known := func(other Setting) bool { return slices.Equal(other, setting) }
		if !known(p.start()) && !slices.ContainsFunc(list, known) {
			list = append(list, setting)
		}
	}
	return list
}

// rounds is how often the candidates can be halved.
func (h *halving) rounds() int { return max(bits.Len(uint(len(h.all)-1)), 1) }

// pairsEach is the number of pairs of each of so many candidates in a round: all
// rounds have the same number of games.
func (h *halving) pairsEach(alive int) int {
	return h.plan.Games / (2 * h.rounds() * alive)
}

func (h *halving) games() int {
	games, alive := 0, len(h.all)
	for range h.rounds() {
		games += 2 * alive * h.pairsEach(alive)
		alive = (alive + 1) / 2
	}
	return games
}

func (h *halving) next() *round {
	if h.done == h.rounds() {
		return nil
	}
	r := &round{
		number: h.done + 1, kind: match.Gauntlet, pairs: h.pairsEach(len(h.alive)),
		players: []entrant{{"start", h.plan.start()}},
	}
	for _, i := range h.alive {
		r.players = append(r.players, entrant{h.all[i].Name, h.all[i].Setting})
	}
	return r
}

func (h *halving) tell(pairings []match.Pairing) {
	for n, i := range h.alive {
		c := &h.all[i]
		c.Rounds++
		for points, pairs := range pairings[n].Pairs {
			c.Pairs[len(c.Pairs)-1-points] += pairs // the pairing is told from start's side
		}
		c.Rate = c.Pairs.WinRate(experiments.Confidence)
	}
	slices.SortStableFunc(h.alive, func(i, j int) int { return cmp.Compare(h.all[j].Rate.Estimate, h.all[i].Rate.Estimate) })
	h.alive = h.alive[:(len(h.alive)+1)/2]
	h.done++
}

func (h *halving) found() Setting {
	if h.done == 0 {
		return h.plan.start()
	}
	return h.all[h.alive[0]].Setting
}

// report gives the candidates, those that came farthest first.
func (h *halving) report(r *Report) {
	if h.done == 0 {
		return
	}
	r.Candidates = slices.Clone(h.all)
	slices.SortStableFunc(r.Candidates, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.Rounds, a.Rounds), cmp.Compare(b.Rate.Estimate, a.Rate.Estimate))
	})
}
