package gtp

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/mcts"
	"github.com/tengen-go/tengen/ruleset"
)

// searching returns an engine with real search.
func searching(t testing.TB, seed uint64, change func(c *mcts.Config)) *Engine {
	t.Helper()
	config := mcts.DefaultConfig()
	config.Ownership = true
	if change != nil {
		change(&config)
	}
	s, err := mcts.New(config)
	if err != nil {
		t.Fatal(err)
	}
	return newEngine(t, func(c *Config) {
		c.Searcher, c.Seed = s, seed
		c.Budget = mcts.Budget{Playouts: 200}
		c.Size = ruleset.Square(5)
	})
}

// TestSearchPlaysAGame lets the engine play against itself on a small board
// until both pass. What it says about the result agrees, and the same seed
// gives the same game.
func TestSearchPlaysAGame(t *testing.T) {
	play := func(seed uint64) (record, score string) {
		s := startSession(t, searching(t, seed, nil))
		ask := func(format string, args ...any) string {
			s.send(fmt.Sprintf(format, args...))
			return strings.TrimSpace(strings.TrimPrefix(s.answer(), "="))
		}
		passes := 0
		for ply := 0; passes < 2; ply++ {
			if ply > 150 {
				t.Fatal("the game does not end")
			}
			m := ask("genmove %s", []string{"b", "w"}[ply%2])
			if strings.HasPrefix(m, "?") {
				t.Fatal(m)
			}
			if passes++; m != "pass" {
				passes = 0
			}
		}
		score = ask("final_score")
		record = ask("printsgf")
		if !strings.Contains(record, "RE["+score+"]") {
			t.Errorf("final_score %s, and the record %s", score, record)
		}
		alive := strings.Fields(ask("final_status_list alive"))
		dead := strings.Fields(ask("final_status_list dead"))
		board := ask("showboard")
		if n := strings.Count(board, "X") + strings.Count(board, "O"); n != len(alive)+len(dead) {
			t.Errorf("%d stones, %d alive and %d dead", n, len(alive), len(dead))
		}
		return record, score
	}
	a, score := play(1)
	b, _ := play(1)
	c, _ := play(2)
	if a != b {
		t.Errorf("the same seed gives\n%s\nand\n%s", a, b)
	}
	if a == c {
		t.Error("another seed gives the same game")
	}
	t.Logf("%s: %s", score, a)
}

// TestSearchAnalyzes checks the lines of analysis of a real search.
func TestSearchAnalyzes(t *testing.T) {
	for _, workers := range []int{1, 2} {
		s := startSession(t, searching(t, 1, func(c *mcts.Config) { c.Workers = workers }))
		s.send("play b C3")
		s.answer()
		s.send("kata-analyze w 2 ownership true rootInfo true")
		if head := s.line(); head != "=" {
			t.Fatal(head)
		}
		var visits []int
		for range 4 {
			line := s.line()
			var root struct{ winrate, visits int }
			at := strings.Index(line, "rootInfo")
			if !strings.HasPrefix(line, "info move ") || at < 0 {
				t.Fatalf("line %q", line)
			}
			var w float64
			if _, err := fmt.Sscanf(line[at:], "rootInfo winrate %f visits %d", &w, &root.visits); err != nil {
				t.Fatal(err)
			}
			_, owners, _ := strings.Cut(line, "ownership ")
			if n := len(strings.Fields(owners)); n != 25 || w < 0 || w > 1 {
				t.Fatalf("%d owners, winrate %v", n, w)
			}
			visits = append(visits, root.visits)
		}
		if visits[3] <= visits[0] {
			t.Errorf("visits do not grow: %v", visits)
		}
		s.send("genmove w")
		for s.line() != "" { // the rest of the analysis
		}
		if m := s.answer(); !strings.HasPrefix(m, "= ") || m == "= C3" {
			t.Errorf("genmove: %q", m)
		}
	}
}

// TestSearchSeesWhoMoves: analysis for a player out of turn does not change
// the game.
func TestSearchSeesWhoMoves(t *testing.T) {
	e := searching(t, 1, nil)
	got := run(t, e, "play b A1; reg_genmove b; reg_genmove w; play w pass; play b pass; reg_genmove b; play w A1; undo; final_score")
	parts := strings.Split(got, " | ")
	if len(parts) != 9 || parts[1] == "A1" || parts[6] != "? illegal move" || parts[8] != "B+17.5" {
		t.Errorf("got %s", got)
	}
}

// TestSearchTellsOwnersAfterMoves: there are numbers for every point, after
// every move and in all, as many deviations, and visits for every move of a line.
func TestSearchTellsOwnersAfterMoves(t *testing.T) {
	s := startSession(t, searching(t, 1, nil))
	s.send("kata-genmove_analyze b 100 movesOwnership true movesOwnershipStdev true ownership true ownershipStdev true pvEdgeVisits true")
	text, _, _ := strings.Cut(s.answer(), "\nplay ")
	lists := map[string][]int{}
	for line := range strings.Lines(text) {
		name, length := "", 0
		for _, word := range append(strings.Fields(line), "end") {
			switch word {
			case "pv", "pvEdgeVisits", "movesOwnership", "movesOwnershipStdev", "ownership", "ownershipStdev", "info", "end":
				lists[name] = append(lists[name], length)
				name, length = word, 0
			default:
				length++
			}
		}
	}
	if len(lists["pv"]) == 0 || !slices.Equal(lists["pv"], lists["pvEdgeVisits"]) {
		t.Errorf("variations of %v moves with visits of %v", lists["pv"], lists["pvEdgeVisits"])
	}
	for name, count := range map[string]int{"movesOwnership": len(lists["pv"]), "movesOwnershipStdev": len(lists["pv"]), "ownership": len(lists["ownershipStdev"]), "ownershipStdev": len(lists["ownership"])} {
		if len(lists[name]) != count || count == 0 || slices.ContainsFunc(lists[name], func(n int) bool { return n != 25 }) {
			t.Errorf("%s: lists of %v numbers, want %d of 25", name, lists[name], count)
		}
	}
}

func ExampleServer() {
	search := mcts.DefaultConfig()
	search.Ownership = true
	searcher, err := mcts.New(search)
	if err != nil {
		fmt.Println(err)
		return
	}
	engine, err := NewEngine(Config{
		Rules:    ruleset.Rules{Ko: ruleset.KoPositional, Komi: 15},
		Searcher: searcher,
		Budget:   mcts.Budget{Playouts: 100},
		Seed:     1,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	var out bytes.Buffer
	server := Server{Handler: engine}
	in := strings.NewReader("1 boardsize 5\n2 play b C3\n3 play w C3\n4 final_score\n5 quit\n")
	if err := server.Serve(context.Background(), in, &out); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(strings.ReplaceAll(out.String(), "\n\n", "\n"))
	// Output:
	// =1
	// =2
	// ?3 illegal move
	// =4 B+17.5
	// =5
}

// TestSearchIsRestricted: all visits go to moves that the client wants to see,
// and afterwards the search is free again.
func TestSearchIsRestricted(t *testing.T) {
	s := startSession(t, searching(t, 1, nil))
	s.send("genmove_analyze b 100 allow b A1,B2 1 avoid w C3,D4 2")
	text := s.answer()
	_, move, _ := strings.Cut(text, "\nplay ")
	for _, info := range strings.Split(text, "info move ")[1:] {
		fields := strings.Fields(info)
		if fields[0] != "A1" && fields[0] != "B2" {
			t.Errorf("%s is looked at", fields[0])
		}
		if _, pv, _ := strings.Cut(info, " pv "); len(strings.Fields(pv)) > 1 {
			if reply := strings.Fields(pv)[1]; reply == "C3" || reply == "D4" {
				t.Errorf("White answers %s with %s", fields[0], reply)
			}
		}
	}
	if strings.TrimSpace(move) != "B2" && strings.TrimSpace(move) != "A1" {
		t.Errorf("plays %q in %s", move, text)
	}
	s.send("reg_genmove w")
	if answer := s.answer(); strings.HasPrefix(answer, "?") || strings.Contains(answer, "pass") {
		t.Errorf("afterwards: %s", answer)
	}
}
