package experiments

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// CheckKeys reports a key that an object of a configuration has twice, of which
// package json would take the last one without a word. Like that package it
// does not tell small letters from capital ones. Faults of the syntax are left
// to whoever reads the values.
func CheckKeys(data []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var open []map[string]bool // the keys of the objects around; nil for a list
	isKey := false             // whether the next text in an object is a key
	for {
		token, err := decoder.Token()
		if err != nil { // the end, or faulty syntax
			return nil //nolint:nilerr // see above
		}
		switch token {
		case json.Delim('{'):
			open, isKey = append(open, map[string]bool{}), true
			continue
		case json.Delim('['):
			open = append(open, nil)
			continue
		case json.Delim('}'), json.Delim(']'):
			open = open[:len(open)-1]
		default:
			if isKey && len(open) > 0 && open[len(open)-1] != nil {
				key := token.(string)
				keys := open[len(open)-1]
				if keys[strings.ToLower(key)] {
					line := 1 + bytes.Count(data[:decoder.InputOffset()], []byte("\n"))
					return fmt.Errorf("line %d: %q is there twice: keep one of them", line, key)
				}
				keys[strings.ToLower(key)] = true
				isKey = false
				continue
			}
		}
		isKey = true // after a value
	}
}
