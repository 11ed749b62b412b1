// Package clock keeps the time of the players: the time controls that Go
// knows, their text form, and how they are told to a program by GTP.
//
// A [Settings] says how much time there is; it is plain data. A [Clock] is the
// time of one player under such settings. It does not tick: whoever referees
// the game measures how long a move took, as close to the player as possible,
// and charges it with [Clock.Spend]. So a clock is a pure function of the
// durations, and a recorded game can be checked again.
//
// [Source] is where measuring takes the time from: [System], or a [Fake] that
// tests move by hand.
package clock
