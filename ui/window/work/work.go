// Package work is the single interface between the window and everything that takes time: jobs
// run outside the UI goroutine, and pass their results back to it in one call.
package work

import (
	"context"
	"time"

	"crossfeed/engine/crash"
)

// Seam runs jobs. Queued jobs run one at a time, in order, so that a person's quick actions
// take effect in that order.
type Seam interface {
	// Queue runs a job after those queued before.
	Queue(job func(context.Context))
	// Aside runs a long job concurrently with the queue.
	Aside(job func(context.Context))
	// UI runs f on the UI goroutine.
	UI(f func())
	// After runs f on the UI goroutine once d has passed, unless stop is called on that
	// goroutine before.
	After(d time.Duration, f func()) (stop func())
}

// answered runs a question. If it panics, it returns the panic as an error.
func answered[T any](ctx context.Context, question func(context.Context) (T, error)) (answer T, err error) {
	err = crash.Guard(func() (err error) {
		answer, err = question(ctx)
		return err
	})
	return answer, err
}

// Ask runs a question in the queue and passes its answer to then on the UI goroutine.
func Ask[T any](s Seam, question func(context.Context) (T, error), then func(T, error)) {
	s.Queue(func(ctx context.Context) {
		answer, err := answered(ctx, question)
		s.UI(func() { then(answer, err) })
	})
}

// Last is a series of questions of which only the last one counts, such as those of a search
// while a person types. The zero Last has no question. It has to be used on the UI goroutine.
type Last struct{ cancel context.CancelFunc }

// AskLast is Ask for a question that replaces the previous one, which is cancelled and its
// answer dropped.
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

// AskBeside is AskLast for a question that takes long. It runs outside the queue, so that
// other actions do not wait for it.
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

// Cancel cancels the last question and drops its answer.
func (l *Last) Cancel() {
	if l.cancel != nil {
		l.cancel()
	}
}
