package playout_test

import (
	"testing"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/playout"
	"github.com/tengen-go/tengen/ruleset"
)

var policies = []playout.Policy{playout.Uniform{}, playout.DefaultTactical()}

// slowly hides the type of a policy, so that Runner has to call it through the
// interface.
type slowly struct{ playout.Policy }

// The loops that know their policy are there for speed only: from any position
// they play the games that Policy.Move plays.
func TestSpecializedLoopsPlayTheSameGames(t *testing.T) {
	for _, policy := range policies {
		for seed := range uint64(100) {
			rng := playout.NewRNG(seed)
			start := fastboard.New(ruleset.Size{W: 1 + int(rng.Intn(19)), H: 1 + int(rng.Intn(19))})
			opening := playout.Runner{MaxMoves: 1 + int(rng.Intn(uint32(start.Size().Area())))}
			opening.Run(start, &rng, nil)

			fast, slow, untraced := *start, *start, *start
			var fastTrace, slowTrace playout.Trace
			fastRNG, slowRNG, untracedRNG := rng, rng, rng
			a := (&playout.Runner{Policy: policy}).Run(&fast, &fastRNG, &fastTrace)
			b := (&playout.Runner{Policy: slowly{policy}}).Run(&slow, &slowRNG, &slowTrace)
			if a != b || fast != slow || fastRNG != slowRNG || fastTrace != slowTrace {
				t.Fatalf("%v, seed %d: %+v and %+v", policy, seed, a, b)
			}
			if err := fast.CheckInvariants(); err != nil {
				t.Fatal(err)
			}
			if c := (&playout.Runner{Policy: policy}).Run(&untraced, &untracedRNG, nil); a != c || fast != untraced {
				t.Fatalf("%v, seed %d: %+v without a trace, %+v with one", policy, seed, c, a)
			}
		}
	}
}

func TestPlayoutEndsWhereNobodyWantsToPlay(t *testing.T) {
	for _, policy := range policies {
		for seed := range uint64(100) {
			b := fastboard.New(ruleset.Size{W: 1 + int(seed)%9, H: 1 + int(seed/2)%9})
			rng := playout.NewRNG(seed)
			outcome := (&playout.Runner{Policy: policy}).Run(b, &rng, nil)
			if int(outcome.Margin) != b.AreaScore() || int(outcome.Moves) != b.Moves() {
				t.Errorf("%+v after %d moves with a score of %d", outcome, b.Moves(), b.AreaScore())
			}
			if outcome.Capped {
				continue
			}
			if b.Passes() != 2 {
				t.Errorf("%d passes at the end", b.Passes())
			}
			if _, uniform := policy.(playout.Uniform); !uniform {
				continue
			}
			for i := range b.EmptyCount() {
				// The first of the two passes may have been forced by a ko.
				if p := b.EmptyAt(i); b.Playable(p) && !b.Captures(p, b.ToPlay()) {
					t.Errorf("seed %d: %v could still be played\n%v", seed, p, b)
				}
			}
		}
	}
}

func TestMaxMovesCaps(t *testing.T) {
	for _, policy := range policies {
		b := fastboard.New(ruleset.Square(9))
		rng := playout.NewRNG(1)
		r := playout.Runner{Policy: policy, MaxMoves: 10}
		if o := r.Run(b, &rng, nil); o.Moves != 10 || !o.Capped {
			t.Errorf("%v: %+v, want 10 moves and capped", policy, o)
		}
		// The limit counts the moves of this playout only.
		if o := r.Run(b, &rng, nil); o.Moves != 10 || !o.Capped || b.Moves() != 20 {
			t.Errorf("%v: %+v on the same board, want 10 moves more", policy, o)
		}
	}
}

func TestPassesBeforeThePlayoutCount(t *testing.T) {
	pos, err := ruleset.ParseBoard(`
		. X .
		X X X
		. X .`)
	if err != nil {
		t.Fatal(err)
	}
	var b fastboard.Board
	var r playout.Runner
	rng := playout.NewRNG(1)

	// White has no move: with a pass before, one more ends the game.
	for passes, want := range []int32{2, 1, 0} {
		if err := b.Load(&pos, ruleset.White, ruleset.NoPoint, passes); err != nil {
			t.Fatal(err)
		}
		if o := r.Run(&b, &rng, nil); o.Moves != want || o.Margin != 9 || o.Capped {
			t.Errorf("after %d passes: %+v, want %d moves and a margin of 9", passes, o, want)
		}
	}
}

func TestTraceKeepsTheFirstMoves(t *testing.T) {
	var trace playout.Trace
	p := fastboard.At(3, 3)
	trace.Add(p, ruleset.White)
	trace.Add(p, ruleset.Black)
	trace.Add(fastboard.Pass, ruleset.Black)
	if trace.First(p) != ruleset.White || trace.First(fastboard.Pass) != ruleset.Empty || trace.First(fastboard.At(1, 1)) != ruleset.Empty {
		t.Errorf("first at %v: %v, at pass: %v", p, trace.First(p), trace.First(fastboard.Pass))
	}
	trace.Reset()
	if trace.First(p) != ruleset.Empty {
		t.Error("a trace remembers moves after Reset")
	}
}

func TestOwnership(t *testing.T) {
	pos, err := ruleset.ParseBoard(`
		. X . O
		X X . O
		. X . O`)
	if err != nil {
		t.Fatal(err)
	}
	var b fastboard.Board
	if err := b.Load(&pos, ruleset.Black, ruleset.NoPoint, 0); err != nil {
		t.Fatal(err)
	}
	var o, other playout.Ownership
	if o.At(fastboard.At(1, 1)) != 0 {
		t.Error("nothing added, but a point has an owner")
	}
	o.Add(&b)
	b.Play(fastboard.At(3, 1)) // Black takes one of the points between
	b.Play(fastboard.Pass)
	b.Play(fastboard.At(3, 2))
	b.Play(fastboard.Pass)
	b.Play(fastboard.At(3, 3))
	other.Add(&b)
	o.Merge(&other)
	for _, test := range []struct {
		p    fastboard.Point
		want float64
	}{
		{fastboard.At(1, 1), 1},
		{fastboard.At(2, 2), 1},
		{fastboard.At(3, 2), 0.5},
		{fastboard.At(4, 3), 0}, // White's before it was taken
		{fastboard.At(4, 4), 0}, // off the board
	} {
		if got := o.At(test.p); got != test.want {
			t.Errorf("%v: %v, want %v", test.p, got, test.want)
		}
	}
	if o.Count() != 2 {
		t.Errorf("%d boards counted, want 2", o.Count())
	}
}

func TestPlayoutsDoNotAllocate(t *testing.T) {
	start := fastboard.New(ruleset.Square(9))
	board := new(fastboard.Board)
	rng := new(playout.RNG)
	trace := new(playout.Trace)
	ownership := new(playout.Ownership)
	for _, policy := range append(policies, slowly{playout.Uniform{}}) {
		r := &playout.Runner{Policy: policy}
		allocs := testing.AllocsPerRun(50, func() {
			board.CopyFrom(start)
			trace.Reset()
			r.Run(board, rng, trace)
			ownership.Add(board)
		})
		if allocs != 0 {
			t.Errorf("%v: %v allocations per playout", policy, allocs)
		}
	}
}
