package stats

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
)

// Margins is a sample of final scores: Black's points less White's before komi.
// It answers what the results would have been at any komi, had the players
// played the same moves.
type Margins struct {
	values  []int     // margins that occur, in half points, ascending
	counts  []float64 // how often
	units   [][]int32 // for each cluster the indices of its games' margins in values
	games   int
	lattice Lattice
}

// NewMargins takes margins in half points, each game being independent of the
// others. Games without a counted score (resigned ones, for example) must not
// be replaced by a guess, and leaving them out keeps only the close games: the
// caller should warn.
func NewMargins[H ~int32](margins []H) (*Margins, error) {
	m, at, err := countMargins(margins)
	if err != nil {
		return nil, err
	}
	for i := range at {
		m.units = append(m.units, at[i:i+1])
	}
	return m, nil
}

// NewClusteredMargins takes margins in half points and for each game the
// cluster it belongs to: its opening, or its color-swapped pair. Games of one
// cluster may depend on each other.
func NewClusteredMargins[H ~int32, C cmp.Ordered](margins []H, clusters []C) (*Margins, error) {
	m, at, err := countMargins(margins)
	if err != nil {
		return nil, err
	}
	if len(clusters) != len(margins) {
		return nil, fmt.Errorf("stats: %d margins but %d clusters: each game needs one", len(margins), len(clusters))
	}
	members := map[C][]int32{}
	for i, cluster := range clusters {
		members[cluster] = append(members[cluster], at[i])
	}
	// Sorted, so that the same games give the same bootstrap in any run.
	for _, cluster := range slices.Sorted(maps.Keys(members)) {
		m.units = append(m.units, members[cluster])
	}
	return m, nil
}

// countMargins counts how often each margin occurs, without clusters, and says which of
// the values that of each game is.
func countMargins[H ~int32](margins []H) (*Margins, []int32, error) {
	if len(margins) == 0 {
		return nil, nil, errors.New("stats: no margins: nothing can be said about komi before a game was counted")
	}
	m := &Margins{games: len(margins)}
	count := map[int]float64{}
	for _, margin := range margins {
		count[int(margin)]++
	}
	m.values = slices.Sorted(maps.Keys(count))
	index := map[int]int32{}
	for i, v := range m.values {
		index[v] = int32(i)
		m.counts = append(m.counts, count[v])
	}
	at := make([]int32, len(margins))
	for i, margin := range margins {
		at[i] = index[int(margin)]
	}
	m.lattice = detectLattice(m.values, m.counts)
	return m, at, nil
}

// Games is the number of games.
func (m *Margins) Games() int { return m.games }

// Clusters is the number of clusters, which is that of games if none were given.
func (m *Margins) Clusters() int { return len(m.units) }

// Lattice says which margins occur.
func (m *Margins) Lattice() Lattice { return m.lattice }

// Tally rescores the games at another komi; Black's wins are the wins.
func (m *Margins) Tally(komi float64) Tally {
	var t Tally
	for i, v := range m.values {
		n := int(m.counts[i])
		switch points := float64(v) / 2; {
		case points > komi:
			t.Wins += n
		case points < komi:
			t.Losses += n
		default:
			t.Draws += n
		}
	}
	return t
}

// Black is the share of points Black would have won at a komi, a draw being
// half a win.
func (m *Margins) Black(komi float64) float64 { return m.Tally(komi).Rate() }

// FairKomi is the komi in points at which both sides have equal chances. See
// crossing for how it lies between playable komi.
func (m *Margins) FairKomi() float64 { return crossing(m.values, m.counts, m.lattice) }

// DrawKomi is the komi in points at which most games are drawn, which is the
// most frequent margin; of equally frequent ones that nearest to the fair komi.
func (m *Margins) DrawKomi() float64 { return mode(m.values, m.counts, m.FairKomi()) }

// Slope is by how much Black's share of points falls per point of komi around
// the fair komi, measured over the middle half of the games. GamesForKomi
// wants it.
func (m *Margins) Slope() float64 {
	low, high := quartiles(m.values, m.counts)
	low, high = m.lattice.Canonical(low-0.25), m.lattice.Canonical(high+0.25)
	return (m.Black(low) - m.Black(high)) / (high - low)
}

// crossing finds where Black's share of points passes one half. The share is
// looked at on a lattice of its own: at every margin that can occur, where
// draws are possible, and halfway between two of them, which stands for all
// komi in between. Between those it is interpolated. The result is the
// mid-distribution median of Ma, Genton and Parzen (Annals of the Institute of
// Statistical Mathematics 63, 2011), refined by the points halfway, so that a
// komi at which the chances are exactly equal is the fair one.
func crossing(values []int, weights []float64, lattice Lattice) float64 {
	total := sum(weights)
	// Below the first value that reaches half of the weight Black is ahead.
	next, below := 0, 0.0
	for below+weights[next] < total/2*(1-1e-12) {
		below += weights[next]
		next++
	}
	// In quarter points, so that the point halfway between two half points is whole.
	step := lattice.step()
	ahead := 2*values[next] - 1
	ahead -= mod(ahead-2*lattice.Offset, step)
	for next > 0 && 2*values[next-1] >= ahead {
		next--
		below -= weights[next]
	}
	var last, lastLead, evenFrom float64
	even := false
	for knot := ahead; ; knot += step {
		for next < len(values) && 2*values[next] < knot {
			below += weights[next]
			next++
		}
		at := 0.0
		if next < len(values) && 2*values[next] == knot {
			at = weights[next]
		}
		lead := total - at - 2*below
		// Sums of counts are whole; those of probabilities are not.
		if math.Abs(lead) < 1e-12*total {
			lead = 0
		}
		points := float64(knot) / 4
		switch {
		case lead == 0 && !even:
			even, evenFrom = true, points
		case lead < 0 && even:
			return (evenFrom + last) / 2
		case lead < 0:
			return last + (points-last)*lastLead/(lastLead-lead)
		}
		last, lastLead = points, lead
	}
}

// mode is the most frequent value in points; ties go to the one nearest to
// near, then to the smaller.
func mode(values []int, weights []float64, near float64) float64 {
	best, most := math.NaN(), -1.0
	for i, v := range values {
		points := float64(v) / 2
		if weights[i] > most || weights[i] == most && math.Abs(points-near) < math.Abs(best-near) {
			best, most = points, weights[i]
		}
	}
	return best
}

// quartiles are the values below and above which a quarter of the weight lies,
// in points.
func quartiles(values []int, weights []float64) (low, high float64) {
	total, upTo := sum(weights), 0.0
	low, high = math.NaN(), math.NaN()
	for i, v := range values {
		upTo += weights[i]
		if math.IsNaN(low) && upTo >= total/4 {
			low = float64(v) / 2
		}
		if math.IsNaN(high) && upTo >= 3*total/4 {
			high = float64(v) / 2
		}
	}
	return low, high
}
