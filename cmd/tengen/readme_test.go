package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/datasets"
)

var updateReadme = flag.Bool("update", false, "rewrite the tables of README.md")

// The tables of README.md are those of the code.
func TestReadmeDescribesEveryColumn(t *testing.T) {
	path := filepath.Join("..", "..", "README.md")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- tables -->\n", "<!-- /tables -->\n"
	before, rest, ok := strings.Cut(string(data), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("README.md has no place between %q and %q", begin, end)
	}
	var b strings.Builder
	for _, table := range datasets.Tables() {
		fmt.Fprintf(&b, "\n**`%s`**: %s\n\n| column | type | |\n| --- | --- | --- |\n", table.Name, table.Doc)
		for _, column := range table.Columns {
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", column.Name, column.Type, column.Doc)
		}
	}
	b.WriteString("\n")
	want := before + begin + b.String() + end + after
	if want == string(data) {
		return
	}
	if !*updateReadme {
		t.Fatal("the tables in README.md are not those of the code: go test ./cmd/tengen -run Readme -update")
	}
	if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}
