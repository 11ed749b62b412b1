package match

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments"
)

func partPath(dir string, plan *Plan, table string) string {
	return datasets.Part{Table: table, Run: plan.RunID(), Size: plan.Size.Size}.Path(dir)
}

// finish turns the journal into tables. games are the games of the match in the
// order of the plan; late are those after a verdict, which do not belong to it.
func (s *store) finish(games, late []*Record) error {
	for _, table := range [...]string{tableTimings, tableRulings, tableGames} {
		// A process that was killed in finish may have left them.
		if err := os.Remove(partPath(s.dir, s.plan, table)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	err := errors.Join(
		writePart(s, tableTimings, games, func(r *Record) []datasets.TimingRow { return []datasets.TimingRow{r.Timing} }),
		writePart(s, tableRulings, games, func(r *Record) []datasets.RulingRow { return r.Rulings }),
		writePart(s, tableGames, games, func(r *Record) []datasets.GameRow {
			return []datasets.GameRow{experiments.BlankUnsearched(r.Game)}
		}))
	if err != nil {
		return err
	}
	for _, record := range late {
		if err := os.Remove(sgfPath(s.dir, record)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	manifest, err := datasets.Collect(s.dir)
	if err == nil {
		err = manifest.Write(s.dir)
	}
	if err == nil {
		err = datasets.WriteCard(s.dir, card(s.plan, len(games)), manifest)
	}
	if err == nil {
		err = datasets.MarkComplete(s.dir)
	}
	if err != nil {
		return err
	}
	j := s.journal
	s.journal = nil
	if err := j.Remove(); err != nil {
		return err
	}
	return os.Remove(filepath.Dir(journalPath(s.dir)))
}

// writePart writes the rows of one table.
func writePart[R datasets.Row](s *store, table string, games []*Record, rows func(*Record) []R) error {
	writer, err := datasets.Create[R](partPath(s.dir, s.plan, table), datasets.Meta{
		Plan: string(s.plan.Canonical()), ToolVersion: experiments.Version, Shards: 1,
	})
	if err != nil {
		return err
	}
	for _, record := range games {
		if err := writer.Write(rows(record)...); err != nil {
			return errors.Join(err, writer.Abort())
		}
	}
	return writer.Close()
}

// readParts returns the games of a complete match.
func readParts(dir string, plan *Plan) ([]*Record, error) {
	var games []*Record
	for row, err := range datasets.Rows[datasets.GameRow](partPath(dir, plan, tableGames)) {
		if err != nil {
			return nil, err
		}
		games = append(games, &Record{Game: row})
	}
	for row, err := range datasets.Rows[datasets.TimingRow](partPath(dir, plan, tableTimings)) {
		if err != nil {
			return nil, err
		}
		if row.GameIndex < int64(len(games)) {
			games[row.GameIndex].Timing = row
		}
	}
	for row, err := range datasets.Rows[datasets.RulingRow](partPath(dir, plan, tableRulings)) {
		if err != nil {
			return nil, err
		}
		if row.GameIndex < int64(len(games)) {
			games[row.GameIndex].Rulings = append(games[row.GameIndex].Rulings, row)
		}
	}
	return games, nil
}

// card is the data set card of a finished match.
func card(plan *Plan, games int) datasets.Card {
	notes := []string{
		fmt.Sprintf("Games come in pairs (pair_id): one opening played twice with colors swapped. Its plies after a given line, %d at most, were drawn by the search %s.", plan.Opening.Sampled, opener),
		"Point of view: win rates, scores and margins are Black's.",
	}
	var players []string
	for i := range plan.Players {
		players = append(players, plan.Players[i].text(""))
	}
	return datasets.Card{
		Title:   fmt.Sprintf("A match of %d games of Go on %v", games, plan.Size),
		License: "cc0-1.0",
		Summary: fmt.Sprintf("%d games of Go on a board of %v between %d players.", games, plan.Size, len(plan.Players)),
		Rules:   []string{plan.Rules.String()},
		Players: players,
		Seed:    strconv.FormatUint(plan.Seed, 10),
		Command: "tengen match --config " + PlanFile + " --out FOLDER",
		Notes:   notes,
	}
}
