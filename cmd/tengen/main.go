// Command tengen runs self-play batches of the game of Go, and looks after the
// data sets they leave.
package main

import (
	"context"
	"os"
)

func main() {
	os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
