package gtp

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/tengen-go/tengen/datasets/sgf"
	"github.com/tengen-go/tengen/experiments/freeplay"
	"github.com/tengen-go/tengen/ruleset"
)

// loadSGF loads the first game of a file, up to before the given move. Size
// and komi are those of the record. The rules stay those of the engine: a
// record should not change them unseen; that they differ goes to the log.
func (e *Engine) loadSGF(c call) (string, error) {
	name, before, err := loadArgs(c)
	if err != nil {
		return "", err
	}
	if err := e.load(name, before); err != nil {
		return "", fmt.Errorf("cannot load file: %w", err)
	}
	return "", nil
}

// loadArgs reads the name of a file, which may hold blanks and be quoted, and
// the number of a move; 0 for the end of the game.
func loadArgs(c call) (name string, before int, err error) {
	if c.Text == "" {
		return "", 0, syntaxError("loadsgf takes the name of a file, and the number of a move")
	}
	name = c.Text
	if last := len(c.Args) - 1; last > 0 {
		if n, err := strconv.Atoi(c.Args[last]); err == nil {
			if n < 1 {
				return "", 0, syntaxError("move %d: moves count from 1", n)
			}
			name, before = strings.TrimRight(strings.TrimSuffix(name, c.Args[last]), " "), n
		}
	}
	return unquote(name), before, nil
}

func unquote(name string) string {
	if len(name) >= 2 && name[0] == '"' && name[len(name)-1] == '"' {
		return name[1 : len(name)-1]
	}
	return name
}

func (e *Engine) load(name string, before int) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	tree, err := sgf.NewReader(file, sgf.Options{File: name}).Next()
	if err != nil {
		return err
	}
	info, err := tree.Info()
	if err != nil {
		return err
	}
	record, err := tree.Replay()
	if err != nil {
		return err
	}
	setup, moves, err := startOf(record, info, before)
	if err != nil {
		return err
	}
	return e.loadGame(info, setup, moves)
}

// startOf returns how a record begins and the moves before a number.
func startOf(record *sgf.Replay, info sgf.Info, before int) (ruleset.Setup, []ruleset.Move, error) {
	count := len(record.Moves)
	if before > 0 {
		count = min(count, before-1)
	}
	if record.LaterSetup {
		// Stones that come and go have no history: only the position counts.
		position := record.PositionAt(count)
		toPlay := record.FirstPlayer
		if count > 0 {
			toPlay = record.Moves[count-1].Color.Opponent()
		}
		return ruleset.SetupOf(&position, toPlay), nil, nil
	}
	if record.StartError != nil {
		return ruleset.Setup{}, nil, record.StartError
	}
	setup := ruleset.SetupOf(&record.Start, record.FirstPlayer)
	setup.Handicap = info.Handicap
	moves := record.Moves[:count]
	for i, m := range moves {
		if m.Point == ruleset.NoPoint {
			return ruleset.Setup{}, nil, fmt.Errorf("move %d cannot be read", i+1)
		}
	}
	return setup, moves, nil
}

// loadGame puts a game on the board. On an error nothing changes.
func (e *Engine) loadGame(info sgf.Info, setup ruleset.Setup, moves []ruleset.Move) error {
	if err := e.config.CheckSize(info.Size); err != nil {
		return err
	}
	rules := e.rules
	if info.HasKomi {
		rules.Komi = info.Komi
	}
	g, err := freeplay.Replay(rules, info.Size, setup, moves)
	if err != nil {
		return err
	}
	for _, note := range info.Notes {
		e.log.Info("loadsgf", "note", note.String())
	}
	if info.HasRules && info.Rules.SGF() != rules.SGF() {
		e.log.Warn("the record has other rules than the engine", "record", info.RulesText, "engine", rules.String())
	}
	before := e.rules
	e.rules = rules
	if err := e.begin(info.Size, setup); err != nil {
		e.rules = before
		return err
	}
	e.replace(saved{g, setup})
	return nil
}

// printSGF answers with the record of the game, or writes it to a file.
func (e *Engine) printSGF(c call) (string, error) {
	record := sgf.NewRecord(e.game)
	record.Rules = e.rules
	record.Application = [2]string{e.config.Name, e.config.Version}
	record.Result = ruleset.Result{}
	if e.game.Over() {
		result, err := e.result()
		if err != nil {
			return "", err
		}
		record.Result = result
	}
	tree, err := record.Tree()
	if err != nil {
		return "", fmt.Errorf("cannot write the record: %w", err)
	}
	text := tree.String()
	if c.Text == "" || c.Text == "-" {
		return "\n" + text, nil
	}
	if err := os.WriteFile(unquote(c.Text), []byte(text), 0o666); err != nil {
		return "", errors.New("cannot write the record: " + err.Error())
	}
	return "", nil
}
