package fastboard

import "sync"

// Pool lends Boards, so that code that needs one now and then need not
// allocate it every time. The zero value is ready. Several goroutines may use
// one Pool.
type Pool struct{ boards sync.Pool }

// Get returns a Board whose content is unspecified: the first call on it must
// be Reset, Load or CopyFrom.
func (p *Pool) Get() *Board {
	if b, ok := p.boards.Get().(*Board); ok {
		return b
	}
	return new(Board)
}

// Put gives b back. The caller must not use it afterwards.
func (p *Pool) Put(b *Board) { p.boards.Put(b) }
