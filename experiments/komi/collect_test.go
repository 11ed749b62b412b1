package komi

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/ruleset"
)

// Runs of a ruleset at other komi than its own do not change what it prescribes; rules of one's
// own at several komi prescribe none, nor do any for handicap games.
func TestOwnKomiOfCollectedGames(t *testing.T) {
	for _, test := range []struct {
		name     string
		rules    string
		handicap int
		komis    []float64
		want     float64 // -1 for none
	}{
		{"a ruleset at mixed komi", "chinese,komi=5", 0, []float64{5, 9}, 7.5},
		{"a ruleset at one komi that is not its own", "japanese,komi=5", 0, []float64{5}, 6.5},
		{"rules of one's own at one komi", "scoring=area,komi=5", 0, []float64{5}, 5},
		{"rules of one's own at mixed komi", "scoring=area,komi=5", 0, []float64{5, 9}, -1},
		{"handicap games", "chinese,komi=5", 2, []float64{5, 9}, -1},
	} {
		g := &group{sample: *simulated(t, test.komis, 100, func(rng *rand.Rand) float64 { return odd(7 + 9*rng.NormFloat64()) }, rand.New(rand.NewPCG(1, 2)))}
		g.setting.Rules, g.setting.Handicap = rules(t, test.rules), test.handicap
		g.setOwnKomi()
		c, err := g.cell("test", 0.05)
		if err != nil {
			t.Fatal(err)
		}
		if named := strings.Contains(strings.Join(c.lines(), "\n"), "ruleset's own komi"); named != (test.want >= 0) {
			t.Errorf("%s: an own komi is named: %v", test.name, named)
		}
		if test.want >= 0 && (c.Usual == nil || c.Usual.Komi != test.want || g.setting.Rules.Komi != ruleset.HalfPoints(2*test.want)) {
			t.Errorf("%s: %+v", test.name, c.Usual)
		}
	}
}
