package tune

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/match"
	"github.com/tengen-go/tengen/experiments/rating"
)

// small is a plan of a player with two parameters, far from what is best for
// simulated games.
func small(t *testing.T, params ...string) *Plan {
	t.Helper()
	plan := DefaultPlan()
	player, err := experiments.ParsePlayer("default:playouts=20,rave=300,priors=220")
	if err != nil {
		t.Fatal(err)
	}
	plan.Player = player
	if len(params) == 0 {
		params = []string{"rave=100:10000:log", "priors=20:240"}
	}
	for _, text := range params {
		param, err := ParseParam(text)
		if err != nil {
			t.Fatal(err)
		}
		plan.Params = append(plan.Params, param)
	}
	return &plan
}

// strength is the Elo of a setting in simulated games: 200 points more in the
// middle of each range than at its ends.
func strength(plan *Plan, setting Setting) float64 {
	elo := 0.0
	for i, text := range setting {
		off := plan.Params[i].place(number(text)) - 0.5
		elo -= 800 * off * off
	}
	return elo
}

// simulate plays a round with players as strong as that.
func simulate(plan *Plan, r *round, rng *rand.Rand) []match.Pairing {
	var pairings []match.Pairing
	for i := range r.players {
		for j := i + 1; j < len(r.players) && (i == 0 || r.kind == match.RoundRobin); j++ {
			share := rating.Score(strength(plan, r.players[i].setting) - strength(plan, r.players[j].setting))
			var pairing match.Pairing
			for range r.pairs {
				var game [2]rating.Outcome
				for n := range game {
					if rng.Float64() < share {
						game[n] = rating.Win
					}
				}
				pairing.Pairs.Add(game[0], game[1])
			}
			pairings = append(pairings, pairing)
		}
	}
	return pairings
}

// Both methods come near the best setting of simulated games, and near enough
// that little is left to gain.
func TestMethodsFindWhatIsBest(t *testing.T) {
	for _, m := range []Method{SPSA, Halving} {
		plan := small(t)
		plan.Method = m
		before, after := strength(plan, plan.start()), 0.0
		const times = 10
		for seed := range uint64(times) {
			plan.Seed = seed
			if err := plan.Validate(); err != nil {
				t.Fatal(err)
			}
			method, rng, games := plan.newMethod(), rand.New(rand.NewPCG(seed, 7)), 0
			for r := method.next(); r != nil; r = method.next() {
				pairings := simulate(plan, r, rng)
				games += 2 * r.pairs * len(pairings)
				method.tell(pairings)
			}
			if games != method.games() || games > plan.Games {
				t.Fatalf("%v: %d games, planned %d of %d", m, games, method.games(), plan.Games)
			}
			after += strength(plan, method.found()) / times
		}
		t.Logf("%v: %.0f Elo below the best before, %.0f after", m, -before, -after)
		if before > -150 || after < -50 {
			t.Errorf("%v: %.0f Elo below the best before, %.0f after", m, -before, -after)
		}
	}
}

// A small range of whole numbers is climbed like others, by rounding at random.
func TestWholeNumbersAreRoundedAtRandom(t *testing.T) {
	plan := small(t, "expand=1:4")
	plan.Player.Search.Expand = 2
	rng, sum := rand.New(rand.NewPCG(1, 2)), 0.0
	const draws, at = 20_000, 0.55
	for range draws {
		sum += number(plan.Params[0].rounded(at, rng.Float64()))
	}
	if want := 1 + 3*at; math.Abs(sum/draws-want) > 0.02 {
		t.Errorf("mean %v, want %v", sum/draws, want)
	}
	for _, end := range []struct {
		at   float64
		want string
	}{{0, "1"}, {1, "4"}} {
		for _, up := range []float64{0, 0.5, 0.999} {
			if got := plan.Params[0].rounded(end.at, up); got != end.want {
				t.Errorf("at %v: %s, want %s", end.at, got, end.want)
			}
		}
	}
}
