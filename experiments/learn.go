package experiments

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"slices"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/mcts"
	"github.com/tengen-go/tengen/ruleset"
)

// LearnOptions say what the weights of priors are learned from.
type LearnOptions struct {
	Folders []string // of self-play, matches and imports
	Rounds  int      // through all positions
	Seed    uint64
}

// Learned is what was learned.
type Learned struct {
	Folders   []string `json:"folders"`
	Games     int      `json:"games"`
	Skipped   int      `json:"skipped"` // too large to be searched
	Positions int      `json:"positions"`
	Held      int      `json:"held_positions"` // of one game in twenty, to test
	Loss      float64  `json:"held_loss"`
	First     float64  `json:"held_first"`
	FirstFive float64  `json:"held_first_five"`

	File []byte `json:"-"` // of weights
}

// Learn fits the weights of priors to the moves of games.
func Learn(ctx context.Context, o LearnOptions) (*Learned, error) {
	if o.Rounds < 1 {
		return nil, fmt.Errorf("rounds is %d: it must be 1 or more", o.Rounds)
	}
	learned := &Learned{Folders: o.Folders}
	var learner mcts.Learner
	for _, folder := range o.Folders {
		files, err := gameFiles(folder)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			for row, err := range datasets.Rows[datasets.GameRow](file) {
				if err == nil {
					err = ctx.Err()
				}
				if err != nil {
					return nil, err
				}
				if err := learned.add(&learner, &row); err != nil {
					return nil, fmt.Errorf("%s: game %s: %w", file, row.GameID, err)
				}
			}
		}
	}
	if learned.Positions = learner.Positions(); learned.Positions == 0 {
		return nil, errors.New("there is no move to learn from in these games")
	}
	fit := learner.Fit(o.Rounds, o.Seed)
	learned.Held, learned.Loss, learned.First, learned.FirstFive = fit.Positions, fit.Loss, fit.First, fit.FirstFive
	var err error
	learned.File, err = learner.File(fmt.Sprintf("%d positions of %d games, %d rounds, seed %d", learned.Positions, learned.Games, o.Rounds, o.Seed))
	return learned, err
}

// add takes in a game.
func (l *Learned) add(learner *mcts.Learner, row *datasets.GameRow) error {
	if size := row.Size(); size.W > fastboard.MaxSide || size.H > fastboard.MaxSide {
		l.Skipped++
		return nil
	}
	game, err := Replay(row)
	if err != nil {
		return err
	}
	moves, start := game.Moves(), game.Start()
	begin, err := ruleset.NewGame(game.Rules(), game.Size(), ruleset.SetupOf(&start, game.FirstToPlay()))
	if err != nil {
		return err
	}
	l.Games++
	return learner.AddGame(begin, moves)
}

// gameFiles returns the files of the table games in a folder, in order.
func gameFiles(folder string) ([]string, error) {
	var files []string
	root := filepath.Join(folder, tableGames)
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && filepath.Ext(path) == ".parquet" {
			files = append(files, path)
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(files) == 0 {
		return nil, fmt.Errorf("%s holds no games: name a folder that selfplay, match or import wrote", folder)
	}
	slices.Sort(files)
	return files, err
}

// Text is what was learned as lines for a terminal.
func (l *Learned) Text() string {
	text := fmt.Sprintf("Learned from %d positions of %d games", l.Positions, l.Games)
	if l.Skipped > 0 {
		text += fmt.Sprintf(" (%d on boards too large to be searched were left out)", l.Skipped)
	}
	return text + fmt.Sprintf(".\nIn %d positions of games held back, the move played is the most likely one in %.1f %%, among the first five\nin %.1f %%; its probability is %.3f in the (geometric) mean.\n",
		l.Held, 100*l.First, 100*l.FirstFive, math.Exp(-l.Loss))
}
