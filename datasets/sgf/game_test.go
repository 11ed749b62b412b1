package sgf

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/ruleset"
)

func TestReplayExecutesAsTheFormatSays(t *testing.T) {
	for _, c := range []struct {
		name, text, board string
		captures          [2]int
		illegalAt         int
		why               error
	}{
		{
			name: "a capture", text: "(;SZ[3];B[ba];W[aa];B[ab])",
			board: ". X . / X . . / . . .", captures: [2]int{1, 0}, illegalAt: -1,
		},
		{
			name: "setup with rectangles and holes", text: "(;SZ[3]AB[aa:cb]AW[ac]AE[ba])",
			board: "X . X / X X X / O . .", illegalAt: -1,
		},
		{
			name: "setup in the middle of the game", text: "(;SZ[3];B[aa];AW[cc]AE[aa];W[ba])",
			board: ". O . / . . . / . . O", illegalAt: -1,
		},
		{
			name: "a play on a stone replaces it", text: "(;SZ[3];B[bb];W[bb];B[aa])",
			board: "X . . / . O . / . . .", illegalAt: 1, why: ruleset.ErrOccupied,
		},
		{
			name: "a suicide goes off the board", text: "(;SZ[3]AW[ba][ab];B[aa])",
			board: ". O . / O . . / . . .", captures: [2]int{0, 1}, illegalAt: 0, why: ruleset.ErrSuicide,
		},
		{
			name: "a point off the board changes nothing", text: "(;SZ[3];B[dd];W[aa])",
			board: "O . . / . . . / . . .", illegalAt: 0, why: ruleset.ErrOffBoard,
		},
		{
			name: "two moves in one node", text: "(;SZ[3]B[ba]W[aa]B[ab])",
			board: ". X . / X . . / . . .", captures: [2]int{1, 0}, illegalAt: -1,
		},
		{
			name: "a ko taken back at once", text: "(;SZ[4]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[bb];B[cb])",
			board: ". X O . / X X . O / . X O . / . . . .", illegalAt: -1,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			line, err := mustParse(t, c.text).Replay()
			if err != nil {
				t.Fatal(err)
			}
			if c.name == "a ko taken back at once" {
				if !errors.Is(line.Illegal, ruleset.ErrKo) || line.IllegalAt != 1 {
					t.Errorf("illegal at %d: %v", line.IllegalAt, line.Illegal)
				}
				return
			}
			want, err := ruleset.ParseBoard(strings.ReplaceAll(c.board, " / ", "\n"))
			if err != nil {
				t.Fatal(err)
			}
			if line.Position != want {
				t.Errorf("the board is\n%vwant\n%v", &line.Position, &want)
			}
			if line.Captures != c.captures || line.IllegalAt != c.illegalAt || !errors.Is(line.Illegal, c.why) {
				t.Errorf("captures %v, illegal at %d: %v", line.Captures, line.IllegalAt, line.Illegal)
			}
		})
	}
}

func TestReplayAlongAVariation(t *testing.T) {
	game := mustParse(t, "(;SZ[9];B[aa](;W[bb])(;W[cc];AB[dd];B[ee]))")
	line, err := game.ReplayTo(game.Root.Next().Children[1].Next().Next())
	if err != nil {
		t.Fatal(err)
	}
	if len(line.Moves) != 3 || line.Moves[1].String() != "W C7" || !line.LaterSetup {
		t.Errorf("moves %v, later setup %t", line.Moves, line.LaterSetup)
	}
	for moves, want := range []int{0, 1, 2, 4, 4} {
		position := line.PositionAt(moves)
		if got := position.Count(ruleset.Black) + position.Count(ruleset.White); got != want {
			t.Errorf("%d stones after %d moves, want %d", got, moves, want)
		}
	}
}

func TestToGame(t *testing.T) {
	for _, c := range []struct {
		name, text string
		ply        int
		result     string
		note       string
	}{
		{"resignation", "(;SZ[9]RU[Chinese]KM[7.5]RE[B+R];B[ee];W[cc])", 2, "B+R", ""},
		{"time", "(;SZ[9]RU[Chinese]KM[7.5]RE[W+T];B[ee])", 1, "W+T", ""},
		{"two passes", "(;SZ[3]RU[Chinese]KM[0];B[bb];W[];B[tt])", 3, "B+9", ""},
		{"a third pass", "(;SZ[3]RU[Chinese]KM[0];B[bb];W[];B[];W[])", 3, "B+9", "1 passes after the end"},
		{"play goes on after passes", "(;SZ[3]RU[Chinese]KM[0];B[bb];W[];B[];W[aa];B[ab];W[];B[])", 7, "B+1", "resumed"},
		{"handicap with stones", "(;SZ[9]RU[Chinese]KM[0]HA[2]AB[cc][gg];W[ee])", 1, "?", ""},
		{"handicap as moves", "(;SZ[9]RU[Chinese]KM[0]HA[2];B[cc];B[gg];W[ee])", 1, "?", "handicap stones"},
		{"setup in the second node", "(;SZ[9]RU[AGA]KM[0];AB[cc]PL[W];W[ee])", 1, "?", ""},
		{"White first", "(;SZ[9]RU[Chinese]KM[0];W[ee];B[cc])", 2, "?", ""},
		{"unknown rules", "(;SZ[9]KM[5.5];B[ee])", 1, "?", "simple ko are assumed"},
		{"no komi", "(;SZ[9]RU[Chinese];B[ee])", 1, "?", "7.5 is assumed"},
		{"void", "(;SZ[9]RU[Japanese]KM[6.5]RE[Void];B[ee])", 1, "Void", ""},
		{"a result that the board contradicts", "(;SZ[9]RU[Japanese]KM[6.5]RE[W+R];B[];W[])", 2, "W+6.5", "differs"},
	} {
		t.Run(c.name, func(t *testing.T) {
			game, notes, err := mustParse(t, c.text).ToGame(GameOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if game.Ply() != c.ply || game.Result().String() != c.result {
				t.Errorf("%d plies, result %v, want %d and %s", game.Ply(), game.Result(), c.ply, c.result)
			}
			texts := ""
			for _, n := range notes {
				texts += n.Text + "\n"
			}
			if c.note == "" && texts != "" || !strings.Contains(texts, c.note) {
				t.Errorf("notes %q, want %q", texts, c.note)
			}
		})
	}
}

func TestToGameHandicap(t *testing.T) {
	game, _, err := mustParse(t, "(;SZ[9]RU[Chinese]KM[0]HA[2];B[cc];B[gg];W[ee])").ToGame(GameOptions{})
	if err != nil {
		t.Fatal(err)
	}
	start := game.Start()
	if game.Handicap() != 2 || start.Count(ruleset.Black) != 2 || game.FirstToPlay() != ruleset.White {
		t.Errorf("handicap %d, %d stones, first %v", game.Handicap(), start.Count(ruleset.Black), game.FirstToPlay())
	}
}

func TestToGameIsStrict(t *testing.T) {
	for _, c := range []struct {
		name, text string
		why        error
		parts      []string
	}{
		{"a ko", "(;SZ[4]KM[0]RU[Japanese]AB[ba][ab][bc]AW[ca][db][cc][bb]PL[B];B[cb];W[bb])", ruleset.ErrKo, []string{"move 2", "W B3", "byte"}},
		{"an occupied point", "(;SZ[9];B[aa];W[aa])", ruleset.ErrOccupied, []string{"move 2", "W A9"}},
		{"a point off the board", "(;SZ[9];B[aa];W[zz])", ruleset.ErrOffBoard, []string{"move 2", "zz"}},
		{"an unreadable point", "(;SZ[9];B[a1])", ErrUnplayable, []string{"move 1", "a1"}},
		{"setup off the board", "(;SZ[9]AB[zz];B[aa])", ruleset.ErrOffBoard, []string{"AB", "zz"}},
		{"setup without liberty", "(;SZ[9]AB[aa]AW[ab][ba];B[cc])", ErrUnplayable, []string{"A9", "liberty"}},
		{"twice in a row", "(;SZ[9];B[aa];B[bb])", ErrUnplayable, []string{"move 2", "turn of W"}},
		{"setup later", "(;SZ[9];B[aa];AB[bb];W[cc])", ErrUnplayable, []string{"setup stones after the first move"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			collection, err := Parse([]byte(c.text), Options{File: "f.sgf"})
			if err != nil {
				t.Fatal(err)
			}
			_, _, err = collection.Games[0].ToGame(GameOptions{})
			if !errors.Is(err, c.why) || !errors.Is(err, ErrUnplayable) {
				t.Fatalf("error %v, want %v", err, c.why)
			}
			for _, part := range append(c.parts, "f.sgf: game 1") {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("error %q does not say %q", err, part)
				}
			}
		})
	}
	if _, _, err := mustParse(t, "(;SZ[9];B[aa];B[bb])").ToGame(GameOptions{AllowTurns: true}); err != nil {
		t.Error(err)
	}
}

// TestToGameBelievesTheRecord replays a game that is longer than the rules
// allow and goes on after a repetition that would have ended it.
func TestToGameBelievesTheRecord(t *testing.T) {
	rules, err := ruleset.ParseRules("japanese,cycle=none,max-moves=none,komi=0")
	if err != nil {
		t.Fatal(err)
	}
	var game *ruleset.Game
	for seed := uint64(1); game == nil; seed++ {
		if seed > 1000 {
			t.Fatal("no random game is long enough and has a repetition")
		}
		game = longRandomGame(t, rules, seed)
	}
	tree, err := NewRecord(game).Tree()
	if err != nil {
		t.Fatal(err)
	}
	tree.Root.Set("RU", "Japanese")
	back, notes, err := tree.ToGame(GameOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if back.FinalHash() != game.FinalHash() || len(notes) != 1 || !strings.Contains(notes[0].Text, "repetition") {
		t.Errorf("%d plies with notes %v", back.Ply(), notes)
	}
	japanese, err := ruleset.ParseRules("japanese")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := tree.ToGame(GameOptions{Rules: &japanese}); !errors.Is(err, ruleset.ErrGameOver) {
		t.Errorf("error %v, want %v: rules that the caller gives are kept", err, ruleset.ErrGameOver)
	}
}

// longRandomGame returns a game of 40 plies on 2x2 with a repetition, or nil if
// this seed gives none.
func longRandomGame(t *testing.T, rules ruleset.Rules, seed uint64) *ruleset.Game {
	t.Helper()
	game, err := ruleset.NewGame(rules, ruleset.Square(2), ruleset.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	for game.Ply() < 40 {
		points := game.LegalPoints()
		if len(points) == 0 {
			points = []ruleset.Point{ruleset.Pass}
		}
		if game.Play(points[rng.IntN(len(points))]) != nil {
			return nil
		}
	}
	if _, found := game.Repetition(); !found {
		return nil
	}
	return game
}
