package ruleset

import (
	"errors"
	"fmt"
	"math"
)

// KoRule is what a play may not repeat.
type KoRule uint8

// The ko rules. The starting position counts as having occurred.
const (
	KoSimple             KoRule = iota // a single stone may not be retaken at once; a pass lifts the ban
	KoNone                             // no ban
	KoPositional                       // no earlier board
	KoSituational                      // no earlier board with the same player to move, passes included
	KoNaturalSituational               // no board that a play of the same player made before
)

var koNames = []string{"simple", "none", "positional", "situational", "natural-situational"}

// String returns the word that ParseRules reads.
func (k KoRule) String() string { return nameOf(koNames, k) }

// Scoring is what is counted.
type Scoring uint8

// The ways to count.
const (
	AreaScoring      Scoring = iota // living stones and the points they alone surround
	TerritoryScoring                // surrounded points and prisoners
	StoneScoring                    // area less a tax of two points, or its eye points if fewer, for each living group
)

var scoringNames = []string{"area", "territory", "stone"}

// String returns the word that ParseRules reads.
func (s Scoring) String() string { return nameOf(scoringNames, s) }

// Suicide is which chains may be played off the board by their own side.
type Suicide uint8

// The suicide rules.
const (
	SuicideForbidden Suicide = iota // none
	SuicideMulti                    // chains of two stones or more
	SuicideAny                      // every chain
)

var suicideNames = []string{"forbidden", "multi", "any"}

// String returns the word that ParseRules reads.
func (s Suicide) String() string { return nameOf(suicideNames, s) }

// SekiRule is what counts in groups that live in seki.
type SekiRule uint8

// The seki rules. A group touches a neutral point when one of its stones is
// next to an empty region that both sides border.
const (
	SekiCounts  SekiRule = iota // every surrounded point counts
	SekiDame                    // groups that touch a neutral point have no surrounded points
	SekiTwoEyes                 // the same, but only groups without two eyes
)

var sekiNames = []string{"counts", "dame", "two-eyes"}

// String returns the word that ParseRules reads.
func (s SekiRule) String() string { return nameOf(sekiNames, s) }

// NeutralRule is whose the points are that both sides border.
type NeutralRule uint8

// The rules for neutral points. They matter in area and stone scoring.
const (
	NeutralNobody NeutralRule = iota // nobody's
	NeutralShared                    // half a point to each side
)

var neutralNames = []string{"nobody", "shared"}

// String returns the word that ParseRules reads.
func (n NeutralRule) String() string { return nameOf(neutralNames, n) }

// Compensation is what White gets back for N handicap stones.
type Compensation uint8

// The compensations, in points.
const (
	CompensationNone Compensation = iota
	CompensationN                 // N points
	CompensationLess              // N-1 points
)

var compensationNames = []string{"none", "n", "n-1"}

// String returns the word that ParseRules reads.
func (c Compensation) String() string { return nameOf(compensationNames, c) }

// Points returns the compensation for a number of handicap stones.
func (c Compensation) Points(stones int) HalfPoints {
	switch {
	case c == CompensationN && stones > 1:
		return WholePoints(stones)
	case c == CompensationLess && stones > 1:
		return WholePoints(stones - 1)
	}
	return 0
}

// Placement is who chooses the points of handicap stones.
type Placement uint8

// The placements.
const (
	PlacementFree  Placement = iota // Black does
	PlacementFixed                  // the star points, see FixedHandicap
)

var placementNames = []string{"free", "fixed"}

// String returns the word that ParseRules reads.
func (p Placement) String() string { return nameOf(placementNames, p) }

// OnCycle is what happens when a board comes back with the same player to
// move and stones were captured in between: triple ko, eternal life.
type OnCycle uint8

// The rulings on cycles. Under superko a cycle is forbidden, and the ruling
// is CycleNone.
const (
	CycleNone     OnCycle = iota // nothing: play goes on, at most to MaxMoves
	CycleDraw                    // the game is a draw
	CycleReplay                  // the game is void and to be played again
	CycleNoResult                // the game is void
)

var cycleNames = []string{"none", "draw", "replay", "no-result"}

// String returns the word that ParseRules reads.
func (c OnCycle) String() string { return nameOf(cycleNames, c) }

// Start is what stands on the board before the first move.
type Start uint8

// The starts.
const (
	StartEmpty    Start = iota // an empty board, Black first
	StartDiagonal              // two stones each on the corner star points, White first
)

var startNames = []string{"empty", "diagonal"}

// String returns the word that ParseRules reads.
func (s Start) String() string { return nameOf(startNames, s) }

// NoMoveLimit as Rules.MaxMoves lets a game go on without end.
const NoMoveLimit = math.MaxInt32

// Rules is a ruleset: plain data, compared with ==. The zero value is area
// counting with simple ko and no komi. Named rulesets come from ParseRules.
type Rules struct {
	Name    string // the named ruleset that the others override; "" for none
	Scoring Scoring
	Ko      KoRule
	Suicide Suicide
	Komi    HalfPoints // points that White gets

	// FirstPass is taken off the komi when Black is the first to pass.
	FirstPass HalfPoints

	Seki         SekiRule
	Neutral      NeutralRule
	Compensation Compensation
	Placement    Placement
	Start        Start

	PassStones      bool // a pass hands the opponent a prisoner; matters in territory scoring
	WhitePassesLast bool // passes end the game only when White makes the last
	PassesToEnd     int  // passes in a row that end the game; 0 means 2

	Tie     Color   // who wins an even score; Empty for a draw
	OnCycle OnCycle // ruling on repetitions that the ko rule allows

	// FillIn is the number of stones of each side in counting by filling in;
	// 0 where that is not the custom. It changes no margin.
	FillIn int

	// MaxMoves ends a game, without result, after that many moves, passes
	// included; 0 means three times the points of the board.
	MaxMoves int
}

// FirstPlayer returns who moves first on the start that the rules prescribe:
// White on the diagonal start, Black otherwise.
func (r Rules) FirstPlayer() Color {
	if r.Start == StartDiagonal {
		return White
	}
	return Black
}

// MoveLimit returns the number of moves after which a game on a board of
// this size ends without result.
func (r Rules) MoveLimit(size Size) int {
	if r.MaxMoves == 0 {
		return 3 * size.Area()
	}
	return r.MaxMoves
}

// passesToEnd returns PassesToEnd with its default.
func (r Rules) passesToEnd() int {
	if r.PassesToEnd == 0 {
		return 2
	}
	return r.PassesToEnd
}

// Validate reports every field that has no meaning, and fields that
// contradict each other.
func (r Rules) Validate() error {
	var errs []error
	bad := func(format string, args ...any) { errs = append(errs, fmt.Errorf("rules: "+format, args...)) }
	checkName := func(field string, value uint8, names []string) {
		if int(value) >= len(names) {
			bad("%s %d is unknown", field, value)
		}
	}
	if _, known := presets[r.Name]; r.Name != "" && !known {
		bad("no ruleset is named %q", r.Name)
	}
	checkName("scoring", uint8(r.Scoring), scoringNames)
	checkName("ko", uint8(r.Ko), koNames)
	checkName("suicide", uint8(r.Suicide), suicideNames)
	checkName("seki", uint8(r.Seki), sekiNames)
	checkName("neutral", uint8(r.Neutral), neutralNames)
	checkName("compensation", uint8(r.Compensation), compensationNames)
	checkName("placement", uint8(r.Placement), placementNames)
	checkName("cycle", uint8(r.OnCycle), cycleNames)
	checkName("start", uint8(r.Start), startNames)
	if limit := WholePoints(MaxSide * MaxSide); r.Komi > limit || r.Komi < -limit {
		bad("komi %v is more than the largest board has points", r.Komi)
	}
	if r.FirstPass < 0 || r.FirstPass > WholePoints(MaxSide*MaxSide) {
		bad("first-pass %v: write the points, 0 or more, that Black saves by passing first", r.FirstPass)
	}
	if r.Tie > White {
		bad("tie %d: the winner of an even score is Empty for a draw, Black or White", r.Tie)
	}
	if r.PassesToEnd < 0 || r.PassesToEnd == 1 || r.PassesToEnd > 4 {
		bad("passes %d: two to four passes in a row end a game", r.PassesToEnd)
	}
	if r.MaxMoves < 0 || r.MaxMoves > NoMoveLimit {
		bad("max-moves %d: write a number of moves, 0 for three times the board", r.MaxMoves)
	}
	if r.FillIn < 0 || r.FillIn > MaxSide*MaxSide {
		bad("fill-in %d: write the number of stones of each side", r.FillIn)
	}
	if r.OnCycle != CycleNone && r.Ko.Superko() {
		bad("cycle=%v contradicts ko=%v, under which no cycle can arise: choose ko=simple or cycle=forbid", r.OnCycle, r.Ko)
	}
	if r.Neutral == NeutralShared && r.Scoring == TerritoryScoring {
		bad("neutral=shared contradicts scoring=territory, which counts no neutral points: choose neutral=nobody")
	}
	return errors.Join(errs...)
}
