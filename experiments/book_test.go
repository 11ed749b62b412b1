package experiments

import (
	"path/filepath"
	"reflect"
	"testing"

	"github.com/tengen-go/tengen/ruleset"
)

// TestBookTakesAllLines: variations are openings as well, the main line first.
func TestBookTakesAllLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book.sgf")
	write(t, path, "(;GM[1]SZ[5];B[cc](;W[bb];B[dd](;W[db])(;W[bd]))(;W[cb]))(;SZ[5];B[bb])")
	book, err := ReadBook(path, ruleset.Square(5))
	want := [][]string{{"C3", "B4", "D2", "D4"}, {"C3", "B4", "D2", "B2"}, {"C3", "C4"}, {"B4"}}
	if err != nil || !reflect.DeepEqual(book, want) {
		t.Errorf("%v: %v, want %v", err, book, want)
	}
}

func TestMedianOfAnEvenNumber(t *testing.T) {
	if d := describe([]float64{5, 1, 2, 10}); d.Median != 3.5 {
		t.Errorf("median %v, want 3.5", d.Median)
	}
	if d := describe([]float64{3, 1, 2}); d.Median != 2 {
		t.Errorf("median %v, want 2", d.Median)
	}
}
