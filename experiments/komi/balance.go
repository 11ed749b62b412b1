package komi

import (
	"math"

	"github.com/tengen-go/tengen/experiments/stats"
)

// Balance says whether the chances were shown to be nearly equal, at the komi
// played that is nearest to the fair one.
type Balance struct {
	Komi float64 `json:"komi"`
	stats.Balance
}

// balance tests for nearly equal chances. With a curve, all games tell, and the
// test is that of a confidence set: whichever komi turned out to be nearest to the fair
// one, it holds its level, and at the looks of a study too. Without one, the games
// at that komi tell, and the level is divided by the number of komi played.
func (s *sample) balance(c *Cell, within float64) error {
	if c.FairKomi == nil || c.Middle {
		return nil
	}
	var at KomiPoint
	nearest := math.Inf(1)
	for _, point := range c.Komi {
		if d := math.Abs(point.Komi - *c.FairKomi); d < nearest {
			nearest, at = d, point
		}
	}
	level := 1 - s.confidence
	c.Balance = &Balance{Komi: at.Komi}
	if e := c.Separate; e != nil && e.curved && !e.misfit() {
		share, inside := e.balance(at.Komi, within)
		p, err := s.monitor.P(append(make([]float64, len(s.looks)), math.Max(inside, 0))...)
		c.Balance.Balance = stats.Balance{Rate: share, Within: within, P: p, Balanced: p < level}
		return err
	}
	plain := stats.WinRate(at.Results, s.nominal())
	tests := float64(len(c.Komi))
	b := stats.Balanced(at.Results, math.Pow(half(at.Black)/half(plain), 2), within, level/tests)
	b.Rate, b.P = at.Black, math.Min(1, tests*b.P)
	c.Balance.Balance = b
	return nil
}
