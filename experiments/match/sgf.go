package match

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/datasets/sgf"
	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/records"
)

func sgfFolder(dir string) string { return filepath.Join(dir, "sgf") }

func sgfPath(dir string, record *Record) string {
	return filepath.Join(sgfFolder(dir), record.Game.GameID+".sgf")
}

// AddRulings tells of the rulings on a game in the comment of its record.
func AddRulings(tree *sgf.Tree, rulings []datasets.RulingRow) {
	if len(rulings) == 0 {
		return
	}
	comment := tree.Root.Text("C")
	for _, ruling := range rulings {
		comment += fmt.Sprintf("\nMove %d, %s: %s", ruling.Ply+1, ruling.Player, ruling.Reason)
	}
	tree.Root.SetText("C", comment)
}

// write is a record as its file has it.
func write(tree *sgf.Tree) ([]byte, error) {
	var out bytes.Buffer
	err := sgf.Write(&out, tree)
	return out.Bytes(), err
}

// tree is the record of a game as SGF.
func (r *Record) tree() (*sgf.Tree, error) {
	row := experiments.BlankUnsearched(r.Game)
	tree, err := records.Tree(&row, [2]string{"tengen", experiments.Version})
	if err == nil {
		AddRulings(tree, r.Rulings)
	}
	return tree, err
}

// writeSGF writes the record of a game, unless it is there.
func writeSGF(dir string, record *Record) error {
	path := sgfPath(dir, record)
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	tree, err := record.tree()
	if err != nil {
		return err
	}
	data, err := write(tree)
	if err != nil {
		return err
	}
	return datasets.WriteFileAtomic(path, data)
}

// asWritten makes the root of a record that of the version of this program which
// wrote the stored one: with its name, and without properties of this program
// that it did not know.
func asWritten(root, stored *sgf.Node) {
	if application, ok := stored.Get("AP"); ok {
		root.Set("AP", application)
	}
	for _, p := range slices.Clone(root.Props) {
		if strings.HasPrefix(p.ID, "TENGEN") && !stored.Has(p.ID) {
			root.Set(p.ID)
		}
	}
}

// checkSGF compares the SGF file of a game with the game. That another version
// of this program wrote it is no difference.
func checkSGF(dir string, record *Record) error {
	path := sgfPath(dir, record)
	stored, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("its SGF file %s is missing: tengen resume %s writes it again", path, dir)
	}
	if err != nil {
		return err
	}
	tree, err := record.tree()
	if err != nil {
		return err
	}
	if file, err := sgf.Parse(stored, sgf.Options{}); err == nil {
		asWritten(tree.Root, file.Games[0].Root)
	}
	want, err := write(tree)
	if err == nil && !bytes.Equal(want, stored) {
		err = fmt.Errorf("its SGF file %s is not as it was written: remove it, and tengen resume %s writes it again", path, dir)
	}
	return err
}
