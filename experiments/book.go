package experiments

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/tengen-go/tengen/ruleset"
)

// ReadBook reads a file of openings: a line of moves each ("E5 C3 G7", with #
// before comments).
func ReadBook(path string, size ruleset.Size) ([][]string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var book [][]string
	for number, line := range strings.Split(string(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))), "\n") {
		line, _, _ = strings.Cut(line, "#")
		moves := strings.Fields(line)
		if len(moves) == 0 {
			continue
		}
		if err := checkLine(moves, size); err != nil {
			return nil, fmt.Errorf("%s, line %d, %w", path, number+1, err)
		}
		book = append(book, moves)
	}
	if len(book) == 0 {
		return nil, errors.New(path + " holds no opening: write moves such as \"E5 C3\" in a line")
	}
	return book, nil
}
