package rating

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/tengen-go/tengen/experiments/stats"
)

// Table is a cross table: who made how many points against whom. The zero value
// is ready; players get into it with their first game.
type Table struct {
	players []string
	number  map[string]int
	single  map[[2]int]stats.Tally // by Black and White, games that belong to no pair
	pairs   map[[2]int]pairCounts  // by lower and higher number
}

// pairCounts counts pairs by the outcome of the player with the lower number as
// Black and as White.
type pairCounts [3][3]int

// Players lists the players in the order of their first games.
func (t *Table) Players() []string { return slices.Clone(t.players) }

func (t *Table) add(player string) int {
	if at, ok := t.number[player]; ok {
		return at
	}
	if t.number == nil {
		t.number = map[string]int{}
		t.single = map[[2]int]stats.Tally{}
		t.pairs = map[[2]int]pairCounts{}
	}
	t.number[player] = len(t.players)
	t.players = append(t.players, player)
	return len(t.players) - 1
}

// AddGame counts a game that is not part of a pair, with the outcome for Black.
func (t *Table) AddGame(black, white string, outcome Outcome) error {
	return t.AddGames(black, white, outcome.tally())
}

// AddGames counts such games with the results of Black.
func (t *Table) AddGames(black, white string, results stats.Tally) error {
	if black == white {
		return fmt.Errorf("rating: %q against itself: such games say nothing about strength", black)
	}
	key := [2]int{t.add(black), t.add(white)}
	t.single[key] = t.single[key].Add(results)
	return nil
}

// AddPair counts two games from one opening with colors swapped, by the
// outcomes of the first player.
func (t *Table) AddPair(player, opponent string, asBlack, asWhite Outcome) error {
	if player == opponent {
		return fmt.Errorf("rating: %q against itself: such games say nothing about strength", player)
	}
	i, j := t.add(player), t.add(opponent)
	if i > j {
		i, j = j, i
		asBlack, asWhite = asWhite.Opponent(), asBlack.Opponent()
	}
	counts := t.pairs[[2]int{i, j}]
	counts[asBlack][asWhite]++
	t.pairs[[2]int{i, j}] = counts
	return nil
}

// asBlack is the tally of player i as Black against j, pairs included.
func (t *Table) asBlack(i, j int) stats.Tally {
	total := t.single[[2]int{i, j}]
	counts := t.pairs[[2]int{min(i, j), max(i, j)}]
	for black, row := range counts {
		for white, n := range row {
			outcome := Outcome(black)
			if i > j {
				outcome = Outcome(white).Opponent()
			}
			one := outcome.tally()
			total = total.Add(stats.Tally{Wins: n * one.Wins, Draws: n * one.Draws, Losses: n * one.Losses})
		}
	}
	return total
}

// AsBlack is the tally of a player with the black stones against an opponent.
func (t *Table) AsBlack(player, opponent string) stats.Tally {
	i, j, ok := t.both(player, opponent)
	if !ok {
		return stats.Tally{}
	}
	return t.asBlack(i, j)
}

// Tally is the tally of a player against an opponent with either color.
func (t *Table) Tally(player, opponent string) stats.Tally {
	i, j, ok := t.both(player, opponent)
	if !ok {
		return stats.Tally{}
	}
	return t.tally(i, j)
}

func (t *Table) tally(i, j int) stats.Tally { return t.asBlack(i, j).Add(reversed(t.asBlack(j, i))) }

// Pairs counts the pairs of a player against an opponent.
func (t *Table) Pairs(player, opponent string) Pairs {
	var pairs Pairs
	i, j, ok := t.both(player, opponent)
	if !ok {
		return pairs
	}
	for black, row := range t.pairs[[2]int{min(i, j), max(i, j)}] {
		for white, n := range row {
			at := black + white
			if i > j {
				at = len(pairs) - 1 - at
			}
			pairs[at] += n
		}
	}
	return pairs
}

func (t *Table) both(player, opponent string) (i, j int, ok bool) {
	i, known := t.number[player]
	j, ok = t.number[opponent]
	return i, j, ok && known
}

// reversed is the tally of the opponent.
func reversed(t stats.Tally) stats.Tally {
	return stats.Tally{Wins: t.Losses, Draws: t.Draws, Losses: t.Wins}
}

// String draws the table, points of the row's player out of the games against
// the column's.
func (t *Table) String() string {
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', tabwriter.AlignRight)
	for j := range t.players {
		fmt.Fprintf(w, "\t%d", j+1)
	}
	fmt.Fprintf(w, "\tpoints\t\n")
	for i, name := range t.players {
		fmt.Fprintf(w, "%s %d\t", name, i+1)
		var all stats.Tally
		for j := range t.players {
			results := t.tally(i, j)
			all = all.Add(results)
			if results.Games() == 0 {
				fmt.Fprint(w, "-\t")
				continue
			}
			fmt.Fprintf(w, "%s\t", outOf(results))
		}
		fmt.Fprintf(w, "%s\t\n", outOf(all))
	}
	_ = w.Flush() // a strings.Builder takes everything
	return text.String()
}

func outOf(t stats.Tally) string {
	return fmt.Sprintf("%v/%d", float64(2*t.Wins+t.Draws)/2, t.Games())
}
