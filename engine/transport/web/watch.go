package web

import (
	"context"
	"fmt"
	"sync"
	"time"

	"crossfeed/engine/crash"
	"crossfeed/engine/transport"
)

// phase is the progress of a request. It determines what is awaited.
type phase int

const (
	connecting phase = iota
	sending
	waiting
	receiving
)

// overdue is the reason for giving up a request.
type overdue struct {
	phase phase
	after time.Duration
}

func (o overdue) Error() string {
	return fmt.Sprintf([...]string{
		connecting: "could not connect within %s",
		sending:    "the server took nothing for %s",
		waiting:    "no answer came within %s",
		receiving:  "nothing came for %s",
	}[o.phase], o.after)
}

// watch ends a request in which nothing happens, or that takes too long for the bytes sent and
// received.
type watch struct {
	limits Limits
	end    context.CancelCauseFunc

	mu    sync.Mutex
	timer *time.Timer
	turn  int
	phase phase
	// since is when the current wait began, zero while the watch rests; waited is the duration
	// of all earlier waits.
	since  time.Time
	waited time.Duration
	// bytes were sent and received.
	bytes int64
}

// watching returns a context that ends, with overdue or TooSlow as its cause, when nothing or
// too little happens. The watch must be stopped. It rests until the first request begins.
func watching(ctx context.Context, l Limits) (context.Context, *watch) {
	ctx, end := context.WithCancelCause(ctx)
	w := &watch{limits: l, end: end}
	w.timer = time.AfterFunc(l.Connect, w.guardedExpire)
	w.timer.Stop()
	return ctx, w
}

// rest pauses the watch until the next request begins: a person who is asked for a password
// may take a while.
func (w *watch) rest() { w.restAfter(0) }

// restAfter is rest after bytes were received.
func (w *watch) restAfter(bytes int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.bytes += int64(bytes)
	w.timer.Stop()
	w.count()
	w.since = time.Time{}
}

// begin starts watching another request. The returned number distinguishes it from late events
// of the previous request.
func (w *watch) begin() (turn int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.turn++
	w.phase = connecting
	w.wait()
	return w.turn
}

// reach records that a request has reached a phase.
func (w *watch) reach(turn int, p phase) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if turn == w.turn && p > w.phase {
		w.phase = p
		w.wait()
	}
}

// heard records bytes sent or received, and that more are awaited.
func (w *watch) heard(bytes int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.bytes += int64(bytes)
	if w.phase == sending || w.phase == receiving {
		w.wait()
	}
}

// stop ends the watch and the request.
func (w *watch) stop() {
	w.timer.Stop()
	w.end(nil)
}

// guardedExpire also ends the request if expire panics.
func (w *watch) guardedExpire() {
	if err := crash.Do(w.expire); err != nil {
		w.end(err)
	}
}

func (w *watch) expire() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.since.IsZero() {
		return // the watch began to rest just as the time was up
	}
	idle := time.Since(w.since)
	switch left := w.left() - idle; {
	case left <= 0:
		w.end(transport.TooSlow{Bytes: w.bytes, After: w.waited + idle})
	case idle >= w.limit():
		w.end(overdue{w.phase, w.limit()})
	default: // something was received just as the time was up
		w.timer.Reset(min(w.limit()-idle, left))
	}
}

// wait waits for a sign of life, for as long as the phase and the bytes so far allow.
func (w *watch) wait() {
	w.count()
	w.since = time.Now()
	w.timer.Reset(min(w.limit(), w.left()))
}

// count adds the current wait to the earlier ones.
func (w *watch) count() {
	if !w.since.IsZero() {
		now := time.Now()
		w.waited += now.Sub(w.since)
		w.since = now
	}
}

func (w *watch) left() time.Duration { return w.limits.allowed(w.bytes) - w.waited }

// limit returns how long the phase may go without a sign of life.
func (w *watch) limit() time.Duration {
	switch w.phase {
	case connecting:
		return w.limits.Connect
	case waiting:
		return w.limits.Answer
	}
	return w.limits.Silence
}
