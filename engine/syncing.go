package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"crossfeed/engine/crash"
	"crossfeed/engine/location"
	"crossfeed/engine/schedule"
)

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
	}, Failed: func(err error) *fetched { return &fetched{err: err} }}
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
	var o outcome
	broken := crash.Guard(func() (err error) {
		o, err = s.keep(ctx, t, f, s.readOptions(t))
		return err
	})
	if crashed := (*crash.Error)(nil); errors.As(broken, &crashed) {
		o = outcome{report: Report{Set: t.set.Name, Subscription: t.Location}, err: crashed}
	} else if broken != nil {
		return broken
	}
	o.report.Error = plain(o.err)
	if others := namesOf(f.others); others != "" {
		o.report.Problems = append(o.report.Problems, fmt.Sprintf("%s: no other device's feed of %s is here; not read are %s, which have other names: subscribe to a file itself, or rename it to %s",
			t.Location, t.list(), others, location.FileName(t.list(), "DEVICE", endingOf(t.set))))
	}
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

// namesOf lists the first names of files.
func namesOf(files []string) string {
	const most = 5
	if len(files) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(files[:most], ", "), len(files)-most)
	}
	return strings.Join(files, ", ")
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
