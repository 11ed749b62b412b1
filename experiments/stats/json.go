package stats

import (
	"encoding/json"
	"math"
)

// plainInterval is how an Interval looks in JSON, which has no infinity: an
// open end and a missing estimate are null.
type plainInterval struct {
	Estimate *float64 `json:"estimate"`
	Lo       *float64 `json:"lo"`
	Hi       *float64 `json:"hi"`
}

// MarshalJSON writes an end at infinity, and an estimate that does not exist,
// as null.
func (i Interval) MarshalJSON() ([]byte, error) {
	return json.Marshal(plainInterval{finitePointer(i.Estimate), finitePointer(i.Lo), finitePointer(i.Hi)})
}

// UnmarshalJSON reads what MarshalJSON wrote; a null estimate becomes NaN.
func (i *Interval) UnmarshalJSON(data []byte) error {
	var plain plainInterval
	if err := json.Unmarshal(data, &plain); err != nil {
		return err
	}
	*i = Interval{Estimate: math.NaN(), Lo: math.Inf(-1), Hi: math.Inf(1)}
	for _, field := range []struct {
		from *float64
		to   *float64
	}{{plain.Estimate, &i.Estimate}, {plain.Lo, &i.Lo}, {plain.Hi, &i.Hi}} {
		if field.from != nil {
			*field.to = *field.from
		}
	}
	return nil
}

func finitePointer(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}
