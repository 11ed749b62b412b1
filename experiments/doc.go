// Package experiments decides who plays whom, how often and from which seed,
// and writes what happened into data sets.
//
// # A run is a pure function of its plan
//
// A [Plan] says everything that decides the games of a run: rules, size,
// players, openings, number of games, master seed. It is stored as canonical
// JSON and named by its SHA-256. Game g is a pure function of (plan, g): its
// random streams are derived from the master seed and g, it is played by one
// goroutine, and nothing of the machine or of the clock enters it. So one
// worker or many, one machine or many, interrupted or not: the same plan gives
// the same games, and since rows are written in the order of their game index,
// the same bytes. What does depend on the machine (who played when, how long it
// took) goes to a table of its own, timings.
//
// # Nothing is lost
//
// The games of a plan are cut into shards, ranges of game indices, one part
// file each. A finished game is appended at once to the journal of its shard;
// when the shard is whole, its parts are written under temporary names, synced
// and renamed, the games part last: its presence is what commits the shard.
// After a kill at any moment the journal still holds every finished game, and a
// resumed run plays just what is missing.
//
//	runs/first/
//	  plan.json                              the plan, never changed
//	  games/run=…/size=9x9/part-00000.parquet
//	  positions/…  timings/…                 parts of the other tables
//	  _journal/shard-00001.jsonl             finished games of a shard in progress
//	  manifest.json  README.md  _SUCCESS     written when all is there
package experiments

// Version is the version of the toolkit, stored with every run.
const Version = "0.1.0"

// Engine numbers the behavior of self-play: it is part of every plan and
// grows whenever the same plan would give other games than before, so that a
// run is never resumed by a program that would play it differently.
const Engine = 5
