//go:build !race

package lanes

// raceEnabled says that the race detector slows the tests down.
const raceEnabled = false
