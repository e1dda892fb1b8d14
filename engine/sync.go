package engine

import (
	"context"
	"time"

	"crossfeed/engine/location"
	"crossfeed/engine/schedule"
	"crossfeed/engine/store"
)

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
	// Conflicts is the number of items with open conflicts among the new and
	// updated.
	Conflicts int    `json:"conflicts"`
	Unchanged int    `json:"unchanged"`
	SetAside  int    `json:"set_aside"`
	Bytes     int64  `json:"bytes"`
	Error     string `json:"error"`
	// Discarded items were taken out of the set, because changes had been missed and
	// their publisher has them no more.
	Discarded int `json:"discarded,omitempty"`
	// Waiting are items among those set aside that wait for a person, because something in
	// them is alarming (Engine.Suspects).
	Waiting int `json:"waiting,omitempty"`
	// Refused are items among those set aside that a person refused.
	Refused int `json:"refused,omitempty"`
	// Offline tells that it was not read, or not published, because this computer reaches
	// no network, which is no error.
	Offline bool `json:"offline,omitempty"`
	// Problems are what was found in the feeds.
	Problems []string `json:"problems,omitempty"`
}

// Sync reads the subscriptions that are not paused, merges what they bring and
// publishes the sets that have a location. Feeds are fetched beside each other
// within limits and merged one after another as they come, so that a slow one
// delays no other; the reports are in the order of the subscriptions. One that
// fails says so in its report and keeps nobody else from being read; the error is for
// what concerns the whole run. A cancelled ctx leaves every feed either merged
// whole or not at all.
func (e *Engine) Sync(ctx context.Context, o SyncOptions) ([]Report, error) {
	sets, todo, err := e.plan(ctx, o)
	if err != nil {
		return nil, err
	}
	s := &syncing{
		Engine: e, options: o, todo: todo, free: e.busy.begin(todo), reports: make([]*Report, len(todo)),
		pace: &pace{clock: e.parts.Clock, tell: o.Progress, now: Progress{Of: len(todo)}},
	}
	defer s.freeAll()
	err = s.read(ctx)
	if err != nil || o.DryRun {
		return s.all(), err
	}
	s.pace.publishing()
	failed, err := e.publishAll(ctx, sets)
	return append(s.all(), failed...), err
}

// syncing is one run of Sync.
type syncing struct {
	*Engine
	options SyncOptions
	pace    *pace
	todo    []toRead
	// free tells of each of todo that it is being read no more.
	free []func()
	// reports are those of todo, nil where it is not read.
	reports []*Report
	// out are those of which it is not told yet whether this computer is offline.
	out outOfReach
}

// all are the reports that there are, in the order of the subscriptions.
func (s *syncing) all() (all []Report) {
	for _, r := range s.reports {
		if r != nil {
			all = append(all, *r)
		}
	}
	return all
}

// read fetches all beside each other, and merges what came one after another. Where one
// cannot be kept, the store is at fault, and all others end.
func (s *syncing) read(ctx context.Context) error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	var fatal error
	jobs := make([]schedule.Job[*fetched], len(s.todo))
	for i := range s.todo {
		jobs[i] = s.job(i)
	}
	err := schedule.Run(inner, jobs, schedule.Usual, func(i int, f *fetched) {
		defer s.free[i]()
		defer f.close()
		if fatal == nil {
			fatal = s.keepOne(inner, i, f)
		}
		if fatal != nil {
			cancel()
		}
	}, (*fetched).close)
	if fatal == nil && err == nil {
		fatal = s.settleOutOfReach(inner)
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case fatal != nil:
		return fatal
	}
	return err
}

// freeAll tells of all that none is being read any more by this run.
func (s *syncing) freeAll() {
	for _, free := range s.free {
		free()
	}
}

// job fetches a subscription.
func (s *syncing) job(i int) schedule.Job[*fetched] {
	t := s.todo[i]
	return schedule.Job[*fetched]{Host: location.PlaceOf(t.Location), Do: func(ctx context.Context) *fetched {
		if t.rests {
			return &fetched{}
		}
		wait(ctx, t.spread)
		s.pace.reading(t.Location)
		return s.fetch(ctx, t, s.readOptions(t))
	}}
}

// readOptions are those of a subscription.
func (s *syncing) readOptions(t toRead) readOptions {
	return readOptions{
		now: s.parts.Clock.Now(), dry: s.options.DryRun, whole: s.options.Whole,
		arrived: s.pace.arriving(t.Location),
		item:    func() { s.pace.item(t.Location) },
	}
}

// keepOne merges what was fetched of a subscription, and notes how it went.
func (s *syncing) keepOne(ctx context.Context, i int, f *fetched) error {
	t := s.todo[i]
	if t.rests {
		s.reports[i] = resting(t)
		return nil
	}
	o, err := s.keep(ctx, t, f, s.readOptions(t))
	if err != nil {
		return err
	}
	o.report.Error = plain(o.err)
	s.reports[i] = &o.report
	s.pace.done(t.Location)
	switch {
	case s.options.DryRun:
		return nil
	case s.out.doubts(i, t, o):
		return nil
	}
	return s.note(ctx, i, o, offline(o.err))
}

// resting is the report of a feed that is gone for good, and is not asked for any more.
func resting(t toRead) *Report {
	return &Report{Set: t.set.Name, Subscription: t.Location, Error: t.Health.Error + "; it is not read by itself any more"}
}

// note keeps how the reading of a subscription went.
func (s *syncing) note(ctx context.Context, i int, o outcome, offline bool) error {
	if offline {
		s.reports[i].Error, s.reports[i].Offline = "", true
	}
	return s.noteHealth(ctx, s.todo[i], o, offline)
}

// settleOutOfReach notes those of which nothing told whether this computer is offline:
// it is where none of several servers is reached.
func (s *syncing) settleOutOfReach(ctx context.Context) error {
	offline := s.out.offline()
	for _, d := range s.out.doubtful {
		if err := s.note(ctx, d.index, d.outcome, offline); err != nil {
			return err
		}
	}
	return nil
}

// wait waits, or until ctx ends.
func wait(ctx context.Context, d time.Duration) {
	if d <= 0 {
		return
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
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
			r := Report{Set: s.Name, Subscription: s.Location, Error: plain(err)}
			if r.Offline = offline(err); r.Offline {
				r.Error = ""
			}
			failed = append(failed, r)
		}
	}
	return failed, nil
}
