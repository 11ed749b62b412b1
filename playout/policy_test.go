package playout

import (
	"strings"
	"testing"
)

func TestParsePolicy(t *testing.T) {
	gentle := DefaultTactical()
	gentle.Pattern, gentle.Anywhere = 200, 0
	for text, want := range map[string]Policy{
		"uniform":                              Uniform{},
		" Uniform ":                            Uniform{},
		"tactical":                             DefaultTactical(),
		"tactical:pattern=200,anywhere=0":      gentle,
		"Tactical: Pattern = 200 , anywhere=0": gentle,
		"tactical:capture=0,pattern=0,anywhere=0,selfatari=0,stone=0":    Tactical{},
		"tactical:capture=256,pattern=1,anywhere=2,selfatari=3,stone=4 ": Tactical{256, 1, 2, 3, 4},
	} {
		got, err := ParsePolicy(text)
		if err != nil || got != want {
			t.Errorf("%q is read as %v, %v", text, got, err)
			continue
		}
		if again, err := ParsePolicy(got.String()); err != nil || again != want {
			t.Errorf("%q is written as %q, which is read as %v, %v", text, got, again, err)
		}
	}
}

func TestParsePolicyExplains(t *testing.T) {
	for text, want := range map[string]string{
		"unifrom":             `did you mean uniform?`,
		"tatical:pattern=3":   `did you mean tactical?`,
		"neural":              "known are uniform, tactical",
		"":                    "known are uniform, tactical",
		"uniform:pattern=3":   "known are suicide",
		"tactical:patern=3":   `did you mean pattern?`,
		"tactical:pattern":    "write pattern=N",
		"tactical:pattern=x":  "write pattern=N",
		"tactical:pattern=-1": "from 0 (never) to 256 (always)",
		"tactical:stone=257":  "from 0 (never) to 256 (always)",
		"tactical:":           "unknown option",
		"tactical:stone=1,":   "unknown option",
	} {
		policy, err := ParsePolicy(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is read as %v, %v; want an error with %q", text, policy, err, want)
		}
	}
}

func TestTacticalValidate(t *testing.T) {
	err := Tactical{Capture: 257, SelfAtariStone: 1000}.Validate()
	if err == nil || !strings.Contains(err.Error(), "capture=257") || !strings.Contains(err.Error(), "stone=1000") {
		t.Errorf("the error does not name both chances: %v", err)
	}
	if err := DefaultTactical().Validate(); err != nil {
		t.Error(err)
	}
}

func FuzzParsePolicy(f *testing.F) {
	f.Add("uniform")
	f.Add("tactical:pattern=230,capture=230,selfatari=240,anywhere=128")
	f.Fuzz(func(t *testing.T, text string) {
		policy, err := ParsePolicy(text)
		if err != nil {
			return
		}
		if again, err := ParsePolicy(policy.String()); err != nil || again != policy {
			t.Errorf("%q is written as %q, which is read as %v, %v", text, policy, again, err)
		}
	})
}
