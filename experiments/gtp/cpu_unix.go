//go:build unix

package gtp

import (
	"syscall"
	"time"
)

// cpuTime returns the time that all processors have worked for this process.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
