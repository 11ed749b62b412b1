package datasets

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func sampleKomiCell() KomiCellRow {
	return KomiCellRow{
		Ruleset: "chinese", RulesJSON: "{}", BoardW: 7, BoardH: 7, Black: "default", White: "default", Playouts: 2000,
		Origin: OriginPlayed, Scoring: "area", Komi: 9, Games: 6, BlackWins: 2, Draws: 3, WhiteWins: 1, NoResult: 1,
		BlackRate: 0.58, BlackLo: 0.4, BlackHi: 0.75, FairKomi: 9.1, Lo: 8.5, Hi: 9.6, Method: "logistic", DrawKomi: new(9.0), Confidence: 0.95,
	}
}

func TestKomiCellsComeBackAsWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "komi_cells.parquet")
	other := sampleKomiCell()
	other.Origin, other.DrawKomi = OriginShifted, nil
	rows := []KomiCellRow{sampleKomiCell(), other}
	writePart(t, path, rows)
	if got := readPart[KomiCellRow](t, path); !reflect.DeepEqual(got, rows) {
		t.Errorf("got %+v", got)
	}
}

func TestKomiCellsAreChecked(t *testing.T) {
	if err := sampleKomiCell().Validate(); err != nil {
		t.Fatal(err)
	}
	for want, spoil := range map[string]func(*KomiCellRow){
		"board_w":    func(k *KomiCellRow) { k.BoardW = 0 },
		"origin":     func(k *KomiCellRow) { k.Origin = "guessed" },
		"scoring":    func(k *KomiCellRow) { k.Scoring = "" },
		"games":      func(k *KomiCellRow) { k.Games++ },
		"black_rate": func(k *KomiCellRow) { k.BlackRate = 0.8 },
		"fair_komi":  func(k *KomiCellRow) { k.Lo = 9.5 },
		"confidence": func(k *KomiCellRow) { k.Confidence = 95 },
		"method":     func(k *KomiCellRow) { k.Method = "" },
	} {
		row := sampleKomiCell()
		spoil(&row)
		if err := row.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v", want, err)
		}
	}
}
