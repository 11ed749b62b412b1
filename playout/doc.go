// Package playout plays a position to its end.
package playout
