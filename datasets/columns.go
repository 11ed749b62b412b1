package datasets

import (
	"fmt"

	"github.com/parquet-go/parquet-go"
)

// checkColumns compares the columns that are wanted with those of a file. The
// Parquet library would fill a missing column with zeros and read a number as
// empty text without a word.
func checkColumns(file, want parquet.Node) error {
	for _, w := range want.Fields() {
		f := child(file, w.Name())
		if f == nil {
			if w.Optional() { // came later than the file
				continue
			}
			return fmt.Errorf("column %s is missing: %w; write the file again from its source", w.Name(), ErrColumns)
		}
		if err := checkColumn(w.Name(), f, w); err != nil {
			return fmt.Errorf("%w: %w; write the file again from its source", err, ErrColumns)
		}
	}
	return nil
}

func checkColumn(name string, file, want parquet.Node) error {
	if sqlType(file) != sqlType(want) || !sameShape(file, want) {
		return fmt.Errorf("column %s is %s in the file where %s is expected", name, sqlType(file), sqlType(want))
	}
	if file.Optional() && !want.Optional() {
		return fmt.Errorf("column %s may be null in the file, which is not expected", name)
	}
	return nil
}

// sameShape compares what sqlType does not show: physical types, what may be
// null within a column, how lists are built.
func sameShape(file, want parquet.Node) bool {
	if file.Leaf() || want.Leaf() {
		return file.Leaf() && want.Leaf() && file.Type().Kind() == want.Type().Kind()
	}
	if len(file.Fields()) != len(want.Fields()) {
		return false
	}
	for _, w := range want.Fields() {
		f := child(file, w.Name())
		if f == nil || f.Optional() != w.Optional() || f.Repeated() != w.Repeated() || !sameShape(f, w) {
			return false
		}
	}
	return true
}
