package ruleset

import (
	"errors"
	"math/rand/v2"
	"testing"
)

// referee is a second opinion on a game: it keeps every board and compares
// them one by one.
type referee struct {
	boards []Position
	movers []Color // of the player whose move made the board; Empty for the start
	plays  []bool  // whether that was a play, not a pass
}

// repeats says what superko bars, by the definitions.
func (r *referee) repeats(ko KoRule, mover Color, next Position) bool {
	for i, board := range r.boards {
		if board != next {
			continue
		}
		switch ko {
		case KoPositional:
			return true
		case KoSituational:
			// The start counts as made by the opponent of who moves first.
			if r.movers[i] == mover {
				return true
			}
		case KoNaturalSituational:
			if r.movers[i] == mover && r.plays[i] {
				return true
			}
		}
	}
	return false
}

// fuzzGame plays the moves that data asks for, checks every answer, and takes
// all back.
func fuzzGame(t *testing.T, rulesIndex, width, height byte, data []byte) {
	all := fuzzRules
	rules := all[int(rulesIndex)%len(all)]
	size := Size{int(width)%6 + 1, int(height)%6 + 1}
	g, err := NewGame(rules, size, Setup{})
	if err != nil {
		t.Fatal(err)
	}
	points := append(size.Points(), Pass)
	start := Empty
	if g.FirstToPlay() == Black {
		start = White // so that the start counts as White's for Black to answer
	} else {
		start = Black
	}
	second := referee{boards: []Position{g.Start()}, movers: []Color{start}, plays: []bool{false}}
	var hashes []uint64
	var states []state
	for _, b := range data {
		p := points[int(b)%len(points)]
		mover := g.ToPlay()
		before := *g
		wantErr := second.judge(g, p)
		if err := g.Legal(p); !errors.Is(err, wantErr) {
			t.Fatalf("%v on\n%v: legal says %v, want %v", Move{mover, p}, g.Position(), err, wantErr)
		}
		hash := g.FinalHash()
		if err := g.Play(p); !errors.Is(err, wantErr) {
			t.Fatalf("%v: play says %v, want %v", Move{mover, p}, err, wantErr)
		}
		if wantErr != nil {
			if g.position != before.position || g.now != before.now || g.Ply() != before.Ply() {
				t.Fatal("a refused move changed the game")
			}
			continue
		}
		hashes, states = append(hashes, hash), append(states, before.now)
		second.boards = append(second.boards, *g.Position())
		second.movers = append(second.movers, mover)
		second.plays = append(second.plays, p != Pass)
		checkInvariants(t, g)
	}
	for i := len(hashes) - 1; i >= 0; i-- {
		undo(t, g)
		if g.FinalHash() != hashes[i] || g.now != states[i] || *g.Position() != second.boards[i] {
			t.Fatalf("taking back ply %d did not restore the game", i+1)
		}
	}
	if len(g.barred) > 1 || len(g.situations) > 1 {
		t.Fatalf("%d and %d keys are left at the start", len(g.barred), len(g.situations))
	}
}

// judge says why a move is illegal, nil if it is legal.
func (r *referee) judge(g *Game, p Point) error {
	switch {
	case g.Over():
		return ErrGameOver
	case p == Pass:
		return nil
	case g.Position().At(p) != Empty:
		return ErrOccupied
	}
	next := *g.Position()
	captured, suicide := next.Place(g.ToPlay(), p)
	rules := g.Rules()
	switch {
	case rules.Ko == KoSimple && len(r.boards) > 1 && len(captured) == 1 && r.boards[len(r.boards)-2] == next && p == g.KoPoint():
		return ErrKo
	case len(suicide) > 0 && rules.Suicide == SuicideForbidden, len(suicide) == 1 && rules.Suicide == SuicideMulti:
		return ErrSuicide
	case r.repeats(rules.Ko, g.ToPlay(), next):
		return ErrSuperko
	}
	return nil
}

// checkInvariants checks what holds after every move of a game that began on
// an empty board or with as many stones of each side.
func checkInvariants(t *testing.T, g *Game) {
	t.Helper()
	if p := g.Position().NoLiberty(); p != NoPoint {
		t.Fatalf("the chain at %v has no liberty on\n%v", p, g.Position())
	}
	var hash uint64
	for _, p := range g.Size().Points() {
		hash ^= Zobrist(g.Position().At(p), p)
	}
	if hash != g.Hash() || hash != g.History()[g.Ply()] {
		t.Fatal("the hash is not that of the stones")
	}
	if g.Ply() > g.Rules().MoveLimit(g.Size()) {
		t.Fatal("the move limit was passed")
	}
	start := g.Start()
	plays := map[Color]int{}
	for _, m := range g.Moves() {
		if m.Point != Pass {
			plays[m.Color]++
		}
	}
	for _, c := range []Color{Black, White} {
		if got := start.Count(c) + plays[c] - g.Captures(c.Opponent()); got != g.Position().Count(c) {
			t.Fatalf("%v has %d stones, want %d", c, g.Position().Count(c), got)
		}
	}
	checkCounts(t, g, plays)
}

// checkCounts checks that the ways to count differ by what they must.
func checkCounts(t *testing.T, g *Game, plays map[Color]int) {
	t.Helper()
	facts := g.Facts()
	area := Rules{}.Count(g.Position(), facts)
	territory := Rules{Scoring: TerritoryScoring}.Count(g.Position(), facts)
	shared := Rules{Neutral: NeutralShared}.Count(g.Position(), facts)
	stone := Rules{Scoring: StoneScoring}.Count(g.Position(), facts)
	if area.Black+area.White+WholePoints(area.Neutral) != WholePoints(g.Size().Area()) {
		t.Fatalf("points are missing in %v", area)
	}
	if area.Neutral < g.Size().Area() && shared.Black+shared.White != WholePoints(g.Size().Area()) {
		t.Fatalf("points are missing in %v", shared)
	}
	if shared.Margin != area.Margin {
		t.Fatalf("sharing neutral points moved the margin from %v to %v", area.Margin, shared.Margin)
	}
	// Every stone played is on the board or the opponent's prisoner, so area
	// is territory plus the stones that one side played more.
	if difference := WholePoints(plays[Black] - plays[White]); area.Margin-territory.Margin != difference {
		t.Fatalf("area %v and territory %v differ, but not by the %v stones that Black played more",
			area.Margin, territory.Margin, difference)
	}
	// With pass stones every move hands over a stone, so that the two are
	// equal once both sides made as many moves.
	aga := Rules{Scoring: TerritoryScoring, PassStones: true}.Count(g.Position(), facts)
	if g.Ply()%2 == 0 && aga.Margin != area.Margin {
		t.Fatalf("after as many moves, area is %v and territory with pass stones %v", area.Margin, aga.Margin)
	}
	for _, c := range []Color{Black, White} {
		s := stone.Side(c)
		if s.Tax > 2*s.Groups || s.Tax > s.Surrounded {
			t.Fatalf("%v pays %d for %d groups with %d points", c, s.Tax, s.Groups, s.Surrounded)
		}
		alive, eyes := PassAlive(g.Position(), c)
		for _, p := range alive {
			if g.Position().At(p) != c {
				t.Fatalf("no stone of %v at %v, but it lives", c, p)
			}
		}
		for _, p := range eyes {
			if g.Position().At(p) == c {
				t.Fatalf("a stone of %v at %v, but it is an eye", c, p)
			}
		}
	}
}

// fuzzRules are rulesets for small boards.
var fuzzRules = func() (all []Rules) {
	for _, ko := range []KoRule{KoSimple, KoNone, KoPositional, KoSituational, KoNaturalSituational} {
		for _, suicide := range []Suicide{SuicideForbidden, SuicideMulti, SuicideAny} {
			all = append(all, Rules{Ko: ko, Suicide: suicide, MaxMoves: NoMoveLimit})
		}
	}
	return append(all,
		Rules{OnCycle: CycleDraw}, Rules{OnCycle: CycleNoResult, Scoring: TerritoryScoring},
		Rules{PassesToEnd: 3}, Rules{WhitePassesLast: true, Ko: KoSituational},
	)
}()

func FuzzGame(f *testing.F) {
	f.Add(byte(0), byte(2), byte(2), []byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9})
	f.Add(byte(2), byte(1), byte(1), []byte{0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3})
	f.Fuzz(fuzzGame)
}

func TestRandomGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	games := 600
	if testing.Short() {
		games = 100
	}
	for i := range games {
		data := make([]byte, 80)
		for j := range data {
			data[j] = byte(rng.Uint32())
		}
		fuzzGame(t, byte(i), byte(rng.Uint32()), byte(rng.Uint32()), data)
	}
}
