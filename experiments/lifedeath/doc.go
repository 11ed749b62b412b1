// Package lifedeath finds out which stones are dead without players to agree
// on it. It only ever proposes stones: every count comes from
// [ruleset.Rules.Count], and says by which method its dead stones were found.
//
// From the strictest to the loosest:
//
//   - [Proven]: Benson's theorem. What it says is certain, and it says
//     something only where groups live without an answer.
//   - [Sekis]: a search of small places where neither side gains by playing
//     first. It assumes that larger groups around the place live.
//   - [PlayOut]: play goes on until only own eyes are left; then every stone
//     is alive, and the board is counted as it stands.
//   - [Estimate]: playouts vote on every point. An estimate is an opinion with a
//     confidence, never a result.
//
// # Playouts leave sekis alone
//
// A playout fills whatever is not an eye, and so ends every seki by one side's
// suicide. Places that Sekis recognizes are therefore closed to the playouts of
// this package as long as all the chains around them stand. A seki that is not
// recognized, because it is large or still has a point to fill, is broken
// up by PlayOut, and comes out undecided in an Estimate: each side dies in a part
// of the playouts, and that is not enough to call it dead.
//
// # Determinism
//
// Everything here is a function of its arguments. Playouts draw from a source
// seeded by the caller.
package lifedeath
