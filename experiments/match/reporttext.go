package match

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/tengen-go/tengen/experiments/rating"
	"github.com/tengen-go/tengen/experiments/stats"
)

// Describe says in one line what is about to be played.
func Describe(plan *Plan, dir string) string {
	var names []string
	for i := range plan.Players {
		names = append(names, plan.Players[i].Name)
	}
	return fmt.Sprintf("Match %s: %s, %s, %d games of %v, komi %v, seed %d, into %s",
		plan.RunID(), strings.Join(names, " – "), plan.Kind, plan.Total(), plan.Size, plan.Rules.Komi, plan.Seed, dir)
}

// Text is the report for a terminal.
func (r *Report) Text() string {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	state := "stopped; to continue: tengen resume " + r.Folder
	switch {
	case r.Complete:
		state = "complete"
	case r.Running:
		state = "running"
	}
	fmt.Fprintf(t, "Match\t%s in %s, %s\n", r.RunID, r.Folder, state)
	fmt.Fprintf(t, "Games\t%d of %d", r.Games, r.Planned)
	if r.Games > 0 {
		fmt.Fprintf(t, ", %.0f moves on average, %.1f s each", r.Length, r.Seconds/float64(r.Games))
	}
	fmt.Fprintf(t, "\nBoard, rules\t%v, %v\n", r.Plan.Size, r.Plan.Rules)
	for i := range r.Plan.Players {
		fmt.Fprintf(t, "Player %d\t%s\n", i+1, r.limits(i))
	}
	fmt.Fprintf(t, "Seed\t%d\n", r.Plan.Seed)
	for i := range r.Pairings {
		r.Pairings[i].write(t)
	}
	r.writeSPRT(t)
	r.writeGames(t)
	_ = t.Flush() // a strings.Builder takes everything
	r.writeRatings(&b)
	for _, warning := range r.Warnings {
		fmt.Fprintf(&b, "Note: %s.\n", warning)
	}
	return b.String()
}

// limits is a player with what limits its moves.
func (r *Report) limits(i int) string {
	player := &r.Plan.Players[i]
	text := player.Label()
	if player.Player != nil && player.Player.Search != nil && r.Plan.MoveTime.Duration > 0 {
		text = fmt.Sprintf("%s, but %v a move", text, r.Plan.MoveTime)
	}
	if settings := clockOf(r.Plan, player); settings.Kind != 0 {
		text += fmt.Sprintf(", clock %v", settings)
	}
	return text
}

func (p *Pairing) write(t *tabwriter.Writer) {
	fmt.Fprintf(t, "\n%s – %s\t", p.Player, p.Opponent)
	if p.Results.Games() == 0 {
		fmt.Fprintf(t, "no game that counts\n")
		return
	}
	fmt.Fprintf(t, "%s (as Black %s, as White %s)\n", TallyText(p.Results), TallyText(p.AsBlack), TallyText(p.AsWhite))
	if p.Pairs.N() == 0 {
		return
	}
	fmt.Fprintf(t, "  pairs\t%d with 0, %d with ½, %d with 1, %d with 1½, %d with 2 points\n", p.Pairs[0], p.Pairs[1], p.Pairs[2], p.Pairs[3], p.Pairs[4])
	fmt.Fprintf(t, "  share of points\t%.1f %% (95 %% interval %.1f to %.1f)\n", 100*p.Rate.Estimate, 100*p.Rate.Lo, 100*p.Rate.Hi)
	fmt.Fprintf(t, "  Elo\t%s\n", EloText(p.Elo))
	fmt.Fprintf(t, "  superiority\t%s is the stronger one with probability %.3f\n", p.Player, p.LOS)
}

// TallyText is a tally in signs: "+13 =0 −17".
func TallyText(t stats.Tally) string {
	return fmt.Sprintf("+%d =%d −%d", t.Wins, t.Draws, t.Losses)
}

// EloText is a difference with its interval.
func EloText(i stats.Interval) string {
	return fmt.Sprintf("%s (95 %% interval %s to %s)", elo(i.Estimate), elo(i.Lo), elo(i.Hi))
}

func elo(x float64) string {
	switch {
	case math.IsInf(x, 1):
		return "+∞"
	case math.IsInf(x, -1):
		return "−∞"
	}
	return fmt.Sprintf("%+.0f", x)
}

func (r *Report) writeSPRT(t *tabwriter.Writer) {
	if r.SPRT == nil {
		return
	}
	s := r.Plan.SPRT
	fmt.Fprintf(t, "\nSPRT\t%v: log likelihood ratio %.2f within %.2f to %.2f after %d pairs\n", r.SPRT.Verdict, r.SPRT.LLR, r.SPRT.Lower, r.SPRT.Upper, r.SPRT.N)
	fmt.Fprintf(t, "  hypotheses\t%s is better by %v Elo, or by %v; errors %v and %v\n", r.Plan.Players[0].Name, s.Elo0, s.Elo1, r.alpha(), r.beta())
}

func (r *Report) alpha() float64 { return orDefault(r.Plan.SPRT.Alpha) }
func (r *Report) beta() float64  { return orDefault(r.Plan.SPRT.Beta) }

// orDefault is an error rate, where 0 stands for that of rating.SPRT.
func orDefault(rate float64) float64 {
	if rate == 0 {
		return 0.05
	}
	return rate
}

// writeGames tells of all games together.
func (r *Report) writeGames(t *tabwriter.Writer) {
	if r.Games == 0 {
		return
	}
	fmt.Fprintf(t, "\nBlack\t%s", TallyText(r.Black))
	if r.Void > 0 {
		fmt.Fprintf(t, ", %d games without result", r.Void)
	}
	fmt.Fprintf(t, "\nEnded by\t%s\n", counts(r.Endings))
	for _, player := range slices.Sorted(maps.Keys(r.Rulings)) {
		fmt.Fprintf(t, "Rulings on %s\t%s\n", player, counts(r.Rulings[player]))
	}
	fmt.Fprintf(t, "Different games\t%d of %d, mirror images and rotations being the same\n", r.Unique, r.Games)
	fmt.Fprintf(t, "Time of games\t%v\n", time.Duration(r.Seconds*float64(time.Second)).Round(time.Second))
}

// counts lists counted things, most frequent first.
func counts(of map[string]int) string {
	keys := slices.SortedFunc(maps.Keys(of), func(a, b string) int {
		if of[a] != of[b] {
			return of[b] - of[a]
		}
		return strings.Compare(a, b)
	})
	for i, key := range keys {
		keys[i] = fmt.Sprintf("%s %d", key, of[key])
	}
	return strings.Join(keys, ", ")
}

// writeRatings writes the cross table and the ratings of three players or more.
func (r *Report) writeRatings(b *strings.Builder) {
	if r.Ratings == nil {
		return
	}
	fmt.Fprintf(b, "\nPoints out of games, the row's against the column's:\n%s\n", r.Cross)
	rated := slices.Clone(r.Ratings.Players)
	slices.SortStableFunc(rated, func(x, y rating.Rated) int {
		switch {
		case x.Elo.Estimate > y.Elo.Estimate:
			return -1
		case x.Elo.Estimate < y.Elo.Estimate:
			return 1
		}
		return 0
	})
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "Rating\tElo around the mean of all\tresults\n")
	for _, p := range rated {
		fmt.Fprintf(t, "%s\t%s\t%s\n", p.Name, EloText(p.Elo), TallyText(p.Results))
	}
	_ = t.Flush()
}
