package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Logistic is a fit of Black's share of points over komi:
//
//	log(P/(1−P)) = Intercept + Slope·komi
//
// A draw counts as half a win and half a loss (a quasi-likelihood: Wedderburn,
// Biometrika 61, 1974), and the covariance is corrected for the smaller
// variance of draws (the sandwich of Huber 1967).
type Logistic struct {
	Intercept float64 `json:"intercept"`
	Slope     float64 `json:"slope"` // per point of komi; negative where komi does what it should
	// Variance of Intercept, covariance of both, variance of Slope.
	Covariance [3]float64 `json:"covariance"`
	Penalized  bool       `json:"penalized"` // the fit is Firth's, see FitLogistic
	// Misfit is the p-value of the curve being logistic (Pearson's chi-square over
	// the cells): a small one says that the fair komi is biased by the wrong form,
	// the more the further from it the games were played. 1 with two cells.
	Misfit float64 `json:"misfit_p"`
	// Outside says that the fair komi lies below or above all komi of the cells: play there.
	Outside  bool     `json:"outside,omitempty"`
	Warnings []string `json:"warnings,omitempty"`

	cells  []KomiCell
	center float64 // mean komi; the fit is done around it
	at     line
	inform information // model information at the fit
	robust information // covariance around center
}

// line is a straight line in log odds around the center.
type line struct{ a, b float64 }

func (l line) odds(x float64) float64 { return l.a + l.b*x }

// information is a symmetric 2×2 matrix.
type information struct{ aa, ab, bb float64 }

func (m information) det() float64 { return m.aa*m.bb - m.ab*m.ab }

func (m information) inverse() information {
	d := m.det()
	return information{m.bb / d, -m.ab / d, m.aa / d}
}

// FitLogistic fits by maximum likelihood, with Newton's method. Two komi are
// enough, but then nothing tells whether the model is right.
//
// If the results are perfectly separated (Black won every game up to some komi
// and none above it) the likelihood grows for ever with the slope. Then the
// penalized likelihood of Firth (Biometrika 80, 1993), which stays finite
// (Heinze and Schemper, Statistics in Medicine 21, 2002), takes over, and
// Warnings says so.
//
// The curve of real margins is not quite logistic. Within a few points of
// the fair komi that does not matter; further out a skewed distribution of
// margins biases the fit (in a simulation with skewed margins and games up to 8
// points away, 95 % intervals held in 89 %). See Misfit and FairKomiCurved.
func FitLogistic(cells []KomiCell) (*Logistic, error) {
	merged, err := checkCells(cells)
	if err != nil {
		return nil, err
	}
	f := &Logistic{cells: merged}
	games := 0.0
	for _, cell := range merged {
		n := float64(cell.Black.Games())
		f.center += n * cell.Komi
		games += n
	}
	f.center /= games
	if reason := separation(merged); reason != "" {
		f.Penalized = true
		f.Warnings = append(f.Warnings, reason)
	}
	if !f.climb() {
		return nil, fmt.Errorf("stats: logistic fit of %d cells does not converge: check the cells for extreme komi", len(merged))
	}
	f.finish()
	return f, nil
}

// separation explains why no maximum of the likelihood exists, or returns ""
// (Albert and Anderson, Biometrika 71, 1984, for one covariate).
func separation(cells []KomiCell) string {
	winFrom, winTo := math.Inf(1), math.Inf(-1)
	lossFrom, lossTo := math.Inf(1), math.Inf(-1)
	for _, cell := range cells {
		if cell.Black.Wins+cell.Black.Draws > 0 {
			winFrom, winTo = min(winFrom, cell.Komi), max(winTo, cell.Komi)
		}
		if cell.Black.Losses+cell.Black.Draws > 0 {
			lossFrom, lossTo = min(lossFrom, cell.Komi), max(lossTo, cell.Komi)
		}
	}
	const bounded = "; the slope is kept finite by Firth's penalty, and intervals rest on it"
	switch {
	case lossFrom > lossTo:
		return "Black won every game: the fair komi lies above all komi played, and cannot be estimated before Black loses some"
	case winFrom > winTo:
		return "Black won no game: the fair komi lies below all komi played, and cannot be estimated before Black wins some"
	case winTo <= lossFrom:
		return fmt.Sprintf("results are separated: Black lost no game below komi %v and won none above %v, so the fair komi lies there or between%s", lossFrom, winTo, bounded)
	case lossTo <= winFrom:
		return "results are separated against expectation: Black won at high komi and lost at low ones" + bounded
	}
	return ""
}

// climb finds the maximum with Newton's method, halving steps that do not climb.
func (f *Logistic) climb() bool {
	at := line{}
	height := f.height(at)
	for range 200 {
		score, inform := f.score(at)
		v := inform.inverse()
		step := line{v.aa*score.a + v.ab*score.b, v.ab*score.a + v.bb*score.b}
		if math.IsNaN(step.a) || math.IsNaN(step.b) || math.IsInf(step.a, 0) || math.IsInf(step.b, 0) {
			return false
		}
		next, nextHeight := at, height
		for scale := 1.0; scale > 1e-9; scale /= 2 {
			next = line{at.a + scale*step.a, at.b + scale*step.b}
			if nextHeight = f.height(next); nextHeight >= height {
				break
			}
			next, nextHeight = at, height
		}
		moved := math.Abs(next.a-at.a) + math.Abs(next.b-at.b)
		at, height = next, nextHeight
		if moved <= 1e-10*(1+math.Abs(at.a)+math.Abs(at.b)) {
			f.at = at
			return true
		}
	}
	return false
}

// height is the log likelihood, plus Firth's penalty if penalized: half the
// logarithm of the determinant of the information.
func (f *Logistic) height(at line) float64 {
	sum := 0.0
	for _, cell := range f.cells {
		odds := at.odds(cell.Komi - f.center)
		n := float64(cell.Black.Games())
		points := cell.Black.Rate() * n
		sum -= points*softplus(-odds) + (n-points)*softplus(odds)
	}
	if f.Penalized {
		_, inform := f.score(at)
		sum += math.Log(max(inform.det(), 0)) / 2
	}
	return sum
}

// score is the gradient of height, and the information.
func (f *Logistic) score(at line) (line, information) {
	var inform information
	for _, cell := range f.cells {
		x := cell.Komi - f.center
		p := logistic(at.odds(x))
		inform.add(float64(cell.Black.Games())*p*(1-p), x)
	}
	var v information
	if f.Penalized {
		v = inform.inverse()
	}
	var gradient line
	for _, cell := range f.cells {
		x := cell.Komi - f.center
		p := logistic(at.odds(x))
		n := float64(cell.Black.Games())
		slack := n * (cell.Black.Rate() - p)
		if f.Penalized {
			leverage := n * p * (1 - p) * (v.aa + 2*v.ab*x + v.bb*x*x)
			slack += leverage * (0.5 - p)
		}
		gradient.a += slack
		gradient.b += slack * x
	}
	return gradient, inform
}

func (m *information) add(weight, x float64) {
	m.aa += weight
	m.ab += weight * x
	m.bb += weight * x * x
}

// finish computes the covariances and moves the line from the center to komi 0.
func (f *Logistic) finish() {
	var inform, meat information
	squares := 0.0
	for _, cell := range f.cells {
		x := cell.Komi - f.center
		p := logistic(f.at.odds(x))
		n := float64(cell.Black.Games())
		inform.add(n*p*(1-p), x)
		v := max(cell.Black.VarianceAt(p), 1e-12) // so steep a curve that p is 0 or 1 to the last bit
		meat.add(n*v, x)
		slack := cell.Black.Rate() - p
		squares += n * slack * slack / v
	}
	f.Misfit = 1
	if freedom := len(f.cells) - 2; freedom > 0 {
		f.Misfit = distuv.ChiSquared{K: float64(freedom)}.Survival(squares)
	}
	f.inform = inform
	f.robust = sandwich(inform.inverse(), meat)
	c, v := f.center, f.robust
	f.Intercept, f.Slope = f.at.a-f.at.b*c, f.at.b
	f.Covariance = [3]float64{v.aa - 2*c*v.ab + c*c*v.bb, v.ab - c*v.bb, v.bb}
	if f.Misfit < 0.01 {
		f.Warnings = append(f.Warnings, fmt.Sprintf("the curve is not logistic (p = %.2g): leave out the komi far from the fair one, or fit it isotonically", f.Misfit))
	}
	first, last := f.cells[0].Komi, f.cells[len(f.cells)-1].Komi
	switch fair := f.fair(); {
	case len(f.Warnings) > 0 && math.IsNaN(fair): // it has been said already
	case math.IsNaN(fair):
		f.Warnings = append(f.Warnings, "Black's share of points does not fall with komi: there is no fair komi in these games; play more, or at komi further apart")
	default:
		f.Outside = fair < first || fair > last
	}
}

// sandwich is v·meat·v.
func sandwich(v, meat information) information {
	// u = v·meat, which is not symmetric.
	uaa, uab := v.aa*meat.aa+v.ab*meat.ab, v.aa*meat.ab+v.ab*meat.bb
	uba, ubb := v.ab*meat.aa+v.bb*meat.ab, v.ab*meat.ab+v.bb*meat.bb
	return information{uaa*v.aa + uab*v.ab, uaa*v.ab + uab*v.bb, uba*v.ab + ubb*v.bb}
}

// P is Black's share of points at a komi.
func (f *Logistic) P(komi float64) float64 { return logistic(f.at.odds(komi - f.center)) }

// Band is P with an interval, taken in log odds.
func (f *Logistic) Band(komi, confidence float64) Interval {
	x := komi - f.center
	odds := f.at.odds(x)
	half := normalQuantile(confidence) * math.Sqrt(f.robust.aa+2*f.robust.ab*x+f.robust.bb*x*x)
	return Interval{logistic(odds), logistic(odds - half), logistic(odds + half)}
}

// oneSided says that Black won, or lost, every game.
func (f *Logistic) oneSided() bool {
	var all Tally
	for _, cell := range f.cells {
		all = all.Add(cell.Black)
	}
	return all.Draws == 0 && (all.Wins == 0 || all.Losses == 0)
}

// fair is the komi where P is one half, NaN if there is none.
func (f *Logistic) fair() float64 {
	if f.at.b >= 0 || f.oneSided() {
		return math.NaN()
	}
	return f.center - f.at.a/f.at.b
}

// FairSE is the standard error of the fair komi by the delta method; infinite
// if there is no fair komi.
func (f *Logistic) FairSE() float64 { return math.Sqrt(f.fairVariance(f.robust)) }

// fairVariance is the delta method for −a/b: (Vaa + 2kVab + k²Vbb)/b² with
// k = −a/b.
func (f *Logistic) fairVariance(v information) float64 {
	if math.IsNaN(f.fair()) {
		return math.Inf(1)
	}
	k := -f.at.a / f.at.b
	return (v.aa + 2*k*v.ab + k*k*v.bb) / (f.at.b * f.at.b)
}

// FairKomi is the komi in points where P is one half, with the interval of the
// delta method: quick and symmetric, but in simulations too wide while the slope
// is uncertain, where FairKomiProfile is right. Without a fair komi the estimate
// is NaN and the interval unbounded.
func (f *Logistic) FairKomi(confidence float64) Interval {
	fair := f.fair()
	if math.IsNaN(fair) {
		return Interval{fair, math.Inf(-1), math.Inf(1)}
	}
	half := normalQuantile(confidence) * f.FairSE()
	return Interval{fair, fair - half, fair + half}
}

// bend is the standard deviation that is believed of the curvature c of the true
// curve, when its log odds are u + c·u² and u those of the logistic curve. It is 0
// for symmetric margins, 0.16 where they are as skewed as a sum of two
// exponentials, and 0.25 for a single one; the root of the mean square is taken of both and
// three symmetric shapes.
const bend = 0.13

// SlopeDoubt is the g of Fieller (Journal of the Royal Statistical Society B 16, 1954), the
// squared relative error of the slope in units of the confidence: at 1 the slope may
// be none. Where it is large the delta method is not to be trusted.
func (f *Logistic) SlopeDoubt(confidence float64) float64 {
	z := normalQuantile(confidence)
	return z * z * f.robust.bb / (f.at.b * f.at.b)
}

// evidence is what games at several komi say about the fair komi.
type evidence struct {
	inform information // about the line
	pull   line        // Σ weight·u²·(1, x), by which a curvature of 1 moves the line
}

// add counts games at one komi.
func (e *evidence) add(f *Logistic, komi, games, variance float64) {
	x := komi - f.center
	odds := f.at.odds(x)
	slope := logistic(odds) * logistic(-odds)
	weight := games * slope * slope / max(variance, 1e-12) // both may be 0 to the last bit
	e.inform.add(weight, x)
	e.pull.a += weight * odds * odds
	e.pull.b += weight * odds * odds * x
}

// bias is by how much a curvature of 1 moves the fair komi.
func (e *evidence) bias(f *Logistic) float64 {
	v := e.inform.inverse()
	a, b := v.aa*e.pull.a+v.ab*e.pull.b, v.ab*e.pull.a+v.bb*e.pull.b
	return -(a + (f.fair()-f.center)*b) / f.at.b
}

// evidence is that of the games of the fit.
func (f *Logistic) evidence() *evidence {
	e := &evidence{}
	for _, cell := range f.cells {
		e.add(f, cell.Komi, float64(cell.Black.Games()), cell.Black.VarianceAt(f.P(cell.Komi)))
	}
	return e
}

// FairKomiCurved is FairKomiProfile with an interval that allows for the true curve
// being bent, as it is where margins are skewed: to the variance it adds that of
// the bias which the games at komi far from the fair one may cause. It is the
// interval to use when the komi played lie more than a few points apart.
func (f *Logistic) FairKomiCurved(confidence float64) Interval {
	se := f.CurvedSE()
	return f.profiled(confidence, se*se)
}

// CurvedSE is FairSE with the same allowance.
func (f *Logistic) CurvedSE() float64 {
	if math.IsNaN(f.fair()) {
		return math.Inf(1)
	}
	return math.Hypot(f.FairSE(), bend*f.evidence().bias(f))
}

func logistic(odds float64) float64 { return 1 / (1 + math.Exp(-odds)) }

// softplus is log(1 + eˣ) without overflow; softplus(−odds) is −log P.
func softplus(x float64) float64 { return max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }
