package lanes

import (
	"runtime"
	"testing"
	"unsafe"
)

// What batches write for every playout lies in cache lines that no other batch
// writes, so that two threads with a batch each do not wait for each other.
func TestBatchesShareNoCacheLine(t *testing.T) {
	const line = 64
	owner := map[uintptr]int{}
	var made []*Batch // kept, as memory that is free again may be another's
	for i := range 20 {
		for name, b := range batches(t, geometry(t, 7, 7), Options{}) {
			made = append(made, b)
			for field, words := range map[string][]uint64{"playing": b.playing, "white": b.white, "over": b.over} {
				first := uintptr(unsafe.Pointer(unsafe.SliceData(words)))
				for at := first / line; at <= (first+uintptr(8*len(words))-1)/line; at++ {
					if other, ok := owner[at]; ok && other != i {
						t.Errorf("%s of batch %d (%s) is in a cache line of batch %d", field, i, name, other)
					}
					owner[at] = i
				}
			}
		}
	}
	runtime.KeepAlive(made)
}
