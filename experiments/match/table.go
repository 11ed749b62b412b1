package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/ruleset"
)

// Record is a finished game as the tables hold it.
type Record struct {
	Game    datasets.GameRow
	Timing  datasets.TimingRow
	Rulings []datasets.RulingRow `json:",omitempty"`
}

// table is where one worker plays game after game.
type table struct {
	plan    *Plan
	run     string
	dir     string
	traffic bool
	worker  int
	book    *book
	seats   []seat // by the number of the player; nil until it plays
	logs    []*engineLog
}

func newTable(plan *Plan, dir string, worker int, traffic bool) (*table, error) {
	b, err := newBook(plan)
	if err != nil {
		return nil, err
	}
	return &table{plan: plan, run: plan.RunID(), dir: dir, traffic: traffic, worker: worker, book: b, seats: make([]seat, len(plan.Players))}, nil
}

// seat returns the seat of a player.
func (t *table) seat(number int) (seat, error) {
	if t.seats[number] != nil {
		return t.seats[number], nil
	}
	player := &t.plan.Players[number]
	if !player.External() {
		s, err := newOwnSeat(t.plan, player)
		if err != nil {
			return nil, err
		}
		t.seats[number] = s
		return s, nil
	}
	log := newEngineLog(t.dir, player.Name, t.worker, t.traffic)
	t.logs = append(t.logs, log)
	t.seats[number] = &engineSeat{plan: t.plan, player: player, log: log}
	return t.seats[number], nil
}

// close ends all programs.
func (t *table) close() error {
	var errs []error
	for _, s := range t.seats {
		if s != nil {
			s.close()
		}
	}
	for _, log := range t.logs {
		errs = append(errs, log.close())
	}
	return errors.Join(errs...)
}

// play plays a game.
func (t *table) play(ctx context.Context, index int, f fixture) (*Record, error) {
	started := time.Now()
	game, err := t.book.open(ctx, f.opening)
	if err != nil {
		return nil, err
	}
	r := newReferee(t, game, experiments.GameSeed(t.plan.Seed, index))
	for side, number := range f.players {
		s, err := t.seat(number)
		if err != nil {
			return nil, err
		}
		r.seats[side], r.players[side] = s, &t.plan.Players[number]
	}
	given := game.Ply()
	if err := r.referee(ctx); err != nil {
		return nil, err
	}
	return t.record(r, index, f, given, started), nil
}

// record makes the rows of a finished game.
func (t *table) record(r *referee, index int, f fixture, given int, started time.Time) *Record {
	id := gameID(t.run, index)
	row := r.notes.Row()
	row.RunID, row.GameID, row.GameIndex, row.PairID, row.Seed = t.run, id, int64(index), int64(f.pair), r.seed
	row.Black, row.White = r.seats[0].text(), r.seats[1].text()
	row.BlackPlayouts, row.WhitePlayouts = int32(r.seats[0].playouts()), int32(r.seats[1].playouts())
	row.ForcedPlies = int16(given)
	if given > 0 {
		text := openingText(r.game.Moves()[:given])
		row.Opening = &text
	}
	if r.void {
		row.EndReason = datasets.EndVoid
	}
	for i := range r.rulings {
		r.rulings[i].GameID, r.rulings[i].GameIndex = id, int64(index)
	}
	playouts, took := r.notes.Playouts(), time.Since(started)
	return &Record{Game: row, Rulings: r.rulings, Timing: datasets.TimingRow{
		GameID: id, GameIndex: int64(index), Worker: int32(t.worker), Host: experiments.Host(),
		StartedAt: started.Truncate(time.Microsecond), DurationNS: took.Nanoseconds(),
		Playouts: playouts, PlayoutsPerS: float64(playouts) / max(took.Seconds(), 1e-9),
	}}
}

func openingText(moves []ruleset.Move) string {
	text := ""
	for i, move := range moves {
		if i > 0 {
			text += " "
		}
		text += fmt.Sprint(move.Point)
	}
	return text
}
