package ruleset

import "fmt"

// Ending is how a game ended. Who won is another fact: see Result.
type Ending uint8

// The endings. The last four have no winner.
const (
	Unfinished    Ending = iota
	ByScore              // counted; the winner is Empty if the score is a tie
	ByResignation        // one side gave up
	ByTime               // one side ran out of time
	ByForfeit            // ruled lost: an illegal act, absence, a crash
	ByMoveLimit          // Rules.MaxMoves was reached: no result, never scored
	ByNoResult           // a repetition that nobody gives up, under no-result
	ByReplay             // the same, to be played again
	ByDraw               // the same, ruled a draw; or a draw by agreement
)

var endingNames = []string{"unfinished", "score", "resignation", "time", "forfeit", "move-limit", "no-result", "replay", "draw"}

// String returns a word such as "resignation" or "move-limit".
func (e Ending) String() string { return nameOf(endingNames, e) }

// Result is the outcome of a game. The zero value is an unfinished game.
type Result struct {
	Ending Ending
	Winner Color      // Empty: a draw, or no winner
	Margin HalfPoints // komi and compensation included, positive for Black; ByScore only
}

// Draw reports whether the game was finished and is a draw, which a game
// without result is not.
func (r Result) Draw() bool {
	return r.Winner == Empty && (r.Ending == ByScore || r.Ending == ByDraw)
}

// String returns the result as SGF's RE writes it: "B+3.5", "W+R", "W+T",
// "B+F", "0" for a draw, "Void" for a game without result, "?" for an
// unfinished one.
func (r Result) String() string {
	switch r.Ending {
	case Unfinished:
		return "?"
	case ByMoveLimit, ByNoResult, ByReplay:
		return "Void"
	case ByDraw:
		return "0"
	}
	if !r.Winner.IsPlayer() {
		if r.Ending == ByScore {
			return "0"
		}
		return "Void"
	}
	switch r.Ending {
	case ByResignation:
		return r.Winner.String() + "+R"
	case ByTime:
		return r.Winner.String() + "+T"
	case ByForfeit:
		return r.Winner.String() + "+F"
	}
	return r.Winner.String() + "+" + max(r.Margin, -r.Margin).String()
}

// nameOf returns the text of an enumeration's value.
func nameOf[E ~uint8](names []string, e E) string {
	if int(e) < len(names) {
		return names[e]
	}
	return fmt.Sprintf("unknown(%d)", e)
}
