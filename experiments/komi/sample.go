package komi

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/tengen-go/tengen/experiments/stats"
	"github.com/tengen-go/tengen/ruleset"
)

// sample is the games of a setting.
type sample struct {
	setting    Setting
	confidence float64 // as asked for
	games      []game
	openings   map[string]bool // given ones
	ownless    bool            // the rules prescribe no komi of their own

	// A study decides by what it sees. Other games were played before anybody looked.
	rounds    int           // of a study so far
	precision float64       // that it asks for; 0 for other games
	monitor   stats.Monitor // of its looks at the fair komi
	looks     []Look        // the same, with what was seen
	closing   float64       // see nominal
	pilots    int           // games of its pilot rounds, which come first
	grid      []float64     // komi of separate games, see designed
}

// newSample is a setting before its first game.
func newSample(setting Setting, confidence float64) *sample {
	none := stats.Monitor{Level: 1 - confidence, Planned: []float64{}}
	return &sample{setting: setting, confidence: confidence, closing: confidence, openings: map[string]bool{}, monitor: none}
}

// bootstrap draws as often as pays.
func (s *sample) bootstrap() stats.Bootstrap {
	return stats.Bootstrap{Replicates: 1000, Confidence: s.nominal()}
}

// rng returns the random source of a bootstrap. It is a function of the games
// alone, so that the same games give the same intervals.
func (s *sample) rng() *rand.Rand { return rand.New(rand.NewPCG(uint64(len(s.games)), 0x6b6f6d69)) }

// komis are the komi played, ascending.
func (s *sample) komis() []ruleset.HalfPoints {
	seen := map[ruleset.HalfPoints]bool{}
	for _, g := range s.games {
		seen[g.komi] = true
	}
	return slices.Sorted(maps.Keys(seen))
}

// playedAs names the komi played for which one stands on the lattice.
func (s *sample) playedAs(komi float64, lattice stats.Lattice) string {
	var names []string
	for _, played := range s.komis() {
		if lattice.Canonical(played.Points()) == komi {
			names = append(names, number(played.Points()))
		}
	}
	return strings.Join(names, " or ")
}

// at returns the games played at a komi.
func (s *sample) at(komi ruleset.HalfPoints) []game {
	var games []game
	for _, g := range s.games {
		if g.komi == komi {
			games = append(games, g)
		}
	}
	return games
}

// tally counts the results of games, and those without.
func tally(games []game) (t stats.Tally, noResult int) {
	for _, g := range games {
		if !add(&t, g) {
			noResult++
		}
	}
	return t, noResult
}

// add counts the result of a game, and reports whether it has one.
func add(t *stats.Tally, g game) bool {
	switch g.outcome {
	case win:
		t.Wins++
	case draw:
		t.Draws++
	case loss:
		t.Losses++
	default:
		return false
	}
	return true
}

// played ends a round, whose games are all there or as many as there will be.
func (s *sample) played(round Round) {
	s.rounds++
	if round.Stage == Pilot {
		s.pilots = len(s.games)
	}
}

// evidence is the games that tell of the curve: all but the pilots, whose luck decides at
// which komi the others are played.
func (s *sample) evidence() []game { return s.games[s.pilots:] }

// cells are the results at each komi played.
func (s *sample) cells() []stats.KomiCell { return cellsOf(s.games) }

func cellsOf(games []game) []stats.KomiCell {
	tallies := map[ruleset.HalfPoints]stats.Tally{}
	for _, g := range games {
		if t := tallies[g.komi]; add(&t, g) {
			tallies[g.komi] = t
		}
	}
	var cells []stats.KomiCell
	for _, komi := range slices.Sorted(maps.Keys(tallies)) {
		cells = append(cells, stats.KomiCell{Komi: komi.Points(), Black: tallies[komi]})
	}
	return cells
}

// points are the results at each komi played, with intervals over clusters.
func (s *sample) points() ([]KomiPoint, error) {
	var list []KomiPoint
	for _, komi := range s.komis() {
		games := s.at(komi)
		point := KomiPoint{Komi: komi.Points()}
		point.Results, point.NoResult = tally(games)
		if point.Results.Games() == 0 {
			continue
		}
		scores, clusters := s.scores(games)
		clustered, err := stats.ClusteredWinRate(scores, clusters, s.nominal())
		if err != nil {
			return nil, err
		}
		counting, err := stats.CountingGames(scores, clusters)
		if err != nil {
			return nil, err
		}
		point.Jeffreys = stats.JeffreysRate(point.Results, s.nominal())
		if n := float64(len(scores)); counting < n {
			point.Jeffreys = wider(point.Jeffreys, stats.Jeffreys(point.Results.Rate()*counting, counting, s.nominal()))
		}
		point.Black = wider(stats.WinRate(point.Results, s.nominal()), clustered)
		list = append(list, point)
	}
	return list, nil
}

// scores are the points that Black got from the games that have a result, with the
// clusters.
func (s *sample) scores(games []game) (points []float64, clusters []string) {
	for _, g := range games {
		if g.outcome != none {
			points = append(points, map[outcome]float64{win: 1, draw: 0.5, loss: 0}[g.outcome])
			clusters = append(clusters, s.cluster(g))
		}
	}
	return points, clusters
}

// wider is the estimate of a with an interval that holds both intervals.
func wider(a, b stats.Interval) stats.Interval {
	return stats.Interval{Estimate: a.Estimate, Lo: min(a.Lo, b.Lo), Hi: max(a.Hi, b.Hi)}
}

// lattice says which margins occur, from all games that were counted.
func (s *sample) lattice() (stats.Lattice, error) {
	margins, _ := s.margins(s.games, s.setting.Rules.Scoring)
	m, err := stats.NewMargins(margins)
	if err != nil {
		return stats.Lattice{}, err
	}
	return m.Lattice(), nil
}

// cluster names what a game depends on. Games that take given openings in turn
// depend on those. Otherwise each game has random numbers of its own and stands
// for itself, but copies of a game are one.
func (s *sample) cluster(g game) string {
	if len(s.openings) > 1 {
		return g.line
	}
	return strconv.FormatUint(g.whole, 16)
}

// add adds a game.
func (s *sample) add(g game) {
	s.openings[g.line] = true
	s.games = append(s.games, g)
}

// margins are those of the games that were counted, by a way of counting, with
// the clusters.
func (s *sample) margins(games []game, scoring ruleset.Scoring) (margins []ruleset.HalfPoints, clusters []string) {
	for _, g := range games {
		if g.counted && (g.full || scoring == s.setting.Rules.Scoring) {
			margins = append(margins, g.margins[scoring])
			clusters = append(clusters, s.cluster(g))
		}
	}
	return margins, clusters
}

// resigned is how many games were decided without being counted, those drawn by
// repetition left out.
func resigned(games []game) int {
	return howMany(games, func(g game) bool { return g.outcome != none && !g.counted && !g.cycled })
}

// cycled is how many games were drawn by repetition.
func cycled(games []game) int { return howMany(games, func(g game) bool { return g.cycled }) }

func howMany(games []game, is func(game) bool) int {
	n := 0
	for _, g := range games {
		if is(g) {
			n++
		}
	}
	return n
}

// distinct counts the values of a key.
func distinct[K comparable](games []game, key func(game) K) int {
	seen := map[K]bool{}
	for _, g := range games {
		seen[key(g)] = true
	}
	return len(seen)
}

// bins counts the margins of games, ascending.
func bins(margins []ruleset.HalfPoints) []Bin {
	counts := map[ruleset.HalfPoints]int{}
	for _, m := range margins {
		counts[m]++
	}
	var list []Bin
	for m, n := range counts {
		list = append(list, Bin{m.Points(), n})
	}
	slices.SortFunc(list, func(a, b Bin) int { return cmp.Compare(a.Margin, b.Margin) })
	return list
}

// leastParity is how many margins show that those of the other parity do not occur.
const leastParity = 10

// parity says in words which komi are one and the same game.
func parity(lattice stats.Lattice) string {
	if lattice.Step != 4 {
		return ""
	}
	komi := 6.0
	if lattice.CanDraw(komi) {
		komi = 5
	}
	return fmt.Sprintf("%v: komi %v, %v and %v are one and the same game, and so on in steps of two points; only at komi such as %v can a game be drawn",
		lattice, komi-0.5, komi, komi+0.5, komi+1)
}
