package ruleset

import (
	"errors"
	"testing"
)

func TestJudgeRules(t *testing.T) {
	for _, c := range []struct {
		name   string
		policy Policy
		acts   []Act
		want   Verdict // of the last act
		result string
	}{
		{"strict: a forbidden point", PolicyStrict, []Act{ForbiddenPoint}, Loses, "W+F"},
		{"strict: a ko retake", PolicyStrict, []Act{KoRetake}, Loses, "W+F"},
		{"strict: a wrong removal", PolicyStrict, []Act{WrongRemoval}, Loses, "W+F"},
		{"strict: out of time", PolicyStrict, []Act{Overtime}, Loses, "W+T"},
		{"sources: a forbidden point", PolicySources, []Act{ForbiddenPoint}, ForfeitTurn, "?"},
		{"sources: two forbidden points", PolicySources, []Act{ForbiddenPoint, ForbiddenPoint}, Loses, "W+F"},
		{"sources: three ko retakes", PolicySources, []Act{KoRetake, KoRetake, KoRetake}, ForfeitTurn, "?"},
		{"sources: a wrong removal", PolicySources, []Act{WrongRemoval}, Restored, "?"},
		{"sources: a wrong removal and a forbidden point", PolicySources, []Act{WrongRemoval, ForbiddenPoint}, Loses, "W+F"},
		{"sources: twice in a row", PolicySources, []Act{TwiceInRow}, Loses, "W+F"},
		{"sources: out of time", PolicySources, []Act{Overtime}, Loses, "W+T"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newTestGame(t, "chinese", "...\n...\n...")
			judge := Judge{Policy: c.policy}
			var last Ruling
			for i, act := range c.acts {
				if i > 0 && g.ToPlay() == White { // White plays on after a void move
					playAll(t, g, []string{"A1", "A2", "A3"}[i])
				}
				var err error
				if last, err = judge.Apply(g, act, Black); err != nil {
					t.Fatal(err)
				}
			}
			if last.Verdict != c.want || g.Result().String() != c.result {
				t.Errorf("%v, result %v; want %v, %s", last.Verdict, g.Result(), c.want, c.result)
			}
			if last.Verdict == ForfeitTurn && g.ToPlay() != White {
				t.Error("the void move did not count as a pass")
			}
		})
	}
}

func TestJudgeReason(t *testing.T) {
	judge := Judge{Policy: PolicySources}
	for _, want := range []string{
		"W: forbidden point: forfeit-turn (1 warning, sources)",
		"W: wrong removal: loses (2 warnings, sources)",
	} {
		act := ForbiddenPoint
		if judge.Warnings(White) == 1 {
			act = WrongRemoval
		}
		r, err := judge.Rule(act, White)
		if err != nil || r.Reason() != want {
			t.Errorf("%q, %v; want %q", r.Reason(), err, want)
		}
	}
	r, err := new(Judge).Rule(KoRetake, Black)
	if err != nil || r.Reason() != "B: ko retake: loses (strict)" {
		t.Errorf("%q, %v", r.Reason(), err)
	}
	if judge.Warnings(Black) != 0 || judge.Warnings(Empty) != 0 {
		t.Error("warnings of others")
	}
	if _, err := judge.Rule(Act(99), Black); err == nil {
		t.Error("an unknown act was ruled on")
	}
	if _, err := judge.Rule(KoRetake, Empty); err == nil {
		t.Error("nobody was ruled on")
	}
}

func TestActOf(t *testing.T) {
	g := newTestGame(t, "ko=simple", ". X O .\nX O . O\nX X O .\n. X . .")
	playAll(t, g, "C3")
	for v, want := range map[string]Act{"B3": KoRetake, "A1": ForbiddenPoint, "B1": ForbiddenPoint, "E1": ForbiddenPoint} {
		if act, ok := ActOf(g.Play(mustPoint(t, v))); !ok || act != want {
			t.Errorf("%s is %v (%t), want %v", v, act, ok, want)
		}
	}
	for _, err := range []error{nil, ErrGameOver, errors.New("else")} {
		if act, ok := ActOf(err); ok {
			t.Errorf("%v is %v", err, act)
		}
	}
}

func TestParsePolicy(t *testing.T) {
	for _, p := range []Policy{PolicyStrict, PolicySources} {
		if got, err := ParsePolicy(p.String()); err != nil || got != p {
			t.Errorf("%v reads as %v, %v", p, got, err)
		}
	}
	if _, err := ParsePolicy("lenient"); err == nil {
		t.Error("lenient is a policy")
	}
}
