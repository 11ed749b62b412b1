package tune

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestPlanFromJSON(t *testing.T) {
	plan := DefaultPlan()
	err := plan.Parse([]byte(`{"player": "light:playouts=100", "method": "halving", "params": ["rave=300:3000:log",
		{"name": "expand", "low": 0, "high": 8}, {"name": "reuse", "values": ["true", "false"]}, "policy=uniform,tactical"],
		"games": 1000, "halving": {"candidates": 8}}`))
	if err := errors.Join(err, plan.Validate()); err != nil {
		t.Fatal(err)
	}
	again := DefaultPlan()
	if err := again.Parse(plan.Canonical()); err != nil || string(again.Canonical()) != string(plan.Canonical()) {
		t.Errorf("read back: %v", err)
	}
	if start := plan.start(); !slices.Equal(start, Setting{"1000", "0", "true", "uniform"}) {
		t.Errorf("start %v", start)
	}
	player, err := plan.player(Setting{"1000", "4", "true", "tactical"})
	if err != nil || player.Name != "light:playouts=100,expand=4,policy=tactical" || player.Search.Expand != 4 || plan.Player.Search.Expand != 0 {
		t.Errorf("%+v, %v", player, err)
	}
}

// Chances of playouts are settings as the fields of the search are.
func TestChancesAreParameters(t *testing.T) {
	plan := DefaultPlan()
	err := plan.Parse([]byte(`{"player": "default:playouts=100,capture=200", "params": ["capture=100:250", "stone=0:256"], "games": 1000}`))
	if err := errors.Join(err, plan.Validate()); err != nil {
		t.Fatal(err)
	}
	if start := plan.start(); !slices.Equal(start, Setting{"200", "128"}) {
		t.Errorf("start %v", start)
	}
	player, err := plan.player(Setting{"150", "128"})
	if err != nil || player.Name != "default:playouts=100,capture=200,capture=150" ||
		player.Search.Policy != "tactical:capture=150,pattern=230,anywhere=128,selfatari=240,stone=128" {
		t.Errorf("%+v, %v", player, err)
	}
}

func TestWrongPlans(t *testing.T) {
	for _, test := range []struct{ json, want string }{
		{`{"gmaes": 3}`, `unknown field "gmaes"`},
		{`{}`, "no parameter"},
		{`{"params": ["rave"]}`, "write NAME=LOW:HIGH"},
		{`{"params": ["rave=1:2:lin"]}`, "is no range"},
		{`{"params": ["rave=300"]}`, "one value leaves nothing"},
		{`{"params": ["rvae=300:3000"]}`, "did you mean rave?"},
		{`{"params": [{"name": "rave", "lo": 1}]}`, `unknown field "lo"`},
		{`{"params": ["rave=3000:300"]}`, "the lower end comes first"},
		{`{"params": ["rave=0:3000:log"]}`, "begin above 0"},
		{`{"params": ["rave=300:900"]}`, "outside of 300 to 900"},
		{`{"params": ["priors=60:24000"]}`, "from 0 to 10000"},
		{`{"params": ["exploration=-1:1"]}`, "from 0 to 100"},
		{`{"params": ["expand=0:2.5"]}`, "whole numbers"},
		{`{"params": ["reuse=0:1"]}`, "reuse=true,false"},
		{`{"params": ["reuse=true,false"]}`, "--method halving"},
		{`{"params": ["policy=a:b"]}`, "is no range"},
		{`{"params": ["policy=0:1"]}`, "is a text"},
		{`{"params": ["policy=tactical,random"], "method": "halving"}`, "random"},
		{`{"params": ["reuse=true,maybe"], "method": "halving"}`, "maybe"},
		{`{"params": ["reuse=true,true"], "method": "halving"}`, "twice"},
		{`{"params": ["playouts=100:400"]}`, "more of them are stronger"},
		{`{"params": ["workers=1:4"]}`, "repeatable with one worker"},
		{`{"params": ["time_ns=1:4"]}`, "not repeatable"},
		{`{"params": ["rave=300:3000", "rave=300:3000"]}`, "there twice"},
		{`{"params": ["rave=300:3000"], "player": "tactical"}`, "without search"},
		{`{"params": ["pattern=0:300"]}`, "0 (never) to 256"},
		{`{"params": ["pattern=0:250.5"]}`, "whole numbers"},
		{`{"params": ["pattern=0:256"], "player": "light"}`, "one of tactical playouts"},
		{`{"params": ["rave=300:3000"], "method": "spas"}`, "did you mean spsa?"},
		{`{"params": ["rave=300:3000"], "games": 100}`, "10 iterations of 8 pairs"},
		{`{"params": ["rave=300:3000"], "validation": 7}`, "even number"},
		{`{"params": ["rave=300:3000"], "spsa": {"pairs": 8, "step": 2, "perturbation": 0.1}}`, "step is 2"},
		{`{"params": ["rave=300:3000"], "method": "halving", "games": 100}`, "a pair each"},
		{`{"params": ["rave=300:3000"], "method": "halving", "halving": {"candidates": 1}}`, "candidates is 1"},
		{`{"params": ["rave=300:3000"], "size": "25"}`, "25x25"},
		{`{"params": ["rave=300:3000"], "engine": 1}`, "engine"},
	} {
		plan := DefaultPlan()
		err := plan.Parse([]byte(test.json))
		if err == nil {
			err = plan.Validate()
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", test.json, err, test.want)
		}
	}
}

// Places and numbers are each other's inverse, and values stay in the range.
func TestPlaces(t *testing.T) {
	for _, text := range []string{"rave=300:3000:log", "priors=60:240", "exploration=0:0.3", "expand=1:16:log", "lanes=8:80"} {
		param, err := ParseParam(text)
		if err != nil || param.Text() != text {
			t.Fatal(text, param.Text(), err)
		}
		for _, at := range []float64{0, 0.25, 0.5, 0.999, 1} {
			if back := param.place(param.number(at)); back < at-1e-9 || back > at+1e-9 {
				t.Errorf("%s: %v comes back as %v", text, at, back)
			}
			if value := number(param.value(at)); value < param.Low || value > param.High {
				t.Errorf("%s: value %v at %v", text, value, at)
			}
		}
	}
}
