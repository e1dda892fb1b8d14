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
	ctx, stop = signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
