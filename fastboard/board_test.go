package fastboard_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/ruleset"
)

// load sets up a drawn board.
func load(t testing.TB, text string, toPlay ruleset.Color) *fastboard.Board {
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

// at reads a GTP vertex.
func at(t testing.TB, vertex string) fastboard.Point {
	t.Helper()
	p, err := ruleset.ParsePoint(vertex)
	if err != nil {
		t.Fatal(err)
	}
	return fastboard.FromRuleset(p)
}

func TestPlay(t *testing.T) {
	tests := []struct {
		name   string
		board  string
		toPlay ruleset.Color
		play   string
		want   string
		wantKo string
	}{
		{
			name: "one stone for one stone makes a ko",
			board: `
				. X O .
				X O . O
				. X O .
				. . . .`,
			toPlay: ruleset.Black, play: "C3",
			want: `
				. X O .
				X . X O
				. X O .
				. . . .`,
			wantKo: "B3",
		},
		{
			name: "one stone taken by a chain makes no ko",
			board: `
				. X O .
				X O . O
				. X X .
				. . . .`,
			toPlay: ruleset.Black, play: "C3",
			want: `
				. X O .
				X . X O
				. X X .
				. . . .`,
			wantKo: "none",
		},
		{
			name: "two stones taken by one make no ko",
			board: `
				O . X .
				O X . .
				X . . .`,
			toPlay: ruleset.Black, play: "B3",
			want: `
				. X X .
				. X . .
				X . . .`,
			wantKo: "none",
		},
		{
			name: "four chains are taken at once",
			board: `
				. . X . .
				. X O X .
				X O . O X
				. X O X .
				. . X . .`,
			toPlay: ruleset.Black, play: "C3",
			want: `
				. . X . .
				. X . X .
				X . X . X
				. X . X .
				. . X . .`,
			wantKo: "none",
		},
		{
			name: "a chain that touches the point three times is taken once",
			board: `
				O O O X .
				O . O X .
				O O O X .
				X X X X .`,
			toPlay: ruleset.Black, play: "B3",
			want: `
				. . . X .
				. X . X .
				. . . X .
				X X X X .`,
			wantKo: "none",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := load(t, test.board, test.toPlay)
			hash := b.HashAfter(at(t, test.play))
			b.Play(at(t, test.play))
			want := load(t, test.want, test.toPlay.Opponent())
			if got := b.Position(); got != want.Position() {
				t.Fatalf("the board is\n%v\nwant\n%v", b, want)
			}
			if b.Hash() != hash || b.Hash() != want.Hash() {
				t.Errorf("hash %x, announced %x, want %x", b.Hash(), hash, want.Hash())
			}
			if b.Ko().String() != test.wantKo {
				t.Errorf("ko at %v, want %s", b.Ko(), test.wantKo)
			}
			if err := b.CheckInvariants(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestKoIsOverAfterAnotherMove(t *testing.T) {
	b := load(t, `
		. X O .
		X O . O
		. X O .
		. . . .`, ruleset.Black)
	b.Play(at(t, "C3"))
	if b.Legal(at(t, "B3")) {
		t.Error("the ko may be retaken at once")
	}
	b.Play(fastboard.Pass)
	b.Play(fastboard.Pass)
	if !b.Legal(at(t, "B3")) || b.Passes() != 2 || b.LastMove() != fastboard.Pass {
		t.Errorf("after two passes: ko legal %t, passes %d, last move %v", b.Legal(at(t, "B3")), b.Passes(), b.LastMove())
	}
}

func TestEyeLike(t *testing.T) {
	b := load(t, `
		. X . O .
		X X O X X
		. . X . X
		O X . X .
		. O X X .`, ruleset.Black)
	for vertex, want := range map[string]bool{
		"A5": true,  // in the corner
		"D3": true,  // one enemy on the four diagonals
		"C2": true,  // none on them
		"E5": false, // the neighbor D5 is White's
		"C5": false,
		"E2": false, // on the edge, but E1 is empty
		"A1": false, // White's, if anybody's
		"A3": false,
		"B4": false, // a stone
	} {
		if got := b.EyeLike(at(t, vertex), ruleset.Black); got != want {
			t.Errorf("%s is an eye of Black: %t, want %t\n%v", vertex, got, want, b)
		}
	}
	if b.EyeLike(at(t, "A5"), ruleset.White) || b.EyeLike(at(t, "A5"), ruleset.Empty) {
		t.Error("A5 is an eye of somebody else")
	}

	// One enemy diagonal makes an eye at the edge false, two one in the middle.
	b = load(t, `
		X . X . .
		O X . . .
		. O X O .
		. X . X .
		. . X O .`, ruleset.Black)
	if b.EyeLike(at(t, "B5"), ruleset.Black) {
		t.Error("B5 has an enemy on a diagonal, at the edge")
	}
	if b.EyeLike(at(t, "C2"), ruleset.Black) {
		t.Error("C2 has enemies on three diagonals")
	}
}

func TestPattern3x3(t *testing.T) {
	b := load(t, `
		. X .
		O . X
		. O .`, ruleset.Black)
	const empty, black, white, border = 0, 1, 2, 3
	code := func(around ...uint16) (c uint16) {
		for i, color := range around {
			c |= color << (2 * i)
		}
		return c
	}
	if got, want := b.Pattern3x3(at(t, "B2")), code(empty, white, empty, white, black, empty, black, empty); got != want {
		t.Errorf("around B2: %016b, want %016b", got, want)
	}
	if got, want := b.Pattern3x3(at(t, "A1")), code(border, border, border, border, white, border, white, empty); got != want {
		t.Errorf("around A1: %016b, want %016b", got, want)
	}
}

func TestSelfAtariAndCaptures(t *testing.T) {
	b := load(t, `
		. O . . .
		O X X . .
		. O O X .
		. . . . .
		X . . . .`, ruleset.Black)
	for _, test := range []struct {
		vertex              string
		selfAtari, captures bool
	}{
		{"A5", false, false}, // suicide: no legal move anyway
		{"C5", false, false},
		{"D4", false, false},
		{"A3", true, false}, // its liberty is A2
		{"B2", false, false},
		{"C2", false, false},
	} {
		p := at(t, test.vertex)
		if got := b.Legal(p) && b.SelfAtari(p); got != test.selfAtari {
			t.Errorf("%s is self-atari: %t", test.vertex, got)
		}
		if got := b.Captures(p, ruleset.Black); got != test.captures {
			t.Errorf("%s takes something: %t", test.vertex, got)
		}
	}
	b = load(t, `
		. X
		. O`, ruleset.Black)
	if p := at(t, "A1"); !b.Captures(p, ruleset.Black) || b.Captures(p, ruleset.White) || b.SelfAtari(p) {
		t.Error("A1 takes B1")
	}
}

func TestChains(t *testing.T) {
	b := load(t, `
		. X X . .
		X X . . .
		. . . O .
		. . . . O
		. . . O .`, ruleset.Black)
	p := at(t, "B4")
	var chain []string
	for q := b.NextInChain(p); ; q = b.NextInChain(q) {
		chain = append(chain, q.String())
		if q == p {
			break
		}
	}
	slices.Sort(chain)
	if want := []string{"A4", "B4", "B5", "C5"}; !slices.Equal(chain, want) {
		t.Errorf("the chain at B4 is %v, want %v", chain, want)
	}
	if b.ChainSize(p) != 4 || b.Liberties(p) != 5 || b.SameChain(p, at(t, "D3")) || !b.SameChain(p, at(t, "C5")) {
		t.Errorf("size %d, liberties %d", b.ChainSize(p), b.Liberties(p))
	}
	for _, q := range []fastboard.Point{at(t, "A5"), fastboard.NoPoint, fastboard.At(6, 3)} {
		if _, atari := b.InAtari(q); atari || b.ChainSize(q) != 0 || b.Liberties(q) != 0 || b.SameChain(q, q) {
			t.Errorf("%d has a chain", q)
		}
	}
	if b.NeighborCount(at(t, "C4"), ruleset.Black) != 2 || b.NeighborCount(at(t, "A5"), ruleset.Black) != 2 || b.NeighborCount(at(t, "A5"), ruleset.White) != 0 {
		t.Error("the neighbors of C4 or A5 are miscounted")
	}
}

func TestScore(t *testing.T) {
	for _, test := range []struct {
		board string
		want  int
	}{
		{".", 0},
		{"O .", -2},
		{". .", 0},
		{". X . O", 1 + 1 - 1},
		{`
			. . X . O
			. . X . O
			. . X . O`, 9 - 3},
		{`
			. X O . .
			X . X O .
			. X O . O
			X X O O O`, 9 - 11},
	} {
		b := load(t, test.board, ruleset.Black)
		if got := b.AreaScore(); got != test.want {
			t.Errorf("score %d, want %d\n%v", got, test.want, b)
		}
	}
}

func TestSizes(t *testing.T) {
	for _, size := range []ruleset.Size{{W: 0, H: 9}, {W: 20, H: 9}, {W: 9, H: 20}, {W: 9, H: -1}, {W: 25, H: 25}} {
		if fastboard.CheckSize(size) == nil {
			t.Errorf("%v is accepted", size)
		}
	}
	for _, size := range []ruleset.Size{{W: 1, H: 1}, {W: 19, H: 19}, {W: 1, H: 19}, {W: 19, H: 2}} {
		if err := fastboard.CheckSize(size); err != nil {
			t.Error(err)
		}
		b := fastboard.New(size)
		if err := b.CheckInvariants(); err != nil {
			t.Error(err)
		}
		if b.EmptyCount() != size.Area() || b.Size() != size || b.ToPlay() != ruleset.Black {
			t.Errorf("%v: the new board is %v with %d empty points", size, b.Size(), b.EmptyCount())
		}
	}
}

func TestPointsConvert(t *testing.T) {
	for _, p := range append(ruleset.Square(fastboard.MaxSide).Points(), ruleset.Pass, ruleset.NoPoint) {
		q := fastboard.FromRuleset(p)
		if q.Ruleset() != p || q.String() != p.String() || q.Col() != p.Col() || q.Row() != p.Row() {
			t.Errorf("%v becomes %v and then %v", p, q, q.Ruleset())
		}
	}
}

func TestLoad(t *testing.T) {
	pos, err := ruleset.ParseBoard(`
		. X O .
		X . X O
		. X O .
		. . . .`)
	if err != nil {
		t.Fatal(err)
	}
	var b fastboard.Board
	if err := b.Load(&pos, ruleset.White, ruleset.At(2, 3), 0); err != nil {
		t.Fatal(err)
	}
	if err := b.CheckInvariants(); err != nil {
		t.Error(err)
	}
	if b.Legal(at(t, "B3")) || b.Hash() != pos.Hash() || b.Moves() != 0 || b.LastMove() != fastboard.NoPoint || b.ToPlay() != ruleset.White {
		t.Errorf("loaded as\n%v", &b)
	}

	dead, err := ruleset.ParseBoard(`
		X O
		O .`)
	if err != nil {
		t.Fatal(err)
	}
	large := ruleset.NewPosition(ruleset.Square(21))
	for _, test := range []struct {
		name   string
		pos    *ruleset.Position
		toPlay ruleset.Color
		ko     ruleset.Point
		want   string
	}{
		{"too large", &large, ruleset.Black, ruleset.NoPoint, "21x21"},
		{"nobody to play", &pos, ruleset.Empty, ruleset.NoPoint, "player to move"},
		{"a chain without liberties", &dead, ruleset.Black, ruleset.NoPoint, "A2 has no liberty"},
		{"a ko for the wrong player", &pos, ruleset.Black, ruleset.At(2, 3), "cannot be a ko point"},
		{"a ko on a stone", &pos, ruleset.White, ruleset.At(2, 4), "cannot be a ko point"},
		{"a ko off the board", &pos, ruleset.White, ruleset.At(9, 9), "cannot be a ko point"},
	} {
		if err := b.Load(test.pos, test.toPlay, test.ko, 0); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want one with %q", test.name, err, test.want)
		}
	}
}

func TestLoadGame(t *testing.T) {
	g, err := ruleset.NewGame(ruleset.Rules{}, ruleset.Square(5), ruleset.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []ruleset.Point{ruleset.At(3, 3), ruleset.At(2, 2), ruleset.Pass} {
		if err := g.Play(p); err != nil {
			t.Fatal(err)
		}
	}
	var b fastboard.Board
	if err := b.LoadGame(g); err != nil {
		t.Fatal(err)
	}
	if b.Hash() != g.Hash() || b.ToPlay() != g.ToPlay() || b.Passes() != 1 || b.LastMove() != fastboard.Pass {
		t.Errorf("loaded as\n%v", &b)
	}
}

func TestCopies(t *testing.T) {
	b := load(t, `
		. X O .
		X O . O
		. X O .
		. . . .`, ruleset.Black)
	b.Play(at(t, "C3"))
	other := fastboard.New(ruleset.Square(19)) // something to overwrite
	other.Play(at(t, "K10"))
	other.CopyFrom(b)
	assigned := *b
	for _, c := range []*fastboard.Board{other, &assigned} {
		if err := c.CheckInvariants(); err != nil {
			t.Error(err)
		}
		if c.String() != b.String() || c.Hash() != b.Hash() || c.Moves() != b.Moves() || c.LastMove() != b.LastMove() {
			t.Errorf("copied as\n%v\nwant\n%v", c, b)
		}
	}
	hash := b.Hash()
	other.Play(at(t, "A1"))
	if b.Hash() != hash || b.At(at(t, "A1")) != ruleset.Empty {
		t.Error("a move on the copy changed the original")
	}
}

func TestPointSet(t *testing.T) {
	var s fastboard.PointSet
	points := []fastboard.Point{21, 63, 64, 300, 399}
	for _, p := range points {
		s.Add(p)
		s.Add(p)
	}
	if s.Len() != len(points) || !s.Has(64) || s.Has(65) {
		t.Errorf("%d points", s.Len())
	}
	for i, p := range points {
		if s.Nth(i) != p {
			t.Errorf("point %d is %d, want %d", i, s.Nth(i), p)
		}
	}
	if s.Nth(len(points)) != fastboard.NoPoint {
		t.Error("there is one more point")
	}
}

func TestPool(t *testing.T) {
	var pool fastboard.Pool
	b := pool.Get()
	b.Reset(ruleset.Square(9))
	b.Play(at(t, "E5"))
	pool.Put(b)
	b = pool.Get()
	b.Reset(ruleset.Square(9))
	if b.EmptyCount() != 81 {
		t.Error("Reset leaves stones on the board")
	}
}

func TestNothingAllocates(t *testing.T) {
	start := fastboard.New(ruleset.Square(9))
	b, c := new(fastboard.Board), new(fastboard.Board)
	pos := start.Position()
	var pool fastboard.Pool
	pool.Put(new(fastboard.Board))
	var owner [fastboard.NumPoints]ruleset.Color
	sum := uint64(0)
	allocs := testing.AllocsPerRun(20, func() {
		b.CopyFrom(start)
		*c = *b
		for b.EmptyCount() > 20 && b.Passes() < 2 {
			p := fastboard.Pass
			for i := range b.EmptyCount() {
				if q := b.EmptyAt(i); b.Legal(q) && !b.EyeLike(q, b.ToPlay()) {
					p = q
				}
			}
			sum += b.HashAfter(p)
			b.Play(p)
			_, _ = b.InAtari(p)
			sum += uint64(b.Liberties(p) + b.ChainSize(p) + int(b.Pattern3x3(p)))
		}
		sum += uint64(b.AreaScore())
		b.Owners(&owner)
		b.Reset(ruleset.Square(9))
		borrowed := pool.Get()
		pool.Put(borrowed)
	})
	if allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
	_ = pos
	_ = sum
}
