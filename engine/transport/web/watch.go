package web

import (
	"context"
	"fmt"
	"sync"
	"time"

	"crossfeed/engine/crash"
	"crossfeed/engine/transport"
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

// watch ends a request in which nothing happens, and one that takes longer than what went
// and came allows.
type watch struct {
	limits Limits
	end    context.CancelCauseFunc

	mu    sync.Mutex
	timer *time.Timer
	turn  int
	phase phase
	// since is when the waiting began that goes on, zero while the watch rests; waited is
	// what all waiting before took.
	since  time.Time
	waited time.Duration
	// bytes went and came.
	bytes int64
}

// watching gives a context that ends, with an overdue or TooSlow as its cause, when nothing
// happens or too little. It has to be stopped. It rests until the first request begins.
func watching(ctx context.Context, l Limits) (context.Context, *watch) {
	ctx, end := context.WithCancelCause(ctx)
	w := &watch{limits: l, end: end}
	w.timer = time.AfterFunc(l.Connect, w.guardedExpire)
	w.timer.Stop()
	return ctx, w
}

// rest lets the watch rest until the next request begins: a person who is asked for a
// password may take a while.
func (w *watch) rest() { w.restAfter(0) }

// restAfter is rest after so many bytes came.
func (w *watch) restAfter(bytes int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.bytes += int64(bytes)
	w.timer.Stop()
	w.count()
	w.since = time.Time{}
}

// begin starts the watching of one more request. Its number keeps what is late of the
// request before it apart.
func (w *watch) begin() (turn int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.turn++
	w.phase = connecting
	w.wait()
	return w.turn
}

// reach tells that a request has come to a phase.
func (w *watch) reach(turn int, p phase) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if turn == w.turn && p > w.phase {
		w.phase = p
		w.wait()
	}
}

// heard tells that so many bytes went or came, and that more are waited for.
func (w *watch) heard(bytes int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.bytes += int64(bytes)
	if w.phase == sending || w.phase == receiving {
		w.wait()
	}
}

// stop ends the watching and whatever the request still does.
func (w *watch) stop() {
	w.timer.Stop()
	w.end(nil)
}

// guardedExpire ends the request, too, where its end cannot be judged.
func (w *watch) guardedExpire() {
	if err := crash.Do(w.expire); err != nil {
		w.end(err)
	}
}

func (w *watch) expire() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.since.IsZero() {
		return // the watch came to rest just as the time was over
	}
	idle := time.Since(w.since)
	switch left := w.left() - idle; {
	case left <= 0:
		w.end(transport.TooSlow{Bytes: w.bytes, After: w.waited + idle})
	case idle >= w.limit():
		w.end(overdue{w.phase, w.limit()})
	default: // something came just as the time was over
		w.timer.Reset(min(w.limit()-idle, left))
	}
}

// wait waits for a sign of life, for as long as the phase and what came up to now allow.
func (w *watch) wait() {
	w.count()
	w.since = time.Now()
	w.timer.Reset(min(w.limit(), w.left()))
}

// count adds the waiting that goes on to all before.
func (w *watch) count() {
	if !w.since.IsZero() {
		now := time.Now()
		w.waited += now.Sub(w.since)
		w.since = now
	}
}

// left is how much longer may be waited.
func (w *watch) left() time.Duration { return w.limits.allowed(w.bytes) - w.waited }

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
