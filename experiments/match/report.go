package match

import (
	"fmt"
	"time"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/journal"
	"github.com/tengen-go/tengen/experiments/rating"
	"github.com/tengen-go/tengen/experiments/stats"
)

// Report is how a match stands. Where two players are compared, numbers are the
// first one's.
type Report struct {
	Folder   string `json:"folder"`
	RunID    string `json:"run_id"`
	Plan     *Plan  `json:"plan"`
	Complete bool   `json:"complete"`
	Running  bool   `json:"running"` // a process is writing into the folder now

	Games   int `json:"games"`   // finished
	Planned int `json:"planned"` // a sequential test may need fewer
	Void    int `json:"void"`    // games of which a program failed, and that do not count

	Pairings []Pairing       `json:"pairings"`
	Ratings  *rating.Ratings `json:"ratings,omitempty"` // of three players or more
	Cross    string          `json:"-"`                 // cross table
	SPRT     *rating.Status  `json:"sprt,omitempty"`

	Black      stats.Tally               `json:"black"` // results of Black
	Endings    map[string]int            `json:"endings"`
	Rulings    map[string]map[string]int `json:"rulings"` // by player and act
	Length     float64                   `json:"mean_length"`
	Unique     int                       `json:"unique"` // games that differ, up to symmetry
	Duplicates int                       `json:"duplicates"`
	Seconds    float64                   `json:"game_seconds"` // spent on games, of all workers together
	LastGame   time.Time                 `json:"last_game"`    // when the last one began; zero without
	Warnings   []string                  `json:"warnings"`
}

// Pairing is what two players made of their games. All numbers are the
// player's, not the opponent's.
type Pairing struct {
	Player   string         `json:"player"`
	Opponent string         `json:"opponent"`
	Results  stats.Tally    `json:"results"`  // of all games that count
	AsBlack  stats.Tally    `json:"as_black"` //
	AsWhite  stats.Tally    `json:"as_white"` //
	Pairs    rating.Pairs   `json:"pairs"`    // by points: 0, ½, 1, 1½, 2
	Unpaired int            `json:"unpaired"` // games that count, without the other one of their pair
	Rate     stats.Interval `json:"rate"`     // share of points
	Elo      stats.Interval `json:"elo"`
	LOS      float64        `json:"los"` // likelihood of superiority
}

// Read reports on the match in dir, which may be running.
func Read(dir string) (*Report, error) {
	plan, err := Load(dir)
	if err != nil {
		return nil, err
	}
	played, err := readPlayed(dir, plan)
	if err != nil {
		return nil, err
	}
	s := newStandings(plan)
	for _, record := range played {
		s.add(record)
	}
	return newReport(dir, s)
}

func newReport(dir string, s *standings) (*Report, error) {
	r := &Report{
		Folder: dir, RunID: s.plan.RunID(), Plan: s.plan, Complete: datasets.IsComplete(dir), Running: journal.Locked(dir),
		Planned: len(s.fixtures), Endings: map[string]int{}, Rulings: map[string]map[string]int{}, Warnings: []string{},
	}
	r.readGames(s)
	var table rating.Table
	r.Pairings = pairings(s, &table)
	if s.plan.SPRT != nil {
		status := s.verdict
		r.SPRT = &status
	}
	if len(s.plan.Players) > 2 && len(table.Players()) > 1 {
		ratings, err := table.Rate(rating.Options{Confidence: experiments.Confidence})
		if err != nil {
			return nil, err
		}
		r.Ratings, r.Cross = ratings, table.String()
	}
	r.warn(s)
	return r, nil
}

// readGames counts what is told of all games together.
func (r *Report) readGames(s *standings) {
	seen := map[uint64]bool{}
	var plies int
	for _, record := range s.games[:s.total()] {
		if record == nil {
			continue
		}
		r.Games++
		row := &record.Game
		plies += len(row.Moves)
		seen[experiments.SymmetryKey(row, len(row.Moves))] = true
		r.Endings[experiments.EndingText(row)]++
		r.Seconds += float64(record.Timing.DurationNS) / 1e9
		if record.Timing.StartedAt.After(r.LastGame) {
			r.LastGame = record.Timing.StartedAt
		}
		switch row.Winner {
		case datasets.WinnerBlack:
			r.Black.Wins++
		case datasets.WinnerWhite:
			r.Black.Losses++
		case datasets.WinnerDraw:
			r.Black.Draws++
		default:
			r.Void++
		}
		for _, ruling := range record.Rulings {
			if r.Rulings[ruling.Player] == nil {
				r.Rulings[ruling.Player] = map[string]int{}
			}
			r.Rulings[ruling.Player][ruling.Act]++
		}
	}
	r.Unique, r.Duplicates = len(seen), r.Games-len(seen)
	if r.Games > 0 {
		r.Length = float64(plies) / float64(r.Games)
	}
}

// pairings counts the games of each two players, and puts them into a cross
// table.
func pairings(s *standings, table *rating.Table) []Pairing {
	list := s.plan.pairings()
	number := map[[2]int]int{}
	all := make([]Pairing, len(list))
	for i, pairing := range list {
		number[pairing] = i
		all[i].Player, all[i].Opponent = s.plan.Players[pairing[0]].Name, s.plan.Players[pairing[1]].Name
	}
	for first := 0; first < s.total(); first += 2 {
		p := &all[number[s.fixtures[first].players]]
		asBlack, ok := p.count(s.games[first], &p.AsBlack, false)
		asWhite, ok2 := p.count(s.games[first+1], &p.AsWhite, true)
		switch {
		case ok && ok2:
			p.Pairs.Add(asBlack, asWhite)
			_ = table.AddPair(p.Player, p.Opponent, asBlack, asWhite) // they are two players
		case ok:
			p.Unpaired++
			_ = table.AddGame(p.Player, p.Opponent, asBlack)
		case ok2:
			p.Unpaired++
			_ = table.AddGame(p.Opponent, p.Player, asWhite.Opponent())
		}
	}
	for i := range all {
		p := &all[i]
		p.Results = p.AsBlack.Add(p.AsWhite)
		p.Rate, p.Elo, p.LOS = p.Pairs.WinRate(experiments.Confidence), p.Pairs.Difference(experiments.Confidence), p.Pairs.LOS()
	}
	return all
}

// count puts a game of the player into a tally; swapped says that the player
// had White.
func (p *Pairing) count(record *Record, tally *stats.Tally, swapped bool) (rating.Outcome, bool) {
	if record == nil {
		return rating.Loss, false
	}
	outcome, ok := outcomeOf(record)
	if !ok {
		return outcome, false
	}
	if swapped {
		outcome = outcome.Opponent()
	}
	switch outcome {
	case rating.Win:
		tally.Wins++
	case rating.Draw:
		tally.Draws++
	case rating.Loss:
		tally.Losses++
	}
	return outcome, true
}

// warn lists what a reader of the numbers must know.
func (r *Report) warn(s *standings) {
	warn := func(format string, args ...any) { r.Warnings = append(r.Warnings, fmt.Sprintf(format, args...)) }
	if r.Games < s.total() {
		warn("%d of %d games are there: the match is not complete", r.Games, s.total())
	}
	unpaired := 0
	for _, p := range r.Pairings {
		unpaired += p.Unpaired
	}
	if unpaired > 0 {
		warn("%d games lack the other one of their pair: shares, Elo and tests leave them out", unpaired)
	}
	if r.Duplicates*20 > r.Games {
		warn("only %d of %d games differ: the intervals are too narrow; draw more opening plies (--opening-plies) or give a book (--opening)", r.Unique, r.Games)
	}
	if r.SPRT != nil {
		warn("with a sequential test the Elo interval is not valid for stopping: %s", r.SPRT.Note)
	}
	if r.Ratings != nil {
		r.Warnings = append(r.Warnings, r.Ratings.Warnings...)
	}
}
