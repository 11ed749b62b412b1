package rating

import (
	"flag"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/experiments/stats"
)

// The calibration tests simulate matches whose answer is known, 2000 of each
// with -calibrate and fewer, with wider bounds, without.
var calibrate = flag.Bool("calibrate", false, "check intervals and error rates in 2000 simulated matches each")

func repetitions() int {
	switch {
	case *calibrate:
		return 2000
	case testing.Short():
		return 20
	default:
		return 100
	}
}

func checkLevel(t *testing.T, name string, elo float64, wrong, games int) {
	t.Helper()
	n := float64(repetitions())
	share := float64(wrong) / n
	t.Logf("SPRT by %s at %v Elo: wrong in %.2f %% of %v, after %.0f games on average", name, elo, 100*share, n, float64(games)/n)
	if share > 0.05+3*math.Sqrt(0.05*0.95/n) {
		t.Errorf("SPRT by %s at %v Elo: wrong in %.2f %%", name, elo, 100*share)
	}
}

func checkCoverage(t *testing.T, name string, held int) {
	t.Helper()
	n := float64(repetitions())
	share := float64(held) / n
	t.Logf("%-40s %.2f %% of %v", name, 100*share, n)
	if !near(share, 0.95, 0.02*math.Sqrt(2000/n)) {
		t.Errorf("%s: held in %.2f %% of the cases", name, 100*share)
	}
}

func holds(i stats.Interval, x float64) bool { return i.Lo <= x && x <= i.Hi }

func TestCalibrationOfDifferences(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 0))
	games, pairs := 0, 0
	for range repetitions() {
		var tally stats.Tally
		for range 300 {
			tally = tally.Add(play(Score(50), 0.2, rng).tally())
		}
		games += count(holds(Difference(tally, 0.95), 50))
		var p Pairs
		for range 150 {
			opening := 300 * rng.NormFloat64()
			p.Add(play(Score(mid(50, opening)+opening), 0.1, rng), play(Score(mid(50, opening)-opening), 0.1, rng))
		}
		pairs += count(holds(p.Difference(0.95), 50))
	}
	checkCoverage(t, "difference, 300 games", games)
	checkCoverage(t, "difference, 150 pairs", pairs)
}

func TestCalibrationOfRatings(t *testing.T) {
	truth := []float64{0, 80, 150, 30, -60}
	names := []string{"a", "b", "c", "d", "e"}
	rng := rand.New(rand.NewPCG(24, 0))
	single, paired, advantage := 0, 0, 0
	for range repetitions() {
		var games, pairs Table
		for i := range names {
			for j := range i {
				for range 30 {
					// Black's moving first is worth 40.
					add(t, games.AddGame(names[i], names[j], play(Score(truth[i]-truth[j]+40), 0.2, rng)))
					add(t, games.AddGame(names[j], names[i], play(Score(truth[j]-truth[i]+40), 0.2, rng)))
					// In logistic units openings must not change the mean score.
					opening := 250 * rng.NormFloat64()
					center := mid(truth[i]-truth[j], opening)
					add(t, pairs.AddPair(names[i], names[j], play(Score(center+opening), 0.1, rng), play(Score(center-opening), 0.1, rng)))
				}
			}
		}
		a, err := games.Rate(Options{BlackAdvantage: true})
		if err != nil {
			t.Fatal(err)
		}
		b, err := pairs.Rate(Options{})
		if err != nil {
			t.Fatal(err)
		}
		// Players enter with their first game: b before a.
		single += count(holds(a.Difference(at(&games, "c"), at(&games, "e")), 210))
		paired += count(holds(b.Difference(at(&pairs, "c"), at(&pairs, "e")), 210))
		advantage += count(holds(*a.BlackAdvantage, 40))
	}
	checkCoverage(t, "rating difference, games", single)
	checkCoverage(t, "rating difference, pairs", paired)
	checkCoverage(t, "advantage of Black", advantage)
}

func add(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func at(table *Table, name string) int { return table.number[name] }
