package fetch

import (
	"context"
	"errors"
	"io"
	"slices"
	"sync"

	"crossfeed/engine/crash"
	"crossfeed/engine/transport"
)

// Limits bound how many jobs run concurrently.
type Limits struct {
	// AtOnce limits all jobs, and PerHost those of one host.
	AtOnce, PerHost int
}

// Usual are the limits for feeds: few enough for a slow connection, and for a small server.
var Usual = Limits{AtOnce: 6, PerHost: 2}

// Job is a unit of work.
type Job[T any] struct {
	// Host is what PerHost counts by; "" is for jobs that put no load on a server.
	Host string
	// Do runs the job. It ends soon after its context.
	Do func(context.Context) T
	// Failed returns the result if Do panics.
	Failed func(error) T
}

// Run runs jobs concurrently within limits. It starts them in order, except that it skips jobs
// whose host is busy. It calls came with the results as they arrive, one at a time, on the
// caller's goroutine, while the other jobs continue. When ctx ends, Run starts no more jobs
// and returns its error at once; late then gets the remaining results, on another goroutine.
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

// sweep passes the remaining results to late.
func sweep[T any](results <-chan result[T], started <-chan int, taken int, late func(T)) {
	for range <-started - taken {
		late((<-results).value)
	}
}

// starter starts jobs as the limits permit.
type starter[T any] struct {
	jobs   []Job[T]
	limits Limits
	// waiting are the indexes of the jobs not started yet, in order.
	waiting []int
	// busy counts the running jobs by host, and running all of them.
	busy    map[string]int
	running int
	// The channels have room for all jobs, so that sending never blocks.
	results  chan result[T]
	finished chan string
}

// run starts the jobs until ctx ends, and returns how many it has started.
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

// free returns the position in waiting of the first job that may start now, or -1.
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

// start starts the job at a position in waiting.
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

// Turns lets only one goroutine at a time work on the same key.
type Turns struct {
	mu sync.Mutex
	// taken has a channel for each key in use, which is closed when the key is free again.
	taken map[int64]chan struct{}
}

// Enter waits its turn. leave ends it.
func (t *Turns) Enter(ctx context.Context, key int64) (leave func(), err error) {
	for {
		t.mu.Lock()
		busy := t.taken[key]
		if busy == nil {
			break
		}
		t.mu.Unlock()
		select {
		case <-busy:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	defer t.mu.Unlock()
	if t.taken == nil {
		t.taken = map[int64]chan struct{}{}
	}
	done := make(chan struct{})
	t.taken[key] = done
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		delete(t.taken, key)
		close(done)
	}, nil
}

// Body returns a body that can be read again: body itself, or a copy of it.
func Body(temp transport.TempFiles, body io.ReadCloser) (io.ReadSeekCloser, error) {
	if again, ok := body.(io.ReadSeekCloser); ok {
		return again, nil
	}
	defer body.Close()
	buffer, err := temp.New()
	if err != nil {
		return nil, err
	}
	_, err = io.Copy(buffer, body)
	if err == nil {
		_, err = buffer.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(err, buffer.Close())
	}
	return buffer, nil
}
