//go:build !amd64

package lanes

// HasKernels reports whether this processor runs the kernels.
const HasKernels = false

// newVectorEngine returns nil: there are kernels for amd64 only.
func newVectorEngine(*Geometry, *Options) engine { return nil }
