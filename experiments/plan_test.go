package experiments

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/ruleset"
)

func TestPlanIsCanonical(t *testing.T) {
	plan := tinyPlan(t, 4)
	plan.Opening.Prefix = []string{"C3", "pass"}
	data := plan.Canonical()
	var back Plan
	if err := back.ParsePlan(data); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(back.Canonical(), data) {
		t.Errorf("read back it is\n%s\nwas\n%s", back.Canonical(), data)
	}
	var object map[string]any
	if err := json.Unmarshal(data, &object); err != nil {
		t.Fatal(err)
	}
	if bytes.ContainsAny(data, " \n\t") && !strings.Contains(string(data), "\"name\"") {
		t.Error("white space between tokens")
	}
	if at, after := bytes.Index(data, []byte(`"black"`)), bytes.Index(data, []byte(`"white"`)); at != 1 || after < at {
		t.Errorf("keys are not sorted: %s", data)
	}
	sum := sha256.Sum256(data)
	if plan.Hash() != hex.EncodeToString(sum[:]) {
		t.Error("the hash is not that of the stored bytes")
	}
}

func TestPlanSeedIsExact(t *testing.T) {
	plan := tinyPlan(t, 4)
	plan.Seed = 1<<64 - 1
	var back Plan
	if err := back.ParsePlan(plan.Canonical()); err != nil || back.Seed != plan.Seed {
		t.Errorf("seed %d, %v", back.Seed, err)
	}
}

func TestPlanReadsPartsOfPlans(t *testing.T) {
	plan := DefaultPlan()
	err := plan.ParsePlan([]byte(`{"size": "9x7", "rules": "tromp-taylor,komi=6.5", "black": "light:playouts=50", "opening": {"sampled": 3}}`))
	if err != nil {
		t.Fatal(err)
	}
	if plan.Size.Size != (ruleset.Size{W: 9, H: 7}) || plan.Rules.Name != "tromp-taylor" || plan.Rules.Komi != 13 ||
		plan.Black.Playouts() != 50 || plan.White.Name != "default" || plan.Opening.Sampled != 3 || plan.Opening.Temperature != 1 || plan.Games != 100 {
		t.Errorf("got %s", plan.Canonical())
	}
}

func TestBadPlans(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"an unknown field", `{"gamez": 3}`, []string{"gamez"}},
		{"an unknown field of the player", `{"black": {"name": "x", "playouts": 3}}`, []string{"playouts"}},
		{"an unknown player", `{"black": "defualt"}`, []string{"did you mean default?"}},
		{"an unknown option of a player", `{"black": "default:playout=3"}`, []string{"did you mean playouts?"}},
		{"a text for a number", "{\n\"games\": \"many\"}", []string{"line 2", "games"}},
		{"broken JSON", "{\n\n\"games\": 3,,}", []string{"line 3"}},
		{"two values", `{} {}`, []string{"more than one"}},
		{"a board too large to play", `{"size": "20"}`, []string{"20x20", "19x19"}},
		{"a board without points", `{"size": "0"}`, []string{"0x0", "1 to 25"}},
		{"no games", `{"games": 0}`, []string{"games is 0"}},
		{"a negative shard", `{"shard_games": -1}`, []string{"shard_games is -1"}},
		{"more parts than a folder bears", `{"games": 1000000, "shard_games": 1}`, []string{"1000000 parts", "raise shard_games"}},
		{"another engine", `{"engine": 99}`, []string{"engine is 99"}},
		{"a resign threshold of one half", `{"resign": {"below": 0.5, "moves": 1}}`, []string{"resign.below"}},
		{"a temperature of zero", `{"opening": {"temperature": 0}}`, []string{"temperature is 0"}},
		{"an opening off the board", `{"opening": {"prefix": ["K10"]}}`, []string{"opening move 1", "K10", "not on the board"}},
		{"a search by the clock", `{"black": "default:time_ns=5"}`, []string{"clock", "playouts"}},
		{"a search with two workers", `{"black": "default:workers=2"}`, []string{"workers is 2"}},
	} {
		plan := DefaultPlan()
		err := plan.ParsePlan([]byte(test.text))
		if err == nil {
			err = plan.Validate()
		}
		if err == nil {
			t.Errorf("%s: no error", test.name)
			continue
		}
		for _, want := range test.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %q does not say %q", test.name, err, want)
			}
		}
	}
}

func TestLoadPlanWantsTheBytesAsWritten(t *testing.T) {
	dir := t.TempDir()
	_, err := LoadPlan(dir)
	wantError(t, err, "is no run", "--out")
	_, err = LoadPlan(filepath.Join(t.TempDir(), "nowhere"))
	wantError(t, err, "there is no folder", "nowhere")
	plan := tinyPlan(t, 4)
	path := filepath.Join(dir, PlanFile)
	if err := os.WriteFile(path, append(plan.Canonical(), '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err = LoadPlan(dir)
	wantError(t, err, path, "not as it was written")
}

func TestShardRanges(t *testing.T) {
	plan := tinyPlan(t, 10)
	if plan.Shards() != 3 {
		t.Fatalf("%d shards", plan.Shards())
	}
	next := 0
	for shard := range plan.Shards() {
		first, end := plan.ShardRange(shard)
		if first != next || end <= first {
			t.Errorf("shard %d is %d to %d", shard, first, end)
		}
		next = end
	}
	if next != 10 {
		t.Errorf("the shards end at %d", next)
	}
}

func TestSeedsOfGamesDiffer(t *testing.T) {
	seen := map[uint64]bool{}
	for master := range uint64(100) {
		for game := range 1000 {
			seen[GameSeed(master, game)] = true
		}
	}
	if len(seen) != 100_000 {
		t.Errorf("%d different seeds of 100000", len(seen))
	}
	if mix(1, searchStream, 5) == mix(1, cleanupStream, 5) {
		t.Error("two purposes share a stream")
	}
}

func TestBook(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "book.txt")
	write(t, path, "# openings\r\nE5 C3  G7 # three moves\r\n\r\nd4 pass\n")
	book, err := ReadBook(path, ruleset.Square(9))
	if err != nil {
		t.Fatal(err)
	}
	plan := tinyPlan(t, 4)
	plan.Size = BoardSize{ruleset.Square(9)}
	plan.Opening = Opening{Prefix: []string{"A1"}, Book: book, Temperature: 1}
	for game, want := range []string{"A1 E5 C3 G7", "A1 d4 pass", "A1 E5 C3 G7"} {
		if got := plan.Opening.text(game); got != want {
			t.Errorf("game %d begins with %q, want %q", game, got, want)
		}
	}
	write(t, path, "(;SZ[9];B[ee];W[cg](;B[gc])(;B[aa]))(;SZ[9];B[cc];W[])")
	if book, err = ReadBook(path, ruleset.Square(9)); err != nil || len(book) != 3 || book[0][2] != "G7" || book[1][2] != "A9" || book[2][1] != "pass" {
		t.Errorf("SGF: %v, %v", book, err)
	}
	for name, content := range map[string]string{"no opening": "# nothing\n", "line 2, move 2": "E5\nE5 Z5\n", "line 1, move 1: K5 is not on a 9x9 board": "K5\n",
		"game 1: it is no opening": "(;SZ[13];B[ee])", "game 1": "(;SZ[9];B[ee];W[ee])"} {
		write(t, path, content)
		_, err := ReadBook(path, ruleset.Square(9))
		wantError(t, err, path, name)
	}
}
