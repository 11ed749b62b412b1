//go:build invariants || race

package fastboard_test

import (
	"testing"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/ruleset"
)

// With checks on, an illegal move panics; without them nobody looks.
func TestIllegalMovesPanic(t *testing.T) {
	for name, play := range map[string]func(*fastboard.Board){
		"a stone on a stone":                 func(b *fastboard.Board) { b.Play(at(t, "B2")) },
		"suicide":                            func(b *fastboard.Board) { b.Play(at(t, "A1")) },
		"a stone off the board":              func(b *fastboard.Board) { b.Play(fastboard.At(4, 4)) },
		"no point":                           func(b *fastboard.Board) { b.Play(fastboard.NoPoint) },
		"a stone of Black's at White's turn": func(b *fastboard.Board) { b.PlayBlack(at(t, "C3")) },
		"suicide of White's":                 func(b *fastboard.Board) { b.PlayWhite(at(t, "A1")) },
		"a pass that is said to be a stone":  func(b *fastboard.Board) { b.PlayWhite(fastboard.Pass) },
		"suicide that has a liberty":         func(b *fastboard.Board) { b.PlaySuicide(at(t, "C3")) },
	} {
		t.Run(name, func(t *testing.T) {
			b := load(t, `
				. . .
				X X .
				. X .`, ruleset.White)
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			play(b)
		})
	}
}
