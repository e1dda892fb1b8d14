package web

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// phase is how far a request has come. What is waited for depends on it.
type phase int

const (
	connecting phase = iota
	sending
	waiting
	receiving
)

// overdue is the reason why a request was given up.
type overdue struct {
	phase phase
	after time.Duration
}

func (o overdue) Error() string {
	return fmt.Sprintf([...]string{
		connecting: "no connection came about within %s",
		sending:    "the server took nothing for %s",
		waiting:    "no answer came within %s",
		receiving:  "nothing came for %s",
	}[o.phase], o.after)
}

// watch ends a request in which nothing happens. A slow one in which bytes come goes on
// for as long as it takes.
type watch struct {
	limits Limits
	end    context.CancelCauseFunc

	mu    sync.Mutex
	timer *time.Timer
	turn  int
	phase phase
}

// watching gives a context that ends, with an overdue as its cause, when nothing
// happens. It has to be stopped. It rests until the first request begins.
func watching(ctx context.Context, l Limits) (context.Context, *watch) {
	ctx, end := context.WithCancelCause(ctx)
	w := &watch{limits: l, end: end}
	w.timer = time.AfterFunc(l.Connect, w.expire)
	w.rest()
	return ctx, w
}

// rest lets the watch rest until the next request begins: a person who is asked for a
// password may take a while.
func (w *watch) rest() { w.timer.Stop() }

// begin starts the watching of one more request. Its number keeps what is late of the
// request before it apart.
func (w *watch) begin() (turn int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.turn++
	w.phase = connecting
	w.timer.Reset(w.limit())
	return w.turn
}

// reach tells that a request has come to a phase.
func (w *watch) reach(turn int, p phase) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if turn == w.turn && p > w.phase {
		w.phase = p
		w.timer.Reset(w.limit())
	}
}

// heard tells that bytes went or came.
func (w *watch) heard() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.phase == sending || w.phase == receiving {
		w.timer.Reset(w.limit())
	}
}

// stop ends the watching and whatever the request still does.
func (w *watch) stop() {
	w.timer.Stop()
	w.end(nil)
}

func (w *watch) expire() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.end(overdue{w.phase, w.limit()})
}

// limit is how long the phase may go without a sign of life.
func (w *watch) limit() time.Duration {
	switch w.phase {
	case connecting:
		return w.limits.Connect
	case waiting:
		return w.limits.Answer
	}
	return w.limits.Silence
}
