package komi

import (
	"math"

	"github.com/tengen-go/tengen/experiments/stats"
)

// Result is what a study, or any set of finished runs, says about komi.
type Result struct {
	Version    string   `json:"version"`
	Seed       uint64   `json:"seed,string,omitempty"` // of a study
	Precision  float64  `json:"precision,omitempty"`   // asked for, half width in points; of a study
	Confidence float64  `json:"confidence"`
	Opening    string   `json:"opening,omitempty"` // how games were made to differ; of a study
	Cells      []*Cell  `json:"cells"`             // one for each setting
	Warnings   []string `json:"warnings,omitempty"`
}

// Cell is what is known of a setting.
type Cell struct {
	Name         string  `json:"name"`
	Ruleset      string  `json:"ruleset"` // its name; "" for rules of one's own
	Rules        string  `json:"rules"`   // fully resolved, with the usual komi
	Size         string  `json:"size"`
	Players      string  `json:"players"`
	Playouts     int     `json:"playouts"` // of Black for each move; 0 without search
	Handicap     int     `json:"handicap"`
	Compensation float64 `json:"compensation"` // what White gets for handicap stones besides komi, in points

	// FairKomi is the komi of equal chances, a draw being half a win, in points,
	// with its interval. Null if no game says anything.
	FairKomi *float64 `json:"fair_komi"`
	Lo       *float64 `json:"lo"`
	Hi       *float64 `json:"hi"`
	Method   string   `json:"method"`
	// Middle says that the games bound the fair komi and no more: FairKomi is the middle of the
	// interval then, and no estimate.
	Middle  bool  `json:"fair_komi_is_middle,omitempty"`
	Reached *bool `json:"precision_reached,omitempty"` // of a study
	// Repeated is the interval of a study that stopped for want of time and may go on
	// because of what was found; see stats.Monitor.
	Repeated *stats.Interval `json:"repeated,omitempty"`
	Stopped  string          `json:"stopped,omitempty"` // why a study played no more

	// DrawKomi is the other notion of fair: the komi at which most games are
	// drawn. DrawShare is the share of games drawn there.
	DrawKomi  *stats.Interval `json:"draw_komi"`
	DrawShare *stats.Interval `json:"draw_share"`

	// Worth is by how many points the handicap raises the fair komi, where the
	// same setting without handicap is there too.
	Worth *stats.Interval `json:"handicap_worth,omitempty"`

	Games    int `json:"games"` // all
	NoResult int `json:"no_result"`
	Resigned int `json:"resigned"`
	Cycled   int `json:"drawn_by_repetition"`
	Distinct int `json:"distinct_games"`    // mirror images and rotations being the same
	Openings int `json:"distinct_openings"` // what the cluster bootstrap draws

	Shift       *ShiftEstimate    `json:"shift"`       // null if margins cannot be used
	Separate    *SeparateEstimate `json:"separate"`    // null with games at one komi only
	Discrepancy *stats.Interval   `json:"discrepancy"` // separate less shift, in points
	Drift       *Drift            `json:"drift"`       // of margins with komi; null with games at one komi
	Parity      string            `json:"parity"`      // which komi are one and the same game; "" if all differ

	Komi          []KomiPoint `json:"komi"` // those played
	Margins       []Bin       `json:"margins"`
	Rescored      []Rescored  `json:"rescored"`
	FirstMoves    []FirstMove `json:"first_moves"`
	FirstMovesAt  float64     `json:"first_moves_komi"`     // the komi to which their results are shifted: nearest to the fair one
	FirstMovesOut int         `json:"first_moves_left_out"` // games without a count or without a move
	Usual         *Usual      `json:"usual_komi"`           // test of whether the ruleset's own komi is fair
	Balance       *Balance    `json:"balance"`              // at the komi played that is nearest to the fair one
	Rounds        []Round     `json:"rounds,omitempty"`
	Looks         []Look      `json:"looks,omitempty"` // of a study at the fair komi, the last one being the answer
	Warnings      []string    `json:"warnings"`

	setting    Setting
	unfinished bool // of a study: more games are to be played
}

// KomiPoint is the results of the games played at one komi.
type KomiPoint struct {
	Komi     float64        `json:"komi"`
	Results  stats.Tally    `json:"results"` // of Black
	NoResult int            `json:"no_result"`
	Black    stats.Interval `json:"black"` // share of points; Wilson's interval, over clusters if that is wider
	Jeffreys stats.Interval `json:"black_jeffreys"`
}

// Drift compares the mean margins at the lowest and the highest komi with games
// enough. The score shift takes them for equal: that players would make the same
// moves at any komi.
type Drift struct {
	Low  float64 `json:"low"`  // komi
	High float64 `json:"high"` // komi
	stats.Comparison
}

// Bin counts the games of one margin.
type Bin struct {
	Margin float64 `json:"margin"` // Black's, in points, before komi
	Games  int     `json:"games"`
}

// Rescored is what the same final positions say when they are counted in
// another way: nobody played for that.
type Rescored struct {
	Scoring string         `json:"scoring"`
	Games   int            `json:"games"`
	Fair    stats.Interval `json:"fair_komi"`
	Draw    stats.Interval `json:"draw_komi"`
	// Difference is by how much the fair komi is higher than by the rules, the games
	// being paired.
	Difference stats.Interval `json:"difference"`

	curve []stats.ShiftPoint
}

// Usual is a test of whether the komi that the ruleset prescribes is fair: of the
// fair komi at all looks of a study or, where no curve is fitted, an exact sign test of
// the results shifted there.
type Usual struct {
	Komi   float64        `json:"komi"`
	Black  stats.Interval `json:"black"`  // share of points
	P      float64        `json:"p"`      // of equal chances
	Holm   float64        `json:"p_holm"` // the same, adjusted for the number of cells
	Method string         `json:"method"`
}

// Fair is the fair komi and its interval; all NaN if there is none.
func (c *Cell) Fair() stats.Interval {
	if c.FairKomi == nil {
		return stats.Interval{Estimate: math.NaN(), Lo: math.NaN(), Hi: math.NaN()}
	}
	return stats.Interval{Estimate: *c.FairKomi, Lo: *c.Lo, Hi: *c.Hi}
}

func (c *Cell) setFair(i stats.Interval, method string) {
	c.FairKomi, c.Lo, c.Hi, c.Method = new(i.Estimate), new(i.Lo), new(i.Hi), method
}

// fairText is the estimate in words, "none" where only bounds are known.
func (c *Cell) fairText() string {
	if c.FairKomi == nil || c.Middle {
		return "none"
	}
	return number(*c.FairKomi)
}

// half is half of the width of an interval.
func half(i stats.Interval) float64 { return (i.Hi - i.Lo) / 2 }
