package engine

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"crossfeed/engine/crash"
	"crossfeed/engine/store"
)

// keeper is one run of Keep.
type keeper struct {
	*Engine
	with    Keeping
	running sync.WaitGroup
	// ended is told when a sync ended.
	ended chan struct{}
	// last is when the last run for what is due began.
	last time.Time
	// followed are the places that are watched.
	followed []string
	// syncing tells that Keeping.Libraries runs, and lastLibraries when it began last.
	syncing       atomic.Bool
	lastLibraries time.Time
}

// run waits for what is to be done, and begins it.
func (k *keeper) run(ctx context.Context) error {
	k.ended = make(chan struct{}, 1)
	defer k.running.Wait()
	events, news := k.Watch(ctx), k.watchFolders(ctx)
	k.resumeLibraries(ctx)
	for {
		pause, err := k.look(ctx)
		if err != nil {
			return err
		}
		pause = min(pause, k.lookAtLibraries(ctx))
		timer := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			return nil
		case <-timer.C:
		case <-events:
		case <-k.ended:
		case changed := <-news:
			k.begin(ctx, SyncOptions{Sets: k.with.Sets, Subscriptions: k.still(changed)})
		}
		timer.Stop()
	}
}

// guard does something of which a panic is told.
func (k *keeper) guard(do func()) {
	if err := crash.Do(do); err != nil && k.with.Failed != nil {
		k.with.Failed(err)
	}
}

// watchFolders tells of changes in the folders that are followed.
func (k *keeper) watchFolders(ctx context.Context) <-chan []string {
	news := make(chan []string)
	if k.with.Folders == nil {
		return news
	}
	k.running.Go(func() {
		k.guard(func() {
			k.with.Folders.Run(ctx, calm, func(changed []string) {
				select {
				case news <- changed:
				case <-ctx.Done():
				}
			})
		})
	})
	return news
}

// still are those of places that are followed now.
func (k *keeper) still(paths []string) []string {
	return slices.DeleteFunc(paths, func(p string) bool { return !slices.Contains(k.followed, p) })
}

// begin syncs beside all else. Options that name nothing were for what is there no more.
func (k *keeper) begin(ctx context.Context, o SyncOptions) {
	if !o.Due && len(o.Subscriptions) == 0 {
		return
	}
	k.running.Go(func() {
		k.guard(func() { k.with.Sync(ctx, o) })
		signal(k.ended, struct{}{})
	})
}

// look begins what is due, and tells how long there is nothing more to do. A store that
// cannot be read now is looked at again later.
func (k *keeper) look(ctx context.Context) (time.Duration, error) {
	sets, all, err := k.subscribed(ctx, k.with.Sets)
	if errors.Is(err, store.ErrNoSet) {
		return 0, err
	}
	if err != nil {
		return clockPause, nil
	}
	k.follow(onThisComputer(all))
	now := k.parts.Clock.Now()
	next, any := k.next(sets, all)
	switch {
	case !any:
		return clockPause, nil
	case next.After(now):
		return min(next.Sub(now), clockPause), nil
	}
	if since := now.Sub(k.last); since >= 0 && since < settlePause {
		return settlePause - since, nil
	}
	k.last = now
	k.begin(ctx, SyncOptions{Sets: k.with.Sets, Due: true})
	return settlePause, nil
}

// next is when something is to be read or published.
func (k *keeper) next(sets []store.Set, all []toRead) (next time.Time, any bool) {
	next, any = k.nextOf(all)
	if publish, some := publishDue(sets, k.last, k.parts.Clock.Now()); some && (!any || publish.Before(next)) {
		return publish, true
	}
	return next, any
}

// follow watches places, where they are others than before.
func (k *keeper) follow(paths []string) {
	if k.with.Folders == nil || slices.Equal(paths, k.followed) {
		return
	}
	k.followed = paths
	k.with.Folders.Follow(paths)
}
