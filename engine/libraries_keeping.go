package engine

import (
	"context"
	"time"

	"crossfeed/engine/store"
)

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
