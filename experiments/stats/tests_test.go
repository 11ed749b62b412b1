package stats

import (
	"math"
	"testing"
)

func TestBinomial(t *testing.T) {
	for _, test := range []struct {
		name    string
		k, n    int
		p, want float64
		within  float64
	}{
		{"Mendel's 682 of 925 plants against 3/4 (Conover; R's binom.test)", 682, 925, 0.75, 0.3825, 5e-5},
		{"9 of 10: 2·(10+1)/1024", 9, 10, 0.5, 22.0 / 1024, 1e-12},
		{"5 of 10", 5, 10, 0.5, 1, 0},
		{"none of 5 at 0.2: all but one", 0, 5, 0.2, 1 - 0.4096, 1e-9},
		{"skewed, above the mean: 2 of 3 at 0.1", 2, 3, 0.1, 0.028, 1e-9},
		{"impossible", 1, 3, 0, 0, 0},
		{"certain", 3, 3, 1, 1, 0},
		{"no games", 0, 0, 0.5, 1, 0},
		{"many: z = 2", 501000, 1000000, 0.5, 0.0456, 2e-4},
	} {
		if got := BinomialTest(test.k, test.n, test.p); !near(got, test.want, test.within) {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}

func TestBinomialAgainstItsDefinition(t *testing.T) {
	for _, p := range []float64{0.1, 0.37, 0.5, 0.8} {
		for n := 1; n <= 12; n++ {
			probability := make([]float64, n+1)
			for k := range probability {
				choose := math.Round(math.Exp(lgamma(n+1) - lgamma(k+1) - lgamma(n-k+1)))
				probability[k] = choose * math.Pow(p, float64(k)) * math.Pow(1-p, float64(n-k))
			}
			for k := range probability {
				want := 0.0
				for _, q := range probability {
					if q <= probability[k]*(1+1e-7) {
						want += q
					}
				}
				if got := BinomialTest(k, n, p); !near(got, want, 1e-9) {
					t.Errorf("%d of %d at %v: got %v, want %v", k, n, p, got, want)
				}
			}
		}
	}
}

func lgamma(n int) float64 {
	v, _ := math.Lgamma(float64(n))
	return v
}

func TestChiSquare(t *testing.T) {
	// Mendel's peas: 315, 101, 108, 32 against 9:3:3:1 give 0.470 with 3 degrees, p = 0.925.
	got, err := ChiSquare([]int{315, 101, 108, 32}, []float64{9, 3, 3, 1}, 0)
	if err != nil || !near(got.Statistic, 0.470, 5e-4) || got.Freedom != 3 || !near(got.P, 0.925, 5e-4) || got.Sparse != 0 {
		t.Errorf("got %+v, %v", got, err)
	}
	if got, _ := ChiSquare([]int{4, 2}, []float64{1, 1}, 0); got.Sparse != 2 {
		t.Errorf("sparse: %+v", got)
	}
	for _, wrong := range []struct {
		observed []int
		expected []float64
		fitted   int
	}{{[]int{1}, []float64{1, 2}, 0}, {[]int{1, 2}, []float64{1, 2}, 1}, {[]int{1, 2}, []float64{1, 0}, 0}} {
		if _, err := ChiSquare(wrong.observed, wrong.expected, wrong.fitted); err == nil {
			t.Errorf("%v: no error", wrong)
		}
	}
}

func TestWelchOnStudentsSleep(t *testing.T) {
	// Student, Biometrika 6, 1908: hours of sleep gained with two drugs; R prints
	// t = −1.8608, 17.776 degrees, p = 0.07939, interval −3.3654832 to 0.2054832.
	a := []float64{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2}
	b := []float64{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4}
	got := Welch(a, b, 0.95)
	if !near(got.T, -1.8608, 5e-5) || !near(got.Freedom, 17.776, 5e-4) || !near(got.P, 0.07939, 5e-6) ||
		!near(got.Difference.Lo, -3.3654832, 1e-6) || !near(got.Difference.Hi, 0.2054832, 1e-6) {
		t.Errorf("got %+v", got)
	}
	if one := Welch(a[:1], b, 0.95); one.P != 1 || !math.IsInf(one.Difference.Hi, 1) {
		t.Errorf("one value: %+v", one)
	}
	if same := Welch([]float64{2, 2}, []float64{2, 2}, 0.95); same.P != 1 {
		t.Errorf("equal constants: %+v", same)
	}
	if apart := Welch([]float64{2, 2}, []float64{3, 3}, 0.95); apart.P != 0 || apart.Difference.Hi != -1 {
		t.Errorf("different constants: %+v", apart)
	}
}

func TestMannWhitney(t *testing.T) {
	// Hollander and Wolfe, Nonparametric Statistical Methods, 1973, page 69; R's
	// wilcox.test gives W = 35 and, one-sided, p = 0.1272.
	a := []float64{0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46}
	b := []float64{1.15, 0.88, 0.90, 0.74, 1.21}
	got := MannWhitney(a, b)
	if got.U != 35 || !got.Exact || !near(got.P, 2*0.1272, 1e-4) {
		t.Errorf("got %+v", got)
	}
	// 1, 2 against 2, 3: of the 6 choices of two ranks among 1, 2½, 2½, 4 those with
	// sums 3½ (twice) and 6½ (twice) are as far from 5 as the observed one.
	if got := MannWhitney([]float64{1, 2}, []float64{2, 3}); got.U != 0.5 || !near(got.P, 4.0/6, 1e-12) {
		t.Errorf("ties: %+v", got)
	}
	// Complete separation of 3 and 3: 2 of 20 orders.
	if got := MannWhitney([]float64{1, 2, 3}, []float64{4, 5, 6}); got.U != 0 || !near(got.P, 0.1, 1e-12) {
		t.Errorf("separated: %+v", got)
	}
	if got := MannWhitney(nil, b); got.P != 1 {
		t.Errorf("empty: %+v", got)
	}
}

func TestMannWhitneyApproximation(t *testing.T) {
	var a, b []float64
	for i := range 25 {
		a, b = append(a, float64(i)), append(b, float64(i)+4.5)
	}
	exact := MannWhitney(a, b)
	approximate := MannWhitney(append(a, 12), b)
	if !exact.Exact || approximate.Exact || !near(exact.P, approximate.P, 0.02) {
		t.Errorf("%+v and %+v", exact, approximate)
	}
	var same [60]float64
	if got := MannWhitney(same[:30], same[30:]); got.P != 1 {
		t.Errorf("all equal: %+v", got)
	}
}

func TestHolm(t *testing.T) {
	// R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") is 0.03, 0.06, 0.06, 0.02.
	got := Holm([]float64{0.01, 0.04, 0.03, 0.005})
	for i, want := range []float64{0.03, 0.06, 0.06, 0.02} {
		if !near(got[i], want, 1e-12) {
			t.Errorf("got %v", got)
		}
	}
	if got := Holm([]float64{0.9, 0.8}); got[0] != 1 || got[1] != 1 {
		t.Errorf("got %v", got)
	}
}

func TestBalanced(t *testing.T) {
	// 500 of 1000 within ±5 %: z = 0.05/√(0.55·0.45/1000) = 3.178, p = 0.00074.
	got := Balanced(Tally{Wins: 500, Losses: 500}, 1, 0.05, 0.05)
	if !got.Balanced || !near(got.P, 0.00074, 2e-5) {
		t.Errorf("got %+v", got)
	}
	// 530 of 1000: 0.02 below the upper limit, z = 1.271, p = 0.1018.
	if got := Balanced(Tally{Wins: 530, Losses: 470}, 1, 0.05, 0.05); got.Balanced || !near(got.P, 0.1018, 2e-4) {
		t.Errorf("got %+v", got)
	}
	if got := Balanced(Tally{}, 1, 0.05, 0.05); got.Balanced || got.P != 1 {
		t.Errorf("no games: %+v", got)
	}
	if p := TOST(0, 1, -1.6448536, 1.6448536); !near(p, 0.05, 1e-7) {
		t.Errorf("TOST at the edge: %v", p)
	}
}

func TestPlanners(t *testing.T) {
	for _, test := range []struct {
		name      string
		got, want int
	}{
		{"±1 % at 95 %", GamesForRate(0.01, 0.95, 0), 9604},
		{"±2 %", GamesForRate(0.02, 0.95, 0), 2401},
		{"±0.5 %", GamesForRate(0.005, 0.95, 0), 38415}, // 38414.6, also quoted as 38416 from z = 1.96
		{"half of them drawn", GamesForRate(0.01, 0.95, 0.5), 4802},
		{"±1 point where a point is 3.32 % (normal margins, standard deviation 12)", GamesForKomi(1, 0.95, 0.0332, 0), 872},
		// (1.959964·0.5 + 0.841621·√0.2475)²/0.05² = 782.4.
		{"55 % found with power 0.8", GamesForFairness(0.05, 0.05, 0.8, 0), 783},
		// (1.644854 + 1.281552)²·0.25/0.01².
		{"within ±1 % shown with power 0.8", GamesForBalance(0.01, 0.05, 0.8, 0), 21410},
		{"nothing is ever enough", GamesForKomi(1, 0.95, 0, 0), math.MaxInt32},
	} {
		if test.got != test.want {
			t.Errorf("%s: got %d, want %d", test.name, test.got, test.want)
		}
	}
}
