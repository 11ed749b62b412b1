package records

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/datasets/sgf"
	"github.com/tengen-go/tengen/ruleset"
)

// Tree returns the record of a stored game: players, rules, komi, handicap,
// result, moves and, where the game has them, the win rates of its moves, in
// comments and as SBKV, in which Sabaki keeps Black's win rate in percent. What
// SGF has no word for is in properties of our own, see [Import].
func Tree(row *datasets.GameRow, application [2]string) (*sgf.Tree, error) {
	fail := func(err error) (*sgf.Tree, error) { return nil, fmt.Errorf("game %d: %w", row.GameIndex, err) }
	record, err := recordOf(row)
	if err != nil {
		return fail(err)
	}
	record.Application = application
	record.Name = row.GameID
	record.Comment = comment(row)
	record.Comments = make([]string, len(row.Moves))
	for i := range record.Comments {
		record.Comments[i] = moveComment(row, i)
	}
	if row.Result != (ruleset.Result{}).String() {
		record.Extra = append(record.Extra, property("RE", row.Result))
	}
	record.Black.Name, record.Extra = shortName(row.Black, ownBlack, record.Extra)
	record.White.Name, record.Extra = shortName(row.White, ownWhite, record.Extra)
	if again, ok := sgf.ParseRules(sgf.Escape(record.Rules.SGF())); !ok || withKomi(again, record.Rules.Komi) != record.Rules {
		record.Extra = append(record.Extra, property(ownRules, record.Rules.String()))
	}
	tree, err := record.Tree()
	if err != nil {
		return fail(err)
	}
	komi := record.Rules.Komi
	switch {
	case row.ScoringMethod == Recorded && row.BlackMargin == nil:
		tree.Root.Set("KM") // the record that the game comes from has none
	case komi%2 == 0 && (komi >= 200 || komi <= -200):
		tree.Root.Set("KM", komi.String()+".0") // without a point, readers take hundreds for hundredths
	}
	addWinRates(tree, row)
	if err := addUnsaid(tree.Root, row); err != nil {
		return fail(err)
	}
	if len(row.DeadStones) > 0 {
		if err := markDead(tree, row); err != nil {
			return fail(err)
		}
	}
	return tree, nil
}

// markDead marks the territory of a game that was counted with dead stones.
func markDead(tree *sgf.Tree, row *datasets.GameRow) error {
	game, _, err := tree.ToGame(sgf.GameOptions{})
	if err != nil {
		return err
	}
	dead, err := datasets.PointsOf(row.Size(), row.DeadStones)
	if err != nil {
		return fmt.Errorf("column dead_stones: %w", err)
	}
	if !game.Over() { // counted before anybody passed
		if err := game.End(ruleset.Result{Ending: ruleset.ByScore}); err != nil {
			return err
		}
	}
	if err := game.Settle(dead, ruleset.Agreed); err != nil {
		return err
	}
	tree.End().SetTerritory(game)
	return nil
}

func property(id, text string) sgf.Prop { return sgf.Prop{ID: id, Values: []string{sgf.Escape(text)}} }

func withKomi(rules ruleset.Rules, komi ruleset.HalfPoints) ruleset.Rules {
	rules.Komi = komi
	return rules
}

// recordOf takes start, rules and moves out of a row.
func recordOf(row *datasets.GameRow) (sgf.Record, error) {
	record := sgf.Record{Size: row.Size()}
	if err := json.Unmarshal([]byte(row.RulesJSON), &record.Rules); err != nil {
		return record, fmt.Errorf("column rules_json: %w", err)
	}
	toPlay, err := ruleset.ParseColor(row.SetupToPlay)
	if err != nil {
		return record, fmt.Errorf("column setup_to_play: %w", err)
	}
	record.Setup = ruleset.Setup{ToPlay: toPlay, Handicap: int(row.Handicap)}
	var moves []ruleset.Point
	for _, column := range []struct {
		name    string
		numbers []int16
		points  *[]ruleset.Point
	}{
		{"setup_black", row.SetupBlack, &record.Setup.Black},
		{"setup_white", row.SetupWhite, &record.Setup.White},
		{"moves", row.Moves, &moves},
	} {
		if *column.points, err = datasets.PointsOf(record.Size, column.numbers); err != nil {
			return record, fmt.Errorf("column %s: %w", column.name, err)
		}
	}
	for _, p := range moves { // the players alternate
		record.Moves = append(record.Moves, ruleset.Move{Color: toPlay, Point: p})
		toPlay = toPlay.Opponent()
	}
	return record, nil
}

// shortName returns the name of a player without the settings that follow it as
// a JSON object, which go to a property of their own.
func shortName(text, own string, extra []sgf.Prop) (string, []sgf.Prop) {
	name, settings, ok := strings.Cut(text, " {")
	if !ok || name == "" || !json.Valid([]byte("{"+settings)) {
		if clean := sgf.SimpleText(sgf.Escape(text)); clean != text {
			extra = append(extra, property(own, text))
		}
		return text, extra
	}
	return name, append(extra, property(own, text))
}

// comment tells about the game what has no property.
func comment(row *datasets.GameRow) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Game %d of run %s.", row.GameIndex, row.RunID)
	if row.SourceFile != nil {
		fmt.Fprintf(&b, " Read from %s", *row.SourceFile)
		if row.SourceGame != nil {
			fmt.Fprintf(&b, ", game %d", *row.SourceGame+1)
		}
		b.WriteString(".")
	} else {
		fmt.Fprintf(&b, " Seed %d.", row.Seed)
	}
	fmt.Fprintf(&b, "\nEnd: %s", row.EndReason)
	if row.ScoringMethod != "" {
		fmt.Fprintf(&b, ", %s", row.ScoringMethod)
	}
	b.WriteString(".")
	if row.BlackMargin != nil {
		fmt.Fprintf(&b, " Black's margin before komi: %v.", *row.BlackMargin)
	}
	fmt.Fprintf(&b, "\nRules: %s", row.Ruleset)
	return b.String()
}

// winRate returns Black's win rate at a move, false if there is none.
func winRate(row *datasets.GameRow, move int) (float64, bool) {
	if move >= len(row.MoveWinrate) {
		return 0, false
	}
	rate := float64(row.MoveWinrate[move])
	return rate, !math.IsNaN(rate)
}

// moveComment says what the player who made a move saw.
func moveComment(row *datasets.GameRow, move int) string {
	rate, ok := winRate(row, move)
	if !ok {
		return ""
	}
	text := fmt.Sprintf("Black wins %.1f %%", 100*rate)
	if move < len(row.MoveScore) && !math.IsNaN(float64(row.MoveScore[move])) {
		text += fmt.Sprintf(", margin before komi %+.1f", row.MoveScore[move])
	}
	if move < len(row.MoveVisits) {
		text += fmt.Sprintf(", %d visits", row.MoveVisits[move])
	}
	return text
}

func addWinRates(tree *sgf.Tree, row *datasets.GameRow) {
	move := 0
	for node := range tree.MainLine() {
		if node == tree.Root {
			continue
		}
		if rate, ok := winRate(row, move); ok {
			node.Set("SBKV", strconv.FormatFloat(100*rate, 'f', 2, 64))
		}
		move++
	}
}
