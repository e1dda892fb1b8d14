package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"crossfeed/engine/contentsync"
	"crossfeed/engine/location"
	"crossfeed/engine/schedule"
	"crossfeed/engine/store"
)

// libraryEvery is the usual interval at which libraries are synced.
const libraryEvery = time.Hour

// noteLibrary keeps what a run came to and when the next one is, unless the library was
// removed meanwhile. A run that was cancelled is no failure: Keep goes on with it at the
// next start.
func (e *Engine) noteLibrary(ctx context.Context, l Library, r contentsync.Report) error {
	now, jitter, failed := e.parts.Clock.Now(), e.ids.fraction(), failedRun(l, r)
	if ctx.Err() != nil && failed != nil {
		failed = context.Canceled
	}
	err := e.changeLibrary(context.WithoutCancel(ctx), l.Key, func(l *store.Library) {
		l.Health = libraryHealthAfter(l.Health, failed, now)
		l.Next = schedule.Next(libraryFacts(*l, failed), jitter)
	})
	if errors.Is(err, store.ErrNoLibrary) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("noting how %s was synced: %w", l.Name, err)
	}
	return nil
}

// failedRun is why a run did not come to its end, or nil. Where the root feed cannot be
// read, nothing of the tree is known to be as it is there.
func failedRun(l Library, r contentsync.Report) error {
	if r.Stopped != nil {
		return r.Stopped
	}
	for _, f := range r.Failed {
		if f.Nested && f.Address == l.Address {
			return &location.Error{Trouble: f.Trouble, Address: f.Address}
		}
	}
	return nil
}

// cancelled tells that a person or the end of the program stopped a run.
func cancelled(err error) bool { return errors.Is(err, context.Canceled) }

// libraryHealthAfter is a library's health after a run. That this computer is offline says
// nothing of the library: what was wrong with it before still is.
func libraryHealthAfter(h store.LibraryHealth, failed error, now time.Time) store.LibraryHealth {
	h.LastTry = now
	switch {
	case failed == nil:
		return store.LibraryHealth{LastTry: now, LastSuccess: now}
	case cancelled(failed):
		return h
	case offline(failed):
		h.Trouble = location.Offline
		return h
	}
	if h.Error == "" {
		h.ErrorSince = now
	}
	h.Error, h.Trouble = plain(failed), libraryTrouble(failed)
	h.Failures++
	return h
}

// libraryTrouble is the kind of a failure, limits among them.
func libraryTrouble(failed error) location.Trouble {
	var limit *contentsync.LimitError
	if !errors.As(failed, &limit) {
		return troubleOf(failed)
	}
	switch limit.Kind {
	case contentsync.ByRoom:
		return location.LibraryFull
	case contentsync.ByFree:
		return location.Full
	}
	return location.RunLimit
}

// libraryFacts are what the next run on a library depends on.
func libraryFacts(l store.Library, failed error) schedule.Facts {
	f := schedule.Facts{
		Every: cmp.Or(l.Every, libraryEvery), LastTry: l.Health.LastTry, Failures: l.Health.Failures, Offline: offline(failed),
	}
	for _, e := range placeErrors(failed) {
		f.RetryAfter = max(f.RetryAfter, e.RetryAfter)
	}
	return f
}

// libraryNext is when a library is synced next by itself.
func libraryNext(l store.Library, now time.Time) time.Time {
	return schedule.Due(l.Next, l.Health.LastTry, now)
}

// interrupted tells that the last run on a library was stopped before its end.
func interrupted(l store.Library) bool {
	return l.Health.Error == "" && l.Health.LastTry.After(l.Health.LastSuccess)
}

// resumeLibraries makes those due whose last run was stopped before its end: by the end of
// the program, or by a person who has started it anew since. Files of libraries that are
// there no more are taken away.
func (k *keeper) resumeLibraries(ctx context.Context) {
	if k.with.Libraries == nil || k.parts.Content == nil {
		return
	}
	_ = k.sweepLibraries(ctx) // what is left is taken away at the next start
	all, err := k.Engine.Libraries(ctx)
	if err != nil {
		return // it is seen to when it is due
	}
	for _, l := range all {
		if !l.Paused && interrupted(l.Library) && l.Next.After(k.parts.Clock.Now()) {
			_ = k.changeLibrary(ctx, l.Key, func(l *store.Library) { l.Next = time.Time{} })
		}
	}
}

// lookAtLibraries begins to sync those that are due, and tells how long there is nothing
// more to do. A store that cannot be read now is looked at again later.
func (k *keeper) lookAtLibraries(ctx context.Context) time.Duration {
	if k.with.Libraries == nil || k.parts.Content == nil || k.syncing.Load() {
		return clockPause
	}
	next, any, err := k.libraryDue(ctx)
	if err != nil || !any {
		return clockPause
	}
	now := k.parts.Clock.Now()
	if next.After(now) {
		return min(next.Sub(now), clockPause)
	}
	if since := now.Sub(k.lastLibraries); since >= 0 && since < settlePause {
		return settlePause - since // one that another program is at stays due
	}
	k.lastLibraries = now
	k.syncing.Store(true)
	k.running.Go(func() {
		k.guard(func() { k.with.Libraries(ctx) })
		k.syncing.Store(false)
		signal(k.ended, struct{}{})
	})
	return clockPause
}

// libraryDue is when the next library is to be synced; false where none is to be by
// itself. One that is synced now is not.
func (e *Engine) libraryDue(ctx context.Context) (next time.Time, any bool, err error) {
	err = e.store.View(ctx, func(r store.Reader) error {
		all, err := libraryRows(r)
		for _, l := range all {
			if l.Paused || e.libraryRuns.is(l.Key) {
				continue
			}
			if at := libraryNext(l, e.parts.Clock.Now()); !any || at.Before(next) {
				next, any = at, true
			}
		}
		return err
	})
	return next, any, err
}
