package playout

import (
	"fmt"
	"sync/atomic"

	"github.com/tengen-go/tengen/playout/lanes"
	"github.com/tengen-go/tengen/ruleset"
)

// The kernels that UseKernel knows. They play the same playouts.
const (
	KernelAuto     = "auto"     // the vector kernels where the processor has what they need
	KernelPortable = "portable" // plain golang, far slower
)

// portable is set where UseKernel was told so.
var portable atomic.Bool

// UseKernel chooses what plays the playouts of the batches that this process
// makes from now on. It changes nothing of what is played, only how fast, so it
// is no part of a player or a plan.
func UseKernel(name string) error {
	switch name {
	case KernelAuto, KernelPortable:
		portable.Store(name == KernelPortable)
		return nil
	}
	return fmt.Errorf("unknown kernel %q: %s", name, ruleset.Suggest(name, []string{KernelAuto, KernelPortable}))
}

// Kernel says what plays the playouts of new batches: "AVX-512" or "portable".
func Kernel() string {
	if lanes.HasKernels && !portable.Load() {
		return "AVX-512"
	}
	return KernelPortable
}
