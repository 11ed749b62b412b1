// Package gtp speaks the Go Text Protocol, version 2, in both roles: an
// [Engine] that plays for graphical clients and servers, and a [Controller]
// that drives other programs.
//
// # Server and engine
//
// A [Server] reads commands, hands each to a [Handler] and writes exactly one
// answer to each, whatever comes in: comments, control characters, lines
// without end. The Engine is a Handler. It knows what Sabaki, Lizzie, GoGui,
// KGS and CGOS send; it refuses an illegal move without a change of the game,
// and its score is that of the ruleset package, so that final_score and
// printsgf agree. What is believed about dead stones, by package lifedeath, is
// told only by commands that ask for a belief: final_status_list and
// tengen-estimate_score.
//
// # Streaming
//
// Analysis prints a line every so often and ends with any input. The server
// reads ahead while a command runs; a line that arrives cancels the context of
// a command that [Handler.Interruptible] names. Commands that generate a move
// are not cancelled by that, or a client that sends ahead would get half a
// search; the comment "# interrupt", which GoGui sends, cancels every command,
// and so does a client that leaves, by quit or by the end of the input. A script
// that comes as a whole has not left: it gets all answers.
// The engine makes progress visible by searching in slices: short searches that
// add to one tree.
//
// # Controller
//
// The other program may crash, hang, answer nonsense or break lines anywhere.
// All of these are an [*EngineError] with a [Fault], so that a match can rule
// on them. Answers are stamped by the goroutine that reads the pipe, before
// anything is parsed or logged: that time, less the time at which the command
// was written, is what a clock should be charged. The program is started in a
// process group of its own, and the group is killed in the end.
package gtp
