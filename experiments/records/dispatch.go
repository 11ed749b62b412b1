package records

import (
	"archive/zip"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
)

// dispatcher walks over the files and makes jobs of them.
type dispatcher struct {
	ctx   context.Context
	jobs  chan<- *job // to the workers
	queue chan<- *job // the same jobs, to who takes the answers
	read  *atomic.Int64
	small []piece // files that wait to become a job
}

// run makes jobs of the files, in their order. It returns early when ctx ends.
func (d *dispatcher) run(files []file) {
	defer close(d.queue)
	defer close(d.jobs)
	for _, f := range files {
		if d.ctx.Err() != nil {
			return
		}
		switch {
		case f.fault != nil:
			d.fail(f.name(), f.fault)
		case f.zip:
			d.zip(f)
		case f.size <= smallFile:
			d.add(piece{name: f.name(), path: f.path, last: true, read: f.size})
		default:
			d.large(f)
		}
	}
	d.flush()
}

// add makes a small file part of the next job.
func (d *dispatcher) add(p piece) {
	d.small = append(d.small, p)
	if len(d.small) >= jobFiles {
		d.flush()
	}
}

func (d *dispatcher) flush() {
	if len(d.small) > 0 {
		d.emit(d.small...)
		d.small = nil
	}
}

// emit hands out a job.
func (d *dispatcher) emit(pieces ...piece) {
	j := &job{pieces: pieces, answers: make(chan []answer, 2)}
	for _, to := range []chan<- *job{d.queue, d.jobs} {
		select {
		case to <- j:
		case <-d.ctx.Done(): // nobody will do the job
			for _, p := range pieces {
				if p.close != nil {
					_ = p.close()
				}
			}
			return
		}
	}
}

// fail makes a job that answers with an error about a file.
func (d *dispatcher) fail(name string, err error) {
	d.flush()
	d.emit(piece{name: name, last: true, reader: failing{err}})
}

func (d *dispatcher) large(f file) {
	opened, err := os.Open(f.path)
	if err != nil {
		d.fail(f.name(), err)
		return
	}
	d.stream(f.name(), counting{opened, d.read}, opened.Close)
}

// stream cuts a large file into stretches, decompressing it first if need be.
func (d *dispatcher) stream(name string, packed io.Reader, closing func() error) {
	d.flush()
	r, err := unpacked(packed)
	if err != nil {
		_ = closing()
		d.fail(name, err)
		return
	}
	c := cutter{r: r}
	var offset int64
	for d.ctx.Err() == nil {
		data, last, cut := c.stretch()
		switch {
		case !cut: // one worker reads the rest
			d.emit(piece{name: name, offset: offset, last: true, reader: c.remainder(), close: closing})
			return
		case last && c.err != io.EOF: //nolint:errorlint // readers return io.EOF itself
			d.emit(piece{name: name, offset: offset, last: true, reader: c.remainder(), close: closing})
			return
		case last:
			d.emit(piece{name: name, offset: offset, last: true, data: data, close: closing})
			return
		}
		d.emit(piece{name: name, offset: offset, data: data})
		offset += int64(len(data))
	}
	_ = closing()
}

// zip takes the records out of a zip file. Small ones are decompressed here,
// which is cheap beside reading them.
func (d *dispatcher) zip(f file) {
	archive, err := zip.OpenReader(f.path)
	if err != nil {
		d.fail(f.name(), err)
		return
	}
	var users sync.WaitGroup
	found := members(&archive.Reader)
	if len(found) == 0 {
		d.fail(f.name(), errors.New("no .sgf or .sgf.gz file is in it"))
	}
	for _, member := range found {
		if d.ctx.Err() != nil {
			break
		}
		name := tableText(f.name() + "/" + member.Name)
		if isZipName(strings.ToLower(member.Name)) {
			d.fail(name, errors.New("it is a zip file within a zip file: unpack the outer one first"))
			continue
		}
		opened, err := member.Open()
		if err != nil {
			d.fail(name, err)
			continue
		}
		if member.UncompressedSize64 > smallFile {
			users.Add(1)
			d.stream(name, opened, func() error { users.Done(); return opened.Close() })
			d.read.Add(int64(member.CompressedSize64))
			continue
		}
		data, err := io.ReadAll(io.LimitReader(opened, smallFile+1))
		_ = opened.Close()
		if err != nil {
			d.fail(name, err)
			continue
		}
		d.add(piece{name: name, data: data, packed: true, last: true, read: int64(member.CompressedSize64)})
	}
	go func() {
		users.Wait()
		_ = archive.Close()
	}()
}

// counting counts what is read.
type counting struct {
	r io.Reader
	n *atomic.Int64
}

func (c counting) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n.Add(int64(n))
	return n, err
}
