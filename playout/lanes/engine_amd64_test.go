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
	s.over = e.over(lane/8)>>(lane%8)&1 != 0
	s.first[0], s.first[1] = e.first(lane)
	return s
}

// followLanes plays games from the given positions in all lanes and has the
// referee check every move of every lane. It returns how many games, moves and
// steps there were.
func followLanes(b *Batch, games int, pol *policy, start func(game int) *Position) (finishedGames, moves, steps int, err error) {
	e := b.engine.(*vectorEngine)
	referees := make([]*referee, b.Lanes())
	next := 0
	load := func(lane int) {
		referees[lane] = nil
		for next < games {
			p := start(next)
			b.Load(lane, p, uint64(next))
			next++
			if e.over(lane/8)>>(lane%8)&1 == 0 {
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
			return finishedGames, moves, steps, nil
		}
		if steps += playing; steps > 20*(moves+1000) {
			return finishedGames, moves, steps, fmt.Errorf("the lanes do not come on: %d moves in %d steps", moves, steps)
		}
		e.step()
		for lane, r := range referees {
			if r == nil || int(e.memory[e.at(lane, e.layout.left)]) == r.left {
				continue
			}
			moves++
			q := r.move(pol)
			now := e.snapshot(lane, r.toMove == 2)
			if !e.trace {
				r.first = make([]int, len(r.color))
			}
			if err := r.compare(&now); err != nil {
				return finishedGames, moves, steps, fmt.Errorf("lane %d, %d moves left, referee's move %d: %w", lane, r.left, r.spot(q), err)
			}
			if r.over() {
				if got, want := b.Outcome(lane).Margin, r.margin(); int(got) != want {
					return finishedGames, moves, steps, fmt.Errorf("lane %d: margin %d, want %d", lane, got, want)
				}
				finishedGames++
				load(lane)
			}
		}
	}
}

func TestKernelsFollowReferee(t *testing.T) {
	if !hasKernels {
		t.Skip("this processor has no AVX-512")
	}
	for _, size := range [][3]int{{7, 7, 40}, {9, 9, 30}, {13, 13, 20}, {19, 19, 16}, {5, 5, 40}, {1, 1, 3}, {2, 1, 20}, {3, 8, 20}, {11, 6, 10}, {17, 14, 3}} {
		geo, _ := NewGeometry(size[0], size[1])
		for name, pol := range policies {
			b, err := NewBatch(geo, Options{Lanes: 16, Chances: pol.Chances, Trace: name != "light"})
			if err != nil {
				t.Fatal(err)
			}
			games, moves, steps, err := followLanes(b, size[2], &pol, func(int) *Position { return new(Position) })
			if err != nil {
				t.Errorf("%dx%d %s: %v", size[0], size[1], name, err)
			}
			t.Logf("%dx%d %s: %d games, %d moves, %.3f steps a move", size[0], size[1], name, games, moves, float64(steps)/float64(moves))
		}
	}
}
