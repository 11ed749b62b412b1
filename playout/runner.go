package playout

import (
	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/ruleset"
)

// Outcome is how a playout ended.
type Outcome struct {
	// Margin is Black's area minus White's on the final board. Komi is not
	// taken off.
	Margin int32

	// Moves is the number of moves of the playout, the passes that ended it
	// included.
	Moves int32

	// Capped says that the playout reached the limit of moves before two
	// passes. The margin is then a guess: the fight may not be over.
	Capped bool
}

// Runner plays positions to their ends. The zero value plays uniformly with
// the usual limit of moves. A Runner is not changed by use, so goroutines may
// share it.
type Runner struct {
	// Policy chooses the moves of both players; nil is Uniform.
	Policy Policy

	// MaxMoves bounds the moves of one playout; 0 is three times the number
	// of points on the board. Without superko a playout might not end.
	MaxMoves int
}

// Run plays b itself to its end: until two passes in a row, of which one may
// have been made before, or until MaxMoves. If trace is not nil, it is told
// every move; it is not reset, so that the moves of a search before the playout
// may stand in it.
//
// The result is a function of b, rng and the Runner. Run does not allocate
// unless the Policy does.
func (r *Runner) Run(b *fastboard.Board, rng *RNG, trace *Trace) Outcome {
	limit := r.MaxMoves
	if limit == 0 {
		limit = 3 * b.Size().Area()
	}
	start := b.Moves()
	// A random source in a local variable can stay in registers.
	local := *rng
	switch policy := r.Policy.(type) {
	case nil:
		runUniform(b, &local, start+limit, trace)
	case Uniform:
		if policy.Suicide {
			runSuicidal(b, &local, start+limit, trace)
		} else {
			runUniform(b, &local, start+limit, trace)
		}
	case Tactical:
		runTactical(b, &local, start+limit, trace, &policy)
	default:
		runPolicy(b, rng, start+limit, trace, policy)
		local = *rng
	}
	*rng = local
	return Outcome{
		Margin: int32(b.AreaScore()),
		Moves:  int32(b.Moves() - start),
		Capped: b.Passes() < 2,
	}
}

// runPolicy plays until two passes or until the board has seen limit moves.
// The loops of the policies of this package differ only in that they call them
// without an interface.
func runPolicy(b *fastboard.Board, rng *RNG, limit int, trace *Trace, policy Policy) {
	for b.Passes() < 2 && b.Moves() < limit {
		p := policy.Move(b, rng)
		if trace != nil {
			trace.Add(p, b.ToPlay())
		}
		b.Play(p)
	}
}

// runUniform has the body of Uniform.Move in its loop twice, once for each
// player. The calls that would spare the repetition, and branches which the two
// players share, cost 4 % of the playout.
func runUniform(b *fastboard.Board, rng *RNG, limit int, trace *Trace) {
	for b.Passes() < 2 && b.Moves() < limit {
		if b.ToPlay() == ruleset.Black { // else White begins
			p := fastboard.Pass
			for n := b.EmptyCount(); n > 0; n-- {
				i := int(rng.Intn(uint32(n)))
				if drawn := b.EmptyAt(i); b.PlayableByBlack(drawn) {
					p = drawn
					break
				}
				b.SwapEmpty(i, n-1)
			}
			if trace != nil {
				trace.Add(p, ruleset.Black)
			}
			if p != fastboard.Pass {
				b.PlayBlack(p)
			} else {
				b.Play(p)
			}
			if b.Passes() >= 2 || b.Moves() >= limit {
				return
			}
		}

		p := fastboard.Pass
		for n := b.EmptyCount(); n > 0; n-- {
			i := int(rng.Intn(uint32(n)))
			if drawn := b.EmptyAt(i); b.PlayableByWhite(drawn) {
				p = drawn
				break
			}
			b.SwapEmpty(i, n-1)
		}
		if trace != nil {
			trace.Add(p, ruleset.White)
		}
		if p != fastboard.Pass {
			b.PlayWhite(p)
		} else {
			b.Play(p)
		}
	}
}

func runTactical(b *fastboard.Board, rng *RNG, limit int, trace *Trace, t *Tactical) {
	state := turn{Board: b}
	state.track()
	for b.Passes() < 2 && b.Moves() < limit {
		p := t.move(&state, rng)
		if trace != nil {
			trace.Add(p, b.ToPlay())
		}
		b.Play(p)
	}
}
