package komi

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/ruleset"
)

// Setting is what a fair komi belongs to.
type Setting struct {
	Rules    ruleset.Rules         `json:"rules"` // with the ruleset's usual komi
	Size     experiments.BoardSize `json:"size"`
	Black    Seat                  `json:"black"`
	White    Seat                  `json:"white"`
	Handicap int                   `json:"handicap"`
}

// Seat is a player as tables name it.
type Seat struct {
	Name     string `json:"name"`
	Text     string `json:"text"`     // with all settings
	Playouts int    `json:"playouts"` // a move; 0 where that means nothing
}

// seatOf is the seat of a player of this program.
func seatOf(spec experiments.PlayerSpec) Seat { return Seat{spec.Name, spec.Text(), spec.Playouts()} }

// seatIn reads a seat from the columns of the table games.
func seatIn(text string, playouts int32) Seat {
	name, _, _ := strings.Cut(text, " {")
	return Seat{name, text, int(playouts)}
}

// resolved is the seat without the spelling of its player: two names with the same settings
// are one player. A player without settings is its name.
func (s Seat) resolved() Seat {
	if _, settings, has := strings.Cut(s.Text, " {"); has {
		s.Name, s.Text = "", settings
	}
	return s
}

// Label is the player in a few words.
func (s Seat) Label() string {
	if s.Playouts == 0 {
		return s.Name
	}
	return fmt.Sprintf("%s, %d playouts", s.Name, s.Playouts)
}

// canonical is the setting as JSON, the same for equal settings. The usual
// komi is no part of it, since the games are played at others.
func (s Setting) canonical() string {
	s.Rules.Komi = 0
	data, err := json.Marshal(s)
	if err != nil {
		panic(fmt.Sprintf("komi: a setting cannot be written: %v", err)) // only plain fields: a bug
	}
	return string(data)
}

// seed derives the seed of the setting's games from that of the study.
func (s Setting) seed(study uint64) uint64 {
	sum := sha256.Sum256([]byte(s.canonical()))
	return experiments.GameSeed(study^binary.LittleEndian.Uint64(sum[:]), 0)
}

// Name is the setting as the name of a folder: "chinese-7x7-default-2000". Settings
// that differ in more than it says may share it.
func (s Setting) Name() string {
	rules := s.Rules.Name
	if rules == "" {
		rules = "rules"
	}
	parts := []string{rules, s.Size.String(), slug(s.Black.Name)}
	if s.Black.Playouts > 0 && !strings.Contains(s.Black.Name, "playouts") {
		parts = append(parts, fmt.Sprint(s.Black.Playouts))
	}
	if s.White != s.Black {
		parts = append(parts, "vs", slug(s.White.Name))
	}
	if s.Handicap > 0 {
		parts = append(parts, fmt.Sprintf("handicap-%d", s.Handicap))
	}
	return strings.Join(parts, "-")
}

// slug keeps what is safe in file names everywhere.
func slug(text string) string {
	return strings.Map(func(r rune) rune {
		if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.') {
			return r
		}
		return '-'
	}, text)
}

// Players is who plays, in a few words.
func (s Setting) Players() string {
	if s.White == s.Black {
		return s.Black.Label()
	}
	return fmt.Sprintf("Black %s, White %s", s.Black.Label(), s.White.Label())
}

// area is the number of points of the board.
func (s Setting) area() int { return s.Size.Area() }

// reach is the largest margin that is taken for possible, in points: that of a
// board that belongs to one side, and under territory scoring as many prisoners,
// with what White gets besides komi.
func (s Setting) reach() float64 { return s.reachBy(s.Rules.Scoring) }

// reachBy is reach by a way of counting.
func (s Setting) reachBy(scoring ruleset.Scoring) float64 {
	points := float64(s.area())
	if scoring == ruleset.TerritoryScoring {
		points *= 2
	}
	return points + s.compensation().Points()
}

// compensation is what White gets for the handicap stones besides komi.
func (s Setting) compensation() ruleset.HalfPoints { return s.Rules.Compensation.Points(s.Handicap) }
