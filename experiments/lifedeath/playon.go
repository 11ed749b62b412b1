package lifedeath

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout"
	"github.com/tengen-go/tengen/ruleset"
)

// playOutTries is the number of playouts of which PlayOut takes the most
// typical one.
const playOutTries = 128

// errNoEnd says that no try came to an end that the referee allows.
var errNoEnd = errors.New("play out: no try came to an end: there is a cycle, or superko bars the way; name the dead stones instead")

// PlayedOut is a game after play went on until only own eyes were left.
type PlayedOut struct {
	Position ruleset.Position
	Moves    []ruleset.Move // of the play-out, passes included
	Facts    ruleset.Facts  // for Rules.Count, with the method PlayedOut and no dead stones
	Sekis    []Seki         // left alone
	Seed     uint64

	// Agreement is how far the tries agree with the end that was chosen: the
	// mean over the points of the share of tries, from 0 to 1, with the same
	// owner.
	Agreement float64
}

// PlayOut plays the game on from its present position, with the player to move,
// until no side has a move but to fill its own eyes, and all that stands is
// alive. Of many tries, drawn by the playout policy, it takes the one whose end
// is most like that of all, and whose moves the referee accepts. It does not
// change the game.
//
// The referee counts repetitions from the present position on.
//
// In territory counting, playing on must cost both sides the same. So
// every pass of the play-out hands the opponent a stone, which is added to its
// captures, and both sides make the same number of turns.
func PlayOut(game *ruleset.Game, seed uint64) (*PlayedOut, error) {
	position := game.Position()
	boards, err := starts(position)
	if err != nil {
		return nil, fmt.Errorf("play out: %w", err)
	}
	start := &boards[game.ToPlay()-ruleset.Black]
	sekis := Sekis(position)
	tries, votes := tryOut(start, policyFor(sekis), seed)
	for _, t := range tries {
		end, err := refereed(game, t.moves)
		if err != nil {
			continue // superko, which playouts do not know
		}
		p := &PlayedOut{Position: *end.Position(), Moves: end.Moves(), Facts: factsAfter(game, end), Sekis: sekis, Seed: seed}
		p.Agreement = float64(t.like) / float64(votes.tries*position.Size().Area())
		return p, nil
	}
	return nil, errNoEnd
}

// try is one playout.
type try struct {
	moves []fastboard.Point
	owner [fastboard.NumPoints]ruleset.Color
	like  int // how many owners of points it has in common with all tries
}

// tally counts who owned each point: nobody, Black, White.
type tally struct {
	count [fastboard.NumPoints][3]int
	tries int
}

// tryOut returns the tries that ended, the most typical first.
func tryOut(start *fastboard.Board, policy playout.Policy, seed uint64) ([]try, *tally) {
	rng, limit := playout.NewRNG(seed), 3*start.Size().Area()
	votes := &tally{}
	var tries []try
	for range playOutTries {
		var t try
		var board fastboard.Board
		board.CopyFrom(start)
		for board.Passes() < 2 && len(t.moves) < limit {
			p := policy.Move(&board, &rng)
			t.moves = append(t.moves, p)
			board.Play(p)
		}
		if board.Passes() < 2 {
			continue
		}
		board.Owners(&t.owner)
		votes.tries++
		for _, p := range start.Size().Points() {
			at := fastboard.FromRuleset(p)
			votes.count[at][t.owner[at]]++
		}
		tries = append(tries, t)
	}
	for i := range tries {
		for _, p := range start.Size().Points() {
			at := fastboard.FromRuleset(p)
			tries[i].like += votes.count[at][tries[i].owner[at]]
		}
	}
	slices.SortStableFunc(tries, func(a, b try) int { return b.like - a.like })
	return tries, votes
}

// refereed plays moves on from the position of a game.
func refereed(game *ruleset.Game, moves []fastboard.Point) (*ruleset.Game, error) {
	rules := game.Rules()
	rules.MaxMoves, rules.OnCycle = ruleset.NoMoveLimit, ruleset.CycleNone
	rules.PassesToEnd, rules.WhitePassesLast = 0, false
	setup := ruleset.SetupOf(game.Position(), game.ToPlay())
	setup.Handicap = game.Handicap()
	setup.Captures = [2]int{game.Captures(ruleset.Black), game.Captures(ruleset.White)}
	end, err := ruleset.NewGame(rules, game.Size(), setup)
	if err != nil {
		return nil, err
	}
	for _, p := range moves {
		if err := end.Play(p.Ruleset()); err != nil {
			return nil, err
		}
	}
	return end, nil
}

// factsAfter are the facts of a game after a play-out.
func factsAfter(game, end *ruleset.Game) ruleset.Facts {
	facts := game.Facts()
	facts.Dead, facts.Method = nil, ruleset.PlayedOut
	for i, color := range [...]ruleset.Color{ruleset.Black, ruleset.White} {
		facts.Captures[i] = end.Captures(color) + end.Passes(color.Opponent())
	}
	if end.Ply()%2 != 0 { // the player whose turn it is passes once more
		facts.Captures[end.ToPlay().Opponent()-ruleset.Black]++
	}
	return facts
}
