package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// untilEnded returns a context that is canceled when the user interrupts this program, or the
// system terminates it. A second signal ends the program immediately, for operations that
// cannot be interrupted, such as access to a network folder that does not answer.
func untilEnded() (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	ends := make(chan os.Signal, 1)
	signal.Notify(ends, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() { signal.Stop(ends) })
	go func() {
		<-ends
		signal.Stop(ends) // before the cancellation becomes visible
		cancel()
	}()
	return ctx, cancel
}
