package main

import (
	"context"
	"os"
	"os/exec"
	"os/signal"
	"sync/atomic"
)

// foreground says whether another program, an editor or a merge tool, has the
// terminal. An interrupt is meant for that program then: it is not for us to end
// it, nor what is done with what it leaves.
type foreground struct{ other atomic.Bool }

// context ends when the user interrupts this program.
func (f *foreground) context() (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	go func() {
		for range interrupts {
			if !f.other.Load() {
				cancel()
			}
		}
	}()
	return ctx, cancel
}

// execute runs a program in the terminal until it ends. What it prints is no
// result of ours.
func (f *foreground) execute(_ context.Context, name string, args ...string) error {
	f.other.Store(true)
	defer f.other.Store(false)
	cmd := exec.Command(name, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stderr, os.Stderr
	return cmd.Run()
}
