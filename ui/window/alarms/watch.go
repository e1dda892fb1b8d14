// Package alarms decides which alarms of todos are told now, so that each is
// told once, and puts them into words.
package alarms

import "time"

// Pause is the time between two looks at the alarms.
const Pause = 20 * time.Second

// farBack is how far back alarms are told that went off while the program did
// not run.
const farBack = 24 * time.Hour

// keepAfter is how long an end may be forgotten at which nothing went off: disks
// need not be written every few seconds.
const keepAfter = 10 * time.Minute

// Watch knows until when alarms were told.
type Watch struct{ last, kept time.Time }

// NewWatch goes on where an earlier run of the program ended, as Text kept it.
// Without one it begins now.
func NewWatch(text string, now time.Time) *Watch {
	last, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return &Watch{last: now}
	}
	return &Watch{last: last, kept: last}
}

// Span is the time whose alarms are to be told: those after one instant and not
// after another. A clock that was put back has nothing to tell until it is
// where it was, or begins anew where that is more than a day.
func (w *Watch) Span(now time.Time) (after, until time.Time, ok bool) {
	switch ahead := w.last.Sub(now); {
	case ahead > farBack:
		w.last = now
		return now, now, false
	case ahead >= 0:
		return now, now, false
	case -ahead > farBack:
		return now.Add(-farBack), now, true
	}
	return w.last, now, true
}

// Told moves on: what went off until then was told. It tells whether that has
// to be kept now, which it has after every alarm.
func (w *Watch) Told(until time.Time, alarm bool) (keep bool) {
	w.last = until
	keep = alarm || w.kept.IsZero() || until.Sub(w.kept) >= keepAfter || until.Before(w.kept)
	if keep {
		w.kept = until
	}
	return keep
}

// Text is what NewWatch goes on with.
func (w *Watch) Text() string { return w.last.UTC().Format(time.RFC3339Nano) }
