package fastboard

// Resume forgets the passes just made in a row, as when a game is taken up
// again after them because the players disagree about dead stones. The player
// to move stays the same.
func (b *Board) Resume() { b.passes = 0 }
