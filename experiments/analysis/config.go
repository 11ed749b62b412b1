package analysis

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/tengen-go/tengen/mcts"
	"github.com/tengen-go/tengen/ruleset"
)

// Perspective is whose winrates, scores and ownership are told.
type Perspective uint8

// The perspectives.
const (
	AsBlack Perspective = iota
	AsWhite
	AsSideToMove
)

var perspectives = []string{"BLACK", "WHITE", "SIDETOMOVE"}

// ParsePerspective reads a value of KataGo's reportAnalysisWinratesAs.
func ParsePerspective(text string) (Perspective, error) {
	for i, name := range perspectives {
		if strings.EqualFold(text, name) {
			return Perspective(i), nil
		}
	}
	return 0, fmt.Errorf("%q: write one of %s", text, strings.Join(perspectives, ", "))
}

// String returns the word that ParsePerspective reads.
func (p Perspective) String() string { return perspectives[p] }

// flips reports whether what is told of the player to move is to be turned
// around.
func (p Perspective) flips(toMove ruleset.Color) bool {
	return p == AsBlack && toMove == ruleset.White || p == AsWhite && toMove == ruleset.Black
}

// DefaultPVLen is KataGo's length of a variation after its first move.
const DefaultPVLen = 15

// MaxWorkers is how many positions can be searched at once.
const MaxWorkers = 1024

// Config is what an analysis is made of.
type Config struct {
	// Search is the search of a position; Playouts and Time are its limits
	// where a query has none of its own.
	Search mcts.Config

	Workers     int         // positions searched at once
	PVLen       int         // of variations, after the first move; 0 means DefaultPVLen
	Perspective Perspective // of the answers
	Seed        uint64

	// QuitWithoutWaiting ends with the input, whatever is queued.
	QuitWithoutWaiting bool

	Version, Commit string // for query_version

	Log *slog.Logger // nil: no log
}

// Validate reports every field that an analysis cannot work with.
func (c *Config) Validate() error {
	var errs []error
	if err := c.Search.Validate(); err != nil {
		errs = append(errs, err)
	}
	if c.Search.Playouts == 0 && c.Search.Time == 0 {
		errs = append(errs, errors.New("analysis: no limit for a search: set playouts or time"))
	}
	if c.Workers < 1 || c.Workers > MaxWorkers {
		errs = append(errs, fmt.Errorf("analysis: workers %d: write a number from 1 to %d", c.Workers, MaxWorkers))
	}
	if c.PVLen < 0 || c.PVLen > maxPVLen {
		errs = append(errs, fmt.Errorf("analysis: a variation of %d moves: write a number from 1 to %d", c.PVLen, maxPVLen))
	}
	return errors.Join(errs...)
}
