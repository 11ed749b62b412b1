package experiments

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// StoredPlan is a plan that a folder keeps in canonical form.
type StoredPlan interface {
	Parse(data []byte) error
	Validate() error
	Canonical() []byte
}

// LoadStored reads the plan in a file of dir into plan, which must have the bytes
// it was written with. kind names what the folder holds and the command that
// writes it.
func LoadStored(dir, file, kind, command string, plan StoredPlan) error {
	path := filepath.Join(dir, file)
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%s is no %s: it has no %s; name the folder that %s wrote with --out", dir, kind, file, command)
	}
	if err != nil {
		return err
	}
	err = plan.Parse(data)
	if err == nil {
		err = plan.Validate()
	}
	if err == nil && !bytes.Equal(plan.Canonical(), data) {
		err = fmt.Errorf("not as it was written (other bytes for the same plan, or fields missing); start a new %s", kind)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
