package komi

import (
	"fmt"
	"strings"

	"github.com/tengen-go/tengen/ruleset"
)

// maxList bounds the komi that a range may hold.
const maxList = 1000

// ParseList reads komi, each a number of points, a number of zi, or a range
// first:last:step in points.
func ParseList(texts []string) ([]ruleset.HalfPoints, error) {
	var list []ruleset.HalfPoints
	for _, text := range texts {
		bounds := strings.Split(text, ":")
		if len(bounds) == 1 {
			komi, err := ruleset.ParseKomi(text)
			if err != nil {
				return nil, err
			}
			list = append(list, komi)
			continue
		}
		if len(bounds) == 2 {
			bounds = append(bounds, "0.5")
		}
		if len(bounds) != 3 {
			return nil, fmt.Errorf("%q: a range is first:last:step, such as 4:8:0.5", text)
		}
		var number [3]ruleset.HalfPoints
		for i, bound := range bounds {
			var err error
			if number[i], err = ruleset.ParseHalfPoints(strings.TrimSpace(bound)); err != nil {
				return nil, fmt.Errorf("range %q: %w", text, err)
			}
		}
		if number[2] <= 0 || number[0] > number[1] {
			return nil, fmt.Errorf("range %q is empty: write first:last:step with a first komi below the last and a step above 0, such as 4:8:0.5", text)
		}
		if (number[1]-number[0])/number[2] >= maxList {
			return nil, fmt.Errorf("range %q has more than %d komi", text, maxList)
		}
		for komi := number[0]; komi <= number[1]; komi += number[2] {
			list = append(list, komi)
		}
	}
	return list, nil
}
