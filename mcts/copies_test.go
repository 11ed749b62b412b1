package mcts

import (
	"testing"

	"github.com/tengen-go/tengen/ruleset"
)

// What two workers enter in copies of a node is in the node once both have brought
// them together, and so is what is proven meanwhile.
func TestCopiesAddUp(t *testing.T) {
	s := newSearch(t, func(c *Config) { c.Workers = 2 })
	run(t, s, newGame(t, "chinese", ruleset.Square(9)), 1000, 1)
	one, two := s.workers[0], s.workers[1]
	word := &s.arena.words(s.root)[s.arena.headerWords()]
	before := tally(*word)
	for _, w := range s.workers {
		w.come(s.root, copyVisits)
		if _, private := w.words(s.root); !private {
			t.Fatal("a node with many visits has no copy")
		}
	}
	one.enter(s.root, 0, 5*uint64(oneUnit)+uint64(oneVisit))
	two.enter(s.root, 0, uint64(oneVisit))
	two.enter(s.root, 0, ^uint64(0)) // taken back
	two.enter(s.root, 0, 2*uint64(oneUnit)+uint64(oneVisit))
	one.set(s.root, s.arena.headerWords(), uint64(provenLoss))
	two.set(s.root, s.arena.headerWords(), uint64(provenLoss))
	if tally(*word).count() != before.count() {
		t.Error("the node has visits of copies at once")
	}
	one.joinAll()
	two.joinAll()
	after := tally(*word)
	if after.count() != before.count()+2 || after.units() != before.units()+7 || after.proof() != provenLoss {
		t.Errorf("%d visits, %d units and proof %d, not 2 and 7 more than %d, %d", after.count(), after.units(), after.proof(), before.count(), before.units())
	}
	if _, private := one.words(s.root); private {
		t.Error("a copy is left")
	}
}
