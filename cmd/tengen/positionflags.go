package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/ruleset"
)

// maxRecordBytes bounds a record of which a position is wanted: it is read
// whole.
const maxRecordBytes = 256 << 20

// positionFlags are the flags of commands that look at one position, of a file or
// of moves.
type positionFlags struct {
	move, game          int
	size, moves, toPlay string
}

func (f *positionFlags) add(set *pflag.FlagSet) {
	set.IntVar(&f.move, "move", 0, "the position after so many moves, 0 for the start; without it the last")
	set.IntVar(&f.game, "game", 1, "number of the game in a file of several")
	set.StringVar(&f.size, "size", "19", "board size for --moves; alone, the empty board")
	set.StringVar(&f.moves, "moves", "", "moves of both sides in turn on an empty board, such as \"D4 Q16 pass pass\"")
	set.StringVar(&f.toPlay, "to-play", "black", "who is to move on a drawn board, black or white")
}

// args checks the arguments of the command: a file, unless there are moves or a
// board size.
func (f *positionFlags) args(command *cobra.Command, args []string) error {
	sized := command.Flags().Changed("size")
	switch {
	case len(args) > 1:
		return fmt.Errorf("%d arguments: name one file, or - for standard input", len(args))
	case len(args) == 0 && f.moves == "" && !sized:
		return errors.New("name a file, - for standard input, or give --moves, or --size for the empty board")
	case len(args) == 1 && f.moves != "":
		return errors.New("a file and --moves: give one of the two")
	case len(args) == 1 && sized:
		return errors.New("a file and --size: a file has its own, and --size is of --moves")
	}
	return nil
}

// check reports flags that are out of range or contradict each other.
func (f *positionFlags) check(changed func(string) bool) error {
	var errs []error
	complain := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if f.game < 1 {
		complain("--game is %d: games are numbered from 1", f.game)
	}
	if changed("move") && f.move < 0 {
		complain("--move is %d: give the number of moves, 0 for the start", f.move)
	}
	if changed("to-play") && (f.moves != "" || changed("size")) {
		complain("--to-play is of drawn boards; with --moves Black begins")
	}
	return errors.Join(errs...)
}

// vertices splits a list of points at blanks and commas.
func vertices(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' || r == '\n' })
}

// prefix names the place of the input in an error.
func prefix(in *experiments.ScoreInput) string {
	switch {
	case in.Number > 0:
		return fmt.Sprintf("%s: game %d, after move %d: ", in.Source, in.Number, in.Move)
	case in.Source != "":
		return in.Source + ": "
	}
	return ""
}

// input reads the position.
func (f *positionFlags) input(changed func(string) bool, args []string, stdin io.Reader) (*experiments.ScoreInput, error) {
	move := experiments.WholeGame
	if changed("move") {
		move = f.move
	}
	if f.moves != "" || changed("size") {
		size, err := ruleset.ParseSize(f.size)
		if err == nil {
			err = size.Validate()
		}
		if err != nil {
			return nil, usagef("--size: %w", err)
		}
		input, err := experiments.PlayScoreInput(size, vertices(f.moves), move)
		if err != nil {
			return nil, fmt.Errorf("--moves: %w", err)
		}
		return input, nil
	}
	toPlay, err := ruleset.ParseColor(f.toPlay)
	if err != nil {
		return nil, usagef("--to-play: %w", err)
	}
	name, in := "standard input", stdin
	if args[0] != "-" {
		file, err := os.Open(args[0])
		if err != nil {
			return nil, err
		}
		defer file.Close()
		name, in = args[0], file
	}
	data, err := io.ReadAll(io.LimitReader(in, maxRecordBytes+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	case len(data) > maxRecordBytes:
		return nil, fmt.Errorf("%s: larger than %d MiB; cut the game out of it", name, maxRecordBytes>>20)
	}
	return experiments.ReadScoreInput(name, data, f.game, move, toPlay)
}
