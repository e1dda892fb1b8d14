package engine

import (
	"context"

	"crossfeed/engine/store"
)

// SyncOptions say what to sync and how.
type SyncOptions struct {
	// Sets names the sets; none means all.
	Sets []string
	// DryRun reads and merges, and writes nothing.
	DryRun bool
	// Progress is called now and then from the goroutine that syncs, or is nil.
	Progress func(Progress)
}

// Progress tells how far a sync is.
type Progress struct {
	// Subscription is the location being read; "" while publishing.
	Subscription string
	// Done of Of subscriptions are read; Items were read so far.
	Done, Of, Items int
}

// Report is what one subscription brought. A set that could not be published
// has a report of its own, whose Subscription is the place of publication.
type Report struct {
	Set          string `json:"set"`
	Subscription string `json:"subscription"`
	Read         int    `json:"read"`
	New          int    `json:"new"`
	Updated      int    `json:"updated"`
	// Conflicts is the number of items with open conflicts among the new and
	// updated.
	Conflicts int    `json:"conflicts"`
	Unchanged int    `json:"unchanged"`
	SetAside  int    `json:"set_aside"`
	Bytes     int64  `json:"bytes"`
	Error     string `json:"error"`
	// Problems are what was found in the feeds.
	Problems []string `json:"problems,omitempty"`
}

// Sync reads the subscriptions that are not paused, merges what they bring and
// publishes the sets that have a location. One subscription that fails says so
// in its report and keeps nobody else from being read; the error is for what
// concerns the whole run. A cancelled ctx leaves every feed either merged whole
// or not at all.
func (e *Engine) Sync(ctx context.Context, o SyncOptions) ([]Report, error) {
	sets, todo, err := e.plan(ctx, o.Sets)
	if err != nil {
		return nil, err
	}
	p := &pace{clock: e.parts.Clock, tell: o.Progress, now: Progress{Of: len(todo)}}
	var reports []Report
	for _, t := range todo {
		p.begin(t.Location)
		report, err := e.readSubscription(ctx, t, o.DryRun, p)
		if err != nil {
			return reports, err
		}
		reports = append(reports, report)
		p.now.Done++
	}
	if o.DryRun {
		return reports, nil
	}
	p.begin("")
	failed, err := e.publishAll(ctx, sets)
	return append(reports, failed...), err
}

// toRead is a subscription that is to be read, and its set.
type toRead struct {
	store.Subscription
	set store.Set
}

// plan finds the sets of those names, or all, and their subscriptions that are
// not paused.
func (e *Engine) plan(ctx context.Context, names []string) (sets []store.Set, todo []toRead, err error) {
	err = e.store.View(ctx, func(r store.Reader) error {
		if sets, err = choose(r, names); err != nil {
			return err
		}
		for _, set := range sets {
			all, err := r.Subscriptions(set.Key)
			if err != nil {
				return err
			}
			for _, s := range all {
				if !s.Paused {
					todo = append(todo, toRead{s, set})
				}
			}
		}
		return nil
	})
	return sets, todo, err
}

// publishAll publishes those of the sets that have a location, and reports the
// ones that could not be.
func (e *Engine) publishAll(ctx context.Context, sets []store.Set) (failed []Report, err error) {
	for _, s := range sets {
		if _, err := e.Publish(ctx, s.Name); err != nil {
			if ctx.Err() != nil {
				return failed, ctx.Err()
			}
			failed = append(failed, Report{Set: s.Name, Subscription: s.Location, Error: err.Error()})
		}
	}
	return failed, nil
}
