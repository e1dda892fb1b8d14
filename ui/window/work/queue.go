package work

import (
	"context"
	"sync"
	"time"

	"crossfeed/engine/crash"
)

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
