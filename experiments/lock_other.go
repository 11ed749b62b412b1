//go:build !unix

package experiments

// lockRun does nothing where the system has no advisory locks.
func lockRun(string) (unlock func() error, err error) {
	return func() error { return nil }, nil
}

// isRunning cannot tell there.
func isRunning(string) bool { return false }
