package lanes

import (
	"fmt"
	"testing"
)

// snapshot returns what the referee compares, after a move.
func (e *vectorEngine) snapshot(lane int, white bool) snapshot {
	var s snapshot
	s.Own, s.Opp, s.Atari = e.stones(lane)
	ban := e.plane(lane, e.layout.ban)
	s.Ko = ban.Nth(0)
	s.White = white
	s.left = int(e.memory[e.at(lane, e.layout.left)])
	s.over = e.isOver(lane)
	s.first[0], s.first[1] = e.first(lane)
	return s
}

func (e *vectorEngine) isOver(lane int) bool {
	return e.memory[lane/8*e.layout.size+e.layout.over]>>(lane%8)&1 != 0
}

// tally counts what a check went through.
type tally struct{ games, moves, steps int }

// followLanes plays games from the given positions in all lanes and has the
// referee check every move of every lane.
func followLanes(b *Batch, games int, pol *policy, start func(game int) *Position) (n tally, err error) {
	e := b.engine.(*vectorEngine)
	referees := make([]*referee, b.Lanes())
	next := 0
	load := func(lane int) {
		referees[lane] = nil
		for next < games {
			p := start(next)
			b.Load(lane, p, uint64(next))
			next++
			if !e.isOver(lane) {
				referees[lane] = newReferee(b.geo, p, uint64(next-1), b.options.MaxMoves)
				return
			}
		}
	}
	for lane := range referees {
		load(lane)
	}
	for {
		playing := 0
		for _, r := range referees {
			if r != nil {
				playing++
			}
		}
		if playing == 0 {
			return n, nil
		}
		if n.steps += playing; n.steps > 20*(n.moves+1000) {
			return n, fmt.Errorf("the lanes do not come on: %d moves in %d steps", n.moves, n.steps)
		}
		e.step()
		for lane, r := range referees {
			if r == nil || int(e.memory[e.at(lane, e.layout.left)]) == r.left {
				continue // no move was finished
			}
			n.moves++
			q := r.move(pol)
			now := e.snapshot(lane, r.toMove == 2)
			if !e.trace {
				clear(r.first)
			}
			if err := r.compare(&now); err != nil {
				return n, fmt.Errorf("lane %d, %d moves left, the referee played %d: %w", lane, r.left, r.spot(q), err)
			}
			if r.over() {
				if got, want := b.Outcome(lane).Margin, r.margin(); int(got) != want {
					return n, fmt.Errorf("lane %d: margin %d, want %d", lane, got, want)
				}
				n.games++
				load(lane)
			}
		}
	}
}

func TestKernelsFollowReferee(t *testing.T) {
	needKernels(t)
	for _, size := range boards(t) {
		geo := geometry(t, size.cols, size.rows)
		for i, pol := range policies {
			b, err := NewBatch(geo, Options{Lanes: 16, Chances: pol.Chances, Trace: i%2 == 1})
			if err != nil {
				t.Fatal(err)
			}
			n, err := followLanes(b, size.games, &pol.policy, func(game int) *Position {
				if game%2 == 1 {
					return middle(geo, game)
				}
				return new(Position)
			})
			if err != nil {
				t.Errorf("%dx%d %s: %v", size.cols, size.rows, pol.name, err)
			}
			if *manyGames > 0 {
				t.Logf("%dx%d %s: %d games, %d moves, %.3f steps a move", size.cols, size.rows, pol.name, n.games, n.moves, float64(n.steps)/float64(n.moves))
			}
		}
	}
}

// TestKoCheckHasTeeth forgets the ko after every step, as a kernel would that
// knows no ko, and expects the referee to notice.
func TestKoCheckHasTeeth(t *testing.T) {
	needKernels(t)
	geo := geometry(t, 5, 5)
	b, err := NewBatch(geo, Options{Lanes: 8})
	if err != nil {
		t.Fatal(err)
	}
	e := b.engine.(*vectorEngine)
	inner := e.kernel.step
	e.kernel.step = func(groups, constants *uint64, count int) {
		inner(groups, constants, count)
		for group := range count {
			for i := range 8 * geo.words {
				e.memory[group*e.layout.size+e.layout.ban+i] = 0
			}
		}
	}
	if _, err := followLanes(b, 40, &policy{}, func(int) *Position { return new(Position) }); err == nil {
		t.Error("forty games without ko pass the check")
	}
}
