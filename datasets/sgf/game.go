package sgf

import (
	"fmt"
	"slices"

	"github.com/tengen-go/tengen/ruleset"
)

// GameOptions direct Tree.ToGame. The zero value trusts the record.
type GameOptions struct {
	// Rules replace those of the record; nil takes what RU, KM and HA say.
	// Then, so that a record is refused for no rule that its players did not
	// have, a record without known rules is held to simple ko alone, the limit
	// of moves is as high as the record needs, and a repetition that would end
	// the game does not if play went on.
	Rules *ruleset.Rules

	// AllowTurns accepts two moves in a row by one player.
	AllowTurns bool

	// End is the last node of the line to referee; nil takes the main line.
	End *Node
}

// ToGame referees a line of the record, the main line if not told otherwise. It is strict: an unreadable
// point, an illegal move, two moves in a row by one player, or setup stones
// after the first move are an *Error that wraps ErrUnplayable and names the
// move. What was assumed is in the notes.
//
// Handicap stones that are written as moves become setup stones. Passes after
// the end of the game are left out, and plays after it resume it. A game that
// the board does not end is ended as RE says if that is by resignation, time,
// forfeit or without result; a score is not taken from RE, since the board may
// hold dead stones. Stones that the last node marks as inside the opponent's
// territory (TB, TW) are dead as agreed: see ruleset.Game.Settle.
func (t *Tree) ToGame(opts GameOptions) (*ruleset.Game, []Note, error) {
	info, err := t.Info()
	if err != nil {
		return nil, nil, err
	}
	end := opts.End
	if end == nil {
		end = t.End()
	}
	line, err := t.execute(end, info, false)
	if err != nil {
		return nil, nil, err
	}
	r := referee{tree: t, info: info, line: line, opts: opts}
	if err := r.playable(); err != nil {
		return nil, nil, err
	}
	rules := r.rules()
	setup := r.setup()
	game, err := r.play(rules, setup)
	if r.brokenCycle {
		rules.OnCycle = ruleset.CycleNone
		r.note(nil, "play went on after a repetition that ends the game: repetitions are left without ruling")
		game, err = r.play(rules, setup)
	}
	if err != nil {
		return nil, nil, err
	}
	r.end(game)
	return game, r.notes, nil
}

// referee plays one record through the ruleset.
type referee struct {
	tree  *Tree
	info  Info
	line  *Replay
	opts  GameOptions
	notes []Note

	skip        int // moves that became setup stones
	brokenCycle bool
}

func (r *referee) note(n *Node, format string, args ...any) {
	r.notes = addNote(r.notes, Note{Where: r.tree.at(n), Text: fmt.Sprintf(format, args...)})
}

// fail returns an error about a move, from 1; 0 is the setup.
func (r *referee) fail(move int, n *Node, err error) error {
	w := r.tree.at(n)
	w.Move = move
	return &Error{w, fmt.Errorf("%w: %w", ErrUnplayable, err)}
}

// playable reports what no rules could make a game of.
func (r *referee) playable() error {
	switch l := r.line; {
	case l.bad != nil:
		return &Error{l.bad.Where, fmt.Errorf("%w: %w", ErrUnplayable, l.bad.Err)}
	case l.changedLate != nil:
		return r.fail(0, l.changedLate, fmt.Errorf("setup stones after the first move"))
	}
	return nil
}

// rules returns the rules to play by.
func (r *referee) rules() ruleset.Rules {
	if r.opts.Rules != nil {
		return *r.opts.Rules
	}
	rules := r.info.Rules
	switch {
	case !r.info.HasRules:
		r.note(r.tree.Root, "no known rules in RU: area counting and simple ko are assumed")
	case !r.info.HasKomi && r.info.Handicap > 1:
		rules.Komi = 0
	}
	if !r.info.HasKomi {
		r.note(r.tree.Root, "no usable komi in KM: %v is assumed", rules.Komi)
	}
	if moves := len(r.line.Moves); moves >= rules.MoveLimit(r.line.Size) {
		rules.MaxMoves = moves + 1
	}
	return rules
}

// setup returns the start of the game. Where HA promises stones that no AB
// places, Black's first moves are those stones.
func (r *referee) setup() ruleset.Setup {
	setup := ruleset.SetupOf(&r.line.opening, r.line.FirstPlayer)
	setup.Handicap = r.info.Handicap
	if setup.Handicap < 2 || len(setup.Black) > 0 {
		return setup
	}
	stones := r.line.Moves[:min(setup.Handicap, len(r.line.Moves))]
	notStone := func(m ruleset.Move) bool { return m.Color != ruleset.Black || m.Point == ruleset.Pass }
	if len(stones) < setup.Handicap || slices.ContainsFunc(stones, notStone) {
		r.note(r.tree.Root, "HA[%d], but no handicap stones are on the board", setup.Handicap)
		return setup
	}
	for _, m := range stones {
		setup.Black = append(setup.Black, m.Point)
	}
	setup.ToPlay = ruleset.White
	r.skip = setup.Handicap
	r.note(r.line.Nodes[0], "Black's first %d moves are taken as the handicap stones of HA", r.skip)
	return setup
}

func (r *referee) play(rules ruleset.Rules, setup ruleset.Setup) (*ruleset.Game, error) {
	r.brokenCycle = false
	game, err := ruleset.NewGame(rules, r.line.Size, setup)
	if err != nil {
		return nil, r.fail(0, r.tree.Root, err)
	}
	game.Reserve(len(r.line.Moves) - r.skip)
	for i := r.skip; i < len(r.line.Moves); i++ {
		m, n := r.line.Moves[i], r.line.Nodes[i]
		if game.Over() {
			switch done, err := r.goOn(game, i); {
			case err != nil:
				return nil, r.fail(i+1, n, err)
			case done:
				return game, nil
			}
		}
		if m.Color != game.ToPlay() && !r.opts.AllowTurns {
			return nil, r.fail(i+1, n, fmt.Errorf("%v: it is the turn of %v; write a pass as %v[]", m, game.ToPlay(), game.ToPlay()))
		}
		if err := game.PlayMove(m); err != nil {
			return nil, r.fail(i+1, n, err)
		}
	}
	return game, nil
}

// goOn handles moves after the end of the game, from index i: passes are left
// out, plays after a count resume it.
func (r *referee) goOn(game *ruleset.Game, i int) (done bool, err error) {
	result, rest := game.Result(), r.line.Moves[i:]
	onlyPasses := true
	for _, m := range rest {
		onlyPasses = onlyPasses && m.Point == ruleset.Pass
	}
	switch {
	case result.Ending == ruleset.ByScore && onlyPasses:
		r.note(r.line.Nodes[i], "%d passes after the end of the game are left out", len(rest))
		return true, nil
	case result.Ending == ruleset.ByScore:
		r.note(r.line.Nodes[i], "the game is resumed after passes had ended it")
		return false, game.Resume()
	case result.Ending != ruleset.ByMoveLimit && r.opts.Rules == nil:
		r.brokenCycle = true
	}
	return false, fmt.Errorf("%v: %w", rest[0], ruleset.ErrGameOver)
}

// end ends the game as RE says where the board cannot know, and takes marked
// stones off before the count.
func (r *referee) end(game *ruleset.Game) {
	if game.Result().Ending == ruleset.ByScore {
		if dead := r.tree.End().markedDead(game.Position()); len(dead) > 0 {
			if err := game.Settle(dead, ruleset.Agreed); err != nil {
				r.note(nil, "TB and TW are not used: %v", err)
			}
		}
	}
	result := r.info.Result.Result
	switch result.Ending {
	case ruleset.ByResignation, ruleset.ByTime, ruleset.ByForfeit, ruleset.ByNoResult:
	default:
		return
	}
	if game.Over() {
		r.note(r.tree.Root, "RE[%s] differs from how the moves end the game", clip(r.info.ResultText))
		return
	}
	if err := game.End(result); err != nil {
		r.note(r.tree.Root, "RE[%s] is not used: %v", clip(r.info.ResultText), err)
	}
}
