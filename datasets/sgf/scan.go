package sgf

import (
	"bytes"
	"unicode/utf8"
)

// scanner finds the end of one game in a growing window of bytes, without
// understanding more than brackets, parentheses and escapes. It goes on where
// it stopped, so that every byte is looked at once.
type scanner struct {
	pos     int
	depth   int
	inValue bool

	// plain says that the text is decoded already, ignoreEsc that its escape
	// bytes are known to mean nothing.
	plain     bool
	ignoreEsc bool

	multibyte int // characters of two bytes or more
	longer    int // of three or more
}

type scanStatus uint8

const (
	scanMore    scanStatus = iota // the window ends inside the game
	scanEnd                       // pos is behind the closing parenthesis
	scanCut                       // pos is where another game starts, or the end of the file
	scanForeign                   // pos is at a byte that is no UTF-8, or an escape
)

const escape = 0x1b

// scan reads on in the window; final says that the file ends with it.
func (s *scanner) scan(window []byte, final bool) scanStatus {
	for s.pos < len(window) {
		c := window[s.pos]
		switch {
		case c >= utf8.RuneSelf:
			if s.plain {
				s.pos++
				continue
			}
			if !final && !utf8.FullRune(window[s.pos:]) {
				return scanMore
			}
			r, n := utf8.DecodeRune(window[s.pos:])
			if r == utf8.RuneError && n == 1 {
				return scanForeign
			}
			s.multibyte++
			if n > 2 {
				s.longer++
			}
			s.pos += n
			continue
		case c == escape && !s.plain && !s.ignoreEsc:
			return scanForeign
		case c == '(' && s.depth > 0:
			starts, enough := startsRecord(window, s.pos)
			if !enough && !final {
				return scanMore
			}
			if starts {
				return scanCut
			}
			if !s.inValue {
				s.depth++
			}
		case s.inValue:
			switch c {
			case ']':
				s.inValue = false
			case '\\':
				// The escaped byte is skipped, unless it starts a longer
				// character, which the next round checks.
				if s.pos+1 == len(window) {
					if !final {
						return scanMore
					}
				} else if window[s.pos+1] < utf8.RuneSelf {
					s.pos++
				}
			}
		case c == '[':
			s.inValue = true
		case c == '(':
			s.depth++
		case c == ')':
			s.depth--
			if s.depth == 0 {
				s.pos++
				return scanEnd
			}
		}
		s.pos++
	}
	if final {
		return scanCut
	}
	return scanMore
}

// startsRecord reports whether the parenthesis at pos opens a new record
// although the one before was never closed: at the start of a line, a root
// with GM[1] or FF[4]. Inside a value this cannot be text, since there the
// bracket after the digit would have to be escaped.
func startsRecord(window []byte, pos int) (starts, enough bool) {
	if pos == 0 || window[pos-1] != '\n' && window[pos-1] != '\r' {
		return false, true
	}
	rest := window[pos:]
	const shape = "(;GM[1]"
	if len(rest) < len(shape) {
		return false, false
	}
	if !bytes.HasPrefix(rest, []byte("(;GM[")) && !bytes.HasPrefix(rest, []byte("(;FF[")) {
		return false, true
	}
	return '0' <= rest[5] && rest[5] <= '9' && rest[6] == ']', true
}

// opensGame reports whether the parenthesis at the start of b opens a game: a
// node follows or, where the semicolon was forgotten, a property that roots
// have.
func opensGame(b []byte) (opens bool) {
	rest := bytes.TrimLeft(b[1:], " \t\r\n\v\f")
	if len(rest) == 0 {
		return false
	}
	if rest[0] == ';' {
		return true
	}
	id, n := identifier(rest)
	if n == 0 || n == len(rest) || rest[n] != '[' {
		return false
	}
	switch id {
	case "GM", "FF", "SZ", "CA", "AP", "KM", "RU", "PB", "PW", "EV", "GN", "DT", "AB", "B":
		return true
	}
	return false
}

// identifier reads a property identifier: letters and digits. FF[1] to FF[3]
// allow lower-case letters that mean nothing, as in GaMe for GM; an identifier
// that has nothing else is taken as if written in capitals. It returns the
// number of bytes read, 0 if there is no identifier.
func identifier[T ~string | ~[]byte](text T) (id string, n int) {
	small, capitals := 0, 0
	for n < len(text) && isIdentByte(text[n], n) {
		switch c := text[n]; {
		case c >= 'a':
			small++
		case c >= 'A':
			capitals++
		}
		n++
	}
	if small == 0 {
		return string(text[:n]), n
	}
	short := make([]byte, 0, n)
	for i := range n {
		switch c := text[i]; {
		case c >= 'a' && capitals == 0:
			short = append(short, c-'a'+'A')
		case c >= 'A' && c < 'a', c < 'A' && len(short) > 0:
			short = append(short, c)
		}
	}
	return string(short), n
}

func isIdentByte(c byte, i int) bool {
	return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || i > 0 && '0' <= c && c <= '9'
}
