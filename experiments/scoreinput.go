package experiments

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/tengen-go/tengen/datasets/sgf"
	"github.com/tengen-go/tengen/ruleset"
)

// ScoreInput is a position to be counted, with where it comes from.
type ScoreInput struct {
	Game *ruleset.Game

	Source string // name of the file; "" for moves
	Number int    // of the game in its file, from 1; 0 for a drawn board
	Games  int    // in the file
	Move   int    // the position is the one after so many moves
	Moves  int    // of the game

	// What the record says; nil and zero for boards and moves.
	Rules  *ruleset.Rules // nil where it names neither rules nor komi
	Result sgf.Result

	Notes []string
}

// WholeGame is the move that stands for the end of the game.
const WholeGame = -1

// ReadScoreInput reads one position from SGF, or from a drawn board. number is
// the game of the file, from 1; move is the number of moves to play, or
// WholeGame. toPlay is who is to move on a drawn board; in a record it is whose
// turn it is.
func ReadScoreInput(name string, data []byte, number, move int, toPlay ruleset.Color) (*ScoreInput, error) {
	if !bytes.Contains(data, []byte("(")) {
		return readDrawn(name, data, number, move, toPlay)
	}
	collection, err := sgf.Parse(data, sgf.Options{File: name})
	if err != nil {
		return nil, err
	}
	if number < 1 || number > len(collection.Games) {
		return nil, fmt.Errorf("%s: there is no game %d: it holds %d", name, number, len(collection.Games))
	}
	in := &ScoreInput{Source: name, Number: number, Games: len(collection.Games)}
	if err := in.read(collection.Games[number-1], move); err != nil {
		return nil, err
	}
	for _, note := range collection.Notes {
		in.Notes = append(in.Notes, note.String())
	}
	return in, nil
}

// read referees a record up to a move.
func (in *ScoreInput) read(tree *sgf.Tree, move int) error {
	info, err := tree.Info()
	if err != nil {
		return err
	}
	line, err := tree.Replay()
	if err != nil {
		return err
	}
	where := fmt.Sprintf("%s: game %d", in.Source, in.Number)
	in.Moves = len(line.Moves)
	if in.Move = move; move == WholeGame {
		in.Move = in.Moves
	}
	if in.Move < 0 || in.Move > in.Moves {
		return fmt.Errorf("%s: there is no move %d: it has %d; 0 is the start", where, in.Move, in.Moves)
	}
	if err := cut(line, in.Move); err != nil {
		return fmt.Errorf("%s: %w", where, err)
	}
	game, notes, err := tree.ToGame(sgf.GameOptions{})
	if err != nil {
		return fmt.Errorf("%w; --move counts the position before the place", err)
	}
	in.Game, in.Result = game, info.Result
	if info.HasRules || info.HasKomi {
		rules := game.Rules()
		in.Rules = &rules
	}
	for _, note := range append(append(tree.Notes, info.Notes...), notes...) {
		in.Notes = append(in.Notes, note.String())
	}
	return nil
}

// cut takes everything after a number of moves off the tree of a line.
func cut(line *sgf.Replay, moves int) error {
	switch {
	case moves == len(line.Moves):
	case moves > 0:
		line.Nodes[moves-1].Children = nil
	case line.Nodes[0].Parent != nil:
		line.Nodes[0].Parent.Children = nil
	default: // a move in the root, against the format
		return fmt.Errorf("its first move stands in the root, so that no node is the start; take --move 1")
	}
	return nil
}

// readDrawn reads a drawn board.
func readDrawn(name string, data []byte, number, move int, toPlay ruleset.Color) (*ScoreInput, error) {
	position, err := ruleset.ParseBoard(strings.TrimPrefix(string(data), "\xef\xbb\xbf"))
	if err != nil {
		return nil, fmt.Errorf("%s: neither SGF, which starts with (;, nor a drawn board of . X O: %w", name, err)
	}
	if number > 1 || move > 0 {
		return nil, fmt.Errorf("%s: a drawn board has one position: leave --game and --move out", name)
	}
	game, err := ruleset.NewGame(ruleset.Rules{}, position.Size(), ruleset.SetupOf(&position, toPlay))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &ScoreInput{Game: game, Source: name}, nil
}

// PlayScoreInput plays moves on an empty board, Black first and both in turn,
// with simple ko. Moves after two passes resume the game.
func PlayScoreInput(size ruleset.Size, moves []string, move int) (*ScoreInput, error) {
	game, err := ruleset.NewGame(ruleset.Rules{MaxMoves: ruleset.NoMoveLimit}, size, ruleset.Setup{})
	if err != nil {
		return nil, err
	}
	in := &ScoreInput{Game: game, Moves: len(moves), Move: len(moves)}
	if move != WholeGame {
		if move < 0 || move > len(moves) {
			return nil, fmt.Errorf("there is no move %d: %d are given; 0 is the start", move, len(moves))
		}
		in.Move = move
	}
	for i, vertex := range moves[:in.Move] {
		point, err := ruleset.ParsePoint(vertex)
		if err == nil && game.Over() { // some rules want more passes, and play may be resumed
			err = game.Resume()
		}
		if err == nil {
			err = game.Play(point)
		}
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return in, nil
}
