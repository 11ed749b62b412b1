package experiments

import (
	"context"
	"fmt"

	"github.com/tengen-go/tengen/experiments/opinion"
	"github.com/tengen-go/tengen/mcts"
	"github.com/tengen-go/tengen/ruleset"
)

// AnalyzeOptions say how a position is searched.
type AnalyzeOptions struct {
	Search mcts.Config
	Player string // how the search was asked for
	Seed   uint64
	Top    int // moves to show

	Rules *ruleset.Rules      // nil: those of the record, or Chinese
	Komi  *ruleset.HalfPoints // nil: that of the rules
}

// Analysis is what a search finds out about one position. Win rates and leads
// are those of the player to move unless they name a player.
type Analysis struct {
	Source string `json:"source,omitempty"`
	Number int    `json:"game,omitempty"`
	Move   int    `json:"move"`
	Size   string `json:"size"`
	Rules  string `json:"rules"`
	Komi   string `json:"komi"`
	ToPlay string `json:"to_play"`

	Player   string  `json:"player"`
	Playouts int     `json:"playouts"`
	Seed     uint64  `json:"seed,string"`
	Seconds  float64 `json:"seconds"`

	Best         string         `json:"best"`
	Winrate      float64        `json:"winrate"`
	BlackWinrate float64        `json:"black_winrate"`
	Lead         float64        `json:"lead"`       // points, komi taken off
	BlackLead    float64        `json:"black_lead"` // the same for Black
	LeadStdev    float64        `json:"lead_stdev"` // of single playouts
	Moves        []AnalyzedMove `json:"moves"`

	Board     []string    `json:"board"`     // the rows from the top, of . X O
	Ownership [][]float64 `json:"ownership"` // the same way, from -1 for White to +1 for Black

	game  *ruleset.Game
	owned []float64 // by Size.Index
}

// AnalyzedMove is one move that was looked at.
type AnalyzedMove struct {
	Move    string   `json:"move"`
	Visits  int      `json:"visits"`
	Share   float64  `json:"share"` // of all visits
	Winrate float64  `json:"winrate"`
	Lead    float64  `json:"lead"`
	Prior   float64  `json:"prior"` // share of what was believed before
	Line    []string `json:"line"`

	point ruleset.Point
}

// longestLine is how much of a variation is told.
const longestLine = 16

// Analyze searches the position of in.
func Analyze(ctx context.Context, in *ScoreInput, o AnalyzeOptions) (*Analysis, error) {
	game, err := o.game(in)
	if err != nil {
		return nil, err
	}
	search, err := mcts.New(o.Search)
	if err != nil {
		return nil, err
	}
	found, err := opinion.Search(ctx, search, opinion.Task{
		Game: game, Seed: o.Seed, Budget: mcts.Budget{Playouts: o.Search.Playouts, Time: o.Search.Time},
	})
	if err != nil {
		return nil, err
	}
	size, rules, position := game.Size(), game.Rules(), game.Position()
	a := &Analysis{
		Source: in.Source, Number: in.Number, Move: in.Move, Size: size.String(), Rules: rules.String(), Komi: rules.Komi.String(),
		ToPlay: game.ToPlay().String(), Player: o.Player, Playouts: found.Playouts, Seed: o.Seed, Seconds: found.Elapsed.Seconds(),
		Best: found.Best().String(), Winrate: found.Winrate(), Lead: found.Score().Lead, LeadStdev: found.Score().Stdev,
		game: game, owned: found.Ownership,
	}
	a.BlackWinrate, a.BlackLead = a.Winrate, a.Lead
	if found.Color == ruleset.White {
		a.BlackWinrate, a.BlackLead = 1-a.Winrate, -a.Lead
	}
	for y := range size.H {
		row, owned := "", []float64{}
		for x := range size.W {
			i := y*size.W + x
			row += sign(position.At(size.PointAt(i)))
			owned = append(owned, found.Ownership[i])
		}
		a.Board, a.Ownership = append(a.Board, row), append(a.Ownership, owned)
	}
	a.addMoves(found, o.Top)
	return a, nil
}

// addMoves tells the best moves.
func (a *Analysis) addMoves(found *opinion.Opinion, top int) {
	moves := found.Moves(nil, 0)
	for _, m := range moves[:min(top, len(moves))] {
		move := AnalyzedMove{
			Move: m.Point.String(), Visits: m.Visits, Share: float64(m.Visits) / float64(max(found.Visits(), 1)), Winrate: m.Winrate, Lead: m.Score.Lead, Prior: m.Prior, point: m.Point,
		}
		line, _ := found.Line(m.Point)
		for _, p := range line[:min(len(line), longestLine)] {
			move.Line = append(move.Line, p.String())
		}
		a.Moves = append(a.Moves, move)
	}
}

// game is the game of the input under the rules asked for.
func (o *AnalyzeOptions) game(in *ScoreInput) (*ruleset.Game, error) {
	rules := in.Game.Rules()
	switch {
	case o.Rules != nil:
		rules = *o.Rules
	case in.Rules == nil:
		var err error
		if rules, err = ruleset.ParseRules("chinese"); err != nil {
			return nil, err
		}
	}
	if o.Komi != nil {
		rules.Komi = *o.Komi
	}
	start := in.Game.Start()
	setup := ruleset.SetupOf(&start, in.Game.FirstToPlay())
	setup.Handicap = in.Game.Handicap()
	game, err := ruleset.NewGame(rules, in.Game.Size(), setup)
	if err != nil {
		return nil, err
	}
	for i, m := range in.Game.Moves() {
		if err := game.PlayMove(m); err != nil {
			return nil, fmt.Errorf("move %d, %v, under these rules: %w", i+1, m, err)
		}
	}
	if game.Over() {
		return nil, fmt.Errorf("the position after move %d is over, %v: analyze an earlier one with --move", game.Ply(), game.Result())
	}
	return game, nil
}

// sign is how a point is drawn.
func sign(c ruleset.Color) string {
	switch c {
	case ruleset.Black:
		return "X"
	case ruleset.White:
		return "O"
	}
	return "."
}
