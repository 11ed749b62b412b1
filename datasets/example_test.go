package datasets_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/ruleset"
)

// A run of one game: a part, the manifest, and the mark that it is complete.
func Example() {
	out, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(out)

	size := ruleset.Square(9)
	game := exampleGame(size)
	part := datasets.Part{Table: "games", Run: "demo", Size: size, Index: 0}
	w, err := datasets.Create[datasets.GameRow](part.Path(out), datasets.Meta{ToolVersion: "0.1.0"})
	if err != nil {
		log.Fatal(err)
	}
	defer w.Abort() // does nothing after Close
	if err := w.Write(game); err != nil {
		log.Fatal(err)
	}
	if err := w.Close(); err != nil { // a full disk may show only here
		log.Fatal(err)
	}

	manifest, err := datasets.Collect(out)
	if err != nil {
		log.Fatal(err)
	}
	if err := manifest.Write(out); err != nil {
		log.Fatal(err)
	}
	if err := datasets.MarkComplete(out); err != nil {
		log.Fatal(err)
	}
	games := manifest.Tables["games"]
	fmt.Println(games.Rows, "game in", games.Files[0].Path)
	// Output: 1 game in games/run=demo/size=9x9/part-00000.parquet
}

func ExampleRows() {
	path, cleanUp := examplePart()
	defer cleanUp()
	for game, err := range datasets.Rows[datasets.GameRow](path) {
		if err != nil {
			log.Fatal(err)
		}
		points, err := datasets.PointsOf(game.Size(), game.Moves)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(game.GameID, game.Result, points)
	}
	// Output: demo-000000 B+R [E5 C3 pass]
}

// Reading a few columns of many games is faster than reading whole rows.
func ExampleSelect() {
	path, cleanUp := examplePart()
	defer cleanUp()
	type outcome struct {
		Komi   float64 `parquet:"komi"`
		Winner string  `parquet:"winner"`
	}
	wins := map[outcome]int{}
	for o, err := range datasets.Select[outcome, datasets.GameRow](path) {
		if err != nil {
			log.Fatal(err)
		}
		wins[o]++
	}
	fmt.Println(wins)
	// Output: map[{7.5 B}:1]
}

func ExampleTableOf() {
	table := datasets.TableOf[datasets.PositionRow]()
	fmt.Println(table.Schema(), "sorted by", table.SortedBy)
	for _, c := range table.Columns[:4] {
		fmt.Printf("%-10s %-8s %s\n", c.Name, c.Type, c.Doc)
	}
	// Output:
	// positions/1 sorted by [game_index ply]
	// game_id    VARCHAR  Name of the game, as in the table games.
	// game_index BIGINT   Number of the game within the plan of the run; the rows are sorted by it and by ply.
	// ply        INTEGER  Moves made before this position; 0 is the position before the first move. Moves that the opening gives have no rows.
	// to_move    VARCHAR  Who is to move: B or W.
}

func exampleGame(size ruleset.Size) datasets.GameRow {
	moves := []ruleset.Point{ruleset.At(5, 5), ruleset.At(3, 3), ruleset.Pass}
	return datasets.GameRow{
		RunID: "demo", GameID: "demo-000000",
		BoardW: int16(size.W), BoardH: int16(size.H), Ruleset: "chinese", RulesJSON: `{"name":"chinese"}`, Komi: 7.5,
		Black: "uct", White: "uct", SetupToPlay: "B",
		Moves: datasets.PointNumbers(size, moves), NumMoves: int32(len(moves)),
		Winner: datasets.WinnerBlack, EndReason: datasets.EndResignation, Result: "B+R",
	}
}

func examplePart() (path string, cleanUp func()) {
	out, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	path = filepath.Join(out, "part-00000.parquet")
	w, err := datasets.Create[datasets.GameRow](path, datasets.Meta{})
	if err != nil {
		log.Fatal(err)
	}
	if err := w.Write(exampleGame(ruleset.Square(9))); err != nil {
		log.Fatal(err)
	}
	if err := w.Close(); err != nil {
		log.Fatal(err)
	}
	return path, func() { os.RemoveAll(out) }
}
