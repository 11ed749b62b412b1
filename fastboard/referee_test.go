package fastboard_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/ruleset"
)

// games is for the thorough run: go test ./fastboard -run Referee -games 10000 -timeout 1h -v
var games = flag.Int("games", 0, "games against the referee on 9x9, and on boards of any size; a tenth on 13x13, a fiftieth on 19x19; 0 for the usual number")

// twins is one position on both boards.
type twins struct {
	game  *ruleset.Game
	board *fastboard.Board
}

func newTwins(t testing.TB, size ruleset.Size, suicide ruleset.Suicide) twins {
	t.Helper()
	rules := ruleset.Rules{Suicide: suicide, MaxMoves: 1 << 20}
	game, err := ruleset.NewGame(rules, size, ruleset.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	return twins{game, fastboard.New(size)}
}

// play makes a legal move on both boards.
func (w twins) play(t testing.TB, p ruleset.Point) {
	t.Helper()
	q := fastboard.FromRuleset(p)
	var want uint64
	if w.board.Legal(q) {
		want = w.board.HashAfter(q)
		w.board.Play(q)
	} else {
		want = w.board.HashAfterSuicide(q)
		w.board.PlaySuicide(q)
	}
	if err := w.game.Play(p); err != nil {
		t.Fatalf("the referee refuses %v: %v\n%v", p, err, w.board)
	}
	if w.board.Hash() != want {
		t.Fatalf("%v led to the hash %#x, announced was %#x\n%v", p, w.board.Hash(), want, w.board)
	}
}

// compare compares all that both boards know and returns the legal points.
func (w twins) compare(t testing.TB) []ruleset.Point {
	g, b := w.game, w.board
	if err := b.CheckInvariants(); err != nil {
		t.Fatal(err)
	}
	if b.ToPlay() != g.ToPlay() || b.Ko().Ruleset() != g.KoPoint() || b.Hash() != g.Hash() ||
		b.Passes() != g.PassesInRow() || b.Moves() != g.Ply() {
		t.Fatalf("turn, ko, hash, passes, moves: %v %v %x %d %d, by the referee %v %v %x %d %d\n%v",
			b.ToPlay(), b.Ko(), b.Hash(), b.Passes(), b.Moves(),
			g.ToPlay(), g.KoPoint(), g.Hash(), g.PassesInRow(), g.Ply(), b)
	}
	count := g.Score(nil)
	if got := ruleset.WholePoints(b.AreaScore()); got != count.Margin {
		t.Fatalf("score %v, by the referee %v\n%v", got, count.Margin, b)
	}
	var owner [fastboard.NumPoints]ruleset.Color
	b.Owners(&owner)
	var seen [ruleset.NumPoints]bool
	var legal []ruleset.Point
	for _, p := range g.Size().Points() {
		q := fastboard.FromRuleset(p)
		c := g.Position().At(p)
		if b.At(q) != c {
			t.Fatalf("%v is %v, by the referee %v\n%v", p, b.At(q), c, b)
		}
		if owner[q] != count.Owner(p) {
			t.Fatalf("%v belongs to %v, by the referee to %v\n%v", p, owner[q], count.Owner(p), b)
		}
		if c != ruleset.Empty {
			if b.Legal(q) || b.Suicide(q) != 0 {
				t.Fatalf("the occupied point %v is legal\n%v", p, b)
			}
			if !seen[p] {
				w.compareChain(t, p, &seen)
			}
			continue
		}
		err := g.Legal(p)
		stones := b.Suicide(q)
		allowed := b.Legal(q)
		switch g.Rules().Suicide {
		case ruleset.SuicideMulti:
			allowed = allowed || stones > 1
		case ruleset.SuicideAny:
			allowed = allowed || stones > 0
		}
		if allowed != (err == nil) && !g.Over() {
			t.Fatalf("%v legal: %t, by the referee: %v\n%v", p, allowed, err, b)
		}
		if err == nil {
			legal = append(legal, p)
		}
	}
	return legal
}

// compareChain compares the stones and liberties of the chain at p and notes
// its stones as seen.
func (w twins) compareChain(t testing.TB, p ruleset.Point, seen *[ruleset.NumPoints]bool) {
	b, q := w.board, fastboard.FromRuleset(p)
	stones, liberties := w.game.Position().Chain(p)
	if b.ChainSize(q) != len(stones) || b.Liberties(q) != len(liberties) {
		t.Fatalf("%v has %d stones and %d liberties, by the referee %d and %d\n%v",
			p, b.ChainSize(q), b.Liberties(q), len(stones), len(liberties), b)
	}
	var first [3]fastboard.Point
	n := b.FirstLiberties(q, first[:])
	for i, liberty := range first[:n] {
		if !slices.Contains(liberties, liberty.Ruleset()) || slices.Contains(first[:i], liberty) {
			t.Fatalf("%v has the first liberties %v, by the referee %v\n%v", p, first[:n], liberties, b)
		}
	}
	if n != min(len(first), len(liberties)) {
		t.Fatalf("%v has %d liberties of %d at first\n%v", p, n, len(liberties), b)
	}
	for _, stone := range stones {
		seen[stone] = true
		q := fastboard.FromRuleset(stone)
		liberty, atari := b.InAtari(q)
		if atari != (len(liberties) == 1) || atari && liberty.Ruleset() != liberties[0] {
			t.Fatalf("atari of %v: %t at %v, by the referee the liberties are %v\n%v", stone, atari, liberty, liberties, b)
		}
		if !b.SameChain(q, fastboard.FromRuleset(p)) || b.Head(q) != b.Head(fastboard.FromRuleset(p)) {
			t.Fatalf("%v and %v are not one chain\n%v", stone, p, b)
		}
	}
}

// selfPlay plays a random game on both boards and compares them after every
// move. Most moves spare own eyes, so that games grow old enough for kos and
// large captures; some do not, so that everything happens.
func selfPlay(t testing.TB, size ruleset.Size, suicide ruleset.Suicide, rng *rand.Rand) (moves, kos int) {
	t.Helper()
	w := newTwins(t, size, suicide)
	var copied fastboard.Board
	for moves = 0; moves < 3*size.Area() && !w.game.Over(); moves++ {
		legal := w.compare(t)
		if w.board.Ko() != fastboard.NoPoint {
			kos++
		}
		p := ruleset.Pass
		sparing := rng.IntN(16) > 0
		for len(legal) > 0 {
			i := rng.IntN(len(legal))
			if !sparing || !w.board.EyeLike(fastboard.FromRuleset(legal[i]), w.board.ToPlay()) {
				p = legal[i]
				break
			}
			legal[i] = legal[len(legal)-1]
			legal = legal[:len(legal)-1]
		}
		if rng.IntN(64) == 0 {
			p = ruleset.Pass
		}
		w.play(t, p)

		// The game goes on with a copy on a board that has seen others.
		copied.CopyFrom(w.board)
		*w.board = copied
	}
	w.compare(t)
	return moves, kos
}

// randomSize favors small boards, where every corner of the rules is met.
func randomSize(rng *rand.Rand) ruleset.Size {
	most := fastboard.MaxSide
	if rng.IntN(8) > 0 {
		most = 7
	}
	return ruleset.Size{W: 1 + rng.IntN(most), H: 1 + rng.IntN(most)}
}

func TestBoardAgreesWithReferee(t *testing.T) {
	n := 2500
	if testing.Short() || raced {
		n = 150
	}
	if *games > 0 {
		n = *games
	}
	moves, kos := 0, 0
	for i := range n {
		rng := rand.New(rand.NewPCG(1, uint64(i)))
		m, k := selfPlay(t, randomSize(rng), ruleset.SuicideForbidden, rng)
		moves += m
		kos += k
	}
	t.Logf("%d games, %d moves, %d positions with a ko", n, moves, kos)
	if kos == 0 {
		t.Error("no game had a ko: the test does not test it")
	}
}

// The sizes that most games are played on.
func TestUsualSizesAgreeWithReferee(t *testing.T) {
	for _, usual := range []struct{ side, share int }{{9, 1}, {13, 10}, {19, 50}} {
		n := 1
		if *games > 0 {
			n = max(1, *games/usual.share)
		}
		moves, kos := 0, 0
		for i := range n {
			rng := rand.New(rand.NewPCG(4, uint64(i)))
			m, k := selfPlay(t, ruleset.Square(usual.side), ruleset.SuicideForbidden, rng)
			moves += m
			kos += k
		}
		t.Logf("%dx%d: %d games, %d moves, %d positions with a ko", usual.side, usual.side, n, moves, kos)
	}
}

func TestEverySizeAgreesWithReferee(t *testing.T) {
	for side := 1; side <= fastboard.MaxSide; side++ {
		if testing.Short() && side > 7 {
			break
		}
		for _, size := range []ruleset.Size{{W: side, H: side}, {W: side, H: 1}, {W: 2, H: side}} {
			rng := rand.New(rand.NewPCG(2, uint64(side)))
			selfPlay(t, size, ruleset.SuicideForbidden, rng)
		}
	}
}

func TestSuicideAgreesWithReferee(t *testing.T) {
	n := 200
	if testing.Short() || raced {
		n = 20
	}
	for _, suicide := range []ruleset.Suicide{ruleset.SuicideMulti, ruleset.SuicideAny} {
		t.Run(fmt.Sprint(suicide), func(t *testing.T) {
			for i := range n {
				rng := rand.New(rand.NewPCG(3, uint64(i)))
				selfPlay(t, randomSize(rng), suicide, rng)
			}
		})
	}
}

// FuzzBoardAgreesWithReferee plays the moves that the bytes name: each counts
// through the legal points and the pass.
func FuzzBoardAgreesWithReferee(f *testing.F) {
	f.Add(uint8(1), uint8(1), []byte{0, 0})
	f.Add(uint8(2), uint8(2), []byte{0, 1, 2, 0, 1, 0, 2, 1, 0, 0, 1})
	f.Add(uint8(3), uint8(5), []byte("the quick brown fox jumps over the lazy dog"))
	f.Add(uint8(19), uint8(19), []byte{60, 70, 80, 90, 100, 0, 1, 2, 3, 4, 5})
	f.Fuzz(func(t *testing.T, width, height uint8, choices []byte) {
		size := ruleset.Size{W: 1 + int(width)%fastboard.MaxSide, H: 1 + int(height)%fastboard.MaxSide}
		w := newTwins(t, size, ruleset.SuicideForbidden)
		for _, choice := range choices[:min(len(choices), 200)] {
			if w.game.Over() {
				break
			}
			legal := append(w.compare(t), ruleset.Pass)
			w.play(t, legal[int(choice)%len(legal)])
		}
		w.compare(t)
	})
}
