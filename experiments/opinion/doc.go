// Package opinion is what searches believe of a position, added up while they
// go on: what engines that serve a client have to tell, in whatever protocol.
//
// A client wants to see a search as it goes on, so [Search] cuts it into
// slices: short searches that add to one tree. Visits and values are those of
// the tree; scores and ownership are told for each slice, and averaged here.
package opinion
