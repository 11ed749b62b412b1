package mcts

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

var measureTactics = flag.Bool("tactics", false, "measure which positions of testdata/tactics are solved, and record it in testdata/tactics.json and in benchmarks/README.md; takes ten minutes")

// The playouts with which the positions are tried, and how often each is with
// so many: with another seed each time, few times where a search is long.
var (
	tacticsBudgets = []int{100, 400, 2000, 10_000, 50_000}
	tacticsTries   = []int{5, 5, 3, 3, 1}
)

// tacticsPlayers are what is compared: the presets that search, and a search that
// knows nothing.
var tacticsPlayers = []struct {
	name   string
	change func(*Config)
}{
	{"default", func(*Config) {}},
	{"light", func(c *Config) { c.Policy = "uniform" }},
	{"light:priors=0,rave=0,exploration=1", func(c *Config) { c.Policy, c.Priors, c.RAVE, c.Exploration = "uniform", 0, 0, 1 }},
}

// solvedTable is what was found: by player, then by position, how many of the
// tries were right with each budget.
type solvedTable struct {
	Budgets []int                       `json:"budgets"`
	Tries   []int                       `json:"tries"`
	Solved  map[string]map[string][]int `json:"solved"`
}

const (
	tacticsPath   = "testdata/tactics.json"
	tacticsReadme = "../benchmarks/README.md"
)

// TestTacticsTable checks that benchmarks/README.md tells what was measured.
func TestTacticsTable(t *testing.T) {
	all := tactics(t)
	if *measureTactics {
		recordTactics(t, all)
	}
	data, err := os.ReadFile(filepath.FromSlash(tacticsPath))
	if err != nil {
		t.Fatal(err)
	}
	var table solvedTable
	if err := json.Unmarshal(data, &table); err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		if len(table.Solved["default"][c.id()]) != len(table.Budgets) {
			t.Fatalf("%s is not in %s: go test ./mcts -run TacticsTable -tactics -timeout 1h", c.id(), tacticsPath)
		}
	}
	page, err := os.ReadFile(filepath.FromSlash(tacticsReadme))
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- tactics -->\n", "<!-- /tactics -->\n"
	before, rest, ok := strings.Cut(string(page), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has no place between %q and %q", tacticsReadme, begin, end)
	}
	want := before + begin + table.markdown(all) + end + after
	switch {
	case want == string(page):
	case !*measureTactics:
		t.Fatalf("%s does not tell what %s says: go test ./mcts -run TacticsTable -tactics -timeout 1h", tacticsReadme, tacticsPath)
	default:
		if err := os.WriteFile(filepath.FromSlash(tacticsReadme), []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// recordTactics tries all positions with all players and budgets.
func recordTactics(t *testing.T, all []*tactic) {
	table := solvedTable{Budgets: tacticsBudgets, Tries: tacticsTries, Solved: map[string]map[string][]int{}}
	type task struct {
		player   string
		change   func(*Config)
		position *tactic
	}
	tasks := make(chan task)
	var workers sync.WaitGroup
	var mutex sync.Mutex // of table.Solved
	for range 8 {
		workers.Go(func() {
			for task := range tasks {
				solved := tryTactic(t, newSearch(t, task.change), task.position)
				mutex.Lock()
				table.Solved[task.player][task.position.id()] = solved
				mutex.Unlock()
			}
		})
	}
	for _, player := range tacticsPlayers {
		table.Solved[player.name] = map[string][]int{}
	}
	for i, c := range all {
		fmt.Fprintf(os.Stderr, "\r%d of %d ", i+1, len(all))
		for _, player := range tacticsPlayers {
			tasks <- task{player.name, player.change, c}
		}
	}
	close(tasks)
	workers.Wait()
	fmt.Fprintln(os.Stderr)
	text, err := json.MarshalIndent(table, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.FromSlash(tacticsPath), append(text, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}

// tryTactic returns how often a position is solved with each budget.
func tryTactic(t *testing.T, search *Search, c *tactic) []int {
	var solved []int
	for i, budget := range tacticsBudgets {
		right := 0
		for seed := range uint64(tacticsTries[i]) {
			search.Reset()
			r, err := search.Run(t.Context(), c.game(t), Budget{Playouts: budget}, seed)
			if err != nil {
				t.Errorf("%s: %v", c.id(), err)
			} else if c.solved(r.Best) {
				right++
			}
		}
		solved = append(solved, right)
	}
	return solved
}

// share is the part of the tries that were right, in percent.
func (s *solvedTable) share(player string, budget int, of []*tactic) float64 {
	right := 0
	for _, c := range of {
		right += s.Solved[player][c.id()][budget]
	}
	return 100 * float64(right) / float64(s.Tries[budget]*len(of))
}

// markdown is the table as a page: by player, by category, and what was missed.
func (s *solvedTable) markdown(all []*tactic) string {
	var b strings.Builder
	header := func(first string) {
		fmt.Fprintf(&b, "\n| %s |", first)
		for _, budget := range s.Budgets {
			fmt.Fprintf(&b, " %d |", budget)
		}
		b.WriteString("\n| --- |" + strings.Repeat(" ---: |", len(s.Budgets)) + "\n")
	}
	row := func(name, player string, of []*tactic) {
		fmt.Fprintf(&b, "| %s |", name)
		for i := range s.Budgets {
			fmt.Fprintf(&b, " %.0f %% |", s.share(player, i, of))
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "\n%d positions, each searched %d times with 100 playouts, and fewer times with more:\n", len(all), s.Tries[0])
	header("playouts")
	for _, player := range tacticsPlayers {
		row("`"+player.name+"`", player.name, all)
	}
	b.WriteString("\nThe default player by category:\n")
	header("")
	for start := 0; start < len(all); {
		end := start
		for end < len(all) && all[end].category == all[start].category {
			end++
		}
		row(fmt.Sprintf("%s (%d)", all[start].category, end-start), "default", all[start:end])
		start = end
	}
	fmt.Fprintf(&b, "\nMissed by the default player with %d playouts or more, in some of the tries: %s.\n\n", longSearch, s.missed(all))
	return b.String()
}

// longSearch is the number of playouts from which a miss is worth a look.
const longSearch = 2000

// missed names the positions that the default player missed in long searches.
func (s *solvedTable) missed(all []*tactic) string {
	var names []string
	for _, c := range all {
		var rates []string
		for i, right := range s.Solved["default"][c.id()] {
			if s.Budgets[i] >= longSearch && right < s.Tries[i] {
				rates = append(rates, fmt.Sprintf("%d of %d with %d", right, s.Tries[i], s.Budgets[i]))
			}
		}
		if len(rates) > 0 {
			names = append(names, fmt.Sprintf("%s (%s)", c.id(), strings.Join(rates, ", ")))
		}
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, "; ")
}
