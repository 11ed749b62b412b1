package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/datasets/sgf"
	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/match"
	"github.com/tengen-go/tengen/experiments/records"
	"github.com/tengen-go/tengen/ruleset"
)

// exportFlags are the flags of export.
type exportFlags struct {
	out, collection string
	winner          string
	filter          records.Filter
}

func (a *app) exportCommand() *cobra.Command {
	var flags exportFlags
	command := &cobra.Command{
		Use:   "export PATH (--out FOLDER | --collection FILE)",
		Short: "Write games as SGF",
		Long: `Write games of a run, of a match (complete or not), of an import or of a
.parquet file as SGF, with rules, komi, players, result and, where the games
have them, the win rates of the moves: in comments, and as SBKV, Black's win
rate in percent. The rulings of a match are in comments too. With neither --out
nor --collection the games go to standard output. Importing what was exported
gives the same games, with seeds, openings, win rates, scores and visits: what
SGF has no word for is in properties that begin with TENGEN.`,
		Example: `  tengen export runs/first --game 17
  tengen export runs/first --winner B --min-moves 60 --limit 100 --out games
  tengen export runs/first --collection first.sgf`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("%d arguments: name one folder of a run or of an import, or one .parquet file", len(args))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if err := flags.check(a.json); err != nil {
				return usageError{err}
			}
			return a.export(args[0], flags)
		},
	}
	set := command.Flags()
	set.SortFlags = false
	set.StringVar(&flags.out, "out", "", "`folder` for one file a game, named by the game's id")
	set.StringVar(&flags.collection, "collection", "", "one `file` for all games; - is standard output")
	set.Int64SliceVar(&flags.filter.Games, "game", nil, "only the games with these `numbers` (game_index), such as 17 or 3,17")
	set.StringVar(&flags.winner, "winner", "", "only games won by B or W, or draw, or none")
	set.IntVar(&flags.filter.MinMoves, "min-moves", 0, "only games of at least so many moves")
	set.IntVar(&flags.filter.Limit, "limit", 0, "so many games at most; 0 = all")
	return command
}

func (f *exportFlags) check(json bool) error {
	switch {
	case f.out != "" && f.collection != "":
		return errors.New("--out and --collection contradict each other: give one of them")
	case f.filter.MinMoves < 0 || f.filter.Limit < 0:
		return errors.New("--min-moves and --limit must be 0 or more")
	}
	if f.out == "" && f.collection == "" {
		f.collection = "-"
	}
	if f.collection == "-" && json {
		return errors.New("--json and the games would share standard output: give --out or --collection FILE")
	}
	f.filter.Winner = f.winner
	switch f.winner {
	case "", datasets.WinnerBlack, datasets.WinnerWhite, datasets.WinnerDraw, datasets.WinnerNone:
		return nil
	}
	color, err := ruleset.ParseColor(f.winner)
	if err != nil {
		return fmt.Errorf("--winner is %q: it must be B, W, draw or none", f.winner)
	}
	f.filter.Winner = color.String()
	return nil
}

// export writes the games that the flags choose.
func (a *app) export(path string, flags exportFlags) error {
	exported := struct {
		Games int    `json:"games"`
		To    string `json:"to"`
	}{To: flags.out + flags.collection}
	write, finish, err := a.target(flags)
	if err != nil {
		return err
	}
	games := flags.filter.From(path)
	var rulings map[int64][]datasets.RulingRow
	if match.Is(path) {
		played, ruled, err := match.Games(path)
		if err != nil {
			return finish(err)
		}
		games, rulings = flags.filter.Of(path, played), ruled
	}
	for row, rowErr := range games {
		var tree *sgf.Tree
		if err = rowErr; err == nil {
			tree, err = records.Tree(row, [2]string{"tengen", experiments.Version})
		}
		if err == nil {
			match.AddRulings(tree, rulings[row.GameIndex])
			err = write(row, tree)
		}
		if err != nil {
			break
		}
		exported.Games++
	}
	if err == nil && exported.Games == 0 {
		err = fmt.Errorf("%s: no game is as --game, --winner and --min-moves ask", path)
	}
	if err := finish(err); err != nil {
		return err
	}
	if flags.collection == "-" {
		return nil
	}
	return a.print(exported, fmt.Sprintf("%d games written to %s\n", exported.Games, exported.To))
}

type writeGame func(*datasets.GameRow, *sgf.Tree) error

// target returns how a game is written, and what must be called at the end with
// what went wrong, if anything did.
func (a *app) target(flags exportFlags) (write writeGame, finish func(error) error, err error) {
	same := func(err error) error { return err }
	switch {
	case flags.out != "":
		if err := os.MkdirAll(flags.out, 0o777); err != nil {
			return nil, nil, fmt.Errorf("--out: %w", err)
		}
		return toFolder(flags.out), same, nil
	case flags.collection == "-":
		return toWriter(a.stdout), same, nil
	}
	return toFile(flags.collection)
}

func toWriter(w io.Writer) writeGame {
	return func(_ *datasets.GameRow, tree *sgf.Tree) error { return sgf.Write(w, tree) }
}

// toFile writes games to a file that is there once it is whole.
func toFile(path string) (writeGame, func(error) error, error) {
	if _, err := os.Stat(path); err == nil {
		return nil, nil, fmt.Errorf("--collection: %s is there already: remove it, or choose another name", path)
	}
	file, err := os.CreateTemp(filepath.Dir(path), ".tengen-export-*")
	if err != nil {
		return nil, nil, fmt.Errorf("--collection: %w", err)
	}
	buffer := bufio.NewWriterSize(file, 256<<10)
	finish := func(err error) error {
		err = errors.Join(err, buffer.Flush(), file.Chmod(0o644), file.Close())
		if err == nil {
			err = os.Rename(file.Name(), path)
		}
		if err != nil {
			return errors.Join(err, os.Remove(file.Name()))
		}
		return nil
	}
	return toWriter(buffer), finish, nil
}

// toFolder writes a file for each game, and never over one that is there.
func toFolder(dir string) writeGame {
	return func(row *datasets.GameRow, tree *sgf.Tree) error {
		path := filepath.Join(dir, fileName(row.GameID)+".sgf")
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, os.ErrExist) {
			return fmt.Errorf("%s is there already: remove it, or choose another folder with --out", path)
		}
		if err != nil {
			return err
		}
		return errors.Join(sgf.Write(file, tree), file.Close())
	}
}

// fileName makes a game's id the name of a file.
func fileName(id string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return '_'
	}, id)
}
