package records

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"

	"github.com/tengen-go/tengen/datasets/sgf"
)

const (
	smallFile  = 64 << 10 // bytes of a file that a worker reads at once
	jobFiles   = 64       // small files in a job, at most
	batchGames = 64       // games that a worker hands over at once
)

// job is work for one worker: pieces of the input, whose answers it sends one
// after the other, and then closes answers.
type job struct {
	pieces  []piece
	answers chan []answer
}

// piece is a small file, or a stretch of a larger one.
type piece struct {
	name   string
	offset int64 // of the piece in the file
	last   bool  // nothing of the file comes after it

	// One of three: the bytes, a reader with what must be closed after it, or
	// the path of a file.
	data   []byte
	reader io.Reader
	close  func() error
	path   string
	packed bool // data may be compressed

	read int64 // bytes to add to the progress when it is done
}

// answer is what became of one record, or of a piece as a whole.
type answer struct {
	piece  *piece
	game   int // within the piece, from 1; 0: not about one record
	taken  *taken
	err    error
	done   bool // the piece is done
	noGame bool // err says that there is no record in the piece
}

// worker does jobs.
type worker struct {
	ctx     context.Context
	convert converter
	send    chan<- []answer
	batch   []answer
}

// do does a job.
func (w *worker) do(j *job) {
	defer close(j.answers)
	w.send = j.answers
	for i := range j.pieces {
		p := &j.pieces[i]
		if w.ctx.Err() == nil {
			w.read(p)
		}
		if p.close != nil {
			_ = p.close() // it was only read from
		}
		w.answer(answer{piece: p, done: true})
	}
	w.flush()
}

func (w *worker) answer(a answer) {
	w.batch = append(w.batch, a)
	if len(w.batch) >= batchGames {
		w.flush()
	}
}

// flush hands over the answers. After an interruption nobody may take them.
func (w *worker) flush() {
	select {
	case w.send <- w.batch:
	case <-w.ctx.Done():
	}
	w.batch = nil
}

func (w *worker) read(p *piece) {
	reader, closing := p.reader, func() error { return nil }
	if p.path != "" {
		f, err := os.Open(p.path)
		if err != nil {
			w.answer(answer{piece: p, err: err})
			return
		}
		reader, closing = f, f.Close
	}
	defer closing()
	data := p.data
	if p.packed || reader != nil {
		if reader == nil {
			reader = bytes.NewReader(p.data)
		}
		var err error
		if data, reader, err = w.unpack(p, reader); err != nil {
			w.answer(answer{piece: p, err: err})
			return
		}
	}
	if reader == nil && len(data) <= smallFile {
		w.parse(p, data)
		return
	}
	if reader == nil {
		reader = bytes.NewReader(data)
	}
	w.stream(p, reader)
}

// unpack decompresses what may be compressed. What is short comes as bytes, the
// rest as a reader.
func (w *worker) unpack(p *piece, r io.Reader) ([]byte, io.Reader, error) {
	if p.path != "" || p.packed {
		unpacked, err := unpacked(r)
		if err != nil {
			return nil, nil, err
		}
		r = unpacked
	}
	c := cutter{r: r}
	c.fill(smallFile + 1)
	if errors.Is(c.err, io.EOF) && len(c.rest) <= smallFile {
		return c.rest, nil, nil
	}
	return nil, c.remainder(), nil
}

// parse reads a small piece at once.
func (w *worker) parse(p *piece, data []byte) {
	collection, err := sgf.Parse(data, sgf.Options{File: p.name})
	if err != nil {
		w.fail(p, 0, err)
		return
	}
	next := 1
	leftOut := collection.Notes
	for _, tree := range collection.Games {
		// The notes of the collection tell of the games that could not be read.
		for ; next < tree.Where().Game; next++ {
			leftOut = w.leftOut(p, next, leftOut)
		}
		w.game(p, tree)
		next++
	}
	for len(leftOut) > 0 && leftOut[0].Game >= next {
		leftOut = w.leftOut(p, leftOut[0].Game, leftOut)
	}
}

// leftOut answers for a game that a collection left out, and returns the other
// notes.
func (w *worker) leftOut(p *piece, game int, notes []sgf.Note) []sgf.Note {
	for i, n := range notes {
		if n.Game == game {
			w.answer(answer{piece: p, game: game, err: &sgf.Error{Where: n.Where, Err: errors.New(n.Text)}})
			return notes[i+1:]
		}
	}
	return notes
}

// stream reads a large piece record by record.
func (w *worker) stream(p *piece, r io.Reader) {
	reader := sgf.NewReader(r, sgf.Options{File: p.name, Reuse: true})
	for tree, err := range reader.Games() {
		if w.ctx.Err() != nil {
			return
		}
		if err != nil {
			game := 0
			var at *sgf.Error
			if errors.As(err, &at) {
				game = at.Game
			}
			w.fail(p, game, err)
			continue
		}
		w.game(p, tree)
	}
}

func (w *worker) game(p *piece, tree *sgf.Tree) {
	game := tree.Where().Game
	taken, err := w.convert.convert(tree)
	w.answer(answer{piece: p, game: game, taken: taken, err: err})
}

func (w *worker) fail(p *piece, game int, err error) {
	w.answer(answer{piece: p, game: game, err: err, noGame: game == 0 && errors.Is(err, sgf.ErrNoGame)})
}
