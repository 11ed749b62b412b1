package mcts

import "github.com/tengen-go/tengen/fastboard"

// priors are what is believed of moves before their first visit.
var evenPrior uint32 = 2

type priors struct{ weight float64 }

func newPriors(weight float64) priors { return priors{weight} }

// apply sets the priors of the candidates on b, the pass being the last.
func (p *priors) apply(b *fastboard.Board, list []candidate) {
	for i := range list {
		list[i].prior = makeTally(evenPrior, evenPrior)
	}
}
