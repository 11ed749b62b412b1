package experiments

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/tengen-go/tengen/ruleset"
)

var invariantGames = flag.Int("invariant.games", 0, "games for TestAreaAgainstTerritory; 0 = a few")

// In a finished game a stone of Black's is either on the board or White's
// prisoner. So the margin of area is that of territory plus Black's plays less
// White's; and if every pass hands over a stone, plus the difference in turns:
// 1 if Black, who began, also made the last turn, else 0. (Where White begins,
// as on the old Chinese start, -1 if White made the last turn.)
//
// It holds exactly, under every ruleset, unless the territory rules take points
// away because of seki. Games in which they do are the exceptions; each is
// explained by just those points.
func TestAreaAgainstTerritory(t *testing.T) {
	games := 120
	switch {
	case *invariantGames > 0:
		games = *invariantGames
	case testing.Short():
		games = 30
	}
	sizes := []string{"5", "6", "7", "9", "11", "13", "5x9", "7x6", "13x8"}
	var names []string
	kinds := map[string]int{}
	for i := range games {
		size, err := ruleset.ParseSize(sizes[i%len(sizes)])
		if err != nil {
			t.Fatal(err)
		}
		names = ruleset.RulesetNames()
		own := names[i/len(sizes)%len(names)]
		game := policyGame(t, own, size, i)
		if game == nil || game.Result().Ending != ruleset.ByScore {
			kinds["without a count"]++
			continue
		}
		kinds[checkInvariant(t, fmt.Sprintf("game %d, %v, %s", i, size, own), game)]++
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		t.Logf("%d games %s", kinds[kind], kind)
	}
	if kinds["without a count"] > games/4 {
		t.Errorf("%d of %d games have no count", kinds["without a count"], games)
	}
}

// policyGame plays a game of the policy players; every fourth one stops when
// all is proved. It returns nil where the rules need a larger board.
func policyGame(t *testing.T, name string, size ruleset.Size, index int) *ruleset.Game {
	t.Helper()
	rules, err := ruleset.ParseRules(name)
	if err != nil {
		t.Fatal(err)
	}
	game, err := ruleset.NewGame(rules, size, ruleset.Setup{})
	if err != nil {
		return nil
	}
	var players [2]Player
	for i, policy := range []string{"tactical", []string{"tactical", "uniform"}[index%2]} {
		spec := player(t, policy)
		if players[i], err = spec.New(); err != nil {
			t.Fatal(err)
		}
	}
	for !game.Over() {
		decision, err := players[game.Ply()%2].Choose(context.Background(), game, mix(uint64(index), searchStream, uint64(game.Ply())))
		if err == nil {
			err = game.Play(decision.Point)
		}
		if err == nil && index%4 == 0 && !game.Over() {
			err = settle(game)
		}
		if err != nil {
			t.Fatalf("game %d, %s: %v", index, name, err)
		}
	}
	return game
}

// checkInvariant compares the margins of a game and says what kind of game it
// is.
func checkInvariant(t *testing.T, label string, game *ruleset.Game) (kind string) {
	t.Helper()
	facts, position := game.Facts(), game.Position()
	turns := 0
	for _, move := range game.Moves() {
		if move.Color == ruleset.Black {
			turns++
		} else {
			turns--
		}
	}
	if turns < -1 || turns > 1 {
		t.Errorf("%s: Black made %+d more turns than White", label, turns)
	}
	start := game.Start()
	stones := start.Count(ruleset.Black) - start.Count(ruleset.White) // none, or as many of each
	territory := func(name string) (margin, uncounted int) {
		rules, err := ruleset.ParseRules(name + ",pass-stones=yes")
		if err != nil {
			t.Fatal(err)
		}
		count := rules.Count(position, facts)
		return int(count.Black-count.White) / 2, count.Side(ruleset.Black).Uncounted - count.Side(ruleset.White).Uncounted
	}
	kind = "where both margins agree"
	if turns != 0 {
		kind = "where they differ by the last turn"
	}
	for _, name := range ruleset.RulesetNames() {
		rules, err := ruleset.ParseRules(name)
		if err != nil {
			t.Fatal(err)
		}
		if rules.Scoring != ruleset.AreaScoring {
			continue
		}
		count := rules.Count(position, facts)
		area := int(count.Black-count.White) / 2
		for _, other := range []string{"japanese", "korean"} {
			margin, uncounted := territory(other)
			difference := area - margin - stones
			if difference == turns {
				continue
			}
			if uncounted == 0 || difference-uncounted != turns {
				t.Errorf("%s: %s %d, %s %d with pass stones, turns %+d, points in seki %+d\n%s", label, name, area, other, margin, turns, uncounted, position)
				return "that break the rule"
			}
			if kind != "with points in seki" {
				t.Logf("%s: %s %d, %s %d: %+d points in seki do not count\n%s", label, name, area, other, margin, uncounted, position)
			}
			kind = "with points in seki"
		}
	}
	return kind
}
