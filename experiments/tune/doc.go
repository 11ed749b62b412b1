// Package tune looks for better settings of a player by letting variants of it
// meet.
//
// # Two methods
//
// [SPSA], simultaneous perturbation stochastic approximation (Spall, IEEE
// Transactions on Automatic Control 37, 1992; gains as in his IEEE Transactions
// on Aerospace and Electronic Systems 34, 1998), moves all parameters at once.
// An iteration draws a direction, plays the settings on both sides of the middle
// against each other, and moves the middle towards the one that scored more. It
// suits ranges of numbers, many of them too. What it finds is the mean of the
// middles of the second half (Polyak and Juditsky, SIAM Journal on Control and
// Optimization 30, 1992), which is steadier than the last one.
//
// [Halving], sequential halving (Karnin, Koren and Somekh, ICML 2013), draws
// candidates, spread over the ranges as a Latin hypercube (McKay, Beckman and
// Conover, Technometrics 21, 1979). All play the same openings against the
// player as it is; the better half, by all games so far, goes into the next
// round, in which each has twice the games. It also takes lists of values, and
// shows how strength depends on each parameter over the whole range.
//
// # What is found, and what is shown
//
// Whoever is best of many by noisy games looks better than it is. So the games
// of the search count for nothing in the end: what was found plays a match of a
// number of games set beforehand, on openings of its own, against the player as
// it was, and the interval of that match is what a [Report] concludes from.
//
// # A tuning is a function of its plan
//
// Every round is a match (package match) in a folder of its own, whose plan is a
// function of the tuning's plan and of the rounds before. So a tuning that was
// killed goes on where it stopped, to the same end, and the number of workers
// changes nothing.
//
//	tunings/rave/
//	  tune.json                     the plan
//	  rounds/0001/ …                matches
//	  validation/                   the match of what was found
//	  report.json  report.md  rave.png  rave.svg
package tune
