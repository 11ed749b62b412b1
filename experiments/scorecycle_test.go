package experiments

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/ruleset"
)

// A triple ko: the game has no result, or is a draw, whatever the board counts.
func TestScoreOfACycle(t *testing.T) {
	const record = `(;SZ[9]RU[%s]KM[0]PL[B]
		AB[bg][bf][be][bd][bc][bb][ba][cg][dg][de][ef][ed][eb][ff][fe][fd][fc][fb][fa]
		AW[cf][ce][cd][cc][cb][ca][df][dd][db][eg][ec][ea][fg][gf][ge][gd][gc][gb][ga]
		;B[da];W[ee];B[dc];W[ea];B[de];W[ec])`
	for rules, want := range map[string][2]string{
		"japanese": {"Void", "none"},
		"ancient":  {"0", "draw"},
	} {
		input, err := ReadScoreInput("ko.sgf", fmt.Appendf(nil, record, rules), 1, WholeGame, ruleset.Black)
		if err != nil {
			t.Fatal(err)
		}
		table, err := Score(input, ScoreOptions{Handicap: -1, Marked: true})
		if err != nil {
			t.Fatal(err)
		}
		row, notes := table.Rows[0], strings.Join(table.Notes, "\n")
		if row.Result != want[0] || row.Winner != want[1] || !strings.Contains(notes, "multiple ko, moves 1 to 6") {
			t.Errorf("%s: result %s, winner %s, want %v\n%s", rules, row.Result, row.Winner, want, notes)
		}
		if table.Rows[1].Winner == "none" {
			t.Errorf("%s: %s has no winner", rules, table.Rows[1].Name)
		}
	}
}

// A draw by repetition is one in the tables too, not an even score.
func TestDrawByRepetition(t *testing.T) {
	rules, err := ruleset.ParseRules("ancient,start=empty")
	if err != nil {
		t.Fatal(err)
	}
	game, err := ruleset.NewGame(rules, ruleset.Square(5), ruleset.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	if err := game.End(ruleset.Result{Ending: ruleset.ByDraw}); err != nil {
		t.Fatal(err)
	}
	var row datasets.GameRow
	fillResult(&row, game)
	if row.EndReason != datasets.EndDraw || row.Winner != datasets.WinnerDraw || row.Result != "0" {
		t.Errorf("end_reason %s, winner %s, result %s", row.EndReason, row.Winner, row.Result)
	}
}
