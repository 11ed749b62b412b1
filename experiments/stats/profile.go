package stats

import "math"

// FairKomiProfile is FairKomi with the profile-likelihood interval: all komi
// which, taken as the fair one, fit the games nearly as well (Venzon and
// Moolgavkar, Applied Statistics 37, 1988). It need not be symmetric, and a side
// on which the games rule nothing out is unbounded. The likelihood ratio is
// scaled by the ratio of the variances with and without regard to draws (Kent,
// Biometrika 69, 1982); for a penalized fit it is the penalized one.
func (f *Logistic) FairKomiProfile(confidence float64) Interval {
	return f.profiled(confidence, f.fairVariance(f.robust))
}

// profiled is the profile-likelihood interval, scaled to a variance of the fair komi.
func (f *Logistic) profiled(confidence, variance float64) Interval {
	fair := f.fair()
	if math.IsNaN(fair) {
		return Interval{fair, math.Inf(-1), math.Inf(1)}
	}
	z := normalQuantile(confidence)
	// How far the height may fall below its maximum.
	fall := z * z / 2 * variance / f.fairVariance(f.inform.inverse())
	top := f.height(f.at)
	outside := func(komi float64) bool { return top-f.profile(komi) > fall }
	return Interval{fair, f.edge(fair, -1, outside), f.edge(fair, 1, outside)}
}

// profile is the greatest height of all lines that cross one half at the komi.
func (f *Logistic) profile(komi float64) float64 {
	along := func(b float64) float64 { return f.height(line{b * (f.center - komi), b}) }
	if f.Penalized {
		return greatest(along, f.at.b)
	}
	return along(f.steepest(komi))
}

// steepest is the slope of the most likely line that crosses one half at the komi, by
// Newton's method; without a penalty the height has one peak.
func (f *Logistic) steepest(komi float64) float64 {
	rise := func(b float64) (first, second float64) {
		for _, cell := range f.cells {
			x := cell.Komi - komi
			p := logistic(b * x)
			n := float64(cell.Black.Games())
			first += n * (cell.Black.Rate() - p) * x
			second -= n * p * (1 - p) * x * x
		}
		return first, second
	}
	// The peak is where the height no longer rises: enclosed first, so that no step leaves.
	lo, hi := -math.Abs(f.at.b), math.Abs(f.at.b)
	for range 60 {
		if up, _ := rise(lo); up >= 0 {
			break
		}
		lo *= 2
	}
	for range 60 {
		if up, _ := rise(hi); up <= 0 {
			break
		}
		hi *= 2
	}
	b := min(max(f.at.b, lo), hi)
	for range 100 {
		first, second := rise(b)
		if first > 0 {
			lo = b
		} else {
			hi = b
		}
		next := b - first/second
		if !(next > lo && next < hi) {
			next = (lo + hi) / 2
		}
		if math.Abs(next-b) <= 1e-12*(hi-lo)+1e-9*math.Abs(b) {
			return next
		}
		b = next
	}
	return b
}

// edge walks from the fair komi in one direction, in growing steps, until it is
// outside of the interval, and then closes in on the edge.
func (f *Logistic) edge(fair, direction float64, outside func(komi float64) bool) float64 {
	width := f.cells[len(f.cells)-1].Komi - f.cells[0].Komi
	in, out := 0.0, min(f.FairSE(), width)
	for !outside(fair + direction*out) {
		in, out = out, 2*out
		if out > 1e4*width {
			return math.Inf(int(direction))
		}
	}
	for range 40 {
		if middle := (in + out) / 2; outside(fair + direction*middle) {
			out = middle
		} else {
			in = middle
		}
	}
	return fair + direction*out
}

// greatest is the maximum of a function with a single peak, found by golden
// section in a bracket that grows from near; near must not be zero.
func greatest(height func(float64) float64, near float64) float64 {
	lo, mid, hi := near-math.Abs(near)/2, near, near+math.Abs(near)/2
	for range 60 {
		a, b, c := height(lo), height(mid), height(hi)
		if a > b {
			lo, mid, hi = lo-2*(mid-lo), lo, mid
		} else if c > b {
			lo, mid, hi = mid, hi, hi+2*(hi-mid)
		} else {
			break
		}
	}
	const golden = 0.6180339887498949
	x, y := hi-golden*(hi-lo), lo+golden*(hi-lo)
	fx, fy := height(x), height(y)
	for range 40 {
		if fx < fy {
			lo, x, fx = x, y, fy
			y = lo + golden*(hi-lo)
			fy = height(y)
		} else {
			hi, y, fy = y, x, fx
			x = hi - golden*(hi-lo)
			fx = height(x)
		}
	}
	return max(fx, fy)
}
