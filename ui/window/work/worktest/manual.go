// Package worktest runs the jobs of a window step by step, for tests.
package worktest

import (
	"context"
	"slices"
	"time"
)

// Manual is a work.Seam for tests: jobs run only in Run and Step, and time passes only in Elapse.
type Manual struct {
	// Ctx is the context of jobs.
	Ctx context.Context
	// OnUI runs functions for the UI goroutine, unless it is nil.
	OnUI func(f func())
	jobs []func()
	// first is the number of jobs for the UI goroutine that the running step has added.
	first  int
	timers []*timer
}

type timer struct {
	left time.Duration
	do   func()
}

// Queue adds a job for Run.
func (m *Manual) Queue(job func(context.Context)) {
	m.jobs = append(m.jobs, func() { job(m.Ctx) })
}

// Aside adds a job for Run, after those already waiting.
func (m *Manual) Aside(job func(context.Context)) { m.Queue(job) }

// UI adds f for Run, before the waiting jobs. The functions that a step adds run in the order
// of its calls.
func (m *Manual) UI(f func()) {
	if on, do := m.OnUI, f; on != nil {
		f = func() { on(do) }
	}
	m.jobs = slices.Insert(m.jobs, m.first, f)
	m.first++
}

// After schedules f for Elapse.
func (m *Manual) After(d time.Duration, f func()) (stop func()) {
	t := &timer{d, f}
	m.timers = append(m.timers, t)
	return func() { m.timers = slices.DeleteFunc(m.timers, func(o *timer) bool { return o == t }) }
}

// Elapse lets time pass: it runs the functions that are due by then, and all jobs that these
// add.
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

// Waits reports whether a job is waiting.
func (m *Manual) Waits() bool { return len(m.jobs) > 0 }

// Run runs all waiting jobs, including those that they add.
func (m *Manual) Run() {
	for m.Waits() {
		m.Step()
	}
}

// Step runs the first waiting job.
func (m *Manual) Step() {
	job := m.jobs[0]
	m.jobs = m.jobs[1:]
	m.first = 0
	job()
	m.first = 0
}
