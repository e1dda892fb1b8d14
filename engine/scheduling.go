package engine

import (
	"context"
	"time"

	"crossfeed/engine/location"
	"crossfeed/engine/schedule"
	"crossfeed/engine/store"
)

// Keeping says what Keep keeps in step, and how.
type Keeping struct {
	// Sets names the sets; none means all, and those that come.
	Sets []string
	// Folders tells of changes in folders of this computer; nil where nothing does.
	Folders Folders
	// Sync reads what is due: Engine.Sync with the options that it gets, and whatever is
	// done with the reports. It is called from several goroutines, where feeds become due
	// while others are being read.
	Sync func(ctx context.Context, o SyncOptions)
	// Libraries syncs libraries: Engine.SyncLibraries with due, and whatever is done with
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
	// settlePause is the least time between two runs for what is due: it lets what is due
	// at about the same time be read at once.
	settlePause = 5 * time.Second
)

// Keep reads each subscription when it is due, and those of folders and files of this
// computer as soon as something changes there, until ctx ends. Lists that are published
// are published at least every schedule.Default. Libraries are synced when they are due,
// and those whose last run was stopped at once. What became due while the computer
// slept, or the program did not run, is read at once. It returns once all that it began
// has ended; the error is for sets that are not there.
func (e *Engine) Keep(ctx context.Context, k Keeping) error {
	keeper := &keeper{Engine: e, with: k}
	return keeper.run(ctx)
}

// Due tells when the next subscription of some sets, or of all, is to be read; false where
// none is to be read by itself. A time that is not in the future is now.
func (e *Engine) Due(ctx context.Context, sets ...string) (next time.Time, any bool, err error) {
	_, all, err := e.subscribed(ctx, sets)
	next, any = e.nextOf(all)
	return next, any, err
}

// nextOf is when the next of some subscriptions is to be read. What is being read is not.
func (e *Engine) nextOf(all []toRead) (next time.Time, any bool) {
	now := e.parts.Clock.Now()
	for _, t := range all {
		if t.Paused || t.Stopped || e.busy.is(t.Key) {
			continue
		}
		if at := dueAt(t.Subscription, now); !any || at.Before(next) {
			next, any = at, true
		}
	}
	return next, any
}

// subscribed finds the sets of those names, or all, and their subscriptions.
func (e *Engine) subscribed(ctx context.Context, names []string) (sets []store.Set, all []toRead, err error) {
	err = e.store.View(ctx, func(r store.Reader) error {
		if sets, err = choose(r, names); err != nil {
			return err
		}
		return eachSubscription(r, sets, func(t toRead) { all = append(all, t) })
	})
	return sets, all, err
}

// onThisComputer are the places of subscriptions that can be watched.
func onThisComputer(all []toRead) (paths []string) {
	for _, t := range all {
		if !t.Paused && location.KindOf(t.Location) == location.Local {
			paths = append(paths, t.Location)
		}
	}
	return paths
}

// publishDue is when sets are to be published again that were at that time.
func publishDue(sets []store.Set, last, now time.Time) (next time.Time, any bool) {
	for _, s := range sets {
		if s.Location != "" {
			return schedule.Due(last.Add(schedule.Default), last, now), true
		}
	}
	return time.Time{}, false
}
