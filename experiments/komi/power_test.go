package komi

import (
	"math"
	"strings"
	"testing"
)

func TestPlannerByHand(t *testing.T) {
	games, err := Power{Precision: 1, Confidence: 0.95, Slope: 0.04, Rate: 0.01, Difference: 0.05, Within: 0.05, Power: 0.8, Looks: 1}.Plan()
	if err != nil {
		t.Fatal(err)
	}
	// Delta method: (1.96·0.5/(0.04·1))² = 600.2. A rate to ±1 %: the known 9604.
	// 5 % off one half, power 0.8: (1.96·0.5 + 0.8416·√(0.55·0.45))²/0.05² = 783.
	if games.FairKomi != 601 || games.ForRate != 9604 || math.Abs(float64(games.Fairness)-783) > 2 {
		t.Errorf("%+v", games)
	}
	if games.SequentialMost != games.Fairness {
		t.Errorf("a test with one look costs %d games and %d without looks", games.SequentialMost, games.Fairness)
	}
	if !strings.Contains(games.Text(), "9604") {
		t.Error(games.Text())
	}
}

func TestPlannerRefuses(t *testing.T) {
	good := Power{Precision: 1, Confidence: 0.95, Slope: 0.04, Rate: 0.01, Difference: 0.05, Within: 0.05, Power: 0.8, Looks: 5}
	for want, spoil := range map[string]func(*Power){
		"precision is 0":   func(p *Power) { p.Precision = 0 },
		"slope is -1":      func(p *Power) { p.Slope = -1 },
		"confidence is 95": func(p *Power) { p.Confidence = 95 },
		"draws is 1":       func(p *Power) { p.Draws = 1 },
		"looks is 0":       func(p *Power) { p.Looks = 0 },
		"power is 2":       func(p *Power) { p.Power = 2 },
	} {
		p := good
		spoil(&p)
		_, err := p.Plan()
		wantError(t, err, want)
	}
}

func TestSlopeOfMargins(t *testing.T) {
	if got := SlopeOfMargins(10); math.Abs(got-0.0398942) > 1e-6 {
		t.Errorf("slope %v of margins with a standard deviation of 10", got)
	}
}

func TestPlannerHasAFloorAndACeiling(t *testing.T) {
	steep := Power{Precision: 1, Confidence: 0.95, Slope: 1, Rate: 0.01, Difference: 0.05, Within: 0.05, Power: 0.8, Looks: 5}
	games, err := steep.Plan()
	if err != nil {
		t.Fatal(err)
	}
	if games.FairKomi != MinGames || !strings.Contains(games.Text(), "a study plays 40 at least") {
		t.Errorf("steps of margins: %s", games.Text())
	}
	tiny := steep
	tiny.Precision, tiny.Rate, tiny.Difference, tiny.SecondsPer = 1e-9, 1e-9, 1e-9, 1e6
	if games, err = tiny.Plan(); err != nil {
		t.Fatal(err)
	}
	if text := games.Text(); strings.Count(text, "more than 2147483647") != 5 || strings.Contains(text, "a study plays") || strings.Contains(text, "-") {
		t.Errorf("%s", text)
	}
}

// (1.95996 + 1.28155)²/4/0.01²: each of the two tests has half of the level, as in a study.
func TestBalanceIsPlannedAsItIsTested(t *testing.T) {
	g, err := Power{Precision: 0.5, Confidence: 0.95, Slope: 0.04, Rate: 0.01, Difference: 0.03, Within: 0.01, Power: 0.8, Looks: 5}.Plan()
	if err != nil || g.Balance != 26269 {
		t.Errorf("%+v, %v", g, err)
	}
}
