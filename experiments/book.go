package experiments

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"github.com/tengen-go/tengen/datasets/sgf"
	"github.com/tengen-go/tengen/ruleset"
)

// ReadBook reads a file of openings: SGF, of which every line of each game is
// taken, the main line first, or a line of moves each ("E5 C3 G7", with # before comments).
func ReadBook(path string, size ruleset.Size) ([][]string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	read := readLines
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("(")) {
		read = readRecords
	}
	book, err := read(data, size)
	if err != nil {
		return nil, fmt.Errorf("%s, %w", path, err)
	}
	if len(book) == 0 {
		return nil, fmt.Errorf("%s holds no opening: write moves such as \"E5 C3\" in a line, or SGF", path)
	}
	return book, nil
}

func readLines(data []byte, size ruleset.Size) ([][]string, error) {
	var book [][]string
	for number, line := range strings.Split(string(data), "\n") {
		line, _, _ = strings.Cut(line, "#")
		moves := strings.Fields(line)
		if len(moves) == 0 {
			continue
		}
		if err := checkLine(moves, size); err != nil {
			return nil, fmt.Errorf("line %d, %w", number+1, err)
		}
		book = append(book, moves)
	}
	return book, nil
}

func readRecords(data []byte, size ruleset.Size) ([][]string, error) {
	collection, err := sgf.Parse(data, sgf.Options{})
	if err != nil {
		return nil, err
	}
	var book [][]string
	for number, tree := range collection.Games {
		for node := range tree.Nodes() {
			if len(node.Children) > 0 {
				continue
			}
			moves, err := openingOf(tree, node, size)
			if err != nil {
				return nil, fmt.Errorf("game %d: %w", number+1, err)
			}
			if len(moves) > 0 {
				book = append(book, moves)
			}
		}
	}
	return book, nil
}

// openingOf returns the moves of the line that ends at a node.
func openingOf(tree *sgf.Tree, end *sgf.Node, size ruleset.Size) (moves []string, err error) {
	game, _, err := tree.ToGame(sgf.GameOptions{End: end})
	if err != nil {
		return nil, err
	}
	start := game.Start()
	if game.Size() != size || start.Count(ruleset.Empty) != size.Area() || game.FirstToPlay() != ruleset.Black {
		return nil, fmt.Errorf("it is no opening for an empty board of %v with Black to play", size)
	}
	for _, move := range game.Moves() {
		moves = append(moves, move.Point.String())
	}
	return moves, nil
}
