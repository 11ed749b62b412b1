package playout

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/ruleset"
)

// slowRules says by flood fill what the rules of Tactical offer.
type slowRules struct {
	pos    ruleset.Position
	toPlay ruleset.Color
}

// atari returns the only liberty of the chain at p, if it has just one.
func (r *slowRules) atari(p ruleset.Point) (ruleset.Point, bool) {
	_, liberties := r.pos.Chain(p)
	if len(liberties) != 1 {
		return ruleset.NoPoint, false
	}
	return liberties[0], true
}

func (r *slowRules) answers(last ruleset.Point) (offered []ruleset.Point) {
	if p, ok := r.atari(last); ok {
		offered = append(offered, p)
	}
	for _, q := range last.Neighbors() {
		liberty, ok := r.atari(q)
		if r.pos.At(q) != r.toPlay || !ok {
			continue
		}
		offered = append(offered, liberty)
		stones, _ := r.pos.Chain(q)
		for _, stone := range stones {
			for _, n := range stone.Neighbors() {
				if counter, ok := r.atari(n); ok && r.pos.At(n) == r.toPlay.Opponent() {
					offered = append(offered, counter)
				}
			}
		}
	}
	return offered
}

func (r *slowRules) shapes(last ruleset.Point) (offered []ruleset.Point) {
	for _, p := range append(sliceOf(last.Neighbors()), sliceOf(last.Diagonals())...) {
		around := func(dx, dy int) ruleset.Color { return r.pos.At(ruleset.Point(int(p) + dy*ruleset.Stride + dx)) }
		if r.pos.At(p) == ruleset.Empty && matchesAShape(around) {
			offered = append(offered, p)
		}
	}
	return offered
}

func sliceOf(points [4]ruleset.Point) []ruleset.Point { return points[:] }

func (r *slowRules) captures() (offered []ruleset.Point) {
	for _, p := range r.pos.Size().Points() {
		if liberty, ok := r.atari(p); ok && r.pos.At(p) == r.toPlay.Opponent() {
			offered = append(offered, liberty)
		}
	}
	return offered
}

func (r *slowRules) selfAtari(p ruleset.Point) bool {
	after := r.pos
	captured, _ := after.Place(r.toPlay, p)
	_, liberties := after.Chain(p)
	return len(captured) == 0 && len(liberties) == 1
}

// matchesAShape compares what is around a point with every drawing in every
// orientation, sign by sign.
func matchesAShape(around func(dx, dy int) ruleset.Color) bool {
	fits := func(sign byte, c, x ruleset.Color) bool {
		switch sign {
		case 'X':
			return c == x
		case 'O':
			return c == x.Opponent()
		case 'x':
			return c != x
		case 'o':
			return c != x.Opponent()
		case '.':
			return c == ruleset.Empty
		case '#':
			return c == ruleset.Border
		}
		return true
	}
	for _, drawing := range Shapes() {
		rows := strings.Split(drawing, "/")
		for orientation := range 8 {
			for _, x := range []ruleset.Color{ruleset.Black, ruleset.White} {
				all := true
				for dy := -1; dy <= 1; dy++ {
					for dx := -1; dx <= 1; dx++ {
						u, v := dx, dy
						if orientation&1 != 0 {
							u = -u
						}
						if orientation&2 != 0 {
							v = -v
						}
						if orientation&4 != 0 {
							u, v = v, u
						}
						all = all && fits(rows[1-dy][dx+1], around(u, v), x)
					}
				}
				if all {
					return true
				}
			}
		}
	}
	return false
}

// offers returns what a rule has put into a, in the order of the points.
func (a *turn) offers() (points []ruleset.Point) {
	for n := range a.offered.Len() {
		points = append(points, a.offered.Nth(n).Ruleset())
	}
	if a.any != (len(points) > 0) {
		panic("any does not say whether points are offered")
	}
	a.withdraw()
	slices.Sort(points)
	return points
}

func TestRulesOfferWhatTheySay(t *testing.T) {
	games := 60
	if testing.Short() {
		games = 8
	}
	seen := map[string]int{}
	for seed := range uint64(games) {
		rng := NewRNG(seed)
		b := fastboard.New(ruleset.Size{W: 2 + int(rng.Intn(8)), H: 2 + int(rng.Intn(8))})
		policy := []Policy{Uniform{}, DefaultTactical()}[seed%2]
		for b.Passes() < 2 && b.Moves() < 3*b.Size().Area() {
			slow := slowRules{b.Position(), b.ToPlay()}
			a := turn{Board: b}
			// A point given up is no candidate.
			if n := b.EmptyCount(); n > 0 {
				a.givenUp.Add(b.EmptyAt(int(rng.Intn(uint32(n)))))
			}
			compare := func(rule string, want []ruleset.Point) {
				t.Helper()
				want = slices.DeleteFunc(want, func(p ruleset.Point) bool {
					q := fastboard.FromRuleset(p)
					return a.givenUp.Has(q) || !b.Legal(q) || b.EyeLike(q, b.ToPlay())
				})
				slices.Sort(want)
				want = slices.Compact(want)
				seen[rule] += len(want)
				if got := a.offers(); !slices.Equal(got, want) {
					t.Fatalf("%s after %v offers %v, want %v\n%v", rule, b.LastMove(), got, want, b)
				}
			}
			if last := b.LastMove(); last > fastboard.Pass {
				a.offerAnswers(last)
				compare("capture", slow.answers(last.Ruleset()))
				a.offerShapes(last)
				compare("pattern", slow.shapes(last.Ruleset()))
			}
			a.offerCaptures()
			compare("anywhere", slow.captures())
			for i := range b.EmptyCount() {
				p := b.EmptyAt(i)
				if b.Legal(p) && b.SelfAtari(p) != slow.selfAtari(p.Ruleset()) {
					t.Fatalf("%v by %v is self-atari: %t\n%v", p, b.ToPlay(), b.SelfAtari(p), b)
				}
			}
			b.Play(policy.Move(b, &rng))
		}
	}
	for _, rule := range []string{"capture", "pattern", "anywhere"} {
		if seen[rule] == 0 {
			t.Errorf("the rule %s never had a point to offer", rule)
		}
	}
}

func load(t *testing.T, text string, toPlay ruleset.Color) *fastboard.Board {
	t.Helper()
	pos, err := ruleset.ParseBoard(text)
	if err != nil {
		t.Fatal(err)
	}
	b := new(fastboard.Board)
	if err := b.Load(&pos, toPlay, ruleset.NoPoint, 0); err != nil {
		t.Fatal(err)
	}
	return b
}

func at(t *testing.T, vertex string) fastboard.Point {
	t.Helper()
	p, err := ruleset.ParsePoint(vertex)
	if err != nil {
		t.Fatal(err)
	}
	return fastboard.FromRuleset(p)
}

func TestTacticalMoves(t *testing.T) {
	always := Tactical{Always, Always, Always, Always, Always}
	tests := []struct {
		name   string
		board  string
		toPlay ruleset.Color
		last   string // played by the opponent of who moves in the end
		policy Tactical
		want   []string
	}{
		{
			name: "a chain put in atari runs to its last liberty",
			board: `
				. . . . .
				. O . . .
				. X O . .
				. . . . .
				. . . . .`,
			toPlay: ruleset.White, last: "A3",
			policy: Tactical{Capture: Always},
			want:   []string{"B2"},
		},
		{
			name: "the stone just played is taken if it is in atari",
			board: `
				. . . . .
				. X . . .
				. . X . .
				. X . . .
				. . . . .`,
			toPlay: ruleset.White, last: "B3",
			policy: Tactical{Capture: Always},
			want:   []string{"A3"},
		},
		{
			name: "a chain in atari is also saved by taking its attacker",
			board: `
				. O . X .
				. O X O X
				. . . . .
				. . . . .
				. . . . .`,
			toPlay: ruleset.White, last: "C5",
			policy: Tactical{Capture: Always},
			want:   []string{"C3", "D3"},
		},
		{
			name: "captures anywhere are found without a last move",
			board: `
				. X . . .
				X O X . .
				. . . . .
				. . . . .
				. . . . .`,
			toPlay: ruleset.Black,
			policy: Tactical{Anywhere: Always},
			want:   []string{"B3"},
		},
		{
			name: "self-atari is given up, and a pass is what remains",
			board: `
				. X
				X .`,
			toPlay: ruleset.White,
			policy: always,
			want:   []string{"pass"},
		},
		{
			name: "a self-atari of two stones is given up",
			board: `
				. . X
				O X .
				X X .`,
			toPlay: ruleset.White,
			policy: Tactical{SelfAtari: Always},
			want:   []string{"B3", "C1", "C2"}, // not A3, which joins A2
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := load(t, test.board, test.toPlay)
			if test.last != "" {
				b.Play(at(t, test.last))
			}
			var want, got []string
			rng := NewRNG(1)
			for range 200 {
				if p := test.policy.Move(b, &rng).String(); !slices.Contains(got, p) {
					got = append(got, p)
				}
			}
			slices.Sort(got)
			want = append(want, test.want...)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("moves %v, want %v\n%v", got, want, b)
			}
		})
	}
}

func TestWithoutRulesTacticalIsUniform(t *testing.T) {
	// Black may not play in the eye, nor commit suicide in the corner: many
	// draws fail, which must not favor the other points.
	const board = `
		. X . . . .
		X X . O . .
		. . . . O .
		. . . . O O
		. . . O . O
		. . . O O .`
	for _, policy := range []Policy{Uniform{}, Tactical{}} {
		b := load(t, board, ruleset.Black)
		rng := NewRNG(3)
		counts := map[fastboard.Point]int{}
		for range 50_000 {
			counts[policy.Move(b, &rng)]++
		}
		var list []int
		for i := range b.EmptyCount() {
			if p := b.EmptyAt(i); b.Playable(p) {
				list = append(list, counts[p])
				delete(counts, p)
			}
		}
		if len(counts) > 0 {
			t.Errorf("%v plays points it should not: %v", policy, counts)
		}
		if x := chiSquare(list); math.Abs(x) > 4 {
			t.Errorf("%v is off by %.1f standard deviations: %v", policy, x, list)
		}
	}
}

// A chance says how often a rule takes effect.
func TestChancesAreKept(t *testing.T) {
	b := load(t, `
		. . . . .
		. O . . .
		. X O . .
		. . . . .
		. . . . .`, ruleset.White)
	b.Play(at(t, "A3"))
	rng := NewRNG(4)
	const n = 20_000
	hits := 0
	for range n {
		if (Tactical{Capture: 64}).Move(b, &rng) == at(t, "B2") {
			hits++
		}
	}
	// Otherwise it is one of the candidates.
	candidates := 0
	for i := range b.EmptyCount() {
		if b.Playable(b.EmptyAt(i)) {
			candidates++
		}
	}
	want := 0.25 + 0.75/float64(candidates)
	if got := float64(hits) / n; math.Abs(got-want) > 4*math.Sqrt(want*(1-want)/n) {
		t.Errorf("the escape is played in %.3f of the cases, want %.3f", got, want)
	}
}

func TestTacticalBeatsUniform(t *testing.T) {
	games := 1000
	if testing.Short() {
		games = 200
	}
	rng := NewRNG(5)
	wins := 0
	for g := range games {
		b := fastboard.New(ruleset.Square(9))
		players := []Policy{DefaultTactical(), Uniform{}}
		first := g % 2
		for b.Passes() < 2 && b.Moves() < 3*81 {
			b.Play(players[(first+b.Moves())%2].Move(b, &rng))
		}
		// Without komi the area of 81 points cannot be halved unless there is
		// seki; a draw counts for nobody.
		if score := b.AreaScore(); score > 0 && first == 0 || score < 0 && first == 1 {
			wins++
		}
	}
	t.Logf("%d of %d games", wins, games)
	if wins*10 < games*9 {
		t.Errorf("tactical playouts win %d of %d games against uniform ones, want 90 %% or more", wins, games)
	}
}

// TestShapeTable compares the table with the drawings at every code, whether a
// board can look like that or not.
func TestShapeTable(t *testing.T) {
	step := 1
	if testing.Short() {
		step = 7
	}
	found := 0
	for code := 0; code < 1<<16; code += step {
		around := func(dx, dy int) ruleset.Color {
			i := 3*(dy+1) + dx + 1
			switch {
			case i == 4:
				return ruleset.Empty
			case i > 4:
				i--
			}
			return ruleset.Color(code >> (2 * i) & 3)
		}
		want := matchesAShape(around)
		if got := hasShape(uint16(code)); got != want {
			t.Fatalf("code %#04x is a shape: %t, by the drawings %t", code, got, want)
		}
		if want {
			found++
		}
	}
	t.Logf("%d codes are shapes", found)
}
