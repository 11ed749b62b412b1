package analysis

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "rewrite the transcript in testdata")

func strictObject(text string, o *object) error { return json.Unmarshal([]byte(text), o) }

// FuzzServe sends lines of noise: it must not crash, and must answer every
// position once, with valid JSON on every line.
func FuzzServe(f *testing.F) {
	data, err := os.ReadFile(filepath.Join("testdata", "session.transcript"))
	if err != nil {
		f.Fatal(err)
	}
	for text := range strings.Lines(string(data)) {
		if sent, ok := strings.CutPrefix(text, "> "); ok {
			f.Add(sent)
		}
	}
	f.Add("{\"id\":\"a\",\"rules\":{\"ko\":\"SIMPLE\"},\"moves\":[[\"B\",\"A1\"]],\"boardXSize\":1,\"boardYSize\":1}\n{}\n\x00")
	f.Fuzz(func(t *testing.T, input string) {
		config := testConfig(func(c *Config) { c.Search.Playouts = 2; c.Search.MemoryMiB = 1 })
		ctx, cancel := context.WithTimeout(context.Background(), time.Second) // a query may ask for a long search
		defer cancel()
		var out bytes.Buffer
		err := Serve(ctx, config, strings.NewReader(input), &out)
		if err != nil && ctx.Err() == nil {
			t.Fatal(err)
		}
		for one := range strings.Lines(out.String()) {
			var l line
			if err := json.Unmarshal([]byte(one), &l); err != nil {
				t.Fatalf("%v: %s", err, one)
			}
			if strings.Contains(l.Error, "internal error") {
				t.Fatal(one)
			}
		}
	})
}
