package records

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/datasets/sgf"
	"github.com/tengen-go/tengen/ruleset"
)

// Recorded in the column scoring_method says that the margin is the one that the
// record states: nobody counted the board.
const Recorded = "recorded"

// EndUnknown in the column end_reason says that the record names the winner,
// and not how the game was won.
const EndUnknown = "unknown"

// converter turns records into rows. It is for use by one goroutine.
type converter struct {
	assume  string // rules of records that name none; empty for none
	rules   map[ruleset.Rules]rulesText
	mirrors Mirrors
}

func newConverter(assume string) converter {
	return converter{assume, map[ruleset.Rules]rulesText{}, Mirrors{}}
}

// rulesText are rules as rows have them.
type rulesText struct{ line, json string }

// taken is a game that was taken over.
type taken struct {
	row   datasets.GameRow // without what depends on the games before
	key   uint64           // see Mirrors.Key
	notes []sgf.Note

	noRules, noKomi, repaired bool
}

// convert referees a record and makes its row.
func (c *converter) convert(tree *sgf.Tree) (*taken, error) {
	stored := c.giveRules(tree)
	info, err := tree.Info()
	if err != nil {
		return nil, err
	}
	game, notes, err := tree.ToGame(sgf.GameOptions{})
	if err != nil {
		return nil, err
	}
	t := &taken{noRules: !info.HasRules || stored == assumed, noKomi: !info.HasKomi}
	t.notes = slices.Concat(tree.Notes, info.Notes, notes)
	t.repaired = sgf.HasProblem(t.notes)
	rules, ending := playedRules(game, info)
	row := &t.row
	if err := c.fillStart(row, game, rules); err != nil {
		return nil, err
	}
	row.Black = playerText(tree.Root, info.Black, ownBlack)
	row.White = playerText(tree.Root, info.White, ownWhite)
	fillResult(row, game, info, ending)
	t.notes = append(t.notes, takeUnsaid(tree, row)...)
	t.key = c.mirrors.Key(row)
	return t, nil
}

// rulesOrigin says where the rules of a record come from, if not from RU.
type rulesOrigin uint8

const (
	inRU    rulesOrigin = iota
	inOwn               // from the property that Tree writes
	assumed             // from Options.AssumeRules
)

// giveRules sets RU to what it stands for: the full text that an export left
// beside it, or the rules that are to be assumed where it says nothing.
func (c *converter) giveRules(tree *sgf.Tree) rulesOrigin {
	if own := tree.Root.SimpleText(ownRules); own != "" {
		if _, ok := sgf.ParseRules(own); ok {
			tree.Root.SetText("RU", own)
			return inOwn
		}
	}
	if c.assume == "" {
		return inRU
	}
	if raw, _ := tree.Root.Get("RU"); raw != "" {
		if _, ok := sgf.ParseRules(raw); ok {
			return inRU
		}
	}
	tree.Root.SetText("RU", c.assume)
	return assumed
}

// playedRules returns the rules that the row states, and how the game ended
// under them as far as the moves tell. The referee raises the limit of moves
// for a record that reaches it; a record without result that ends right there
// was ended by it, as self-play does.
func playedRules(game *ruleset.Game, info sgf.Info) (ruleset.Rules, ruleset.Ending) {
	rules := game.Rules()
	within := rules
	within.MaxMoves = info.Rules.MaxMoves
	if game.Ply() == within.MoveLimit(game.Size()) && info.Result.Ending == ruleset.ByNoResult {
		return within, ruleset.ByMoveLimit
	}
	return rules, game.Ending()
}

// fillStart fills the columns of the board, the rules and the moves.
func (c *converter) fillStart(row *datasets.GameRow, game *ruleset.Game, rules ruleset.Rules) error {
	size, start := game.Size(), game.Start()
	text, known := c.rules[rules]
	if !known {
		object, err := json.Marshal(rules)
		if err != nil {
			return err
		}
		text = rulesText{rules.String(), string(object)}
		c.rules[rules] = text
	}
	row.BoardW, row.BoardH = int16(size.W), int16(size.H)
	row.Ruleset, row.RulesJSON, row.Komi = text.line, text.json, rules.Komi.Points()
	if game.Handicap() > 1 {
		row.Handicap = int16(game.Handicap())
	}
	row.SetupToPlay = game.FirstToPlay().String()
	setup := ruleset.SetupOf(&start, ruleset.Empty)
	row.SetupBlack = datasets.PointNumbers(size, setup.Black)
	row.SetupWhite = datasets.PointNumbers(size, setup.White)
	slices.Sort(row.SetupBlack)
	slices.Sort(row.SetupWhite)
	moves := game.Moves()
	row.NumMoves, row.Moves = int32(len(moves)), make([]int16, len(moves))
	for i, m := range moves {
		row.Moves[i] = int16(size.Index(m.Point))
	}
	row.FinalHash = game.FinalHash()
	return nil
}

// fillResult fills the columns of the result from the record. What the board
// says is used where it says the same.
func fillResult(row *datasets.GameRow, game *ruleset.Game, info sgf.Info, ending ruleset.Ending) {
	result := info.Result
	row.Result, row.Winner, row.EndReason = result.String(), datasets.WinnerNone, endReasons[result.Ending]
	switch {
	case result.Winner.IsPlayer():
		row.Winner = result.Winner.String()
		if result.Ending == ruleset.Unfinished {
			row.EndReason = EndUnknown
		}
	case result.Draw() && ending == ruleset.ByDraw: // RE[0] does not tell it from an even score
		row.Winner, row.EndReason = datasets.WinnerDraw, endReasons[ending]
		return
	case result.Draw():
		row.Winner = datasets.WinnerDraw
	case result.Ending == ruleset.ByNoResult: // RE tells no more than that
		switch ending {
		case ruleset.ByMoveLimit, ruleset.ByReplay:
			row.EndReason = endReasons[ending]
		}
	}
	if result.Ending != ruleset.ByScore || !result.HasMargin {
		return
	}
	facts := game.Facts()
	if ending == ruleset.ByScore {
		count := game.Rules().Count(game.Position(), facts)
		if count.Result() != result.Result && len(facts.Dead) > 0 { // the marks mean something else
			facts.Dead, facts.Method = nil, ruleset.AllAlive
			count = game.Rules().Count(game.Position(), facts)
		}
		if count.Result() == result.Result {
			fillCounted(row, game, count, facts)
			return
		}
	}
	row.ScoringMethod = Recorded
	if info.HasKomi { // or it is not known what the record has taken off
		komi, compensation := game.Rules().Owed(facts)
		margin := (result.Margin + komi + compensation).Points()
		row.BlackMargin = &margin
	}
}

// ResultColumns returns a row whose columns of the result are what an import
// makes of the result that a row states, and of its game, played again.
func ResultColumns(row *datasets.GameRow, game *ruleset.Game) (want datasets.GameRow) {
	info := sgf.Info{HasKomi: row.ScoringMethod != Recorded || row.BlackMargin != nil}
	info.Result, _ = sgf.ParseResult(row.Result)
	fillResult(&want, game, info, game.Ending())
	return want
}

// fillCounted fills the columns of a count that the record confirms.
func fillCounted(row *datasets.GameRow, game *ruleset.Game, count ruleset.Count, facts ruleset.Facts) {
	margin := (count.Black - count.White).Points()
	scores := ruleset.Scores(game.Position(), facts)
	area, territory, tax := scores.Area.Points(), scores.Territory.Points(), scores.Stone.Points()
	row.ScoringMethod, row.BlackMargin = count.Method.String(), &margin
	if len(facts.Dead) > 0 {
		row.DeadStones = datasets.PointNumbers(game.Size(), facts.Dead)
	}
	row.ScoreArea, row.ScoreTerritory, row.ScoreTax = &area, &territory, &tax
}

// endReasons are the endings in the words of the table.
var endReasons = map[ruleset.Ending]string{
	ruleset.Unfinished:    datasets.EndUnfinished,
	ruleset.ByScore:       datasets.EndScore,
	ruleset.ByResignation: datasets.EndResignation,
	ruleset.ByTime:        datasets.EndTime,
	ruleset.ByForfeit:     datasets.EndForfeit,
	ruleset.ByMoveLimit:   datasets.EndMoveLimit,
	ruleset.ByNoResult:    datasets.EndNoResult,
	ruleset.ByReplay:      datasets.EndReplay,
	ruleset.ByDraw:        datasets.EndDraw,
}

// playerText is the name of a player, with all its settings if an export left
// them.
func playerText(root *sgf.Node, player sgf.Player, own string) string {
	if text := root.SimpleText(own); text != "" {
		return tableText(text)
	}
	return tableText(player.Name)
}

// Reject is a record that was not taken over.
type Reject struct {
	File   string `json:"file"`
	Game   int    `json:"game"` // within the file, from 1; 0: the file as a whole
	Move   int    `json:"move,omitempty"`
	Reason string `json:"reason"`
}

// String returns a text such as "a.sgf: game 3, move 12: …".
func (r Reject) String() string {
	where := sgf.Where{File: r.File, Game: r.Game, Move: r.Move, Offset: -1}
	return where.String() + ": " + r.Reason
}

func (r Reject) row() datasets.RejectRow {
	row := datasets.RejectRow{File: r.File, Reason: r.Reason}
	if r.Game > 0 {
		game := int32(r.Game - 1)
		row.Game = &game
	}
	if r.Move > 0 {
		move := int32(r.Move)
		row.Move = &move
	}
	return row
}

// rejectOf turns an error into a reject of record number game.
func rejectOf(game int, err error) Reject {
	r := Reject{Game: game, Reason: err.Error()}
	var at *sgf.Error
	if errors.As(err, &at) {
		r.Move, r.Reason = at.Move, at.Err.Error()
		if game == 0 && at.Offset > 0 {
			r.Reason = fmt.Sprintf("byte %d: %s", at.Offset, r.Reason)
		}
	}
	if errors.Is(err, ruleset.ErrSuperko) {
		r.Reason += "; if its players allowed that, name rules without superko in RU"
	}
	r.Reason = tableText(r.Reason)
	return r
}
