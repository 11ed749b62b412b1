package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCommittedFilesAreCurrent generates the kernels and compares them with
// the ones of the package.
func TestCommittedFilesAreCurrent(t *testing.T) {
	folder := t.TempDir()
	if err := run(folder); err != nil {
		t.Fatal(err)
	}
	written, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range written {
		got, err := os.ReadFile(filepath.Join(folder, file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join("..", file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what the generator writes: run go generate in its folder", file.Name())
		}
		if len(want) > 1<<20 {
			t.Errorf("%s has %d bytes, which is too much for a source file", file.Name(), len(want))
		}
	}
	if len(written) != 5 {
		t.Errorf("%d files are written, want 5", len(written))
	}
}

// TestGroupsAtOnceSuitEveryPhase is about memory: a phase that interleaves three
// groups must not run out of what was made for four.
func TestGroupsAtOnceSuitEveryPhase(t *testing.T) {
	kernels := []*kernel{
		{groupsChoose: 1, groupsPlace: 2, groupsFlood: 4, groupsSettle: 2},
		{groupsChoose: 3, groupsPlace: 1, groupsFlood: 1, groupsSettle: 1},
	}
	if got := groupsAtOnce(kernels[:1]); got != 4 {
		t.Errorf("1, 2 and 4 groups: %d at once, want 4", got)
	}
	if got := groupsAtOnce(kernels); got != 12 {
		t.Errorf("1, 2, 3 and 4 groups: %d at once, want 12", got)
	}
}

// TestPermutedTables permutes the inputs of all ternary operations and compares
// bit by bit.
func TestPermutedTables(t *testing.T) {
	for table := range 256 {
		for _, order := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
			p := permuted(uint8(table), order)
			for inputs := range 8 {
				var bits, moved [3]int
				for i := range bits {
					bits[i] = inputs >> (2 - i) & 1
				}
				for position, k := range order {
					moved[position] = bits[k]
				}
				index := moved[0]<<2 | moved[1]<<1 | moved[2]
				if p>>index&1 != uint8(table)>>inputs&1 {
					t.Fatalf("table %08b in order %v: %08b", table, order, p)
				}
			}
		}
	}
}

// TestRegistersRunOut computes more values than there are registers, for two
// groups at a time, and interprets the code that comes out.
func TestRegistersRunOut(t *testing.T) {
	const n = 60
	b := newBlock()
	var values []*value
	for i := range n {
		values = append(values, b.sum(b.load(vector, mem{base: group, offset: 64 * i}), b.load(vector, mem{base: group, offset: 64 * (i + 1)})))
	}
	for i := range values {
		b.store(mem{base: group, offset: 64 * (100 + i)}, b.sum(values[i], values[n-1-i]))
	}
	f := &frame{size: 64 * 400, spills: 64 * 200}
	var text strings.Builder
	b.emit(&text, 2, f)
	if f.used == 0 {
		t.Error("nothing was spilled: the test tests nothing")
	}
	memory := map[mem]int{}
	for g := range 2 {
		for i := range n + 1 {
			memory[mem{base: group, offset: f.size*g + 64*i}] = 1000*g + i*i
		}
	}
	interpret(t, text.String(), memory)
	in := func(g, i int) int { return 1000*g + i*i + 1000*g + (i+1)*(i+1) }
	for g := range 2 {
		for i := range n {
			got := memory[mem{base: group, offset: f.size*g + 64*(100+i)}]
			if want := in(g, i) + in(g, n-1-i); got != want {
				t.Fatalf("group %d, value %d: %d, want %d", g, i, got, want)
			}
		}
	}
}

// interpret runs code of moves and additions on numbers.
func interpret(t *testing.T, code string, memory map[mem]int) {
	t.Helper()
	registers := map[string]int{}
	place := func(operand string) (m mem, ok bool) {
		n, err := fmt.Sscanf(operand, "%d(AX)", &m.offset)
		m.base = group
		return m, n == 1 && err == nil
	}
	read := func(operand string) int {
		if m, ok := place(operand); ok {
			return memory[m]
		}
		return registers[operand]
	}
	for line := range strings.Lines(code) {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		operands := strings.Split(rest, ", ")
		last := operands[len(operands)-1]
		result := read(operands[0])
		switch name {
		case "VPADDQ":
			result += read(operands[1])
		case "VMOVDQA64":
		default:
			t.Fatalf("unexpected instruction %q", line)
		}
		if m, ok := place(last); ok {
			memory[m] = result
		} else {
			registers[last] = result
		}
	}
}
