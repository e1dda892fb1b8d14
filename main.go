// Command crossfeed shares lists through RSS and Atom feeds with Simple
// Sharing Extensions and FeedSync, and lets a person settle what was changed in
// two places.
package main

import (
	"context"
	"crypto/rand"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"time"

	"crossfeed/engine/location"
	"crossfeed/engine/store"
	"crossfeed/storage"
	"crossfeed/ui/cli"
	"crossfeed/ui/cli/terminal"
)

type clock struct{}

func (clock) Now() time.Time { return time.Now() }

func open(ctx context.Context, dir string) (store.Store, error) { return storage.Open(ctx, dir) }

// execute runs a program in the terminal. What it prints is no result of ours.
func execute(ctx context.Context, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stderr, os.Stderr
	return cmd.Run()
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	state := cli.Run(ctx, os.Args[1:], cli.Env{
		Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv, GOOS: runtime.GOOS,
		Clock: clock{}, Random: rand.Reader, Files: location.Disk{}, Stdin: os.Stdin, Execute: execute,
		Columns: func() int { return terminal.Width(os.Stdout) },
		Open:    open, Window: window(),
	})
	stop()
	os.Exit(state)
}
