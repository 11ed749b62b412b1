//go:build !unix

package gtp

import "time"

var started = time.Now()

// cpuTime returns the time since the start of the process where that of the
// processors is not known.
func cpuTime() time.Duration { return time.Since(started) }
