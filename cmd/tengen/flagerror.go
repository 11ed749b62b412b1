package main

import (
	"errors"
	"fmt"

	"github.com/spf13/pflag"
)

// valueWords say what flags of the standard kinds take.
var valueWords = map[string]string{
	"bool": "true or false", "int": "a whole number", "int64": "a whole number", "int64Slice": "whole numbers, such as 3,17",
	"uint64": "a whole number that is not negative", "float64": "a number", "duration": "a time, such as 90s or 1h30m",
}

// plainFlagError says in words what is wrong with the value of a flag, where
// the error speaks of golang's functions.
func plainFlagError(err error) error {
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) {
		return err
	}
	flag := invalid.GetFlag()
	words, known := valueWords[flag.Value.Type()]
	if !known {
		return err
	}
	return fmt.Errorf("--%s is %q: write %s", flag.Name, invalid.GetValue(), words)
}
