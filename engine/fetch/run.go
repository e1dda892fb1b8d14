package fetch

import (
	"context"
	"slices"

	"crossfeed/engine/crash"
)

// Limits bound how many jobs are done at once.
type Limits struct {
	// AtOnce of all, PerHost of those of one host.
	AtOnce, PerHost int
}

// Usual are the limits for feeds: few enough for a small line, and for a small server.
var Usual = Limits{AtOnce: 6, PerHost: 2}

// Job is one thing to do.
type Job[T any] struct {
	// Host is what PerHost counts by; "" is what no server has to bear.
	Host string
	// Do does it. It ends soon after its context.
	Do func(context.Context) T
	// Failed is the result where Do panics.
	Failed func(error) T
}

// Run does jobs in parallel within limits, and starts them in their order but for
// those whose host has enough to do. came gets the results on the goroutine of the
// caller, one at a time and in the order in which they come, while the others go on. When
// ctx ends, no further job is started and Run returns its error at once; late then gets
// what nobody waits for, from another goroutine.
func Run[T any](ctx context.Context, jobs []Job[T], l Limits, came func(index int, result T), late func(T)) error {
	s := starter[T]{
		jobs: jobs, limits: l, busy: map[string]int{},
		results: make(chan result[T], len(jobs)), finished: make(chan string, len(jobs)),
	}
	started := make(chan int, 1)
	go func() { started <- s.run(ctx) }()
	for taken := range jobs {
		select {
		case r := <-s.results:
			came(r.index, r.value)
		case <-ctx.Done():
			go sweep(s.results, started, taken, late)
			return ctx.Err()
		}
	}
	return nil
}

type result[T any] struct {
	index int
	value T
}

// sweep takes the results that nobody waits for.
func sweep[T any](results <-chan result[T], started <-chan int, taken int, late func(T)) {
	for range <-started - taken {
		late((<-results).value)
	}
}

// starter starts jobs as limits let it.
type starter[T any] struct {
	jobs   []Job[T]
	limits Limits
	// waiting are the indices of the jobs that are not started, in their order.
	waiting []int
	// busy counts the jobs that are being done by host, running all of them.
	busy    map[string]int
	running int
	// Neither is ever waited for by who sends: there is room for all.
	results  chan result[T]
	finished chan string
}

// run starts the jobs until ctx ends, and returns how many it has.
func (s *starter[T]) run(ctx context.Context) (started int) {
	for i := range s.jobs {
		s.waiting = append(s.waiting, i)
	}
	for len(s.waiting) > 0 && ctx.Err() == nil {
		if i := s.free(); i >= 0 {
			s.start(ctx, i)
			started++
			continue
		}
		select {
		case host := <-s.finished:
			s.busy[host]--
			s.running--
		case <-ctx.Done():
		}
	}
	return started
}

// free is the place in waiting of the first job that may be started now, or -1.
func (s *starter[T]) free() int {
	if s.running == s.limits.AtOnce {
		return -1
	}
	for i, index := range s.waiting {
		if host := s.jobs[index].Host; host == "" || s.busy[host] < s.limits.PerHost {
			return i
		}
	}
	return -1
}

// start starts the job at a place in waiting.
func (s *starter[T]) start(ctx context.Context, i int) {
	index := s.waiting[i]
	s.waiting = slices.Delete(s.waiting, i, i+1)
	job := s.jobs[index]
	s.busy[job.Host]++
	s.running++
	go func() {
		s.results <- result[T]{index, crash.Or(func() T { return job.Do(ctx) }, job.Failed)}
		s.finished <- job.Host
	}()
}
