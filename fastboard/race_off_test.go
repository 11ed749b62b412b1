//go:build !race

package fastboard_test

// raced says that the race detector makes everything ten times slower.
const raced = false
