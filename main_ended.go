package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// untilEnded is a context that ends when the user interrupts this program, or the system
// ends it. What cannot be stopped half-way, like a network folder that does not answer, is
// ended by the second time.
func untilEnded() (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	ends := make(chan os.Signal, 1)
	signal.Notify(ends, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() { signal.Stop(ends) })
	go func() {
		<-ends
		signal.Stop(ends) // before anybody sees that it is to end
		cancel()
	}()
	return ctx, cancel
}
