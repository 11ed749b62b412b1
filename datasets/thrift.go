package datasets

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// checkThrift walks over a structure in Thrift's compact protocol, the form of
// a Parquet footer, and checks that every length in it fits into the bytes that
// follow and that nothing is nested absurdly deep.
// The protocol: https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md
func checkThrift(b []byte) error {
	w := thriftWalker{rest: b}
	if err := w.structure(0); err != nil {
		return fmt.Errorf("%w at byte %d of %d", err, len(b)-len(w.rest), len(b))
	}
	if len(w.rest) > 0 {
		return fmt.Errorf("%d bytes are left over", len(w.rest))
	}
	return nil
}

// Types of the compact protocol.
const (
	thriftStop = iota
	thriftTrue
	thriftFalse
	thriftByte
	thriftI16
	thriftI32
	thriftI64
	thriftDouble
	thriftBinary
	thriftList
	thriftSet
	thriftMap
	thriftStruct
)

// maxThriftDepth is several times what Parquet's own structures need.
const maxThriftDepth = 32

var (
	errThriftEnd   = errors.New("unexpected end")
	errThriftDepth = errors.New("nested too deep")
	errThriftType  = errors.New("unknown type")
)

type thriftWalker struct{ rest []byte }

func (w *thriftWalker) skip(n uint64) error {
	if n > uint64(len(w.rest)) {
		return errThriftEnd
	}
	w.rest = w.rest[n:]
	return nil
}

func (w *thriftWalker) byte() (byte, error) {
	if len(w.rest) == 0 {
		return 0, errThriftEnd
	}
	b := w.rest[0]
	w.rest = w.rest[1:]
	return b, nil
}

func (w *thriftWalker) uvarint() (uint64, error) {
	v, n := binary.Uvarint(w.rest)
	if n <= 0 {
		return 0, errThriftEnd
	}
	w.rest = w.rest[n:]
	return v, nil
}

func (w *thriftWalker) structure(depth int) error {
	if depth > maxThriftDepth {
		return errThriftDepth
	}
	for {
		head, err := w.byte()
		if err != nil || head == thriftStop {
			return err
		}
		if head>>4 == 0 { // the number of the field follows
			if _, err := w.uvarint(); err != nil {
				return err
			}
		}
		kind := head & 0xf
		if kind == thriftTrue || kind == thriftFalse { // the value is in the type
			continue
		}
		if err := w.value(kind, depth+1); err != nil {
			return err
		}
	}
}

func (w *thriftWalker) value(kind byte, depth int) error {
	switch kind {
	case thriftTrue, thriftFalse, thriftByte: // in a list, one byte each
		return w.skip(1)
	case thriftI16, thriftI32, thriftI64:
		_, err := w.uvarint()
		return err
	case thriftDouble:
		return w.skip(8)
	case thriftBinary:
		n, err := w.uvarint()
		if err != nil {
			return err
		}
		return w.skip(n)
	case thriftList, thriftSet:
		return w.list(depth)
	case thriftMap:
		return w.pairs(depth)
	case thriftStruct:
		return w.structure(depth)
	}
	return errThriftType
}

func (w *thriftWalker) list(depth int) error {
	head, err := w.byte()
	if err != nil {
		return err
	}
	n := uint64(head >> 4)
	if n == 0xf {
		if n, err = w.uvarint(); err != nil {
			return err
		}
	}
	return w.elements(n, depth, head&0xf)
}

func (w *thriftWalker) pairs(depth int) error {
	n, err := w.uvarint()
	if err != nil || n == 0 {
		return err
	}
	kinds, err := w.byte()
	if err != nil {
		return err
	}
	return w.elements(n, depth, kinds>>4, kinds&0xf)
}

func (w *thriftWalker) elements(n uint64, depth int, kinds ...byte) error {
	if n > uint64(len(w.rest)) { // each takes a byte at least
		return errThriftEnd
	}
	if depth > maxThriftDepth {
		return errThriftDepth
	}
	for range n {
		for _, kind := range kinds {
			if err := w.value(kind, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}
