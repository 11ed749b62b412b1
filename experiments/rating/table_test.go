package rating

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/experiments/stats"
)

// baseball are the 1987 results of the American League's Eastern Division, of
// Agresti, Categorical Data Analysis, 2002, table 10.10: wins of the row's team
// against the column's, 13 games each.
var baseball = struct {
	teams []string
	wins  [7][7]int
}{
	[]string{"Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"},
	[7][7]int{
		{0, 7, 9, 7, 7, 9, 11},
		{6, 0, 7, 5, 11, 9, 9},
		{4, 6, 0, 7, 7, 8, 12},
		{6, 8, 6, 0, 6, 7, 10},
		{6, 2, 6, 7, 0, 7, 12},
		{4, 4, 5, 6, 6, 0, 6},
		{2, 4, 1, 3, 1, 7, 0},
	},
}

func TestBradleyTerryOfAgresti(t *testing.T) {
	var table Table
	for i, team := range baseball.teams {
		for j, other := range baseball.teams[:i] {
			add(t, table.AddGames(team, other, stats.Tally{Wins: baseball.wins[i][j], Losses: baseball.wins[j][i]}))
		}
	}
	ratings, err := table.Rate(Options{Anchor: "Baltimore"})
	if err != nil {
		t.Fatal(err)
	}
	// Table 10.11, column 3: log odds with Baltimore at 0, standard errors about 0.3.
	want := map[string]float64{"Milwaukee": 1.58, "Detroit": 1.44, "Toronto": 1.29, "New York": 1.25, "Boston": 1.11, "Cleveland": 0.68, "Baltimore": 0}
	for _, p := range ratings.Players {
		odds := p.Elo.Estimate / perOdds
		if !near(odds, want[p.Name], 0.005) {
			t.Errorf("%s: %.3f, want %v", p.Name, odds, want[p.Name])
		}
		se := (p.Elo.Hi - p.Elo.Lo) / 2 / 1.959964 / perOdds
		if p.Name != "Baltimore" && !near(se, 0.34, 0.01) || p.Name == "Baltimore" && se != 0 {
			t.Errorf("%s: standard error %v", p.Name, se)
		}
	}
	if p := ratings.Players; p[at(&table, "Milwaukee")].Results != (stats.Tally{Wins: 50, Losses: 28}) {
		t.Errorf("results %+v", p)
	}
}

func TestTwoPlayersAreADifference(t *testing.T) {
	var table Table
	results := stats.Tally{Wins: 300, Draws: 200, Losses: 200}
	add(t, table.AddGames("new", "old", results))
	ratings, err := table.Rate(Options{Anchor: "old", AnchorElo: 1000})
	if err != nil {
		t.Fatal(err)
	}
	want := Difference(results, 0.95)
	d := ratings.Difference(0, 1)
	if !near(d.Estimate, want.Estimate, 1e-9) || !near(d.Lo, want.Lo, 0.3) || !near(d.Hi, want.Hi, 0.3) {
		t.Errorf("got %+v, want %+v", d, want)
	}
	if got := ratings.Players[0].Elo.Estimate; !near(got, 1000+want.Estimate, 1e-9) {
		t.Errorf("anchored at 1000: %v", got)
	}
	if los := ratings.LOS[0][1]; los < 0.99 || !near(los+ratings.LOS[1][0], 1, 1e-12) || ratings.LOS[0][0] != 0.5 {
		t.Errorf("likelihoods %v", ratings.LOS)
	}
	if _, err := json.Marshal(ratings); err != nil {
		t.Error(err)
	}
}

func TestMeanAnchorAndAdvantage(t *testing.T) {
	var table Table
	// Equal players, Black scores 10 of 11.
	add(t, table.AddGames("a", "b", stats.Tally{Wins: 100, Losses: 10}))
	add(t, table.AddGames("b", "a", stats.Tally{Wins: 100, Losses: 10}))
	ratings, err := table.Rate(Options{BlackAdvantage: true})
	if err != nil {
		t.Fatal(err)
	}
	if a := ratings.BlackAdvantage; !near(a.Estimate, 400, 1e-6) || !(a.Lo < 400 && a.Hi > 400) {
		t.Errorf("advantage %+v", a)
	}
	for _, p := range ratings.Players {
		if !near(p.Elo.Estimate, 0, 1e-6) || !near(p.Elo.Lo, -p.Elo.Hi, 1e-6) {
			t.Errorf("%+v", p)
		}
	}
}

func TestRatingsUsePairs(t *testing.T) {
	// In each opening one color wins both games: no doubt which players are equal.
	var pairs, games Table
	for i := range 100 {
		one := Win
		if i%2 == 0 {
			one = Loss
		}
		add(t, pairs.AddPair("a", "b", one, one.Opponent()))
		add(t, games.AddGame("a", "b", one))
		add(t, games.AddGame("b", "a", one))
	}
	if pairs.AsBlack("a", "b") != games.AsBlack("a", "b") || pairs.Tally("b", "a") != games.Tally("b", "a") {
		t.Error("pairs and games count differently")
	}
	p, _ := pairs.Rate(Options{})
	g, _ := games.Rate(Options{})
	if width := p.differenceSE(0, 1) / g.differenceSE(0, 1); width > 0.3 {
		t.Errorf("the pairs' standard error is %v of the games'", width)
	}
}

func TestPairsFromEitherSide(t *testing.T) {
	var table Table
	add(t, table.AddGame("a", "b", Draw))
	add(t, table.AddPair("b", "a", Win, Draw))
	if got := table.Pairs("b", "a"); got != (Pairs{0, 0, 0, 1, 0}) {
		t.Errorf("b: %v", got)
	}
	if got := table.Pairs("a", "b"); got != (Pairs{0, 1, 0, 0, 0}) {
		t.Errorf("a: %v", got)
	}
	if got := table.AsBlack("b", "a"); got != (stats.Tally{Wins: 1}) {
		t.Errorf("b as Black: %+v", got)
	}
	if got := table.AsBlack("a", "b"); got != (stats.Tally{Draws: 2}) {
		t.Errorf("a as Black: %+v", got)
	}
	if got := table.Tally("b", "a"); got != (stats.Tally{Wins: 1, Draws: 2}) {
		t.Errorf("b: %+v", got)
	}
	if got := table.Tally("b", "nobody"); got.Games() != 0 {
		t.Errorf("nobody: %+v", got)
	}
}

func TestPerfectScoresAreBoundedAndExplained(t *testing.T) {
	var table Table
	add(t, table.AddGames("strong", "weak", stats.Tally{Wins: 20}))
	add(t, table.AddGames("weak", "weaker", stats.Tally{Wins: 12, Losses: 8}))
	ratings, err := table.Rate(Options{})
	if err != nil {
		t.Fatal(err)
	}
	// 20½ of 21 points.
	if d := ratings.Difference(0, 1); !near(d.Estimate, Elo(20.5/21), 1) || math.IsInf(d.Hi, 0) {
		t.Errorf("got %+v", d)
	}
	if len(ratings.Warnings) != 1 || !strings.Contains(ratings.Warnings[0], "strong") {
		t.Errorf("warnings %v", ratings.Warnings)
	}
	var black Table
	add(t, black.AddGames("a", "b", stats.Tally{Wins: 20}))
	add(t, black.AddGames("b", "a", stats.Tally{Wins: 20}))
	ratings, err = black.Rate(Options{BlackAdvantage: true})
	if err != nil || len(ratings.Warnings) != 1 || math.IsInf(ratings.BlackAdvantage.Estimate, 0) || ratings.BlackAdvantage.Estimate < 300 {
		t.Errorf("Black always wins: %+v, %v", ratings, err)
	}
}

func TestTablesThatCannotBeRated(t *testing.T) {
	var empty, apart, fine Table
	if _, err := empty.Rate(Options{}); err == nil {
		t.Error("empty: no error")
	}
	add(t, apart.AddGame("a", "b", Draw))
	add(t, apart.AddGame("c", "d", Draw))
	if _, err := apart.Rate(Options{}); err == nil || !strings.Contains(err.Error(), "connects") {
		t.Errorf("two islands: %v", err)
	}
	add(t, fine.AddGame("a", "b", Draw))
	if _, err := fine.Rate(Options{Anchor: "c"}); err == nil {
		t.Error("unknown anchor: no error")
	}
	if _, err := fine.Rate(Options{Prior: -1}); err == nil {
		t.Error("negative prior: no error")
	}
	if fine.AddGame("a", "a", Win) == nil || fine.AddPair("a", "a", Win, Win) == nil {
		t.Error("against itself: no error")
	}
}

func TestTableIsDrawn(t *testing.T) {
	var table Table
	add(t, table.AddGames("first", "second", stats.Tally{Wins: 2, Draws: 1}))
	add(t, table.AddGame("third", "first", Loss))
	const want = `
             1    2    3  points
   first 1    -  2.5/3  1/1   3.5/4
`
	got := table.String()
	for _, part := range strings.Fields(want) {
		if !strings.Contains(got, part) {
			t.Errorf("%q is missing from\n%s", part, got)
		}
	}
}
