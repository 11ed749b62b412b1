// Package benchmarks times whole workloads: playouts, board operations,
// searches, games, Parquet rows. It is the tool with which playout throughput
// is measured, on any machine.
//
// # What is measured
//
// A [Case] is one cell: a workload, a policy, a board size, a number of
// threads. Each thread works alone, on memory of its own; only those of a search
// share its tree. After a warm-up that
// finds out how many operations fill the asked time, all cases are run in turn,
// then all again, and so on: repetitions of one case are spread over the whole
// session, so that a machine that grows slower for a minute slows all cases
// alike. Quote medians and ratios; the spread beside them says what they are
// worth.
//
// # Cycles
//
// Nanoseconds of two machines do not compare, cycles nearly do. The clock of
// the core is measured just before each repetition by a chain of additions that
// depend on each other, of which every processor of today makes one a cycle.
//
// # Outside playouts
//
// The workload queue plays the playouts of a search without its tree. Where it is
// measured beside the search, the report tells what share of a search's time the
// playouts alone do not take, by the fastest repetition of both. They begin at the
// empty board, while those of a search begin at its leaves and are some moves
// shorter: the tree takes that much more than the share tells.
//
// # Signatures
//
// Before it is timed, every case computes a fixed number of operations from a
// fixed seed, and hashes what came out: its signature. A change that makes a
// workload faster must keep it; one that changes it has changed the behavior,
// whatever the time says. It is the same on every processor, and with the
// vector kernels as in plain golang; which of them did the work is recorded.
// Several threads in one tree do not repeat themselves: a search is signed with one.
//
// # Comparisons
//
// [Compare] sets two reports side by side and says which differences are more
// than chance. README.md beside this file tells what was measured, and how to
// measure it again.
package benchmarks
