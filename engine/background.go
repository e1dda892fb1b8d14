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

// backgroundRun is one run of RunInBackground.
type backgroundRun struct {
	*Engine
	with    BackgroundOptions
	running sync.WaitGroup
	// ended receives a value when a sync has ended.
	ended chan struct{}
	// last is when the last sync of due subscriptions began.
	last time.Time
	// followed are the local paths that are watched.
	followed []string
	// syncing is true while BackgroundOptions.Libraries runs, and lastLibraries is when it last
	// began.
	syncing       atomic.Bool
	lastLibraries time.Time
	// plan is what was last read from the store, and libraries the libraries in it. Each is
	// read again after it changed.
	plan      plan
	libraries libraries
}

// plan is what determines when to sync lists.
type plan struct {
	sets          []store.Set
	subscriptions []store.Subscription
	backups       store.Backups
	// current is true while it is as in the store.
	current bool
}

// libraries are what determines when to sync libraries.
type libraries struct {
	all []store.Library
	// current is true while they are as in the store.
	current bool
}

// outdated has everything in an event that concerns it read again.
func (k *backgroundRun) outdated(e Event) {
	if e.Of(store.KindList, store.KindSubscription, store.KindDevice) {
		k.plan.current = false
	}
	if e.Of(store.KindLibrary) {
		k.libraries.current = false
	}
}

// readPlan reads the plan if it is not current, and reports whether it did. Settings of backups
// that cannot be read now are read again at the next check.
func (k *backgroundRun) readPlan(ctx context.Context) (read bool, err error) {
	if k.plan.current {
		return false, nil
	}
	sets, all, err := k.Subscriptions.Subscribed(ctx, k.with.Sets)
	if err != nil {
		return false, err
	}
	device, failed := k.Device.Stored(ctx)
	k.plan = plan{sets, all, device.Backups, failed == nil}
	k.follow(onThisComputer(all))
	return true, nil
}

// run starts whatever becomes due until ctx ends.
func (k *backgroundRun) run(ctx context.Context) error {
	k.ended = make(chan struct{}, 1)
	defer k.running.Wait()
	events, news := k.Watch(ctx), k.watchFolders(ctx)
	if k.syncsLibraries() {
		k.Library.Resume(ctx)
	}
	for {
		pause, err := k.startDue(ctx)
		if err != nil {
			return err
		}
		pause = min(pause, k.startDueLibraries(ctx))
		timer := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			return nil
		case <-timer.C:
		case e := <-events:
			k.outdated(e)
		case <-k.ended:
			k.outdated(Event{Keys: []store.Key{store.AllKey}}) // its event may come later
		case changed := <-news:
			k.begin(ctx, subscribe.SyncOptions{Sets: k.with.Sets, Subscriptions: k.still(changed)})
		}
		timer.Stop()
	}
}

// guard calls do and reports a panic to Failed.
func (k *backgroundRun) guard(do func()) {
	if err := crash.Do(do); err != nil && k.with.Failed != nil {
		k.with.Failed(err)
	}
}

// watchFolders returns a channel that receives the paths with changes in followed folders.
func (k *backgroundRun) watchFolders(ctx context.Context) <-chan []string {
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

// still returns those of the paths that are still followed.
func (k *backgroundRun) still(paths []string) []string {
	return slices.DeleteFunc(paths, func(p string) bool { return !slices.Contains(k.followed, p) })
}

// begin starts a sync in the background. Options that select nothing refer to subscriptions
// that are gone; they are ignored.
func (k *backgroundRun) begin(ctx context.Context, o subscribe.SyncOptions) {
	if !o.Due && len(o.Subscriptions) == 0 {
		return
	}
	k.running.Go(func() {
		k.guard(func() { k.with.Sync(ctx, o) })
		signal(k.ended, struct{}{})
	})
}

// startDue starts what is due and returns how long to wait until the next check. A store that
// cannot be read now is retried later.
func (k *backgroundRun) startDue(ctx context.Context) (time.Duration, error) {
	read, err := k.readPlan(ctx)
	if errors.Is(err, store.ErrNoSet) {
		return 0, err
	}
	if err != nil {
		return clockPause, nil
	}
	now := k.parts.Clock.Now()
	next, any := k.next()
	switch {
	case !any:
		return clockPause, nil
	case next.After(now):
		return min(next.Sub(now), clockPause), nil
	}
	if since := now.Sub(k.last); since >= 0 && since < duePause {
		return duePause - since, nil
	}
	if !read { // another program may have just done it
		k.plan.current = false
		return k.startDue(ctx)
	}
	k.last = now
	k.begin(ctx, subscribe.SyncOptions{Sets: k.with.Sets, Due: true})
	return duePause, nil
}

// next returns when the next refresh, publication or weekly backup is due.
func (k *backgroundRun) next() (next time.Time, any bool) {
	next, any = k.Subscriptions.NextOf(k.plan.subscriptions)
	if publish, some := publishDue(k.plan.sets, k.last, k.parts.Clock.Now()); some && (!any || publish.Before(next)) {
		next, any = publish, true
	}
	if backup, due := k.backupDue(); due && (!any || backup.Before(next)) {
		next, any = backup, true
	}
	return next, any
}

// backupDue returns when a sync is to write the weekly backup, if that is due. The last one may
// be writing it, so the next waits for clockPause.
func (k *backgroundRun) backupDue() (next time.Time, due bool) {
	if !k.Backups.IsDue(k.plan.backups) {
		return time.Time{}, false
	}
	return fetch.Due(k.last.Add(clockPause), k.last, k.parts.Clock.Now()), true
}

// follow watches the paths if they differ from those watched now.
func (k *backgroundRun) follow(paths []string) {
	if k.with.Folders == nil || slices.Equal(paths, k.followed) {
		return
	}
	k.followed = paths
	k.with.Folders.Follow(paths)
}

// BackgroundOptions configures RunInBackground.
type BackgroundOptions struct {
	// Sets names the lists to sync; none means all, including those created later.
	Sets []string
	// Folders watches folders of this computer; nil watches none.
	Folders Folders
	// Sync refreshes what is due: it calls Engine.Sync with the given options and handles the
	// reports. Calls may overlap when feeds become due while others are still being refreshed.
	Sync func(ctx context.Context, o subscribe.SyncOptions)
	// Libraries syncs libraries: it calls library.Service.SyncAll with due and handles the
	// reports; nil syncs no libraries. Calls never overlap.
	Libraries func(ctx context.Context)
	// Failed is called after a panic in any of these; everything else continues.
	Failed func(error)
}

// Folders watches files and folders of this computer for changes.
type Folders interface {
	// Follow watches exactly these files and folders from now on.
	Follow(paths []string)
	// Run calls changed with the paths in which something changed and then nothing did for the
	// duration calm, until ctx ends.
	Run(ctx context.Context, calm time.Duration, changed func(paths []string))
}

const (
	// calm is how long a watched folder must stay unchanged before it is read.
	calm = time.Second
	// clockPause limits how long a timer runs before the clock is checked again: timers stop
	// while the computer sleeps.
	clockPause = time.Minute
	// duePause is the minimum time between two syncs of due subscriptions, so that those due
	// at about the same time are refreshed together.
	duePause = 5 * time.Second
)

// RunInBackground refreshes each subscription when it is due, and those to files and folders of
// this computer as soon as something changes there, until ctx ends. It publishes lists at least
// every fetch.Default, and writes the weekly backup when it is due, whatever feeds there are.
// It syncs libraries when they are due, and those whose last run was interrupted immediately.
// Whatever became due while the computer slept or the program was not running is refreshed
// immediately. RunInBackground returns once everything that it started has ended; it returns an
// error if a named list does not exist.
func (e *Engine) RunInBackground(ctx context.Context, k BackgroundOptions) error {
	keeper := &backgroundRun{Engine: e, with: k}
	return keeper.run(ctx)
}

// onThisComputer returns the locations of subscriptions that can be watched.
func onThisComputer(all []store.Subscription) (paths []string) {
	for _, t := range all {
		if !t.Paused && transport.KindOf(t.Location) == transport.Local {
			paths = append(paths, t.Location)
		}
	}
	return paths
}

// publishDue returns when lists last published at the given time are to be published again.
func publishDue(sets []store.Set, last, now time.Time) (next time.Time, any bool) {
	for _, s := range sets {
		if s.Location != "" {
			return fetch.Due(last.Add(fetch.Default), last, now), true
		}
	}
	return time.Time{}, false
}

func (k *backgroundRun) syncsLibraries() bool {
	return k.with.Libraries != nil && k.parts.Content != nil
}

// startDueLibraries starts a sync of the libraries that are due and returns how long to wait
// until the next check. A store that cannot be read now is retried later.
func (k *backgroundRun) startDueLibraries(ctx context.Context) time.Duration {
	if !k.syncsLibraries() || k.syncing.Load() {
		return clockPause
	}
	read := !k.libraries.current
	if read {
		all, err := k.Library.Stored(ctx)
		if err != nil {
			return clockPause
		}
		k.libraries = libraries{all, true}
	}
	next, any := k.Library.NextOf(k.libraries.all)
	if !any {
		return clockPause
	}
	now := k.parts.Clock.Now()
	if next.After(now) {
		return min(next.Sub(now), clockPause)
	}
	if since := now.Sub(k.lastLibraries); since >= 0 && since < duePause {
		return duePause - since // a library that another program is syncing stays due
	}
	if !read { // another program may have just done it
		k.libraries.current = false
		return k.startDueLibraries(ctx)
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
