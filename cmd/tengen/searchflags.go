package main

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/mcts"
)

// searchFlags are the flags of commands that search positions for a client.
type searchFlags struct {
	player            string
	playouts, threads int
	time              time.Duration
	seed              uint64
	threadsFlag       string // name of the flag for threads
}

// add defines the flags; threads names the flag for the goroutines of one
// search.
func (f *searchFlags) add(set *pflag.FlagSet, threads string) {
	f.threadsFlag = threads
	set.StringVar(&f.player, "player", "default", "the player, one that searches: "+searching()+", with options such as light:rave=500")
	set.IntVar(&f.playouts, "playouts", 0, "playouts a search; without it those of the player, or no limit where --time is given")
	set.DurationVar(&f.time, "time", 0, "time a search, such as 5s")
	set.IntVar(&f.threads, threads, 1, "goroutines that search one position; more than one are faster and not repeatable")
	set.Uint64Var(&f.seed, "seed", 0, "seed of every random choice; without it a random one is drawn and logged")
}

// searching names the players that search.
func searching() string {
	var names []string
	for _, name := range experiments.PlayerNames() {
		if spec, err := experiments.ParsePlayer(name); err == nil && spec.Search != nil {
			names = append(names, name)
		}
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// search returns the configuration of the player's search.
func (f *searchFlags) search(changed func(string) bool) (*mcts.Config, error) {
	spec, err := experiments.ParsePlayer(f.player)
	if err != nil {
		return nil, fmt.Errorf("--player: %w", err)
	}
	if spec.Search == nil {
		return nil, fmt.Errorf("--player: %s plays without search, and an engine needs one: choose %s", f.player, searching())
	}
	search := *spec.Search
	search.Workers = f.threads
	search.Ownership = true // for what asks about stones
	search.Reuse = true     // searches in slices add to one tree
	asked := strings.Contains(f.player, "playouts=")
	switch {
	case changed("playouts") && asked:
		return nil, fmt.Errorf("--playouts and the playouts of --player %s contradict each other: give one of them", f.player)
	case f.threads < 1:
		return nil, fmt.Errorf("--%s is %d: it must be 1 or more", f.threadsFlag, f.threads)
	case changed("playouts") && f.playouts < 1:
		return nil, fmt.Errorf("--playouts is %d: it must be 1 or more", f.playouts)
	case changed("time") && f.time <= 0:
		return nil, fmt.Errorf("--time is %v: write a duration above 0, such as 5s", f.time)
	case changed("playouts"):
		search.Playouts = f.playouts
	case changed("time") && !asked:
		search.Playouts = 0
	}
	search.Time = f.time
	if err := search.Validate(); err != nil {
		return nil, err
	}
	return &search, nil
}

// randomSeed draws a seed.
func randomSeed() (uint64, error) {
	var bytes [8]byte
	if _, err := rand.Read(bytes[:]); err != nil {
		return 0, err
	}
	return binary.LittleEndian.Uint64(bytes[:]), nil
}
