package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments/komi"
)

var updateReadme = flag.Bool("update", false, "rewrite the tables of README.md")

var studyFolder = flag.String("study", "", "put the table of this study into README.md")

// The table of the study in README.md is what Result.Markdown makes of a study, and
// -study puts a new one there.
func TestReadmeShowsTheStudy(t *testing.T) {
	path := filepath.Join("..", "..", "README.md")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- study -->\n", "<!-- /study -->\n"
	before, rest, ok := strings.Cut(string(data), begin)
	table, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("README.md has no place between %q and %q", begin, end)
	}
	if header, _, _ := strings.Cut(new(komi.Result).Markdown(), "\n"); table != "" && !strings.Contains(table, header) {
		t.Error("the columns of the study in README.md are not those of a study: make it again with the command that stands there")
	}
	if *studyFolder == "" {
		return
	}
	stored, err := os.ReadFile(filepath.Join(*studyFolder, komi.ResultFile))
	if err != nil {
		t.Fatal(err)
	}
	var result komi.Result
	if err := json.Unmarshal(stored, &result); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(before+begin+result.Markdown()+end+after), 0o644); err != nil {
		t.Fatal(err)
	}
}

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
