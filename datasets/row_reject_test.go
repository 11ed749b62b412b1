package datasets

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestRejectsComeBackAsTheyWere(t *testing.T) {
	roundTrip(t, []RejectRow{
		{File: "a.sgf", Reason: "no game found"},
		{File: "games.zip/äöü 囲碁.sgf", Game: new(int32(0)), Reason: "this is no record of Go"},
		{File: "games.zip/äöü 囲碁.sgf", Game: new(int32(7)), Move: new(int32(12)), Reason: "B D4: the point is occupied"},
	})
}

// An import without rejects has the table nevertheless.
func TestTableWithoutRows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rejects.parquet")
	writePart(t, path, []RejectRow{})
	if rows := readPart[RejectRow](t, path); len(rows) != 0 {
		t.Errorf("got %v", rows)
	}
}

func TestRejectValidate(t *testing.T) {
	for _, test := range []struct {
		row  RejectRow
		want string
	}{
		{RejectRow{Reason: "x"}, "file"},
		{RejectRow{File: "x"}, "reason"},
		{RejectRow{File: "x", Reason: "y", Game: new(int32(-1))}, "game"},
		{RejectRow{File: "x", Reason: "y", Move: new(int32(0))}, "move"},
	} {
		if err := test.row.Validate(); err == nil || !strings.Contains(err.Error(), "column "+test.want) {
			t.Errorf("%+v: %v", test.row, err)
		}
	}
}
