package work

import (
	"context"
	"slices"
	"time"
)

// Manual is the Seam of tests: nothing happens until Run, and time passes only with
// Elapse.
type Manual struct {
	// Ctx is what jobs see.
	Ctx context.Context
	// OnUI, where it is not nil, gets what is to run on the UI goroutine, and runs it.
	OnUI func(f func())
	jobs []func()
	// first is how many of the jobs are for the UI goroutine, by the step that runs.
	first  int
	timers []*timer
}

type timer struct {
	left time.Duration
	do   func()
}

// Queue keeps a job for Run.
func (m *Manual) Queue(job func(context.Context)) {
	m.jobs = append(m.jobs, func() { job(m.Ctx) })
}

// Aside keeps a job for Run, after those that wait already.
func (m *Manual) Aside(job func(context.Context)) { m.Queue(job) }

// UI keeps f for Run, before the jobs that wait, in the order of the calls of a step.
func (m *Manual) UI(f func()) {
	if on, do := m.OnUI, f; on != nil {
		f = func() { on(do) }
	}
	m.jobs = slices.Insert(m.jobs, m.first, f)
	m.first++
}

// After has f run by Elapse.
func (m *Manual) After(d time.Duration, f func()) (stop func()) {
	t := &timer{d, f}
	m.timers = append(m.timers, t)
	return func() { m.timers = slices.DeleteFunc(m.timers, func(o *timer) bool { return o == t }) }
}

// Elapse lets time pass: it runs what was to run by then, and all that this brings.
func (m *Manual) Elapse(d time.Duration) {
	var due []func()
	m.timers = slices.DeleteFunc(m.timers, func(t *timer) bool {
		t.left -= d
		if t.left <= 0 {
			due = append(due, t.do)
		}
		return t.left <= 0
	})
	for _, f := range due {
		m.UI(f)
	}
	m.Run()
}

// Waits reports whether there is anything to do for Step.
func (m *Manual) Waits() bool { return len(m.jobs) > 0 }

// Run does what waits, and what that brings, until nothing does.
func (m *Manual) Run() {
	for m.Waits() {
		m.Step()
	}
}

// Step does the first thing that waits.
func (m *Manual) Step() {
	job := m.jobs[0]
	m.jobs = m.jobs[1:]
	m.first = 0
	job()
	m.first = 0
}
