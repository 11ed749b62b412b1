package playout_test

import (
	"strings"
	"testing"

	"github.com/tengen-go/tengen/playout"
	"github.com/tengen-go/tengen/ruleset"
)

// TestUseKernel forces the twin for the whole process and back.
func TestUseKernel(t *testing.T) {
	usual := playout.Kernel()
	defer func() {
		if err := playout.UseKernel(playout.KernelAuto); err != nil || playout.Kernel() != usual {
			t.Errorf("back to auto: %q, %v", playout.Kernel(), err)
		}
	}()
	if err := playout.UseKernel("portable"); err != nil || playout.Kernel() != "portable" {
		t.Errorf("portable: %q, %v", playout.Kernel(), err)
	}
	batch, err := playout.NewBatch(ruleset.Square(9), playout.BatchOptions{})
	if err != nil || batch.String() != "plain golang" {
		t.Errorf("a batch is played by %v, %v", batch, err)
	}
	if err := playout.UseKernel("portible"); err == nil || !strings.Contains(err.Error(), "did you mean portable?") {
		t.Errorf("a wrong name: %v", err)
	}
}
