package engine

import (
	"context"
	"time"

	"crossfeed/engine/crash"
	"crossfeed/engine/fetch"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
)

// Sync refreshes the subscriptions that are not paused, merges what it receives and publishes
// the lists that have a location. Feeds are downloaded concurrently within limits and merged
// one after another as they arrive, so that a slow feed delays neither the others nor
// publishing (see publishAfter). The reports are in the order of the subscriptions. A failed
// subscription is described in its report and does not stop the others; the error is for
// failures of the whole run. If ctx is canceled, every feed has been merged either completely
// or not at all.
//
// If publishing reveals that this device's identifier is used twice, the device takes a new
// one and everything is refreshed once more: updates that were held for review because they
// carried its identifier are no longer suspicious.
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
	return reports, nil // everything that was asked for is done
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

// publishAfter is how long publishing waits for downloads: most syncs finish sooner and
// publish once.
const publishAfter = 5 * time.Second

// publishMeanwhile publishes lists while downloads are still running, once those take longer
// than publishAfter. end waits until that is over. Failures are reported by the publishing at
// the end of the sync.
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

// publishAll publishes those of the lists that have a location and are not on hold, and
// reports failures.
func (e *Engine) publishAll(ctx context.Context, sets []store.Set, hold func(list string) bool) (failed []subscribe.Report, err error) {
	for _, s := range sets {
		if hold != nil && hold(s.Name) {
			continue
		}
		if _, err := e.Sharing.Publish(ctx, s.Name); err != nil {
			if ctx.Err() != nil {
				return failed, ctx.Err()
			}
			r := subscribe.Report{Set: s.Name, Subscription: s.Location, Publishing: true}
			if r.Offline = fetch.Offline(err); !r.Offline {
				r.Error, r.Err = fetch.Reason(err), err
			}
			failed = append(failed, r)
		}
	}
	return failed, nil
}
