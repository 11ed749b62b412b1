package experiments

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments/journal"
	"github.com/tengen-go/tengen/playout"
	"github.com/tengen-go/tengen/ruleset"
)

func TestSamePartsWhateverTheWorkers(t *testing.T) {
	plan := tinyPlan(t, 14) // the last shard is short
	plan.Positions = true
	want := parts(t, play(t, plan, Options{Workers: 1}))
	if len(want) != 2*plan.Shards() {
		t.Fatalf("%d parts, want games and positions of %d shards", len(want), plan.Shards())
	}
	for _, options := range []Options{{Workers: 2}, {Workers: 5}, {Workers: 1, SideBySide: 1}, {Workers: 2, SideBySide: 3}} {
		if got := parts(t, play(t, plan, options)); !maps.Equal(got, want) {
			t.Errorf("%d workers with %d games at a time write other bytes than one", options.Workers, options.SideBySide)
		}
	}
}

// TestSamePartsOnEveryKernel plays with plain golang what the vector kernels
// play, where there are any.
func TestSamePartsOnEveryKernel(t *testing.T) {
	defer func() {
		if err := playout.UseKernel(playout.KernelAuto); err != nil {
			t.Fatal(err)
		}
	}()
	for _, rules := range []string{"chinese", "japanese"} {
		plan := tinyPlan(t, 6)
		plan.Positions = true
		var err error
		if plan.Rules, err = ruleset.ParseRules(rules); err != nil {
			t.Fatal(err)
		}
		plan.Black = player(t, "default:playouts=20,memory_mib=1")
		var want map[string]string
		for _, kernel := range []string{playout.KernelAuto, playout.KernelPortable} {
			if err := playout.UseKernel(kernel); err != nil {
				t.Fatal(err)
			}
			got := parts(t, play(t, plan, Options{}))
			if want == nil {
				want = got
			}
			if !maps.Equal(got, want) || len(got) == 0 {
				t.Errorf("%s: kernel %s writes other bytes", rules, kernel)
			}
		}
	}
}

func TestAnotherSeedGivesOtherGames(t *testing.T) {
	plan := tinyPlan(t, 4)
	first := play(t, plan, Options{})
	plan.Seed++
	second := play(t, plan, Options{})
	for row, err := range plan.games(second) {
		if err != nil {
			t.Fatal(err)
		}
		one, other := loadRow(t, first, int(row.GameIndex)), row
		if one.Seed == other.Seed || slices.Equal(one.Moves, other.Moves) {
			t.Errorf("game %d is the same under both seeds", row.GameIndex)
		}
	}
}

// loadRow returns one game of a run.
func loadRow(t *testing.T, dir string, index int) datasets.GameRow {
	t.Helper()
	plan, err := LoadPlan(dir)
	if err != nil {
		t.Fatal(err)
	}
	for row, err := range plan.games(dir) {
		if err != nil {
			t.Fatal(err)
		}
		if int(row.GameIndex) == index {
			return row
		}
	}
	t.Fatalf("no game %d in %s", index, dir)
	return datasets.GameRow{}
}

func TestResumeAfterDrainAndCancel(t *testing.T) {
	plan := tinyPlan(t, 13)
	plan.Positions = true
	want := parts(t, play(t, plan, Options{Workers: 2}))
	for _, test := range []struct {
		name string
		stop func(cancel func(), drain chan struct{})
	}{
		{"drained: running games are finished", func(_ func(), drain chan struct{}) { close(drain) }},
		{"cancelled: running games are dropped", func(cancel func(), _ chan struct{}) { cancel() }},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "run")
			for stops := 0; ; stops++ {
				ctx, cancel := context.WithCancel(context.Background())
				drain := make(chan struct{})
				stopped := false
				execution, err := SelfPlay(ctx, dir, plan, Options{Workers: 2, SideBySide: 1, Drain: drain, Progress: func(p Progress) {
					if p.Played == 2 && !stopped {
						stopped = true
						test.stop(cancel, drain)
					}
				}})
				cancel()
				if err == nil {
					if stops == 0 {
						t.Error("never stopped")
					}
					break
				}
				if !errors.Is(err, ErrInterrupted) {
					t.Fatal(err)
				}
				if execution.Done < 2 || datasets.IsComplete(dir) {
					t.Fatalf("after %d stops %d games are done", stops+1, execution.Done)
				}
				status, err := ReadStatus(dir)
				if err != nil {
					t.Fatal(err)
				}
				if status.Games != execution.Done || status.Complete || status.Running {
					t.Errorf("status has %d games, the execution %d", status.Games, execution.Done)
				}
			}
			if got := parts(t, dir); !maps.Equal(got, want) {
				t.Error("the parts are not those of a run that was never stopped")
			}
			if v, err := Verify(context.Background(), dir, VerifyOptions{Regenerate: 3}); err != nil || v.Failures > 0 || !v.Complete {
				t.Errorf("verify: %v %+v", err, v)
			}
		})
	}
}

func TestJournalSurvivesATornLine(t *testing.T) {
	plan := tinyPlan(t, 4)
	dir := filepath.Join(t.TempDir(), "run")
	drain := make(chan struct{})
	_, err := SelfPlay(context.Background(), dir, plan, Options{Workers: 1, SideBySide: 1, Drain: drain, Progress: func(p Progress) {
		if p.Played == 2 {
			close(drain)
		}
	}})
	if !errors.Is(err, ErrInterrupted) {
		t.Fatal(err)
	}
	path := journalPath(dir, 0)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(data), "\n")
	if len(lines) < 4 { // head, two games or more, and the empty rest
		t.Fatalf("%d lines", len(lines))
	}
	for _, test := range []struct {
		name, content string
		recovered     int
	}{
		{"torn in the last line", string(data[:len(data)-10]), len(lines) - 3},
		{"a letter changed in the last line", string(data[:len(data)-10]) + "#" + string(data[len(data)-9:]), len(lines) - 3},
		{"torn in the first line", lines[0][:20], 0},
		{"empty", "", 0},
	} {
		if err := os.WriteFile(path, []byte(test.content), 0o644); err != nil {
			t.Fatal(err)
		}
		j, records, err := openJournal(dir, plan, 0)
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		if len(records) != test.recovered {
			t.Errorf("%s: %d games recovered, want %d", test.name, len(records), test.recovered)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := SelfPlay(context.Background(), dir, plan, Options{}); err != nil {
		t.Fatal(err)
	}
	if want := parts(t, play(t, plan, Options{})); !maps.Equal(parts(t, dir), want) {
		t.Error("other parts after the journal was damaged")
	}
}

func TestForeignJournalIsRefused(t *testing.T) {
	plan, other := tinyPlan(t, 4), tinyPlan(t, 8)
	dir := filepath.Join(t.TempDir(), "run")
	if err := os.MkdirAll(journalDir(dir), 0o755); err != nil {
		t.Fatal(err)
	}
	j, _, err := openJournal(dir, other, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, PlanFile), plan.Canonical(), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err = SelfPlay(context.Background(), dir, plan, Options{})
	wantError(t, err, "shard-00000.jsonl", "another run", "move it")
}

func TestFoldersThatAreRefused(t *testing.T) {
	plan := tinyPlan(t, 4)
	for _, test := range []struct {
		name    string
		prepare func(t *testing.T, dir string)
		want    []string
	}{
		{"a folder with other things in it", func(t *testing.T, dir string) {
			write(t, filepath.Join(dir, "thesis.tex"), "x")
		}, []string{"not empty", "thesis.tex", "--out"}},
		{"a run with another plan", func(t *testing.T, dir string) {
			write(t, filepath.Join(dir, PlanFile), string(tinyPlan(t, 5).Canonical()))
		}, []string{"another plan", "games: 5 there, 4 here", "tengen resume"}},
		{"a foreign file among the parts", func(t *testing.T, dir string) {
			write(t, filepath.Join(dir, PlanFile), string(plan.Canonical()))
			write(t, filepath.Join(dir, "games", "mine.parquet"), "x")
		}, []string{"mine.parquet", "does not belong", "move it away"}},
		{"a file in the place of the folder", func(t *testing.T, dir string) {
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
			write(t, dir, "x")
		}, []string{"--out"}},
		{"a folder below a file", func(t *testing.T, dir string) {
			if err := os.RemoveAll(filepath.Dir(dir)); err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Dir(dir), "x")
		}, []string{"--out"}},
		{"a damaged part", func(t *testing.T, dir string) {
			write(t, filepath.Join(dir, PlanFile), string(plan.Canonical()))
			write(t, partPath(dir, plan, tableGames, 0), "PAR1 this is no Parquet file PAR1")
		}, []string{"part-00000.parquet", "move the parts of shard 0 away"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "parent", "run")
			if err := os.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			test.prepare(t, dir)
			before := contents(t, dir)
			_, err := SelfPlay(context.Background(), dir, plan, Options{})
			wantError(t, err, test.want...)
			after := contents(t, dir)
			delete(after, journal.LockFile)
			if !maps.Equal(before, after) {
				t.Errorf("the folder was changed: %v, then %v", before, after)
			}
		})
	}
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// contents maps the files below dir to what they hold.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	_ = filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return nil //nolint:nilerr // a folder that is missing has no contents
		}
		data, err := os.ReadFile(path)
		files[strings.TrimPrefix(strings.TrimPrefix(path, dir), "/")] = string(data)
		return err
	})
	return files
}

func TestASecondProcessIsRefused(t *testing.T) {
	plan := tinyPlan(t, 4)
	dir := filepath.Join(t.TempDir(), "run")
	unlock, err := claim(dir, plan)
	if err != nil {
		t.Fatal(err)
	}
	_, err = SelfPlay(context.Background(), dir, plan, Options{})
	if !errors.Is(err, journal.ErrLocked) {
		t.Errorf("got %v", err)
	}
	if status, err := ReadStatus(dir); err != nil || !status.Running {
		t.Errorf("status: %+v, %v", status, err)
	}
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
	if _, err := SelfPlay(context.Background(), dir, plan, Options{}); err != nil {
		t.Error(err)
	}
	// A complete run is left alone.
	before := contents(t, dir)
	if execution, err := SelfPlay(context.Background(), dir, plan, Options{}); err != nil || execution.Played != 0 {
		t.Errorf("played %d games again: %v", execution.Played, err)
	}
	if !maps.Equal(before, contents(t, dir)) {
		t.Error("a complete run was changed")
	}
}

func TestMemoryStaysFlat(t *testing.T) {
	if testing.Short() {
		t.Skip("plays 400 games; left out with -short")
	}
	plan := tinyPlan(t, 400)
	plan.ShardGames = 50
	var first, last uint64
	begun := time.Now()
	play(t, plan, Options{Workers: 2, Progress: func(p Progress) {
		switch p.Played {
		case 100:
			first = heapInUse()
		case 400:
			last = heapInUse()
		}
	}})
	t.Logf("heap %d kB after 100 games, %d kB after 400, %v", first>>10, last>>10, time.Since(begun))
	if last > first+first/2+(1<<20) {
		t.Errorf("the heap grew from %d to %d kB", first>>10, last>>10)
	}
}
