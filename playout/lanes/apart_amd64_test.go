package lanes

import (
	"testing"
	"unsafe"
)

// Behind what the kernels write for a batch lies nothing of another batch for
// as far as processors fetch ahead, so that two threads do not take it from
// each other.
func TestBatchesAreNotFetchedAhead(t *testing.T) {
	needKernels(t)
	const reach = 12 << 10 // bytes
	var memories [][]uint64
	for _, side := range kernelSides {
		for _, options := range []Options{{}, {Heavy: true}, {Trace: true}, {Heavy: true, Trace: true}} {
			for range 8 {
				b, err := NewBatch(geometry(t, side, side), options)
				if err != nil {
					t.Fatal(err)
				}
				memories = append(memories, b.engine.(*vectorEngine).memory)
			}
		}
	}
	first := func(i int) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(memories[i]))) }
	for i := range memories {
		end := first(i) + uintptr(8*len(memories[i]))
		for j := range memories {
			if behind := first(j) - end; behind < reach {
				t.Errorf("the state of batch %d begins %d bytes behind that of batch %d", j, behind, i)
			}
		}
	}
}
