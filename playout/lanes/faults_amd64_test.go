package lanes

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var plantFaults = flag.Bool("faults", false, "build kernels with planted faults and expect the tests to notice")

// faults are changes to the generator, each a mistake that is easily made.
var faults = []struct {
	name     string
	file     string // of the generator
	old, new string
	caughtBy []string
}{
	{
		name:     "a stone that took a ko may be taken back at once",
		file:     "settle.go",
		old:      `return s.doMasked(s.first, ban, "VPANDQ", s.dead(i), ko)`,
		new:      `_ = ko; return s.doMasked(s.first, ban, "VPXORQ", ban, ban)`,
		caughtBy: []string{"TestKernelsFollowReferee", "TestKernelsPlayTheSamePlayoutsAsTheTwin"},
	},
	{
		name:     "one empty neighbor passes for two liberties",
		file:     "settle.go",
		old:      `c.tern(A&^(B|C), hit(i), look(i).two, pair)`,
		new:      `c.tern(A&^(B|C), hit(i), look(i).one, pair)`,
		caughtBy: []string{"TestKernelsFollowReferee", "TestKernelsPlayTheSamePlayoutsAsTheTwin"},
	},
	{
		name:     "a liberty of a neighbor in the chain passes for a second one",
		file:     "settle.go",
		old:      `pair := c.tern((A|B)&C, three, fourth, one(i))`,
		new:      `pair := c.tern(A|B, three, fourth, one(i))`,
		caughtBy: []string{"TestKernelsFollowReferee", "TestKernelsPlayTheSamePlayoutsAsTheTwin"},
	},
	{
		name:     "a flood that is not done counts as done",
		file:     "settle.go",
		old:      `return s.doMasked(s.compare(nil, lessEqual, s.enemyCount, one), rest, "VPORQ", rest, s.any(enemyRest))`,
		new:      `_ = enemyRest; return rest`,
		caughtBy: []string{"TestKernelsFollowReferee", "TestKernelsPlayTheSamePlayoutsAsTheTwin"},
	},
	{
		name:     "chains freed by a capture stay in atari",
		file:     "settle.go",
		old:      `return s.ternMasked(s.captured, A|B&^C, rest, freed, s.front(i))`,
		new:      `return s.ternMasked(s.captured, A, rest, freed, s.front(i))`,
		caughtBy: []string{"TestKernelsFollowReferee", "TestKernelsPlayTheSamePlayoutsAsTheTwin"},
	},
	{
		name:     "the last of the moves is never chosen",
		file:     "choose.go",
		old:      `total = c.sum(total, c.do("VPOPCNTQ", moves(i)))`,
		new:      `total = c.sum(total, c.do("VPOPCNTQ", moves(i))); if i == words-1 { total = c.sum(total, c.constant("allOnes")) }`,
		caughtBy: []string{"TestKernelsFollowReferee", "TestChoicesAreUniform"},
	},
	{
		name:     "some moves come a little more often than others",
		file:     "choose.go",
		old:      `n := c.do("VPSRLQ $32", c.do("VPMULUDQ", pick, total))`,
		new:      `n := c.do("VPSRLQ $32", c.do("VPMULUDQ", c.or(pick, c.do("VPSLLQ $29", c.constant("one"))), total))`,
		caughtBy: []string{"TestKernelsFollowReferee", "TestChoicesAreUniform"},
	},
	{
		name:     "the edge does not weaken an eye",
		file:     "choose.go",
		old:      `corners := c.tern(A&B|A&C|B&C, `,
		new:      `corners := c.tern(A&B, `,
		caughtBy: []string{"TestKernelsFollowReferee"},
	},
	{
		name:     "self-atari of chains is judged by the chance for stones",
		file:     "rules.go",
		old:      `c.testAny(c.test(risky, others), dice, c.constant("selfAtari"))`,
		new:      `c.testAny(c.test(risky, others), dice, c.constant("selfAtariStone"))`,
		caughtBy: []string{"TestKernelsFollowReferee"},
	},
}

// TestPlantedFaultsAreCaught is about the other tests: it gives the generator a
// fault, builds the package with the kernels it then writes, and expects the
// tests to fail.
func TestPlantedFaultsAreCaught(t *testing.T) {
	if !*plantFaults {
		t.Skip("run with -faults: each takes some seconds to build")
	}
	needKernels(t)
	for _, fault := range faults {
		t.Run(fault.name, func(t *testing.T) {
			folder := t.TempDir()
			file, err := filepath.Abs(filepath.Join("gen", fault.file))
			if err != nil {
				t.Fatal(err)
			}
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(string(source), fault.old); n != 1 {
				t.Fatalf("%s has %q %d times", fault.file, fault.old, n)
			}
			wrong := filepath.Join(folder, "wrong.go")
			if err := os.WriteFile(wrong, []byte(strings.Replace(string(source), fault.old, fault.new, 1)), 0o644); err != nil {
				t.Fatal(err)
			}
			goTool(t, "run", "-overlay", overlay(t, folder, "gen.json", map[string]string{file: wrong}), "./gen", "-out", folder)

			kernels := map[string]string{}
			written, err := filepath.Glob(filepath.Join(folder, "*_amd64.*"))
			if err != nil {
				t.Fatal(err)
			}
			for _, path := range written {
				original, err := filepath.Abs(filepath.Base(path))
				if err != nil {
					t.Fatal(err)
				}
				kernels[original] = path
			}
			list := overlay(t, folder, "kernels.json", kernels)
			binary := filepath.Join(folder, "faulty.test")
			goTool(t, "test", "-c", "-o", binary, "-overlay", list, ".")
			for _, name := range fault.caughtBy {
				if out, err := exec.Command(binary, "-test.run", "^"+name+"$", "-test.timeout", "60s").CombinedOutput(); err == nil {
					t.Errorf("%s does not notice: %s", name, out)
				}
			}
		})
	}
}

// overlay writes a list of replaced files, as the go command reads it.
func overlay(t *testing.T, folder, name string, replace map[string]string) string {
	t.Helper()
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// goTool runs the go command, which must succeed.
func goTool(t *testing.T, arguments ...string) {
	t.Helper()
	if out, err := exec.Command("go", arguments...).CombinedOutput(); err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(arguments, " "), err, out)
	}
}
