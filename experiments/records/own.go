package records

import (
	"encoding/json"
	"errors"
	"math"
	"strconv"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/datasets/sgf"
)

// Properties for what SGF has no word for, so that an import gives back what
// was exported. The format lets programs have properties of their own.
const (
	ownRules   = "TENGENRU" // the rules in full, where RU is only a name
	ownBlack   = "TENGENPB" // a player with all settings, where PB is only the name
	ownWhite   = "TENGENPW"
	ownColumns = "TENGENGM" // columns as JSON, see unsaid
)

// ownName is how this program is called in AP.
const ownName = "tengen"

// unsaid are columns of a game that no property of SGF holds. They count for
// the game with this hash alone: after a change of the moves they are void.
type unsaid struct {
	FinalHash     uint64     `json:"final_hash,string"`
	Seed          uint64     `json:"seed,string,omitempty"`
	BlackPlayouts int32      `json:"black_playouts,omitempty"`
	WhitePlayouts int32      `json:"white_playouts,omitempty"`
	Opening       *string    `json:"opening,omitempty"`
	ForcedPlies   int16      `json:"forced_plies,omitempty"`
	Void          bool       `json:"void,omitempty"` // end_reason is that, and not no_result
	MoveWinrate   []*float32 `json:"move_winrate,omitzero"`
	MoveScore     []*float32 `json:"move_score,omitzero"`
	MoveVisits    []int32    `json:"move_visits,omitzero"`
}

// addUnsaid gives the root the property with what is left of a row, if
// anything is.
func addUnsaid(root *sgf.Node, row *datasets.GameRow) error {
	u := unsaid{
		Seed: row.Seed, BlackPlayouts: row.BlackPlayouts, WhitePlayouts: row.WhitePlayouts,
		Opening: row.Opening, ForcedPlies: row.ForcedPlies, Void: row.EndReason == datasets.EndVoid,
		MoveWinrate: nullable(row.MoveWinrate), MoveScore: nullable(row.MoveScore), MoveVisits: row.MoveVisits,
	}
	empty, err := json.Marshal(unsaid{})
	if err != nil {
		return err
	}
	text, err := json.Marshal(u)
	if err != nil {
		return err
	}
	if string(text) == string(empty) {
		return nil
	}
	u.FinalHash = row.FinalHash
	if text, err = json.Marshal(u); err != nil {
		return err
	}
	root.SetText(ownColumns, string(text))
	return nil
}

// takeUnsaid fills the columns that an export left beside the record. A
// property that does not fit the game is left out, with a note.
func takeUnsaid(tree *sgf.Tree, row *datasets.GameRow) []sgf.Note {
	text := tree.Root.SimpleText(ownColumns)
	if text == "" {
		takeWinRates(tree, row)
		return nil
	}
	var u unsaid
	err := json.Unmarshal([]byte(text), &u)
	if err == nil {
		err = u.fill(row)
	}
	if err == nil {
		return nil
	}
	takeWinRates(tree, row)
	return []sgf.Note{{Where: tree.Where(), Text: ownColumns + " was left out, and with it seed, scores and visits: " + err.Error()}}
}

// takeWinRates fills the win rates from SBKV, with two decimals of a percent,
// if this program wrote the record. Others may say there what they like.
func takeWinRates(tree *sgf.Tree, row *datasets.GameRow) {
	application, _ := tree.Root.Get("AP")
	if name, _ := sgf.Decompose(application); name != ownName {
		return
	}
	var rates []float32
	known := false
	for node := range tree.MainLine() {
		if node == tree.Root {
			continue
		}
		rate := math.NaN()
		if raw, ok := node.Get("SBKV"); ok {
			if percent, err := strconv.ParseFloat(raw, 64); err == nil && percent >= 0 && percent <= 100 {
				rate = percent
			}
		}
		known = known || !math.IsNaN(rate)
		rates = append(rates, float32(rate/100))
	}
	if known && len(rates) == len(row.Moves) {
		row.MoveWinrate = rates
	}
}

// fill takes the columns over, all or none.
func (u *unsaid) fill(row *datasets.GameRow) error {
	if u.FinalHash != row.FinalHash {
		return errors.New("it belongs to another game, or the moves were changed")
	}
	filled := *row
	filled.Seed, filled.BlackPlayouts, filled.WhitePlayouts = u.Seed, u.BlackPlayouts, u.WhitePlayouts
	filled.ForcedPlies, filled.MoveVisits = u.ForcedPlies, u.MoveVisits
	filled.MoveWinrate, filled.MoveScore = numbers(u.MoveWinrate), numbers(u.MoveScore)
	if u.Opening != nil {
		opening := tableText(*u.Opening)
		filled.Opening = &opening
	}
	if u.Void && row.EndReason == datasets.EndNoResult {
		filled.EndReason = datasets.EndVoid
	}
	filled.GameID = ownColumns // which only the whole import knows
	if err := filled.Validate(); err != nil {
		return err
	}
	filled.GameID = row.GameID
	*row = filled
	return nil
}

// nullable replaces what is no number, which JSON does not have, by null.
func nullable(list []float32) []*float32 {
	if list == nil {
		return nil
	}
	pointers := make([]*float32, len(list))
	for i := range list {
		if x := float64(list[i]); !math.IsNaN(x) && !math.IsInf(x, 0) {
			pointers[i] = &list[i]
		}
	}
	return pointers
}

// numbers is the way back.
func numbers(pointers []*float32) []float32 {
	if pointers == nil {
		return nil
	}
	list := make([]float32, len(pointers))
	for i, p := range pointers {
		list[i] = float32(math.NaN())
		if p != nil {
			list[i] = *p
		}
	}
	return list
}
