package experiments

import (
	"strings"
	"testing"
)

func TestKeysThatAreThereTwice(t *testing.T) {
	for text, want := range map[string]string{
		`{"a": 1, "b": {"a": 2}, "c": [{"a": 1}, {"a": "a"}, "a", "a"], "d": "a"}`: "",
		"{\"a\": 1,\n\"b\": 2,\n\"a\": 3}":                                         `line 3: "a" is there twice`,
		`{"games": 1, "Games": 2}`:                                                 `line 1: "Games" is there twice`,
		"{\"p\": [{\"x\": {}, \"y\": [],\n\"x\": null}]}":                          `line 2: "x" is there twice`,
		`{"a": [1, {"b": 1}, [], {}], "b": 1, "a": false}`:                         `"a" is there twice`,
		`"a"`:         "",
		`["a", "a"]`:  "",
		`{"a": 1, "a`: "", // whoever reads the values says what is wrong
		"":            "",
	} {
		err := CheckKeys([]byte(text))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	plan := DefaultPlan()
	if err := plan.ParsePlan([]byte(`{"games": 2, "games": 3}`)); err == nil || !strings.Contains(err.Error(), "twice") {
		t.Errorf("ParsePlan: %v", err)
	}
}
