package engine

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"crossfeed/engine/crash"
	"crossfeed/engine/fetch"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
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
	if k.keepsLibraries() {
		k.Library.Resume(ctx)
	}
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
			k.begin(ctx, subscribe.SyncOptions{Sets: k.with.Sets, Subscriptions: k.still(changed)})
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
func (k *keeper) begin(ctx context.Context, o subscribe.SyncOptions) {
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
	sets, all, err := k.Subscriptions.Subscribed(ctx, k.with.Sets)
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
	if since := now.Sub(k.last); since >= 0 && since < duePause {
		return duePause - since, nil
	}
	k.last = now
	k.begin(ctx, subscribe.SyncOptions{Sets: k.with.Sets, Due: true})
	return duePause, nil
}

// next is when something is to be read or published.
func (k *keeper) next(sets []store.Set, all []store.Subscription) (next time.Time, any bool) {
	next, any = k.Subscriptions.NextOf(all)
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

// Keeping says what Keep keeps in step, and how.
type Keeping struct {
	// Sets names the sets; none means all, and those that come.
	Sets []string
	// Folders tells of changes in folders of this computer; nil where nothing does.
	Folders Folders
	// Sync reads what is due: Engine.Sync with the options that it gets, and whatever is
	// done with the reports. It is called from several goroutines, where feeds become due
	// while others are being read.
	Sync func(ctx context.Context, o subscribe.SyncOptions)
	// Libraries syncs libraries: library.Service.SyncAll with due, and whatever is done with
	// the reports; nil keeps no library in step. It is not called again before it returned.
	Libraries func(ctx context.Context)
	// Failed is told of a panic in any of these; everything else goes on.
	Failed func(error)
}

// Folders tells when something changes in places of this computer.
type Folders interface {
	// Follow watches exactly these files and folders from now on.
	Follow(paths []string)
	// Run calls changed with those in which something changed and then nothing did for as
	// long as calm, until ctx ends.
	Run(ctx context.Context, calm time.Duration, changed func(paths []string))
}

const (
	// calm is how long nothing changes in a watched folder before it is read.
	calm = time.Second
	// clockPause is after what time the clock is looked at again: while a computer sleeps,
	// its timers stand still.
	clockPause = time.Minute
	// duePause is the least time between two runs for what is due: it lets what is due
	// at about the same time be read at once.
	duePause = 5 * time.Second
)

// Keep reads each subscription when it is due, and those of folders and files of this
// computer as soon as something changes there, until ctx ends. Lists that are published
// are published at least every fetch.Default. Libraries are synced when they are due,
// and those whose last run was stopped at once. What became due while the computer
// slept, or the program did not run, is read at once. It returns once all that it began
// has ended; the error is for sets that are not there.
func (e *Engine) Keep(ctx context.Context, k Keeping) error {
	keeper := &keeper{Engine: e, with: k}
	return keeper.run(ctx)
}

// onThisComputer are the places of subscriptions that can be watched.
func onThisComputer(all []store.Subscription) (paths []string) {
	for _, t := range all {
		if !t.Paused && transport.KindOf(t.Location) == transport.Local {
			paths = append(paths, t.Location)
		}
	}
	return paths
}

// publishDue is when sets are to be published again that were at that time.
func publishDue(sets []store.Set, last, now time.Time) (next time.Time, any bool) {
	for _, s := range sets {
		if s.Location != "" {
			return fetch.Due(last.Add(fetch.Default), last, now), true
		}
	}
	return time.Time{}, false
}

func (k *keeper) keepsLibraries() bool { return k.with.Libraries != nil && k.parts.Content != nil }

// lookAtLibraries begins to sync those that are due, and tells how long there is nothing
// more to do. A store that cannot be read now is looked at again later.
func (k *keeper) lookAtLibraries(ctx context.Context) time.Duration {
	if !k.keepsLibraries() || k.syncing.Load() {
		return clockPause
	}
	next, any, err := k.Library.Due(ctx)
	if err != nil || !any {
		return clockPause
	}
	now := k.parts.Clock.Now()
	if next.After(now) {
		return min(next.Sub(now), clockPause)
	}
	if since := now.Sub(k.lastLibraries); since >= 0 && since < duePause {
		return duePause - since // one that another program is at stays due
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
