package benchmarks

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/mcts"
	"github.com/tengen-go/tengen/playout"
	"github.com/tengen-go/tengen/ruleset"
)

var workloads = []Workload{
	{
		Name: "playouts", Doc: "playouts from the empty board, one game at a time", Op: "playout",
		Policies: []string{"uniform", "tactical"}, Sized: true, signed: 1000, start: newPlayouts,
	},
	{
		Name: "board", Doc: "copies of a board in the middle of a game, and plays on it", Op: "operation",
		Policies: []string{"copy", "play", "score"}, Sized: true, signed: 1000, start: newBoardWork,
	},
	{
		Name: "search", Doc: "simulations of a tree search from the empty board", Op: "simulation",
		Policies: []string{"uniform", "tactical"}, Sized: true, signed: 2000, start: newSearches,
	},
	{
		Name: "selfplay", Doc: "whole games of self-play at 400 playouts a move", Op: "game",
		Policies: []string{"light", "default"}, Sized: true, signed: 1, start: newGames,
	},
	{
		Name: "parquet", Doc: "rows of the table games written to a file", Op: "row",
		Policies: []string{"write", "read"}, signed: 200, start: newRows,
	},
}

// playouts plays from the empty board.
type playouts struct {
	start, board fastboard.Board
	runner       playout.Runner
	rng          playout.RNG
}

func newPlayouts(c Case) (worker, error) {
	policy, err := playout.ParsePolicy(c.Policy)
	if err != nil {
		return nil, err
	}
	p := &playouts{runner: playout.Runner{Policy: policy}}
	p.start.Reset(c.Size)
	return p, nil
}

func (p *playouts) run(n int64, seed uint64) (Totals, error) {
	t := Totals{Ops: n, Playouts: n}
	p.rng = playout.NewRNG(seed)
	for range n {
		p.board.CopyFrom(&p.start)
		outcome := p.runner.Run(&p.board, &p.rng, nil)
		t.Moves += int64(outcome.Moves)
		t.sign(p.board.Hash() ^ uint64(uint32(outcome.Margin)))
	}
	return t, nil
}

// boardWork repeats one operation on boards.
type boardWork struct {
	operation     string
	middle, board fastboard.Board
	plays         []fastboard.Point // from the empty board
	empty         fastboard.Board
}

func newBoardWork(c Case) (worker, error) {
	w := &boardWork{operation: c.Policy}
	w.empty.Reset(c.Size)
	w.middle = w.empty
	rng := playout.NewRNG(signatureSeed)
	for range c.Size.Area() * 2 / 3 {
		p := playout.Uniform{}.Move(&w.middle, &rng)
		w.plays = append(w.plays, p)
		w.middle.Play(p)
	}
	return w, nil
}

func (w *boardWork) run(n int64, seed uint64) (Totals, error) {
	t := Totals{Ops: n, Signature: seed}
	switch w.operation {
	case "copy":
		for range n {
			w.board.CopyFrom(&w.middle)
		}
	case "score":
		for range n {
			t.sign(uint64(w.middle.AreaScore()))
		}
	case "play":
		next := len(w.plays)
		for range n {
			if next == len(w.plays) {
				w.board.CopyFrom(&w.empty)
				next = 0
			}
			w.board.Play(w.plays[next])
			next++
		}
	}
	t.sign(w.board.Hash())
	return t, nil
}

// searches looks for the first move again and again.
type searches struct {
	search *mcts.Search
	game   *ruleset.Game
}

// searchPlayouts is the budget of one of them.
const searchPlayouts = 10_000

func newSearches(c Case) (worker, error) {
	config := mcts.DefaultConfig()
	config.Policy = c.Policy
	search, err := mcts.New(config)
	if err != nil {
		return nil, err
	}
	game, err := newGame(c.Size)
	return &searches{search, game}, err
}

func newGame(size ruleset.Size) (*ruleset.Game, error) {
	rules, err := ruleset.ParseRules("chinese")
	if err != nil {
		return nil, err
	}
	return ruleset.NewGame(rules, size, ruleset.Setup{})
}

func (s *searches) run(n int64, seed uint64) (Totals, error) {
	var t Totals
	for t.Ops < n {
		s.search.Reset()
		budget := mcts.Budget{Playouts: int(min(n-t.Ops, searchPlayouts))}
		report, err := s.search.Run(context.Background(), s.game, budget, seed+uint64(t.Ops))
		if err != nil {
			return t, err
		}
		t.Ops += int64(report.Playouts)
		t.Playouts += int64(report.Playouts)
		for _, child := range report.Children {
			t.sign(uint64(child.Point)<<32 | uint64(child.Visits))
		}
	}
	return t, nil
}

// games plays whole games.
type games struct{ plan experiments.Plan }

func newGames(c Case) (worker, error) {
	plan := experiments.DefaultPlan()
	plan.Size = experiments.BoardSize{Size: c.Size}
	player, err := experiments.ParsePlayer(c.Policy + ":playouts=400")
	plan.Black, plan.White = player, player
	return &games{plan}, err
}

func (g *games) run(n int64, seed uint64) (Totals, error) {
	g.plan.Seed = seed
	table, err := experiments.NewTable(&g.plan)
	if err != nil {
		return Totals{}, err
	}
	t := Totals{Ops: n}
	for i := range n {
		record, err := table.Play(context.Background(), int(i))
		if err != nil {
			return t, err
		}
		t.Playouts += record.Timing.Playouts
		t.sign(record.Game.FinalHash)
	}
	return t, nil
}

// rows writes or reads a part of the table games.
type rows struct {
	operation string
	row       datasets.GameRow
}

func newRows(c Case) (worker, error) {
	plan := experiments.DefaultPlan()
	player, err := experiments.ParsePlayer("uniform")
	if err != nil {
		return nil, err
	}
	plan.Black, plan.White = player, player
	table, err := experiments.NewTable(&plan)
	if err != nil {
		return nil, err
	}
	record, err := table.Play(context.Background(), 0)
	if err != nil {
		return nil, err
	}
	return &rows{c.Policy, record.Game}, nil
}

// rowsPerFile bounds the parts that are written.
const rowsPerFile = 10_000

func (r *rows) run(n int64, seed uint64) (t Totals, err error) {
	dir, err := os.MkdirTemp("", "tengen-bench-")
	if err != nil {
		return t, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "part-00000.parquet")
	for t.Ops < n {
		count := min(n-t.Ops, rowsPerFile)
		if t.Ops == 0 || r.operation == "write" {
			if err := r.write(path, count, seed, &t); err != nil {
				return t, err
			}
		}
		if r.operation == "read" {
			read := int64(0)
			for row, err := range datasets.Rows[datasets.GameRow](path) {
				if err != nil {
					return t, err
				}
				t.sign(row.Seed)
				if read++; read == count {
					break
				}
			}
			count = read
		}
		t.Ops += count
	}
	return t, nil
}

func (r *rows) write(path string, count int64, seed uint64, t *Totals) error {
	writer, err := datasets.Create[datasets.GameRow](path, datasets.Meta{ToolVersion: experiments.Version})
	if err != nil {
		return err
	}
	row := r.row
	for i := range count {
		row.GameIndex, row.GameID, row.Seed = i, fmt.Sprint(i), seed+uint64(i)
		if err := writer.Write(row); err != nil {
			return err
		}
	}
	if err := writer.Close(); err != nil {
		return err
	}
	sum, err := hex.DecodeString(writer.File().SHA256)
	if err == nil {
		t.sign(binary.BigEndian.Uint64(sum))
	}
	return err
}
