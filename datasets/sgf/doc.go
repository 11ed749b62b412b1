// Package sgf reads and writes records in the Smart Game Format: one game, or
// collections of any size.
//
//	for tree, err := range sgf.NewReader(file, sgf.Options{File: name}).Games() {
//
// There are three levels, each of use alone. [Parse] and [Reader] give a [Tree]
// of [Node] with properties, whatever they mean. [Tree.Info] and [Tree.Replay]
// read it as a record of Go: names, komi, result; setup and moves executed as
// the format says, legal or not. [Tree.ToGame] referees the record strictly, as
// scores and data sets need it. [Record] and [Write] go the other way.
//
// # What is found in the wild
//
// Files are read even if they are not as the format demands, in any version of
// it: with text around the games, forgotten semicolons, identifiers with small
// letters, unclosed trees and values, a new game in the middle of an unclosed
// one. Whatever had to be repaired, left out, guessed or converted is a [Note]
// with file, game, node or move, and byte; faults of the file are marked as
// problems. One bad game does not stop the next: see [Error].
//
// What the properties say has dialects too. [ParseKomi], [ParseResult] and
// [ParseRules] know those of servers and of Chinese, Japanese and Korean
// records, such as KM[375], which is 3¾ zi or 7.5 points.
//
// # Character sets
//
// The property CA is missing or wrong in many files, and in GBK, Big5 and
// Shift_JIS the second byte of a character may look like a bracket or a
// backslash, so that a file can only be taken apart once it is decoded. Bytes
// that are valid UTF-8 are taken as such; otherwise the encoding that CA names
// is tried, and if its text is implausible the others that are common in Go
// records. Each game of a collection may have its own. Byte offsets are those of
// the file, also where the text was decoded, UTF-16 excepted. What is written is
// always UTF-8.
//
// # Lossless
//
// Values are kept raw, with the escapes of the file, because how to read them
// depends on the type of the property, and nobody knows all properties. [Text]
// and [SimpleText], or the methods of Node by those names, undo the escapes.
// Reading what [Write] wrote gives the same nodes, properties and values; only
// FF and CA are set to what was written.
//
// # Cost and limits
//
// Nothing recurses, so no depth of variations overflows a stack, and time is
// linear in the size of the input, whatever is in it. A Reader needs memory for
// one game; its strings are parts of the game's text, its nodes come in blocks,
// which Options.Reuse makes the next game use again. [Options] bound the size of a game. What exceeds them is left out with
// [ErrLimit].
package sgf
