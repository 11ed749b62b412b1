package experiments

import (
	"strings"
	"testing"
)

func TestPlayerOptions(t *testing.T) {
	for _, test := range []struct {
		text, policy, err string
	}{
		{"default", "tactical", ""},
		{"default:rave=500,capture=256", "tactical:capture=256,pattern=230,anywhere=128,selfatari=240,stone=128", ""},
		{"light:policy=tactical,pattern=0", "tactical:capture=230,pattern=0,anywhere=128,selfatari=240,stone=128", ""},
		{"default:pattern=0,policy=uniform", "uniform", ""},
		{"light:pattern=0", "", "one of tactical playouts"},
		{"default:pattern=257", "", "0 (never) to 256"},
		{"default:patern=7", "", "did you mean pattern?"},
		{"default:rvae=7", "", "did you mean rave?"},
		{"default:rave", "", "rave=VALUE"},
		{"default:rave=much", "", "not a value it takes"},
		{"tactical:pattern=7", "tactical:pattern=7", ""},
		{"defualt", "", "did you mean default?"},
	} {
		spec, err := ParsePlayer(test.text)
		if test.err != "" {
			if err == nil || !strings.Contains(err.Error(), test.err) {
				t.Errorf("%s: error %v, want %q", test.text, err, test.err)
			}
			continue
		}
		policy := spec.Policy
		if spec.Search != nil {
			policy = spec.Search.Policy
		}
		if err != nil || policy != test.policy {
			t.Errorf("%s: %q, %v; want %q", test.text, policy, err, test.policy)
		}
	}
}
