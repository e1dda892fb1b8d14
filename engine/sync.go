package engine

import (
	"context"
	"time"

	"crossfeed/engine/crash"
	"crossfeed/engine/fetch"
	"crossfeed/engine/incorporate"
	"crossfeed/engine/store"
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
func (e *Engine) Sync(ctx context.Context, o SyncOptions) ([]Report, error) {
	if err := e.inStep(ctx); err != nil {
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

func (e *Engine) syncOnce(ctx context.Context, o SyncOptions) ([]Report, error) {
	sets, todo, err := e.plan(ctx, o)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	defer func() {
		e.parts.Log.InfoContext(ctx, "sync", "lists", len(sets), "subscriptions", len(todo), "due", o.Due, "took", time.Since(began).Round(time.Millisecond))
	}()
	s := &syncing{
		Engine: e, options: o, todo: todo, free: e.busy.begin(todo), reports: make([]*Report, len(todo)), items: make([]incorporate.Effects, len(todo)), brought: map[int64]incorporate.Weight{},
		pace: &pace{clock: e.parts.Clock, tell: o.Progress, now: Progress{Of: len(todo)}},
	}
	defer s.freeAll()
	if !o.DryRun {
		defer e.publishMeanwhile(ctx, sets)()
	}
	if err = s.read(ctx); err == nil {
		err = s.countConflicts(ctx)
	}
	if err != nil || o.DryRun {
		return s.all(), err
	}
	if err := s.fetchAttachments(ctx, sets); err != nil {
		return s.all(), err
	}
	s.pace.publishing()
	failed, err := e.publishAll(ctx, sets)
	return append(s.all(), failed...), err
}

// publishAfter is how long publishing waits for feeds and files to come: most syncs are over
// before, and publish once.
const publishAfter = 5 * time.Second

// publishMeanwhile publishes sets while feeds and files are still coming, once that takes
// longer than publishAfter. end waits for what it began. What fails is told by the
// publishing at the end of the sync.
func (e *Engine) publishMeanwhile(ctx context.Context, sets []store.Set) (end func()) {
	waiting, stop := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		wait(waiting, publishAfter)
		if waiting.Err() == nil {
			_ = crash.Guard(func() error {
				_, err := e.publishAll(ctx, sets)
				return err
			})
		}
	}()
	return func() {
		stop()
		<-ended
	}
}

// publishAll publishes those of the sets that have a location, and reports the
// ones that could not be.
func (e *Engine) publishAll(ctx context.Context, sets []store.Set) (failed []Report, err error) {
	for _, s := range sets {
		if _, err := e.Publish(ctx, s.Name); err != nil {
			if ctx.Err() != nil {
				return failed, ctx.Err()
			}
			r := Report{Set: s.Name, Subscription: s.Location, Error: fetch.Reason(err), Publishing: true}
			if r.Offline = fetch.Offline(err); r.Offline {
				r.Error = ""
			}
			failed = append(failed, r)
		}
	}
	return failed, nil
}

// SyncOptions say what to sync and how.
type SyncOptions struct {
	// Sets names the sets; none means all.
	Sets []string
	// Subscriptions are the locations of those that are read; none means all of the sets.
	// One that nothing of them is subscribed to is store.ErrNoSubscription.
	Subscriptions []string
	// Due reads only what is due by its schedule, and passes over what is being read.
	Due bool
	// Whole reads without conditions, and what is gone for good as well: a person asked
	// for it.
	Whole bool
	// DryRun reads and merges, and writes nothing.
	DryRun bool
	// AcceptLarge agrees to however much of a list is deleted, overwritten or new.
	AcceptLarge bool
	// Progress is called now and then, by one goroutine at a time, or is nil.
	Progress func(Progress)
}

// Progress tells how far a sync is.
type Progress struct {
	// Subscription is the location that there was news of last; "" while publishing.
	Subscription string
	// Reading is the number of subscriptions that are being read.
	Reading int
	// Done of Of subscriptions are read; Items were merged so far.
	Done, Of, Items int
	// Bytes came over the network so far.
	Bytes int64
}

// Report is what one subscription brought. A set that could not be published
// has a report of its own, whose Subscription is the place of publication.
type Report struct {
	Set          string `json:"set"`
	Subscription string `json:"subscription"`
	Read         int    `json:"read"`
	New          int    `json:"new"`
	Updated      int    `json:"updated"`
	Deleted      int    `json:"deleted"`
	// Conflicts is the number of items that are in conflict at the end of the run because
	// of what was read. An item counts once, for the first subscription that has it.
	Conflicts int   `json:"conflicts"`
	Unchanged int   `json:"unchanged"`
	SetAside  int   `json:"skipped"`
	Bytes     int64 `json:"bytes"`
	// Missed reports that changes left a feed before they were read, and that it names no
	// complete feed that has them.
	Missed bool   `json:"missed"`
	Error  string `json:"error"`
	// Publishing reports that this is about publishing, and not about reading a feed.
	Publishing bool `json:"publishing,omitempty"`
	// Discarded items were taken out of the set, because changes had been missed and
	// their publisher has them no more.
	Discarded int `json:"discarded,omitempty"`
	// Held are items that wait for a person, because something in them is alarming
	// (Engine.Suspects): those among SetAside, and missing that left the feed, and stay.
	Held int `json:"held"`
	// Refused are items among those set aside that a person refused.
	Refused int `json:"refused,omitempty"`
	// Offline tells that it was not read, or not published, because this computer reaches
	// no network, which is no error.
	Offline bool `json:"offline,omitempty"`
	// Files of items came, and FilesMissing could not be had. Why the first of them could
	// not is in Unfetched, and in words in Problems.
	Files        int         `json:"files,omitempty"`
	FilesMissing int         `json:"files_missing,omitempty"`
	Unfetched    []Unfetched `json:"unfetched,omitempty"`
	// Problems are what was found in the feeds.
	Problems []string `json:"problems,omitempty"`
	// Invalid are items among those set aside that nobody can decide about.
	Invalid int `json:"-"`
}

// Unfetched is a file of an item that could not be had, and the plain reason.
type Unfetched struct {
	Name  string `json:"name"`
	Error string `json:"error"`
}
