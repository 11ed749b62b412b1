package records

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/datasets/sgf"
	"github.com/tengen-go/tengen/ruleset"
)

// PlanFile is the name of the file in the folder of an import that says what
// was imported and how.
const PlanFile = "import.json"

const planFormat = "tengen.import/1"

// Options direct an import.
type Options struct {
	Version string // of the program, for the metadata

	// AssumeRules is the ruleset, as ruleset.ParseRules reads it, of records
	// that name none; empty assumes area counting and simple ko.
	AssumeRules string

	// LeaveCopies leaves out games whose start and moves are those of an earlier
	// one, up to symmetry. They are listed as rejects.
	LeaveCopies bool

	Workers  int            // records that are refereed at once; 0 = one for each processor
	Progress func(Progress) // called now and then by one goroutine; may be nil
	Note     func(sgf.Note) // called for what was repaired, converted or assumed; may be nil
}

// Progress tells how far an import is.
type Progress struct {
	Read, Bytes int64 // of the files, as they are on the disk
	Games       int64 // taken over
}

// plan is everything that decides the rows of an import, but for what is in the
// files.
type plan struct {
	Format      string   `json:"format"`
	Paths       []string `json:"paths"`
	Files       int      `json:"files"`
	Bytes       int64    `json:"bytes"`
	Listing     string   `json:"listing_sha256"` // of the names and sizes of the files
	AssumeRules string   `json:"assume_rules,omitempty"`
	LeaveCopies bool     `json:"leave_copies,omitempty"`
}

// Import reads the records that the paths name and writes them into the folder
// dir, which must be empty, or hold an unfinished import of the same files. The
// report is valid also where the error says that no record could be used.
func Import(ctx context.Context, paths []string, dir string, options Options) (*Report, error) {
	begun := time.Now()
	if options.AssumeRules != "" {
		rules, err := ruleset.ParseRules(options.AssumeRules)
		if err != nil {
			return nil, err
		}
		options.AssumeRules = rules.String()
	}
	files, err := list(ctx, paths)
	if err != nil {
		return nil, err
	}
	text, run, total, err := newPlan(paths, files, options)
	if err != nil {
		return nil, err
	}
	if err := claim(dir, text); err != nil {
		return nil, err
	}
	store, err := newStore(dir, run, datasets.Meta{Plan: text, ToolVersion: options.Version})
	if err != nil {
		return nil, err
	}
	defer store.abort()
	c := &collector{options: options, store: store, total: total, seen: map[uint64]int64{}, report: newReport(dir, run, len(files))}
	if err := c.run(ctx, files); err != nil {
		return nil, err
	}
	if err := store.close(); err != nil {
		return nil, err
	}
	if err := finish(dir, text, c.report); err != nil {
		return nil, err
	}
	c.report.Elapsed = time.Since(begun)
	if c.report.Games == 0 {
		return c.report, errors.New("no game was taken over: see the reasons in " + filepath.Join(dir, RejectsName))
	}
	return c.report, nil
}

// newPlan returns the plan of an import as text, the name of the run, and the
// size of the files.
func newPlan(paths []string, files []file, options Options) (text, run string, total int64, err error) {
	p := plan{Format: planFormat, Files: len(files), AssumeRules: options.AssumeRules, LeaveCopies: options.LeaveCopies}
	for _, path := range paths {
		p.Paths = append(p.Paths, tableText(filepath.ToSlash(path)))
	}
	listing := sha256.New()
	for _, f := range files {
		fmt.Fprintf(listing, "%s\n%d\n", f.name(), f.size)
		p.Bytes += f.size
	}
	p.Listing = hex.EncodeToString(listing.Sum(nil))
	data, err := json.Marshal(p)
	return string(data), runOf(data), p.Bytes, err
}

// runOf names the run of a plan.
func runOf(plan []byte) string {
	sum := sha256.Sum256(plan)
	return hex.EncodeToString(sum[:])[:12]
}

// claim prepares the folder.
func claim(dir, plan string) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%w; choose another folder with --out", err)
	}
	stored, err := os.ReadFile(filepath.Join(dir, PlanFile))
	known := err == nil
	foreign := slices.IndexFunc(entries, func(e os.DirEntry) bool { return !strings.HasSuffix(e.Name(), ".inprogress") })
	switch {
	case known && datasets.IsComplete(dir):
		return fmt.Errorf("%s holds an import already: choose another folder with --out", dir)
	case known && string(stored) != plan:
		return fmt.Errorf("%s holds an unfinished import of other files or with other options: choose another folder with --out, or remove it", dir)
	case !known && foreign >= 0:
		return fmt.Errorf("%s is not empty (it has %s): choose another folder with --out", dir, entries[foreign].Name())
	}
	if err := datasets.WriteFileAtomic(filepath.Join(dir, PlanFile), []byte(plan)); err != nil {
		return fmt.Errorf("%w; choose another folder with --out", err)
	}
	left, err := datasets.Unfinished(dir)
	for _, path := range left {
		err = errors.Join(err, os.Remove(path))
	}
	return err
}

// collector takes the answers of the workers in order, and writes.
type collector struct {
	options Options
	store   *store
	report  *Report
	total   int64
	read    atomic.Int64
	seen    map[uint64]int64 // Mirrors.Key to game_index

	// The file whose records come: how many came before the piece, and in the
	// piece.
	before, here int
	noGame       error
}

// run reads all files.
func (c *collector) run(parent context.Context, files []file) error {
	ctx, cancel := context.WithCancel(parent)
	var group sync.WaitGroup
	defer group.Wait()
	defer cancel()
	workers := c.options.Workers
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	jobs, queue := make(chan *job), make(chan *job, 2*workers)
	group.Go(func() {
		d := dispatcher{ctx: ctx, jobs: jobs, queue: queue, read: &c.read}
		d.run(files)
	})
	for range workers {
		group.Go(func() {
			w := worker{ctx: ctx, convert: newConverter(c.options.AssumeRules)}
			for j := range jobs {
				w.do(j)
			}
		})
	}
	for j := range queue {
		for open := true; open; {
			var answers []answer
			select {
			case answers, open = <-j.answers:
			case <-ctx.Done():
				return ctx.Err()
			}
			for i := range answers {
				if err := c.take(&answers[i]); err != nil {
					return err
				}
			}
			c.progress()
		}
	}
	return ctx.Err()
}

func (c *collector) progress() {
	if c.options.Progress != nil {
		c.options.Progress(Progress{Read: min(c.read.Load(), c.total), Bytes: c.total, Games: c.report.Games})
	}
}

// take keeps an answer.
func (c *collector) take(a *answer) error {
	c.here = max(c.here, a.game)
	switch {
	case a.done:
		return c.endPiece(a.piece)
	case a.noGame: // which is no fault if other pieces of the file have some
		c.noGame = a.err
		return nil
	case a.err != nil:
		r := rejectOf(a.game, moved(a.err, a.piece.offset))
		r.File = a.piece.name
		if r.Game > 0 {
			r.Game += c.before
		}
		return c.reject(r)
	}
	return c.keep(a)
}

// moved corrects the place in an error of a piece.
func moved(err error, offset int64) error {
	var at *sgf.Error
	if errors.As(err, &at) && at.Offset >= 0 {
		at.Offset += offset
	}
	return err
}

func (c *collector) endPiece(p *piece) error {
	c.read.Add(p.read)
	c.before, c.here = c.before+c.here, 0
	if !p.last {
		return nil
	}
	noGame, found := c.noGame, c.before
	c.before, c.noGame = 0, nil
	if found > 0 || noGame == nil {
		return nil
	}
	return c.reject(Reject{File: p.name, Reason: rejectOf(0, noGame).Reason})
}

func (c *collector) reject(r Reject) error {
	c.report.addReject(r)
	return c.store.rejects.Write(r.row())
}

// keep writes a game.
func (c *collector) keep(a *answer) error {
	number := int32(c.before + a.game - 1)
	row := &a.taken.row
	row.GameIndex = c.report.Games
	first, known := c.seen[a.taken.key]
	isCopy := known && a.taken.key != 0
	if isCopy && c.options.LeaveCopies {
		c.report.Copies++
		return c.reject(Reject{File: a.piece.name, Game: int(number) + 1, Reason: fmt.Sprintf("copy of game %d of this import, up to symmetry", first)})
	}
	row.RunID = c.store.run
	row.GameID = fmt.Sprintf("%s-%08d", row.RunID, row.GameIndex)
	row.PairID = row.GameIndex
	row.SourceFile, row.SourceGame = &a.piece.name, &number
	if isCopy {
		c.report.addCopy(Copy{Game: row.GameIndex, File: a.piece.name, Record: int(number) + 1, Of: first})
	} else {
		c.seen[a.taken.key] = row.GameIndex
	}
	c.report.addGame(a.taken)
	if c.options.Note != nil {
		for _, note := range a.taken.notes {
			note.Game = int(number) + 1
			if note.Offset >= 0 {
				note.Offset += a.piece.offset
			}
			c.options.Note(note)
		}
	}
	return c.store.add(row)
}

// finish makes the folder a data set.
func finish(dir, plan string, report *Report) error {
	manifest, err := datasets.Collect(dir)
	if err != nil {
		return err
	}
	if err := manifest.Write(dir); err != nil {
		return err
	}
	if err := datasets.WriteCard(dir, report.card(), manifest); err != nil {
		return err
	}
	return datasets.MarkComplete(dir)
}
