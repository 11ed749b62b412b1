package datasets

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"
)

// checker collects the first thing that is wrong with a row.
type checker struct {
	row   string
	first error
}

func (c *checker) err() error { return c.first }

func (c *checker) require(column string, ok bool, what string) {
	if !ok && c.first == nil {
		c.first = fmt.Errorf("%s: column %s: %s", c.row, column, what)
	}
}

func (c *checker) oneOf(column, value string, allowed ...string) {
	if !slices.Contains(allowed, value) {
		c.require(column, false, fmt.Sprintf("%q is none of %s", value, strings.Join(allowed, ", ")))
	}
}

func (c *checker) point(column string, value int16, largest int) {
	if value < 0 || int(value) > largest {
		c.require(column, false, fmt.Sprintf("point number %d is not between 0 and %d", value, largest))
	}
}

func (c *checker) points(column string, values []int16, largest int) {
	for _, v := range values {
		c.point(column, v, largest)
	}
}

func (c *checker) finite(column string, value *float64) {
	if value != nil && (math.IsNaN(*value) || math.IsInf(*value, 0)) {
		c.require(column, false, fmt.Sprintf("%v is no number", *value))
	}
}

// probability lets NaN pass, which stands for "no search was made".
func (c *checker) probability(column string, value float32) {
	if value < 0 || value > 1 {
		c.require(column, false, fmt.Sprintf("%v is not between 0 and 1", value))
	}
}

func (c *checker) json(column, text string) {
	if !json.Valid([]byte(text)) {
		c.require(column, false, fmt.Sprintf("%.40q is not JSON", text))
	}
}

func (c *checker) length(column string, got, moves int) {
	if got != moves {
		c.require(column, false, fmt.Sprintf("is %d, and there are %d moves", got, moves))
	}
}

func (c *checker) perMove(column string, got int, absent bool, moves int) {
	if !absent && got != moves {
		c.require(column, false, fmt.Sprintf("has %d values for %d moves", got, moves))
	}
}

// checkText refuses text that is not UTF-8: Parquet has no other text, and
// DuckDB would refuse the whole file for one wrong byte.
func (t *rowType) checkText(row reflect.Value) error {
	for _, f := range t.text {
		v := row.Field(f.field)
		if v.Kind() == reflect.Pointer {
			if v.IsNil() {
				continue
			}
			v = v.Elem()
		}
		if !utf8.ValidString(v.String()) {
			return fmt.Errorf("column %s: %q is not UTF-8: convert it, or replace what is wrong with strings.ToValidUTF8", f.column, v.String())
		}
	}
	return nil
}
