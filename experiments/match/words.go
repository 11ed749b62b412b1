package match

import (
	"fmt"
	"strings"
	"time"

	"github.com/tengen-go/tengen/ruleset"
)

// Kind says who meets whom.
type Kind uint8

// The kinds.
const (
	RoundRobin Kind = iota // everybody meets everybody
	Gauntlet               // the first player meets each of the others
	Ladder                 // each player meets the next one
)

// OnCrash says what becomes of a game in which a program fails.
type OnCrash uint8

// The ways.
const (
	Forfeit OnCrash = iota // the program loses it
	Void                   // it does not count
)

var (
	kindWords  = []string{"round-robin", "gauntlet", "ladder"}
	crashWords = []string{"forfeit", "void"}
)

func parseWord(what, text string, words []string) (uint8, error) {
	for i, word := range words {
		if text == word {
			return uint8(i), nil
		}
	}
	return 0, fmt.Errorf("%s %q is unknown: write %s", what, text, alternatives(words))
}

// alternatives lists words to choose from: "a, b or c".
func alternatives(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// String returns "round-robin", "gauntlet" or "ladder".
func (k Kind) String() string { return kindWords[k] }

// MarshalText writes the word.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads the word.
func (k *Kind) UnmarshalText(text []byte) error {
	i, err := parseWord("kind of match", string(text), kindWords)
	*k = Kind(i)
	return err
}

// String returns "forfeit" or "void".
func (c OnCrash) String() string { return crashWords[c] }

// MarshalText writes the word.
func (c OnCrash) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads the word.
func (c *OnCrash) UnmarshalText(text []byte) error {
	i, err := parseWord("what follows a crash", string(text), crashWords)
	*c = OnCrash(i)
	return err
}

// Policy is a ruleset.Policy that is written as text.
type Policy struct{ ruleset.Policy }

// MarshalText writes "strict" or "sources".
func (p Policy) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads it.
func (p *Policy) UnmarshalText(text []byte) (err error) {
	p.Policy, err = ruleset.ParsePolicy(string(text))
	return err
}

// Duration is a time.Duration that is written as text, "1m30s".
type Duration struct{ time.Duration }

// MarshalText writes it.
func (d Duration) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads it.
func (d *Duration) UnmarshalText(text []byte) (err error) {
	d.Duration, err = time.ParseDuration(string(text))
	return err
}
