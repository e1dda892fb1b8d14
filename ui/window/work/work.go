// Package work is the one seam between the window and everything that takes
// time: jobs run outside the UI goroutine, and what they found comes back to
// it in one call.
package work

import (
	"context"
	"time"

	"crossfeed/engine/crash"
)

// Seam runs jobs. Queued jobs run one after the other, in the order in which
// they were given, so that what a person does quickly happens in that order.
type Seam interface {
	// Queue runs a job after the ones queued before.
	Queue(job func(context.Context))
	// Aside runs a job beside the queue: something that takes long.
	Aside(job func(context.Context))
	// UI runs f on the UI goroutine.
	UI(f func())
	// After runs f on the UI goroutine once d has passed, unless stop is called on
	// that goroutine before.
	After(d time.Duration, f func()) (stop func())
}

// answered asks a question. If it panics, that is its error.
func answered[T any](ctx context.Context, question func(context.Context) (T, error)) (answer T, err error) {
	err = crash.Guard(func() (err error) {
		answer, err = question(ctx)
		return err
	})
	return answer, err
}

// Ask runs a question in the queue and hands its answer to the UI goroutine.
func Ask[T any](s Seam, question func(context.Context) (T, error), then func(T, error)) {
	s.Queue(func(ctx context.Context) {
		answer, err := answered(ctx, question)
		s.UI(func() { then(answer, err) })
	})
}

// Last is a question of which only the one asked last counts, as when a person
// types on in a search. The zero Last has no question. It is used on the UI
// goroutine.
type Last struct{ cancel context.CancelFunc }

// AskLast is Ask for a question that overtakes the one asked before: that one is
// cancelled, and its answer dropped.
func AskLast[T any](l *Last, s Seam, question func(context.Context) (T, error), then func(T, error)) {
	if l.cancel != nil {
		l.cancel()
	}
	asked, cancel := context.WithCancel(context.Background())
	l.cancel = cancel
	s.Queue(func(ctx context.Context) {
		defer context.AfterFunc(ctx, cancel)()
		if asked.Err() != nil {
			return
		}
		answer, err := answered(asked, question)
		s.UI(func() {
			if asked.Err() == nil {
				then(answer, err)
			}
		})
	})
}

// AskBeside is AskLast for a question that takes long: it runs beside the
// queue, so that what a person does meanwhile does not wait for it.
func AskBeside[T any](l *Last, s Seam, question func(context.Context) (T, error), then func(T, error)) {
	l.Cancel()
	asked, cancel := context.WithCancel(context.Background())
	l.cancel = cancel
	s.Aside(func(ctx context.Context) {
		defer context.AfterFunc(ctx, cancel)()
		answer, err := answered(asked, question)
		s.UI(func() {
			if asked.Err() == nil {
				then(answer, err)
			}
		})
	})
}

// Cancel gives the question up that was asked last; its answer is dropped.
func (l *Last) Cancel() {
	if l.cancel != nil {
		l.cancel()
	}
}
