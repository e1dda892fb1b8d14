package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"crossfeed/engine/fetch"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/logging"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// usualEvery is the default interval between syncs of a library.
const usualEvery = time.Hour

// note records the outcome of a run and the time of the next one, unless the library was
// removed in the meantime. A cancelled run is not a failure: Resume makes it due at the next
// start.
func (s *Service) note(ctx context.Context, l Library, r contentsync.Report) error {
	now, jitter, failed := s.Clock.Now(), s.IDs.Fraction(), failedRun(l, r)
	if ctx.Err() != nil && failed != nil {
		failed = context.Canceled
	}
	err := s.change(context.WithoutCancel(ctx), l.Key, func(l *store.Library) {
		l.Health = healthAfter(l.Health, failed, now)
		l.Next = fetch.Next(factsOf(*l, failed), jitter)
		s.Log.InfoContext(ctx, "library", "address", logging.Address(l.Address), "next", l.Next, "failures", l.Health.Failures)
	})
	if errors.Is(err, store.ErrNoLibrary) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("noting how %s was synced: %w", l.Name, err)
	}
	return nil
}

// failedRun returns why a run did not finish, or nil. If the root feed cannot be read, nothing
// in the tree is known to be up to date.
func failedRun(l Library, r contentsync.Report) error {
	if r.Stopped != nil {
		return r.Stopped
	}
	for _, f := range r.Failed {
		if f.Nested && f.Address == l.Address {
			return &transport.Error{Trouble: f.Trouble, Address: f.Address}
		}
	}
	return nil
}

// healthAfter returns a library's health after a run. If this computer is offline, the run
// says nothing about the library, so its earlier error remains.
func healthAfter(h store.LibraryHealth, failed error, now time.Time) store.LibraryHealth {
	h.LastTry = now
	switch {
	case failed == nil:
		return store.LibraryHealth{LastTry: now, LastSuccess: now}
	case errors.Is(failed, context.Canceled):
		return h
	case fetch.Offline(failed):
		h.Trouble = transport.Offline
		return h
	}
	if h.Error == "" {
		h.ErrorSince = now
	}
	h.Error, h.Trouble = fetch.Reason(failed), troubleOf(failed)
	h.Failures++
	return h
}

// troubleOf classifies a failure, including exceeded limits.
func troubleOf(failed error) transport.Trouble {
	var limit *contentsync.LimitError
	if !errors.As(failed, &limit) {
		return fetch.TroubleOf(failed)
	}
	switch limit.Kind {
	case contentsync.ByRoom:
		return transport.LibraryFull
	case contentsync.ByFree:
		return transport.Full
	}
	return transport.RunLimit
}

// factsOf returns what the time of the next run of a library depends on.
func factsOf(l store.Library, failed error) fetch.Facts {
	f := fetch.Facts{
		Every: cmp.Or(l.Every, usualEvery), LastTry: l.Health.LastTry, Failures: l.Health.Failures, Offline: fetch.Offline(failed),
	}
	for _, e := range fetch.Failures(failed) {
		f.RetryAfter = max(f.RetryAfter, e.RetryAfter)
	}
	return f
}

func nextRun(l store.Library, now time.Time) time.Time {
	return fetch.Due(l.Next, l.Health.LastTry, now)
}

// interrupted reports whether the last run of a library was stopped before it finished.
func interrupted(l store.Library) bool {
	return l.Health.Error == "" && !l.Health.LastTry.Equal(l.Health.LastSuccess)
}

// Resume makes libraries due whose last run was stopped before it finished, either by the end
// of the program or by a person who has since restarted it. It also deletes the files of
// libraries that no longer exist.
func (s *Service) Resume(ctx context.Context) {
	_ = s.Sweep(ctx) // the next start deletes what is left
	all, err := s.All(ctx)
	if err != nil {
		return // the libraries sync when they are next due
	}
	for _, l := range all {
		if !l.Paused && interrupted(l.Library) && l.Next.After(s.Clock.Now()) {
			_ = s.change(ctx, l.Key, func(l *store.Library) { l.Next = time.Time{} })
		}
	}
}

// Stored returns the libraries that have not been removed.
func (s *Service) Stored(ctx context.Context) (all []store.Library, err error) {
	err = s.Store.View(ctx, func(r store.Reader) error {
		all, err = rows(r)
		return err
	})
	return all, err
}

// NextOf returns when the next of the libraries is to be synced; any is false if none syncs
// automatically. A library that is syncing now does not count.
func (s *Service) NextOf(all []store.Library) (next time.Time, any bool) {
	now := s.Clock.Now()
	for _, l := range all {
		if l.Paused || s.runs.is(l.Key) {
			continue
		}
		if at := nextRun(l, now); !any || at.Before(next) {
			next, any = at, true
		}
	}
	return next, any
}
