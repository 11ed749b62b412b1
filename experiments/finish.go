package experiments

import (
	"errors"
	"fmt"
	"os"
	"strconv"

	"github.com/tengen-go/tengen/datasets"
)

// finish writes what makes a folder with all its parts a data set: the
// manifest, the card, and last the mark that it is complete.
func finish(dir string, plan *Plan) error {
	if datasets.IsComplete(dir) {
		if len(checkFinished(dir, plan)) == 0 {
			return nil
		}
		if err := datasets.MarkIncomplete(dir); err != nil {
			return err
		}
	}
	manifest, err := datasets.Collect(dir)
	if err != nil {
		return err
	}
	for _, table := range plan.tables() {
		if got := len(manifest.Tables[table].Files); got != plan.Shards() {
			return fmt.Errorf("table %s has %d of %d parts: move the games parts of the missing ones away and resume", table, got, plan.Shards())
		}
	}
	if err := manifest.Write(dir); err != nil {
		return err
	}
	if err := datasets.WriteCard(dir, card(plan), manifest); err != nil {
		return err
	}
	if err := os.Remove(journalDir(dir)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("the journal of finished games is not empty: %w", err)
	}
	return datasets.MarkComplete(dir)
}

func card(plan *Plan) datasets.Card {
	players := []string{plan.Black.Text()}
	if white := plan.White.Text(); white != players[0] {
		players = append(players, white)
	}
	notes := []string{fmt.Sprintf("Point of view: win rates, scores and margins are Black's. The first %d plies of each game after a given opening are drawn by visits at temperature %v.",
		plan.Opening.Sampled, plan.Opening.Temperature)}
	if plan.Resign.Below > 0 {
		notes = append(notes, "Players resign, so margins are known of the other games only, which are the close ones.")
	}
	return datasets.Card{
		Title:   fmt.Sprintf("%d games of Go on %v by self-play", plan.Games, plan.Size),
		License: "cc0-1.0",
		Summary: fmt.Sprintf("%d games of Go on a board of %v, played by Monte Carlo tree search: Black %s, White %s.",
			plan.Games, plan.Size, plan.Black.Label(), plan.White.Label()),
		Rules:   []string{plan.Rules.String()},
		Players: players,
		Seed:    strconv.FormatUint(plan.Seed, 10),
		Command: "tengen selfplay --config " + PlanFile + " --out FOLDER",
		Notes:   notes,
	}
}

// checkFinished compares a finished run with its manifest.
func checkFinished(dir string, plan *Plan) []string {
	if !datasets.IsComplete(dir) {
		return nil
	}
	manifest, err := datasets.ReadManifest(dir)
	if err == nil {
		err = manifest.Check(dir)
	}
	if err == nil && manifest.PlanSHA256 != plan.Hash() {
		err = fmt.Errorf("the manifest is of another plan than %s", PlanFile)
	}
	problems := lines(err)
	for i := range problems {
		problems[i] = "manifest: " + problems[i] + " (resume makes it again)"
	}
	return problems
}

// lines takes joined errors apart.
func lines(err error) []string {
	if err == nil {
		return nil
	}
	var joined interface{ Unwrap() []error }
	if !errors.As(err, &joined) {
		return []string{err.Error()}
	}
	var all []string
	for _, e := range joined.Unwrap() {
		all = append(all, lines(e)...)
	}
	return all
}
