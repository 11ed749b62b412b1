package datasets

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"
)

// Card is what a data set card tells beside what the manifest knows.
type Card struct {
	Title   string   // also the pretty_name
	License string   // identifier such as cc0-1.0; "unknown" if empty
	Tags    []string // beside the usual ones
	Summary string   // a paragraph of text

	Rules   []string // each rule set in force, fully resolved
	Players []string // each player with all of its settings
	Seed    string   // empty if the games were not played here
	Command string   // command line that makes the data set again; may be empty
	Notes   []string // anything a user of the data should know, a sentence or two each
}

// WriteCard writes README.md into the folder out: a data set card as Hugging
// Face reads it, with a body for people. It tells only what follows from card
// and manifest, so that the same run has the same card.
func WriteCard(out string, card Card, m *Manifest) error {
	return WriteFileAtomic(filepath.Join(out, CardName), []byte(card.text(m)))
}

func (c Card) text(m *Manifest) string {
	w := &cardWriter{}
	c.header(w, m)
	c.body(w, m)
	return w.b.String()
}

type cardWriter struct{ b strings.Builder }

func (w *cardWriter) line(format string, args ...any) {
	fmt.Fprintf(&w.b, format+"\n", args...)
}

// quoted writes text so that YAML takes it for text, whatever it contains: JSON
// strings are YAML strings.
func quoted(text string) string {
	b, err := json.Marshal(text)
	if err != nil { // cannot be: text is a string
		return `""`
	}
	return string(b)
}

func (c Card) header(w *cardWriter, m *Manifest) {
	license := c.License
	if license == "" {
		license = "unknown"
	}
	w.line("---")
	w.line("license: %s", quoted(license))
	w.line("pretty_name: %s", quoted(c.title()))
	w.line("tags:")
	for _, tag := range c.tags() {
		w.line("- %s", quoted(tag))
	}
	w.line("size_categories:")
	w.line("- %s", sizeCategory(m.Tables["games"].Rows))
	tables := presentTables(m)
	if len(tables) > 0 {
		w.line("configs:")
	}
	for i, t := range tables {
		w.line("- config_name: %s", t.Name)
		if i == 0 {
			w.line("  default: true")
		}
		w.line("  data_files:")
		w.line("  - split: train")
		w.line("    path: %s", quoted(t.Name+"/**/*.parquet"))
	}
	if len(tables) > 0 {
		w.line("dataset_info:")
	}
	for _, t := range tables {
		files := m.Tables[t.Name]
		w.line("- config_name: %s", t.Name)
		w.line("  features:")
		for _, f := range t.schema.Fields() {
			w.feature("  ", f.Name(), f)
		}
		w.line("  splits:")
		w.line("  - name: train")
		w.line("    num_examples: %d", files.Rows)
		w.line("  download_size: %d", files.Bytes)
	}
	w.line("---")
	w.line("")
}

func (w *cardWriter) feature(indent, name string, n parquet.Node) {
	w.line("%s- name: %s", indent, quoted(name)) // some take a bare n for "no"
	element := listElement(n)
	switch {
	case element != nil && element.Leaf():
		w.line("%s  sequence: %s", indent, leafTypes[element.Type().String()].feature)
	case element != nil:
		w.line("%s  list:", indent)
		for _, f := range element.Fields() {
			w.feature(indent+"  ", f.Name(), f)
		}
	default:
		w.line("%s  dtype: %s", indent, leafTypes[n.Type().String()].feature)
	}
}

func (c Card) title() string {
	if c.Title == "" {
		return "Games of Go"
	}
	return c.Title
}

func (c Card) tags() []string {
	tags := append([]string{"go", "weiqi", "baduk", "games", "self-play"}, c.Tags...)
	if c.Seed == "" { // not played here
		tags = slices.DeleteFunc(tags, func(t string) bool { return t == "self-play" })
	}
	slices.Sort(tags)
	return slices.Compact(tags)
}

// sizeCategory names the size as Hugging Face's list of categories has it.
func sizeCategory(rows int64) string {
	categories := []struct {
		below int64
		name  string
	}{
		{1e3, "n<1K"}, {1e4, "1K<n<10K"}, {1e5, "10K<n<100K"}, {1e6, "100K<n<1M"}, {1e7, "1M<n<10M"},
		{1e8, "10M<n<100M"}, {1e9, "100M<n<1B"}, {1e10, "1B<n<10B"}, {1e11, "10B<n<100B"}, {1e12, "100B<n<1T"},
	}
	for _, c := range categories {
		if rows < c.below {
			return c.name
		}
	}
	return "n>1T"
}

func presentTables(m *Manifest) []*rowType {
	var present []*rowType
	for _, t := range rowTypes {
		if len(m.Tables[t.Name].Files) > 0 {
			present = append(present, t)
		}
	}
	return present
}

func (c Card) body(w *cardWriter, m *Manifest) {
	w.line("# %s", oneLine(c.title()))
	w.line("")
	if c.Summary != "" {
		w.line("%s\n", c.Summary)
	}
	w.line("| table | rows | files | bytes |")
	w.line("| --- | ---: | ---: | ---: |")
	for _, t := range presentTables(m) {
		files := m.Tables[t.Name]
		w.line("| %s | %d | %d | %d |", t.Name, files.Rows, len(files.Files), files.Bytes)
	}
	w.line("")
	c.origin(w, m)
	w.usage(m)
	w.tables(m)
}

func (c Card) origin(w *cardWriter, m *Manifest) {
	w.line("## How it was made\n")
	w.list("Rules", c.Rules)
	w.list("Player", c.Players)
	if c.Seed != "" {
		w.line("- Seed: `%s`", c.Seed)
	}
	if m.PlanSHA256 != "" {
		w.line("- Plan: SHA-256 `%s`; its text is in the metadata of every file, under the key `%s`", m.PlanSHA256, keyPlan)
	}
	w.list("Program", prefixed("tengen ", m.ToolVersions))
	w.list("Note", c.Notes)
	if c.Command != "" {
		w.line("\nTo make it again:\n\n```sh\n%s\n```", c.Command)
	}
	w.line("")
	if c.Seed != "" {
		w.line("Every game is a function of the plan and of its number, `game_index`. Neither the number of threads nor that of\n" +
			"machines nor an interruption changes a game, and the same version of the program writes the same bytes again:\n" +
			"compare them with the checksums in `manifest.json`. Only the table `timings` differs, as it tells of clocks and machines.\n")
	}
}

func (w *cardWriter) list(name string, items []string) {
	for _, item := range items {
		w.line("- %s: %s", name, oneLine(item))
	}
}

func prefixed(prefix string, items []string) []string {
	var out []string
	for _, item := range items {
		out = append(out, prefix+item)
	}
	return out
}

func (w *cardWriter) usage(m *Manifest) {
	if len(m.Tables["games"].Files) == 0 {
		return
	}
	w.line("## How to open it\n")
	w.line("DuckDB; `run` and `size` come from the names of the folders:\n")
	w.line("```sql\n" +
		"SELECT run, size, komi, winner, count(*) AS games, avg(num_moves) AS moves\n" +
		"FROM read_parquet('games/**/*.parquet', hive_partitioning = true)\n" +
		"GROUP BY ALL ORDER BY ALL;\n```\n")
	w.line("pandas:\n")
	w.line("```python\n" +
		"import pandas as pd\n" +
		"games = pd.read_parquet('games')\n" +
		"print(games.groupby(['komi', 'winner'], observed=True).size())\n```\n")
	w.line("Numbers with a point of view take Black's. A point is a number: `y * board_w + x` counted from the upper left corner,\n" +
		"and `board_w * board_h` is a pass. Whoever `setup_to_play` names makes the first move, and the players alternate.\n")
}

func (w *cardWriter) tables(m *Manifest) {
	for _, t := range presentTables(m) {
		w.line("## Table %s\n", t.Name)
		w.line("%s", t.Doc)
		if len(t.SortedBy) > 0 {
			w.line("Within a file the rows are sorted by %s.", strings.Join(t.SortedBy, ", "))
		}
		w.line("")
		w.line("| column | type | meaning |")
		w.line("| --- | --- | --- |")
		for _, c := range t.Columns {
			w.line("| %s | %s | %s |", c.Name, c.Type, markdown.Replace(c.Doc))
		}
		w.line("")
	}
}

// markdown keeps formulas from becoming emphasis, and text in its column.
var markdown = strings.NewReplacer("*", `\*`, "|", `\|`)

// oneLine keeps text from breaking a heading or a list.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
