package sgf

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"unicode/utf8"

	utf "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// Collection is the games of one file.
type Collection struct {
	Games []*Tree
	Notes []Note // on what belongs to no game, and on games that were left out
}

// Parse reads a whole file at once. Games that exceed a limit are left out,
// with a note; a file in which no game could be read is an error. For files of
// any size see Reader.
func Parse(data []byte, opts Options) (*Collection, error) {
	opts.Reuse = false // all games are kept
	r := &Reader{opts: opts, buffer: data, final: true}
	var c Collection
	var first error
	for tree, err := range r.Games() {
		if err != nil {
			if first == nil {
				first = err
			}
			c.Notes = addNote(c.Notes, noteOf(err))
			continue
		}
		c.Games = append(c.Games, tree)
	}
	c.Notes = append(c.Notes, r.Notes()...)
	if len(c.Games) == 0 {
		return nil, first
	}
	return &c, nil
}

func noteOf(err error) Note {
	n := Note{Problem: true, Text: err.Error(), Where: Where{Offset: -1}}
	var e *Error
	if errors.As(err, &e) {
		n.Where, n.Text = e.Where, e.Err.Error()
	}
	return n
}

// Reader reads the games of a file one at a time, in memory bounded by the
// largest game.
type Reader struct {
	opts   Options
	source io.Reader // nil if buffer is the whole file

	buffer  []byte
	start   int   // of what is not consumed
	base    int64 // offset in the file of the start of buffer
	final   bool  // the file ends with buffer
	readErr error // why it does, if not for io.EOF

	begun   bool
	games   int
	charset string // of the last game that was not UTF-8
	notes   []Note
	pending []Note // for the next game
	blocks  blocks // if memory is reused
}

// NewReader returns a Reader of the games in r.
func NewReader(r io.Reader, opts Options) *Reader { return &Reader{opts: opts, source: r} }

// Games returns the games one after the other. An error with a game leaves
// out that game, and the iteration goes on; an error of the underlying
// io.Reader ends it.
func (r *Reader) Games() iter.Seq2[*Tree, error] {
	return func(yield func(*Tree, error) bool) {
		for {
			tree, err := r.Next()
			if err == io.EOF { //nolint:errorlint // Next returns io.EOF itself
				return
			}
			if !yield(tree, err) {
				return
			}
		}
	}
}

// Notes returns the notes on what belongs to no game, such as text after the
// last one. Notes on a game are in its Tree.
func (r *Reader) Notes() []Note { return r.notes }

// Next returns the next game, or io.EOF after the last one. A file without
// games gives ErrNoGame. After an Error that is about one game, Next goes on
// with the next.
func (r *Reader) Next() (*Tree, error) {
	if err := r.begin(); err != nil {
		return nil, err
	}
	if err := r.skipToGame(); err != nil {
		return nil, err
	}
	r.games++
	where := Where{File: r.opts.File, Game: r.games, Offset: r.offset()}
	f, err := r.frame()
	if err == nil && f.rawLen > r.opts.maxGameBytes() {
		r.start += f.rawLen
		err = r.tooLong()
	}
	if err != nil {
		return nil, &Error{where, err}
	}
	tree, noteAt, err := parse(string(f.text), where, &r.opts, r.reusable())
	raw := r.buffer[r.start : r.start+f.rawLen]
	r.start += f.rawLen
	if err != nil {
		return nil, &Error{where, err}
	}
	if tree.Root == nil {
		return nil, &Error{where, ErrNoGame}
	}
	f.locate(tree, noteAt, raw)
	tree.Charset = f.charset.name
	if note := f.charsetNote(); note.Text != "" {
		note.Where = where
		tree.Notes = append([]Note{note}, tree.Notes...)
	}
	for i := range r.pending {
		r.pending[i].Game = r.games
	}
	tree.Notes = append(r.pending, tree.Notes...)
	r.pending = nil
	return tree, nil
}

func (r *Reader) reusable() *blocks {
	if !r.opts.Reuse {
		return nil
	}
	return &r.blocks
}

// offset returns the offset of start in the file.
func (r *Reader) offset() int64 { return r.base + int64(r.start) }

// window returns what is in memory and not consumed.
func (r *Reader) window() []byte { return r.buffer[r.start:] }

// want tries to have at least n bytes in the window and reports whether it
// has.
func (r *Reader) want(n int) bool {
	for len(r.window()) < n && !r.final {
		r.fill(n)
	}
	return len(r.window()) >= n
}

// fill reads once, after making room for a window of n bytes.
func (r *Reader) fill(n int) {
	const least = 64 << 10
	if cap(r.buffer)-len(r.buffer) < least/4 || cap(r.buffer)-r.start < n {
		kept := r.window()
		target := r.buffer[:0]
		if need := max(n, len(kept)) + least; need > cap(r.buffer) {
			target = make([]byte, 0, need)
		}
		r.base += int64(r.start)
		r.buffer, r.start = append(target, kept...), 0
	}
	count, err := r.source.Read(r.buffer[len(r.buffer):cap(r.buffer)])
	r.buffer = r.buffer[:len(r.buffer)+count]
	if err != nil {
		r.final = true
		if !errors.Is(err, io.EOF) {
			r.readErr = err
		}
	}
}

// begin looks for encodings that are those of a whole file: UTF-16 with or
// without a byte order mark.
func (r *Reader) begin() error {
	if r.begun {
		return nil
	}
	r.begun = true
	if r.opts.Charset != "" {
		if _, ok := charsetNamed(r.opts.Charset); !ok {
			r.buffer, r.start, r.final, r.games = nil, 0, true, -1 // nothing more to say
			return fmt.Errorf("sgf: no encoding is named %q: write for example utf-8, gb18030, big5, shift_jis, euc-kr or euc-jp", r.opts.Charset)
		}
	}
	r.want(4)
	head := r.window()
	order, is16 := utf16Order(head)
	if !is16 {
		return nil
	}
	decoder := utf.UTF16(order, utf.UseBOM).NewDecoder()
	var source io.Reader = bytes.NewReader(head)
	if r.source != nil && !r.final {
		source = io.MultiReader(bytes.NewReader(bytes.Clone(head)), r.source)
	}
	r.source, r.buffer, r.start, r.final = transform.NewReader(source, decoder), nil, 0, false
	r.pending = append(r.pending, Note{
		Where: Where{File: r.opts.File},
		Text:  "the file is UTF-16; offsets count the bytes of its text in UTF-8",
	})
	return nil
}

func utf16Order(head []byte) (order utf.Endianness, ok bool) {
	switch {
	case bytes.HasPrefix(head, []byte{0xFE, 0xFF}), bytes.HasPrefix(head, []byte{0, '(', 0, ';'}):
		return utf.BigEndian, true
	case bytes.HasPrefix(head, []byte{0xFF, 0xFE}), bytes.HasPrefix(head, []byte{'(', 0, ';', 0}):
		return utf.LittleEndian, true
	}
	return utf.BigEndian, false
}

// skipToGame moves to the parenthesis that opens the next game. What is left
// out on the way is noted.
func (r *Reader) skipToGame() error {
	// So much is looked at behind a parenthesis to see whether it opens a game.
	const lookahead = 256
	junkAt := int64(-1)
	skip := func(n int) {
		junk := bytes.TrimLeft(r.window()[:n], " \t\r\n\v\f\x1a\uFEFF")
		if len(junk) > 0 && junkAt < 0 {
			junkAt = r.offset() + int64(n-len(junk))
		}
		r.start += n
	}
	for {
		if !r.want(1) {
			break
		}
		window := r.window()
		i := bytes.IndexByte(window, '(')
		if i < 0 {
			// A mark or a character may be cut by the end of the window, which
			// matters little: it is left out anyway.
			skip(len(window))
			continue
		}
		skip(i)
		r.want(lookahead)
		window = r.window()
		if opensGame(window[:min(len(window), lookahead)]) {
			r.noteJunk(&r.pending, junkAt)
			return nil
		}
		skip(1)
	}
	return r.finish(junkAt)
}

// noteJunk notes what lies between an offset and the current one; -1 is
// nothing.
func (r *Reader) noteJunk(notes *[]Note, at int64) {
	if at < 0 {
		return
	}
	*notes = addNote(*notes, Note{
		Where:   Where{File: r.opts.File, Offset: at},
		Problem: true,
		Text:    fmt.Sprintf("%d bytes are left out: they belong to no game", r.offset()-at),
	})
}

// finish says how the file ended.
func (r *Reader) finish(junkAt int64) error {
	if r.readErr != nil {
		err := r.readErr
		r.readErr = nil
		r.games = max(r.games, 1) // the file may well have games
		return &Error{Where{File: r.opts.File, Offset: r.offset()}, err}
	}
	r.noteJunk(&r.notes, junkAt)
	if r.games == 0 {
		r.games = -1 // said once
		return &Error{Where{File: r.opts.File, Offset: -1}, ErrNoGame}
	}
	return io.EOF
}

// frame is one game in the file: its text as UTF-8 and how it was found.
type frame struct {
	text     []byte
	rawLen   int // bytes in the file
	charset  charset
	declared string // CA
	decoded  bool   // text differs from the bytes of the file
}

// frame finds the end of the game that starts the window.
func (r *Reader) frame() (frame, error) {
	if forced, ok := charsetNamed(r.opts.Charset); ok {
		return r.decodedFrame(&forced)
	}
	var s scanner
	for {
		switch s.scan(r.window(), r.final) {
		case scanEnd, scanCut:
			return r.plainFrame(&s)
		case scanForeign:
			if r.window()[s.pos] == escape && !r.usesEscapes(s.pos) {
				s.ignoreEsc = true
				continue
			}
			return r.decodedFrame(nil)
		case scanMore:
			if err := r.grow(); err != nil {
				return frame{}, err
			}
		}
	}
}

// grow makes the window longer, up to the limit for one game.
func (r *Reader) grow() error {
	n := len(r.window())
	if n > r.opts.maxGameBytes() {
		r.resync(r.opts.maxGameBytes())
		return r.tooLong()
	}
	r.want(n + max(4096, n/2))
	return nil
}

func (r *Reader) tooLong() error {
	return fmt.Errorf("%w: the game is longer than the %d bytes that one may have; look for an unclosed value or game, or split it", ErrLimit, r.opts.maxGameBytes())
}

// resync leaves out a game that is too long: at least n bytes and everything
// up to a line that starts a new record.
func (r *Reader) resync(n int) {
	r.start += n
	for {
		r.want(64 << 10)
		window := r.window()
		for i := range window {
			if window[i] != '(' {
				continue
			}
			if starts, _ := startsRecord(window, i); starts {
				r.start += i
				return
			}
		}
		const overlap = 16
		if r.final {
			r.start = len(r.buffer)
			return
		}
		r.start += len(window) - overlap
	}
}

// plainFrame returns a game whose bytes are UTF-8, unless they are so by
// chance: where the file names a Chinese, Japanese or Korean encoding and all
// non-ASCII characters are two bytes long, which Asian text in UTF-8 never is,
// the text is tried in that encoding too.
func (r *Reader) plainFrame(s *scanner) (frame, error) {
	text := r.window()[:s.pos]
	f := frame{text: text, rawLen: s.pos, charset: utf8Charset}
	if s.multibyte == 0 {
		return f, nil
	}
	f.declared = declared(text)
	named, ok := charsetNamed(f.declared)
	if !ok || s.longer > 0 || !isAsian(named) {
		return f, nil
	}
	asUTF8, _ := plausibility(text)
	if asNamed, _ := plausibility(named.decode(text, true)); asNamed >= plausible && asNamed > asUTF8 {
		return r.decodedFrame(&named)
	}
	return f, nil
}

func isAsian(c charset) bool {
	for _, s := range sniffed[1 : len(sniffed)-1] {
		if s.name == c.name {
			return true
		}
	}
	return false
}

// usesEscapes reports whether an escape byte at pos switches the character set
// as ISO-2022-JP does.
func (r *Reader) usesEscapes(pos int) bool {
	r.want(pos + 3)
	switch named, ok := charsetNamed(declared(r.window())); {
	case ok && named.name == jisCharset.name:
		return true
	case ok:
		return false
	}
	rest := r.window()[pos:]
	return bytes.HasPrefix(rest, []byte("\x1b$B")) || bytes.HasPrefix(rest, []byte("\x1b$@"))
}

// decodedFrame finds the end of a game in another encoding. In some of them the
// second byte of a character may look like a bracket or a backslash, so the
// game must be decoded before its end is known. The window is decoded from its
// start each time that it has doubled: in sum, twice.
func (r *Reader) decodedFrame(known *charset) (frame, error) {
	const enough = 64 << 10 // for a guess
	f := frame{decoded: true}
	for size := 4096; ; size *= 2 {
		r.want(size)
		window := r.window()
		window = window[:min(size, len(window))]
		final := r.final && len(window) == len(r.window())
		if known == nil {
			c, sure := r.guess(window, final)
			if !sure && !final && size < enough {
				continue
			}
			known = &c
		}
		text := known.decode(window, final)
		s := scanner{plain: true}
		if s.scan(text, final) == scanMore {
			if len(window) > r.opts.maxGameBytes() {
				return frame{}, r.grow()
			}
			continue
		}
		f.text, f.charset = text[:s.pos], *known
		f.rawLen = newRawOffsets(*known, window).at(s.pos)
		f.declared = declared(window[:f.rawLen])
		if known.name != utf8Charset.name {
			r.charset = known.name
		}
		return f, nil
	}
}

// guess chooses the encoding of a game that is no UTF-8.
func (r *Reader) guess(window []byte, final bool) (charset, bool) {
	if utf8.Valid(window) { // then it was the escape sequences
		return jisCharset, true
	}
	return sniff(window, final, r.charset)
}

// charsetNote says what was found out about the encoding; no text if there is
// nothing to say.
func (f *frame) charsetNote() Note {
	named, known := charsetNamed(f.declared)
	broken := f.decoded && bytes.ContainsRune(f.text, utf8.RuneError)
	note := Note{}
	switch {
	case f.declared != "" && !known:
		note = Note{Problem: true, Text: fmt.Sprintf("CA[%s] names no known encoding; read as %s", clip(f.declared), f.charset.name)}
	case f.declared != "" && named.name != f.charset.name:
		note = Note{Problem: true, Text: fmt.Sprintf("CA[%s] is not what the bytes are; read as %s", clip(f.declared), f.charset.name)}
	case f.declared == "" && f.charset.name != utf8Charset.name:
		note = Note{Text: "CA is missing; read as " + f.charset.name}
	}
	if broken {
		note.Problem = true
		if note.Text == "" {
			note.Text = "read as " + f.charset.name
		}
		note.Text += "; bytes without meaning became U+FFFD"
	}
	return note
}

// locate turns the offsets of nodes and notes into offsets in the file.
func (f *frame) locate(tree *Tree, noteAt []int, raw []byte) {
	start := tree.where.Offset
	if !f.decoded {
		for i, at := range noteAt {
			tree.Notes[i].Offset = start + int64(at)
		}
		return
	}
	offsets := newRawOffsets(f.charset, raw)
	for n := range tree.Nodes() {
		n.offset = int32(offsets.at(int(n.offset)))
	}
	offsets = newRawOffsets(f.charset, raw)
	for i, at := range noteAt {
		tree.Notes[i].Offset = start + int64(offsets.at(at))
	}
}
