package ruleset

import (
	"fmt"
	"strings"
)

// String writes the count as it is checked by hand: one line for each part,
// Black before White, then komi, compensation and the result, in points and,
// where stones are counted, in zi.
func (c Count) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v count on %v, dead stones: %v\n", c.Scoring, c.Size, c.Method)
	fmt.Fprintf(&b, "%-28s%8s%8s\n", "", "Black", "White")
	black, white := c.Side(Black), c.Side(White)
	line := func(what string, show bool, black, white any) {
		if show {
			fmt.Fprintf(&b, "%-28s%8v%8v\n", what, black, white)
		}
	}
	optional := func(what string, black, white int) { line(what, black != 0 || white != 0, black, white) }

	stonesCount := c.Scoring != TerritoryScoring
	line("living stones", stonesCount, black.Stones, white.Stones)
	line("surrounded points", true, black.Surrounded, white.Surrounded)
	optional("surrounded, not counted", -black.Uncounted, -white.Uncounted)
	if stonesCount {
		line(fmt.Sprintf("half of %d shared points", black.Shared), black.Shared != 0, HalfPoints(black.Shared), HalfPoints(white.Shared))
	} else {
		line("stones taken in play", true, black.Captured, white.Captured)
		optional("dead stones taken off", black.Dead, white.Dead)
		optional("pass stones received", black.PassStones, white.PassStones)
	}
	line(fmt.Sprintf("tax of %d and %d groups", black.Groups, white.Groups), c.Scoring == StoneScoring, -black.Tax, -white.Tax)
	line("total", true, c.Black, c.White)
	if neutral := c.Neutral - black.Shared; neutral > 0 {
		fmt.Fprintf(&b, "neutral points: %d\n", neutral)
	}
	fmt.Fprintf(&b, "komi %v", c.Komi)
	if c.Compensation != 0 {
		fmt.Fprintf(&b, ", for handicap stones %v", c.Compensation)
	}
	if black.Penalty != 0 || white.Penalty != 0 {
		fmt.Fprintf(&b, ", penalties %v and %v", black.Penalty, white.Penalty)
	}
	result := c.Result()
	fmt.Fprintf(&b, ", margin %v: %v\n", c.Margin, result)
	if stonesCount {
		fmt.Fprintf(&b, "in zi: Black %v, par %v, komi %v: %v\n",
			c.Black, HalfPoints(c.Size.Area()), (c.Komi + c.Compensation).Zi(), result.Chinese())
	}
	if c.FillIn > 0 && stonesCount && 2*c.FillIn <= c.Size.Area() {
		fmt.Fprintf(&b, "filled in with %d stones each: Black %s, White %s\n",
			c.FillIn, c.filledIn(c.Black), c.filledIn(c.White))
	}
	return b.String()
}

// filledIn says how an area looks once its side has put all its stones on the
// board: with room left, or with stones left for the opponent's points.
func (c Count) filledIn(area HalfPoints) string {
	left := area - WholePoints(c.FillIn)
	if left >= 0 {
		return fmt.Sprintf("has %v points open", left)
	}
	return fmt.Sprintf("has %v stones too many", -left)
}

// Margins is one final position counted in three ways, Black minus White,
// before komi and compensation.
type Margins struct {
	Area      HalfPoints // as under chinese
	Territory HalfPoints // as under japanese
	Stone     HalfPoints // as under chinese-ancient: area less group tax
}

// Scores counts one final position in three ways at once, for data sets.
func Scores(position *Position, facts Facts) Margins {
	margin := func(name string) HalfPoints {
		count := presets[name].Count(position, facts)
		return count.Black - count.White
	}
	return Margins{Area: margin("chinese"), Territory: margin("japanese"), Stone: margin("chinese-ancient")}
}
