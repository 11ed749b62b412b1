package sgf

import "strings"

// Values are kept as they are written in the file, escapes included: that
// alone makes reading and writing lossless for properties whose type nobody
// knows. The functions here turn them into text and back.

// Text undoes the escapes of a Text value: a backslash protects what follows,
// an escaped line break vanishes, other line breaks (LF, CR, CRLF, LFCR) become
// "\n" and other white space a blank.
func Text(raw string) string { return unescape(raw, '\n') }

// SimpleText undoes the escapes of a SimpleText value, in which line breaks are
// blanks.
func SimpleText(raw string) string { return unescape(raw, ' ') }

func unescape(raw string, lineBreak byte) string {
	special := "\\\r\t\v\f"
	if lineBreak != '\n' {
		special += "\n"
	}
	first := strings.IndexAny(raw, special)
	if first < 0 {
		return raw
	}
	if first > 0 && raw[first] == '\r' && raw[first-1] == '\n' {
		first-- // the two are one line break
	}
	var b strings.Builder
	b.Grow(len(raw))
	b.WriteString(raw[:first])
	for i := first; i < len(raw); {
		escaped := raw[i] == '\\'
		if escaped {
			i++
			if i == len(raw) {
				break
			}
		}
		switch c := raw[i]; {
		case c == '\n' || c == '\r':
			if !escaped {
				b.WriteByte(lineBreak)
			}
			i += lineBreakLen(raw[i:])
		case c == '\t' || c == '\v' || c == '\f':
			b.WriteByte(' ')
			i++
		default:
			b.WriteByte(c)
			i++
		}
	}
	return b.String()
}

// lineBreakLen returns the length of the line break that s starts with.
func lineBreakLen(s string) int {
	if len(s) > 1 && (s[1] == '\n' || s[1] == '\r') && s[1] != s[0] {
		return 2
	}
	return 1
}

var textEscaper = strings.NewReplacer(`\`, `\\`, `]`, `\]`)

// Escape returns text as a value that Text reads back.
func Escape(text string) string { return textEscaper.Replace(text) }

var composedEscaper = strings.NewReplacer(`\`, `\\`, `]`, `\]`, `:`, `\:`)

// Compose returns the value of a property that takes a pair, such as AP's name
// and version.
func Compose(first, second string) string {
	return composedEscaper.Replace(first) + ":" + composedEscaper.Replace(second)
}

// Decompose splits a pair at its first unescaped colon. Both parts are still
// raw; without a colon the second is empty.
func Decompose(raw string) (first, second string) {
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '\\':
			i++
		case ':':
			return raw[:i], raw[i+1:]
		}
	}
	return raw, ""
}

// wellFormed returns the raw value such that it ends where it should: an
// unescaped bracket gets its backslash, and so does a backslash at the end that
// would swallow the closing bracket. Values from a file are well formed.
func wellFormed(raw string) string {
	raw = strings.ToValidUTF8(raw, "\uFFFD")
	if cut := len(raw) - len("\n(;GM[1"); cut >= 0 {
		// The closing bracket would make the end of this value look like the
		// start of a record.
		if starts, _ := startsRecord([]byte(raw[cut:]+"]"), 1); starts {
			raw = raw[:cut+1] + `\` + raw[cut+1:]
		}
	}
	if strings.IndexByte(raw, ']') < 0 && !strings.HasSuffix(raw, `\`) {
		return raw
	}
	var b strings.Builder
	for i := 0; i < len(raw); i++ {
		switch {
		case raw[i] == '\\' && i+1 == len(raw):
			b.WriteString(`\\`)
		case raw[i] == '\\':
			b.WriteString(raw[i : i+2])
			i++
		case raw[i] == ']':
			b.WriteString(`\]`)
		default:
			b.WriteByte(raw[i])
		}
	}
	return b.String()
}
