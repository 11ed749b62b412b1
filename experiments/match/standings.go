package match

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments/rating"
	"github.com/tengen-go/tengen/ruleset"
)

// standings follows a match game by game.
type standings struct {
	plan     *Plan
	fixtures []fixture
	games    []*Record // by number; nil where not played yet
	played   int
	points   []float64 // by player
	counted  []int     // games that count, by player

	// The test looks at pairs in their order, up to the first that is not whole.
	next    int // pair to look at
	pairs   rating.Pairs
	verdict rating.Status
	decided int // games up to the pair that decided; 0: none did
}

func newStandings(plan *Plan) *standings {
	n := len(plan.Players)
	s := &standings{plan: plan, fixtures: plan.fixtures(), points: make([]float64, n), counted: make([]int, n)}
	s.games = make([]*Record, len(s.fixtures))
	s.look()
	return s
}

// total is the number of games that the match takes, as far as it is known.
func (s *standings) total() int {
	if s.decided > 0 {
		return s.decided
	}
	return len(s.fixtures)
}

// complete reports whether all of them are there.
func (s *standings) complete() bool { return s.decided > 0 || s.played == len(s.fixtures) }

// add counts a game.
func (s *standings) add(record *Record) {
	index := int(record.Game.GameIndex)
	s.games[index] = record
	s.played++
	if outcome, ok := outcomeOf(record); ok {
		f := s.fixtures[index]
		s.points[f.players[0]] += outcome.Points()
		s.points[f.players[1]] += outcome.Opponent().Points()
		s.counted[f.players[0]]++
		s.counted[f.players[1]]++
	}
	s.look()
}

// look lets the sequential test see the pairs that are new.
func (s *standings) look() {
	if s.plan.SPRT == nil {
		return
	}
	test := s.plan.SPRT.test()
	for s.decided == 0 && 2*s.next < len(s.games) {
		first, second := s.games[2*s.next], s.games[2*s.next+1]
		if first == nil || second == nil {
			break
		}
		s.next++
		asBlack, ok := outcomeOf(first)
		asWhite, ok2 := outcomeOf(second)
		if !ok || !ok2 {
			continue
		}
		s.pairs.Add(asBlack, asWhite.Opponent())
		if s.verdict = test.Pairs(s.pairs); s.verdict.Verdict != rating.Continue {
			s.decided = 2 * s.next
		}
	}
	if s.decided == 0 {
		s.verdict = test.Pairs(s.pairs)
	}
}

// outcomeOf is the outcome for Black, false for a game that does not count.
func outcomeOf(record *Record) (rating.Outcome, bool) {
	switch record.Game.Winner {
	case datasets.WinnerBlack:
		return rating.Win, true
	case datasets.WinnerWhite:
		return rating.Loss, true
	case datasets.WinnerDraw:
		return rating.Draw, true
	}
	return rating.Loss, false
}

// isFailure reports whether a ruling says that a program does not work: a fault,
// or an illegal act that lost the game.
func isFailure(ruling datasets.RulingRow) bool {
	switch ruling.Verdict {
	case ruleset.ForfeitTurn.String(), ruleset.Restored.String():
		return false
	}
	return ruling.Act != ruleset.Overtime.String()
}

// tally says in a few words how the match stands.
func (s *standings) tally() string {
	order := make([]int, len(s.points))
	for i := range order {
		order[i] = i
	}
	if len(order) == 2 {
		return fmt.Sprintf("%s %v – %v %s", s.plan.Players[0].Name, s.points[0], s.points[1], s.plan.Players[1].Name)
	}
	share := func(i int) float64 { return s.points[i] / float64(max(s.counted[i], 1)) }
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(share(j), share(i)) })
	var parts []string
	for _, i := range order[:min(len(order), 4)] {
		parts = append(parts, fmt.Sprintf("%s %v/%d", s.plan.Players[i].Name, s.points[i], s.counted[i]))
	}
	return strings.Join(parts, ", ")
}
