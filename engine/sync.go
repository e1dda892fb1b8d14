package engine

import (
	"context"
	"time"

	"crossfeed/engine/crash"
	"crossfeed/engine/fetch"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
)

// Sync reads the subscriptions that are not paused, merges what they bring and
// publishes the sets that have a location. Feeds are fetched beside each other
// within limits and merged one after another as they come, so that a slow one
// delays no other, nor what is to be published (publishAfter); the reports are in the order of the subscriptions. One that
// fails says so in its report and keeps nobody else from being read; the error is for
// what concerns the whole run. A cancelled ctx leaves every feed either merged
// whole or not at all.
//
// Where publishing shows that this device's identifier is in use twice, it takes a new one, and
// everything is read once more: what was held for review as made in its name is not any longer.
func (e *Engine) Sync(ctx context.Context, o subscribe.SyncOptions) ([]subscribe.Report, error) {
	if err := e.Sharing.InStep(ctx); err != nil {
		return nil, err
	}
	before := e.Device.ID()
	reports, err := e.syncOnce(ctx, o)
	if err != nil || o.DryRun {
		return reports, err
	}
	if e.Device.ID() != before {
		o.Due = false
		if reports, err = e.syncOnce(ctx, o); err != nil {
			return reports, err
		}
	}
	if err := e.Backups.WriteIfDue(ctx); ctx.Err() == nil {
		return reports, err
	}
	return reports, nil // what was asked for is done
}

func (e *Engine) syncOnce(ctx context.Context, o subscribe.SyncOptions) ([]subscribe.Report, error) {
	run, err := e.Subscriptions.Begin(ctx, o)
	if err != nil {
		return nil, err
	}
	defer run.End(ctx)
	if !o.DryRun {
		defer e.publishMeanwhile(ctx, run.Sets, o.Hold)()
	}
	if err := run.ReadAll(ctx); err != nil || o.DryRun {
		return run.Done(), err
	}
	failed, err := e.publishAll(ctx, run.Sets, o.Hold)
	return append(run.Done(), failed...), err
}

// publishAfter is how long publishing waits for feeds and files to come: most syncs are over
// before, and publish once.
const publishAfter = 5 * time.Second

// publishMeanwhile publishes sets while feeds and files are still coming, once that takes
// longer than publishAfter. end waits for what it began. What fails is told by the
// publishing at the end of the sync.
func (e *Engine) publishMeanwhile(ctx context.Context, sets []store.Set, hold func(list string) bool) (end func()) {
	waiting, stop := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		select {
		case <-waiting.Done():
		case <-time.After(publishAfter):
			_ = crash.Guard(func() error {
				_, err := e.publishAll(ctx, sets, hold)
				return err
			})
		}
	}()
	return func() {
		stop()
		<-ended
	}
}

// publishAll publishes those of the sets that have a location and are not on hold, and
// reports the ones that could not be.
func (e *Engine) publishAll(ctx context.Context, sets []store.Set, hold func(list string) bool) (failed []subscribe.Report, err error) {
	for _, s := range sets {
		if hold != nil && hold(s.Name) {
			continue
		}
		if _, err := e.Sharing.Publish(ctx, s.Name); err != nil {
			if ctx.Err() != nil {
				return failed, ctx.Err()
			}
			r := subscribe.Report{Set: s.Name, Subscription: s.Location, Error: fetch.Reason(err), Publishing: true}
			if r.Offline = fetch.Offline(err); r.Offline {
				r.Error = ""
			}
			failed = append(failed, r)
		}
	}
	return failed, nil
}
