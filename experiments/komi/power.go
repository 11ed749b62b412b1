package komi

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/tengen-go/tengen/experiments/stats"
)

// Power asks how many games a question takes.
type Power struct {
	Precision  float64 `json:"precision"`    // half width of the fair komi's interval, in points
	Confidence float64 `json:"confidence"`   // of that interval
	Slope      float64 `json:"slope"`        // by how much Black's share of points falls per point of komi
	Draws      float64 `json:"draws"`        // share of drawn games
	Rate       float64 `json:"rate"`         // half width of the interval of Black's share of points
	Difference float64 `json:"difference"`   // distance from equal chances to be found
	Within     float64 `json:"within"`       // distance from equal chances that counts as balanced
	Power      float64 `json:"power"`        // probability of finding what is there
	Looks      int     `json:"looks"`        // at the games of a sequential test
	SecondsPer float64 `json:"game_seconds"` // of one worker; 0 if not known
}

// SlopeOfMargins is the slope where margins are normal with a standard
// deviation in points: the density of the normal distribution at its middle.
func SlopeOfMargins(sd float64) float64 { return 1 / (sd * math.Sqrt(2*math.Pi)) }

// Games are the answers.
type Games struct {
	Power
	FairKomi          int  `json:"games_fair_komi"`                 // for the precision of the fair komi, at least those of a whole study
	Floor             bool `json:"games_fair_komi_floor,omitempty"` // FairKomi is that least number
	ForRate           int  `json:"games_rate"`                      // for the interval of the share of points at one komi
	Fairness          int  `json:"games_fairness"`                  // for a test with one look to find the difference
	SequentialMost    int  `json:"games_sequential_most"`           // for a test with several looks, at most
	SequentialAverage int  `json:"games_sequential_average"`        // and on average if the difference is there
	Balance           int  `json:"games_balance"`                   // to show balance
}

// Validate reports every number that means nothing.
func (p Power) Validate() error {
	var errs []error
	share := func(name string, x, lo, hi float64) {
		if !(x > lo && x < hi) {
			errs = append(errs, fmt.Errorf("%s is %v: it must be between %v and %v", name, x, lo, hi))
		}
	}
	if !(p.Precision > 0) || math.IsInf(p.Precision, 0) {
		errs = append(errs, fmt.Errorf("precision is %v: it is a number of points above 0, such as 0.5", p.Precision))
	}
	if !(p.Slope > 0 && p.Slope <= 1) {
		errs = append(errs, fmt.Errorf("slope is %v: it is the share of points lost per point of komi, above 0 and at most 1, such as 0.05; or give the standard deviation of margins", p.Slope))
	}
	if !(p.Draws >= 0 && p.Draws < 1) {
		errs = append(errs, fmt.Errorf("draws is %v: it is a share of games, 0 to less than 1", p.Draws))
	}
	share("confidence", p.Confidence, 0, 1)
	share("rate", p.Rate, 0, 0.5)
	share("difference", p.Difference, 0, 0.5)
	share("within", p.Within, 0, 0.5)
	share("power", p.Power, 0, 1)
	if p.Looks < 1 || p.Looks > 100 {
		errs = append(errs, fmt.Errorf("looks is %d: it must be 1 to 100", p.Looks))
	}
	return errors.Join(errs...)
}

// saturated is where the planners of package stats stop counting.
const saturated = math.MaxInt32

// Plan answers how many games are needed.
func (p Power) Plan() (*Games, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	level := math.Round((1-p.Confidence)*1e12) / 1e12 // 0.05 and not what the subtraction leaves
	komi := stats.GamesForKomi(p.Precision, p.Confidence, p.Slope, p.Draws)
	g := &Games{
		Power:    p,
		FairKomi: max(komi, MinGames), Floor: komi < MinGames,
		ForRate:  stats.GamesForRate(p.Rate, p.Confidence, p.Draws),
		Fairness: stats.GamesForFairness(p.Difference, level, p.Power, p.Draws),
		Balance:  stats.GamesForBalance(p.Within, level/2, p.Power, p.Draws), // as a study tests it, see Balance
	}
	fractions := make([]float64, p.Looks)
	for i := range fractions {
		fractions[i] = float64(i+1) / float64(p.Looks)
	}
	most, average, err := stats.SequentialCost(stats.OBrienFleming, level, p.Power, fractions)
	g.SequentialMost, g.SequentialAverage = saturated, saturated
	if g.Fairness < saturated {
		g.SequentialMost = int(min(math.Ceil(most*float64(g.Fairness)), saturated))
		g.SequentialAverage = int(min(math.Ceil(average*float64(g.Fairness)), saturated))
	}
	return g, err
}

// Text is the answers as a table for a terminal.
func (g *Games) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Games needed, if Black's share of points falls by %.3g per point of komi and %s of the games are drawn:\n\n", g.Slope, percent(g.Draws))
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "question\tgames\t")
	if g.SecondsPer > 0 {
		fmt.Fprint(t, "one worker\t")
	}
	fmt.Fprintln(t)
	row := func(games int, question string, args ...any) {
		more := ""
		if games >= saturated {
			more = "more than "
		}
		fmt.Fprintf(t, "%s\t%s%d\t", fmt.Sprintf(question, args...), more, games)
		if g.SecondsPer > 0 {
			fmt.Fprintf(t, "%s\t", workTime(float64(games)*g.SecondsPer, more))
		}
		fmt.Fprintln(t)
	}
	confidence := percent(g.Confidence)
	row(g.FairKomi, "fair komi to ±%s points (%s)", number(g.Precision), confidence)
	row(g.ForRate, "Black's share at one komi to ±%s (%s)", percent(g.Rate), confidence)
	row(g.Fairness, "finding chances that are off by %s, with probability %s", percent(g.Difference), percent(g.Power.Power))
	row(g.SequentialMost, "the same with %d looks, at most", g.Looks)
	row(g.SequentialAverage, "the same with %d looks, on average if they are off", g.Looks)
	row(g.Balance, "showing that the chances are equal within ±%s", percent(g.Within))
	t.Flush()
	if g.Floor {
		fmt.Fprintf(&b, "\nFor the fair komi fewer games would do if the curve were known; a study plays %d at least: pilots, and games on both sides.\n", MinGames)
	}
	return b.String()
}

// workTime writes a time of work, which may be more than a duration holds.
func workTime(seconds float64, more string) string {
	const longest = math.MaxInt64 / int64(time.Second)
	if seconds >= float64(longest) {
		seconds, more = float64(longest-1), "more than "
	}
	return more + (time.Duration(seconds) * time.Second).String()
}
