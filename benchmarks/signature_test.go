package benchmarks

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/ruleset"
)

var update = flag.Bool("update", false, "record what the workloads compute now")

// Playouts and boards compute what they computed when their signatures were
// recorded, on every processor. Whoever means to change that says so with
// -update, and in the message of the commit.
func TestSignaturesAreThoseRecorded(t *testing.T) {
	cases, err := Selection{
		Workloads: []string{"playouts", "board"},
		Sizes:     []ruleset.Size{ruleset.Square(2), ruleset.Square(7), ruleset.Square(9), {W: 7, H: 11}, ruleset.Square(13), ruleset.Square(19)},
	}.Cases()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, c := range cases {
		r, err := prepare(t.Context(), c, 1)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s %v\n", r.signature, c)
	}
	path := filepath.Join("testdata", "signatures.txt")
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	recorded, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(string(recorded), "\n")
	for i, line := range strings.Split(b.String(), "\n") {
		if i >= len(want) || line != want[i] {
			t.Errorf("computed is %s, recorded %s", line, want[min(i, len(want)-1)])
		}
	}
}
