package datasets

import (
	"strings"
	"testing"
)

func TestRulingsComeBackAsTheyWere(t *testing.T) {
	roundTrip(t, []RulingRow{
		{GameID: "a-0", GameIndex: 0, Ply: 3, Color: "B", Player: "gnugo", Act: "forbidden point", Verdict: "forfeit-turn", Reason: "B: forbidden point: forfeit-turn"},
		{GameID: "a-0", GameIndex: 0, Ply: 5, Color: "B", Player: "gnugo", Act: "forbidden point", Verdict: "loses", Reason: "2 warnings"},
		{GameID: "a-7", GameIndex: 7, Ply: 0, Color: "W", Player: "x", Act: "crash", Verdict: "void", Reason: "it ended with exit status 3"},
	})
}

func TestRulingValidate(t *testing.T) {
	good := RulingRow{GameID: "a-0", Color: "B", Act: "crash", Verdict: "void"}
	if err := good.Validate(); err != nil {
		t.Error(err)
	}
	for column, spoil := range map[string]func(*RulingRow){
		"game_index": func(r *RulingRow) { r.GameIndex = -1 },
		"game_id":    func(r *RulingRow) { r.GameID = "" },
		"ply":        func(r *RulingRow) { r.Ply = -1 },
		"color":      func(r *RulingRow) { r.Color = "draw" },
		"act":        func(r *RulingRow) { r.Act = "" },
		"verdict":    func(r *RulingRow) { r.Verdict = "" },
	} {
		row := good
		spoil(&row)
		if err := row.Validate(); err == nil || !strings.Contains(err.Error(), "column "+column) {
			t.Errorf("%s: %v", column, err)
		}
	}
}
