package records

import (
	"bytes"
	"io"
)

// Sizes of the stretches into which a large file is cut.
const (
	stretchBytes = 256 << 10 // at least
	searchBytes  = 4 << 20   // so far a place to cut is looked for
)

// cutter cuts a file into stretches of whole records.
type cutter struct {
	r    io.Reader
	rest []byte // read and not given away
	err  error  // why no more is read; io.EOF at the end
}

// stretch returns the next part of the file. Where no place to cut is found, the
// rest is to be read from c.remainder.
func (c *cutter) stretch() (data []byte, last, cut bool) {
	looked := stretchBytes
	for {
		c.fill(looked + stretchBytes)
		if at := recordStart(c.rest, looked); at > 0 {
			data := c.rest[:at:at]
			c.rest = bytes.Clone(c.rest[at:])
			return data, false, true
		}
		switch {
		case c.err != nil:
			return c.rest, true, true
		case len(c.rest) > searchBytes || isUTF16(c.rest):
			return nil, true, false
		}
		looked = len(c.rest) - len(recordShape) // a start may be cut by the end of what was read
	}
}

// fill reads until there are n bytes, or no more.
func (c *cutter) fill(n int) {
	if cap(c.rest) < n && c.err == nil {
		c.rest = append(make([]byte, 0, n), c.rest...)
	}
	for len(c.rest) < n && c.err == nil {
		var count int
		count, c.err = c.r.Read(c.rest[len(c.rest):n])
		c.rest = c.rest[:len(c.rest)+count]
	}
}

// remainder reads what is left of the file.
func (c *cutter) remainder() io.Reader {
	if c.err != nil {
		return io.MultiReader(bytes.NewReader(c.rest), failing{c.err})
	}
	return io.MultiReader(bytes.NewReader(c.rest), c.r)
}

// failing is a reader that fails.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// recordShape is how a line starts that opens a record even if the one before
// was not closed, whatever the digit. Package sgf holds to this as well, so
// cutting there changes nothing.
const recordShape = "\n(;GM[1]"

// recordStart returns the place of the first parenthesis at or after from that
// opens a record at the start of a line; -1 for none.
func recordStart(text []byte, from int) int {
	for at := from; at < len(text); at++ {
		i := bytes.IndexByte(text[at:], '(')
		if i < 0 {
			return -1
		}
		at += i
		rest := text[at:]
		const n = len(recordShape) - 1
		if at > 0 && len(rest) >= n && (text[at-1] == '\n' || text[at-1] == '\r') && rest[1] == ';' &&
			(string(rest[2:5]) == "GM[" || string(rest[2:5]) == "FF[") && '0' <= rest[5] && rest[5] <= '9' && rest[6] == ']' {
			return at
		}
	}
	return -1
}

// isUTF16 reports whether a file is in an encoding whose bytes cannot be cut
// like that.
func isUTF16(head []byte) bool {
	return bytes.IndexByte(head[:min(len(head), 4)], 0) >= 0 ||
		bytes.HasPrefix(head, []byte{0xFE, 0xFF}) || bytes.HasPrefix(head, []byte{0xFF, 0xFE})
}
