package main

import (
	"context"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"

	"crossfeed/engine/secret"
)

// foreground says whether another program, an editor or a merge tool, has the
// terminal. An interrupt is meant for that program then: it is not for us to end
// it, nor what is done with what it leaves.
type foreground struct{ other atomic.Bool }

// context ends when the user interrupts this program, or the system ends it. What cannot
// be stopped half-way, like a network folder that does not answer, is ended by the second
// time.
func (f *foreground) context() (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	ends := make(chan os.Signal, 1)
	signal.Notify(ends, os.Interrupt, syscall.SIGTERM)
	go func() {
		for s := range ends {
			if s != os.Interrupt || !f.other.Load() {
				signal.Stop(ends)
				cancel()
			}
		}
	}()
	return ctx, cancel
}

// execute runs a program in the terminal until it ends. What it prints is no
// result of ours, and the password that the environment holds is none of its.
func (f *foreground) execute(_ context.Context, name string, args ...string) error {
	f.other.Store(true)
	defer f.other.Store(false)
	cmd := exec.Command(name, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stderr, os.Stderr
	cmd.Env = slices.DeleteFunc(os.Environ(), func(pair string) bool { return strings.HasPrefix(pair, secret.Variable+"=") })
	return cmd.Run()
}
