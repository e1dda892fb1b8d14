package main

import (
	"context"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
)

// signalled is the exit status of a program that a signal ended, before the signal's number is
// added.
const signalled = 128

// untilEnded returns a context that is canceled when the user interrupts this program, or the
// system terminates it. A second signal ends the program immediately, for operations that
// cannot be interrupted, such as access to a network folder that does not answer. status returns
// the exit status of a program that the signal ended, once there was one.
func untilEnded() (ctx context.Context, stop func(), status func() int) {
	ctx, cancel := context.WithCancel(context.Background())
	ends := make(chan os.Signal, 1)
	var ended atomic.Int32
	signal.Notify(ends, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() { signal.Stop(ends) })
	go func() {
		if s, is := (<-ends).(syscall.Signal); is {
			ended.Store(int32(s))
		}
		signal.Stop(ends) // before the cancellation becomes visible
		cancel()
	}()
	return ctx, cancel, func() int { return signalled + int(ended.Load()) }
}
