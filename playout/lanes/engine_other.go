//go:build !amd64

package lanes

// hasKernels reports whether this processor runs the kernels.
const hasKernels = false

// newVectorEngine returns nil: there are kernels for amd64 only.
func newVectorEngine(*Geometry, *Options) engine { return nil }
