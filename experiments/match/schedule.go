package match

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/ruleset"
)

// opener is the player that draws the plies of an opening.
const opener = "default:playouts=200"

// fixture is who plays a game, and from which opening.
type fixture struct {
	pair    int    // number of the pair within the match
	opening int    // number of the opening
	players [2]int // of Black and of White
}

// pairings lists who meets whom.
func (p *Plan) pairings() [][2]int {
	var list [][2]int
	for i := range p.Players {
		for j := i + 1; j < len(p.Players); j++ {
			if p.Kind.meet(i, j) {
				list = append(list, [2]int{i, j})
			}
		}
	}
	return list
}

// meet reports whether player i meets player j, who comes later.
func (k Kind) meet(i, j int) bool {
	switch k {
	case Gauntlet:
		return i == 0
	case Ladder:
		return j == i+1
	}
	return true
}

// Total is the number of games of the match.
func (p *Plan) Total() int {
	n := len(p.Players)
	if p.Kind == RoundRobin {
		return p.Games * n * (n - 1) / 2
	}
	return p.Games * (n - 1)
}

// fixtures lists all games: round after round, in which all pairings play a
// pair of games from one opening.
func (p *Plan) fixtures() []fixture {
	pairings := p.pairings()
	list := make([]fixture, 0, p.Total())
	for opening := range p.Games / 2 {
		for _, pairing := range pairings {
			pair := len(list) / 2
			list = append(list,
				fixture{pair, opening, pairing},
				fixture{pair, opening, [2]int{pairing[1], pairing[0]}})
		}
	}
	return list
}

// gameID names a game.
func gameID(run string, index int) string { return fmt.Sprintf("%s-%08d", run, index) }

// book gives the openings of a match. It is for one goroutine.
type book struct {
	base   *experiments.Plan
	seed   uint64
	player experiments.Player

	number int // of the opening in last
	last   *ruleset.Game
}

func newBook(plan *Plan) (*book, error) {
	base, err := plan.base()
	if err != nil {
		return nil, err
	}
	player, err := base.Black.New()
	if err != nil {
		return nil, err
	}
	// No game has this number, so the openings share no random choice with one.
	return &book{base: base, seed: experiments.GameSeed(plan.Seed, -1), player: player}, nil
}

// open returns a game after its opening.
func (b *book) open(ctx context.Context, number int) (*ruleset.Game, error) {
	if b.last != nil && b.number == number {
		return b.last.Clone(), nil
	}
	game, err := b.base.Begin(number)
	if err != nil {
		return nil, err
	}
	b.player.Reset()
	seed := experiments.GameSeed(b.seed, number)
	rng := rand.New(rand.NewPCG(seed, 0))
	for range b.base.Opening.Sampled {
		if game.Over() {
			break
		}
		decision, err := b.player.Choose(ctx, game, experiments.GameSeed(seed, game.Ply()))
		if err != nil {
			return nil, fmt.Errorf("opening %d: %w", number, err)
		}
		point := decision.Report.Sample(rng, b.base.Opening.Temperature)
		if point == ruleset.Pass { // an opening does not end the game
			break
		}
		if err := game.Play(point); err != nil {
			return nil, fmt.Errorf("opening %d: %w", number, err)
		}
	}
	b.number, b.last = number, game
	return game.Clone(), nil
}
