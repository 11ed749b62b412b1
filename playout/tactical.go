package playout
