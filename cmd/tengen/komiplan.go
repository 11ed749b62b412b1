package main

import (
	"github.com/spf13/cobra"

	"github.com/tengen-go/tengen/experiments/komi"
)

func (a *app) komiPlanCommand() *cobra.Command {
	power := komi.Power{Precision: 0.5, Confidence: 0.95, Rate: 0.01, Difference: 0.03, Within: 0.01, Power: 0.8, Looks: 5}
	var sd float64
	var from string
	command := &cobra.Command{
		Use:   "plan",
		Short: "Tell how many games a precision takes",
		Long: `Tell how many games it takes to know the fair komi to a precision, to know a win
rate, to find that chances are unequal, and to show that they are equal.

That depends on how fast Black's share of points falls with komi (--slope), which
follows from the standard deviation of margins (--sd), or is measured in a run or
a study (--from), with the time of its games.`,
		Example: `  tengen komi plan --precision 0.5 --sd 12
  tengen komi plan --precision 0.25 --from runs/first`,
		Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			flags := command.Flags()
			if flags.Changed("sd") && (flags.Changed("slope") || from != "") {
				return usagef("--sd beside --slope or --from: each of them says how fast Black's share falls; give one of them")
			}
			switch {
			case from != "":
				measured, err := komi.Measure(from)
				if err != nil {
					return err
				}
				if !flags.Changed("slope") {
					power.Slope = measured.Slope
				}
				if !flags.Changed("draws") {
					power.Draws = measured.Draws
				}
				power.SecondsPer = measured.SecondsPer
			case !flags.Changed("slope"):
				if !(sd > 0) {
					return usagef("--sd is %v: the standard deviation of margins is a number of points above 0", sd)
				}
				power.Slope = komi.SlopeOfMargins(sd)
			}
			games, err := power.Plan()
			if err != nil {
				return usageError{err}
			}
			return a.print(games, games.Text())
		},
	}
	flags := command.Flags()
	flags.SortFlags = false
	flags.Float64Var(&power.Precision, "precision", power.Precision, "half width of the fair komi's interval, in points")
	flags.Float64Var(&power.Confidence, "confidence", power.Confidence, "of intervals; tests have the level that is left")
	flags.Float64Var(&sd, "sd", 10, "standard deviation of margins, in points")
	flags.Float64Var(&power.Slope, "slope", 0, "share of points that Black loses per point of komi, instead of --sd")
	flags.Float64Var(&power.Draws, "draws", 0, "share of drawn games")
	flags.StringVar(&from, "from", "", "measure slope, draws and time in this `folder`, a run or a study")
	flags.Float64Var(&power.Rate, "rate", power.Rate, "half width of the interval of Black's share at one komi")
	flags.Float64Var(&power.Difference, "difference", power.Difference, "distance from equal chances to be found")
	flags.Float64Var(&power.Within, "within", power.Within, "distance from equal chances that counts as balanced")
	flags.Float64Var(&power.Power, "power", power.Power, "probability of finding what is there")
	flags.IntVar(&power.Looks, "looks", power.Looks, "looks at the games of a sequential test")
	return command
}
