//go:build !unix

package journal

// Lock does nothing where the system has no advisory locks.
func Lock(string) (unlock func() error, err error) {
	return func() error { return nil }, nil
}

// Locked cannot tell there.
func Locked(string) bool { return false }
