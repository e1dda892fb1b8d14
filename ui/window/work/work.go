// Package work is the single interface between the window and everything that takes time: jobs
// run outside the UI goroutine, and pass their results back to it in one call.
package work

import (
	"context"
	"sync"
	"sync/atomic"
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
	askLast(l, s, s.Queue, question, then)
}

// AskBeside is AskLast for a question that takes long. It runs outside the queue, so that
// other actions do not wait for it.
func AskBeside[T any](l *Last, s Seam, question func(context.Context) (T, error), then func(T, error)) {
	askLast(l, s, s.Aside, question, then)
}

func askLast[T any](l *Last, s Seam, run func(func(context.Context)), question func(context.Context) (T, error), then func(T, error)) {
	l.Cancel()
	asked, cancel := context.WithCancel(context.Background())
	l.cancel = cancel
	run(func(ctx context.Context) {
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

// Cancel cancels the last question and drops its answer.
func (l *Last) Cancel() {
	if l.cancel != nil {
		l.cancel()
	}
}

// Shared is a value that the UI goroutine sets and other goroutines can read.
type Shared[T any] struct{ value atomic.Pointer[T] }

// Set sets the value.
func (s *Shared[T]) Set(v T) { s.value.Store(&v) }

// Get returns the value that was set last, or the zero value.
func (s *Shared[T]) Get() (v T) {
	if p := s.value.Load(); p != nil {
		v = *p
	}
	return v
}

// Worker is the Seam of the running program.
type Worker struct {
	// Failed is called on the UI goroutine when a job has panicked.
	Failed func(error)

	ctx    context.Context
	cancel context.CancelFunc
	ui     func(func())
	beside sync.WaitGroup
	done   chan struct{}

	mu     sync.Mutex
	filled *sync.Cond
	jobs   []func(context.Context)
	closed bool
}

// New starts a worker whose jobs get ctx. ui runs a function on the UI goroutine.
func New(ctx context.Context, ui func(func())) *Worker {
	w := &Worker{ui: ui, done: make(chan struct{})}
	w.ctx, w.cancel = context.WithCancel(ctx)
	w.filled = sync.NewCond(&w.mu)
	go w.run()
	return w
}

// Queue runs a job after those queued before. It never blocks.
func (w *Worker) Queue(job func(context.Context)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.jobs = append(w.jobs, job)
	w.filled.Signal()
}

// Aside runs a job at once in its own goroutine.
func (w *Worker) Aside(job func(context.Context)) {
	w.beside.Go(func() { w.guard(job) })
}

// UI runs f on the UI goroutine.
func (w *Worker) UI(f func()) { w.ui(f) }

// After runs f on the UI goroutine once d has passed.
func (w *Worker) After(d time.Duration, f func()) (stop func()) {
	stopped := false // used only on the UI goroutine
	timer := time.AfterFunc(d, func() {
		w.ui(func() {
			if !stopped {
				f()
			}
		})
	})
	return func() {
		stopped = true
		timer.Stop()
	}
}

// Close runs the remaining jobs of the queue, so that nothing is left unsaved, and cancels the
// jobs outside the queue. It waits for both, but for the jobs outside the queue only until
// late fires: a job that hangs in a system call cannot be cancelled.
func (w *Worker) Close(late <-chan time.Time) {
	w.mu.Lock()
	w.closed = true
	w.filled.Signal()
	w.mu.Unlock()
	<-w.done
	w.cancel()
	ended := make(chan struct{})
	go func() { w.beside.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-late:
	}
}

func (w *Worker) run() {
	defer close(w.done)
	for {
		job := w.next()
		if job == nil {
			return
		}
		w.guard(job)
	}
}

func (w *Worker) guard(job func(context.Context)) {
	err := crash.Do(func() { job(w.ctx) })
	if err != nil {
		w.ui(func() { w.Failed(err) })
	}
}

// next waits for a job; it returns nil if the worker is closed and the queue is empty.
func (w *Worker) next() func(context.Context) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.jobs) == 0 {
		if w.closed {
			return nil
		}
		w.filled.Wait()
	}
	job := w.jobs[0]
	w.jobs = w.jobs[1:]
	return job
}
