package experiments

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tengen-go/tengen/ruleset"
)

// MaxTemperature bounds Opening.Temperature; above it choices are uniform for
// all practical purposes.
const MaxTemperature = 100

// Opening makes the games of a run differ. From the start of the plan on, first
// the moves of Prefix are played, then one of the lines of Book, then Sampled plies are drawn from the
// search's visits; from there on each side plays its best move.
type Opening struct {
	// Prefix are moves, GTP vertices or "pass", that begin every game.
	Prefix []string `json:"prefix,omitempty"`
	// Book are lines of moves, one of which follows the prefix: game g plays
	// line g modulo their number.
	Book [][]string `json:"book,omitempty"`
	// Sampled is the number of plies, after prefix and book, in which a player
	// draws its move with probability proportional to visits^(1/Temperature)
	// instead of playing the best one.
	Sampled int `json:"sampled"`
	// Temperature flattens (above 1) or sharpens (below 1) the draw.
	Temperature float64 `json:"temperature"`
}

// DefaultOpening draws the first eight plies by visits: on 9x9 this leaves
// hardly a game equal to another while each move is one the search considered.
func DefaultOpening() Opening {
	return Opening{Sampled: 8, Temperature: 1}
}

// line returns the moves that game number game begins with.
func (o *Opening) line(game int) []string {
	line := o.Prefix
	if len(o.Book) > 0 {
		line = append(line[:len(line):len(line)], o.Book[game%len(o.Book)]...)
	}
	return line
}

// Validate reports what cannot be played under the rules on a board of the
// given size from a start.
func (o *Opening) Validate(rules ruleset.Rules, size ruleset.Size, start ruleset.Setup) error {
	var errs []error
	if o.Sampled < 0 {
		errs = append(errs, fmt.Errorf("sampled is %d: it must be 0 or more plies", o.Sampled))
	}
	if !(o.Temperature > 0 && o.Temperature <= MaxTemperature) {
		errs = append(errs, fmt.Errorf("temperature is %v: it must be above 0 and at most %d", o.Temperature, MaxTemperature))
	}
	for game := range max(len(o.Book), 1) {
		if _, err := o.begin(rules, size, start, game); err != nil {
			errs = append(errs, err)
			if len(o.Book) > 0 {
				errs[len(errs)-1] = fmt.Errorf("book line %d: %w", game+1, err)
			}
		}
	}
	return errors.Join(errs...)
}

// begin returns game number game after its opening.
func (o *Opening) begin(rules ruleset.Rules, size ruleset.Size, start ruleset.Setup, game int) (*ruleset.Game, error) {
	g, err := ruleset.NewGame(rules, size, start)
	if err != nil {
		return nil, err
	}
	for i, vertex := range o.line(game) {
		point, err := ruleset.ParsePoint(vertex)
		if err == nil {
			err = g.Play(point)
		}
		if err != nil {
			return nil, fmt.Errorf("opening move %d, %s: %w", i+1, vertex, err)
		}
	}
	return g, nil
}

func checkLine(line []string, size ruleset.Size) error {
	for i, vertex := range line {
		point, err := ruleset.ParsePoint(vertex)
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		if point != ruleset.Pass && !size.Contains(point) {
			return fmt.Errorf("move %d: %s is not on a %v board", i+1, vertex, size)
		}
	}
	return nil
}

// text is the opening of a game in one line, empty without one.
func (o *Opening) text(game int) string { return strings.Join(o.line(game), " ") }
