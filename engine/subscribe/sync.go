package subscribe

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"crossfeed/engine/crash"
	"crossfeed/engine/fetch"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe/intake"
	"crossfeed/engine/transport"
)

// Run is one refresh of subscriptions.
type Run struct {
	*Service
	options SyncOptions
	began   time.Time
	pace    *pace
	// Sets are the lists to refresh; todo are their subscriptions.
	Sets []store.Set
	todo []toRead
	// free marks each subscription of todo as no longer being refreshed.
	free []func()
	// reports are the reports of todo, nil for those not yet refreshed.
	reports []*Report
	// items are the effects of each subscription of todo on items.
	items []intake.Effects
	// left counts the subscriptions still to be fetched, in total and by list.
	left struct {
		all   int
		lists map[int64]int
	}
	// added counts the new items that were merged into each list without waiting.
	added map[int64]int
	// waiting are the subscriptions that wait for other feeds of their list.
	waiting []*arriving
	// out are the failures for which it is undecided whether this computer is offline.
	out outOfReach
}

// Begin plans a refresh. The caller must call End.
func (e *Service) Begin(ctx context.Context, o SyncOptions) (*Run, error) {
	sets, todo, err := e.plan(ctx, o)
	if err != nil {
		return nil, err
	}
	return e.begin(o, sets, todo), nil
}

func (e *Service) begin(o SyncOptions, sets []store.Set, todo []toRead) *Run {
	return &Run{
		Service: e, options: o, began: time.Now(), Sets: sets, todo: todo, free: e.busy.begin(todo),
		reports: make([]*Report, len(todo)), items: make([]intake.Effects, len(todo)), added: map[int64]int{},
		pace: &pace{clock: e.Clock, report: o.Progress, now: Progress{Of: len(todo)}},
	}
}

// ReadAll refreshes all subscriptions, and downloads the missing files of items.
func (s *Run) ReadAll(ctx context.Context) error {
	err := s.read(ctx)
	if err == nil {
		err = s.countConflicts(ctx)
	}
	if err != nil || s.options.DryRun {
		return err
	}
	if err = s.fetchAttachments(ctx); err == nil {
		s.pace.publishing()
	}
	return err
}

// End releases the subscriptions for other runs and logs the run.
func (s *Run) End(ctx context.Context) {
	for _, free := range s.free {
		free()
	}
	s.Log.InfoContext(ctx, "sync", "lists", len(s.Sets), "subscriptions", len(s.todo), "due", s.options.Due, "took", time.Since(s.began).Round(time.Millisecond))
}

// Done returns the finished reports, in the order of the subscriptions.
func (s *Run) Done() (all []Report) {
	for _, r := range s.reports {
		if r != nil {
			all = append(all, *r)
		}
	}
	return all
}

// read fetches all subscriptions concurrently and merges the results one by one. If a result
// cannot be stored, the store is at fault, and all others are canceled.
func (s *Run) read(ctx context.Context) error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	var fatal error
	jobs := make([]fetch.Job[*fetched], len(s.todo))
	for i := range s.todo {
		jobs[i] = s.job(i)
	}
	s.count()
	defer s.drop()
	err := fetch.Run(inner, jobs, fetch.Usual, func(i int, f *fetched) {
		if fatal == nil {
			fatal = s.arrived(inner, i, f)
		} else {
			f.close()
		}
		if fatal != nil {
			cancel()
		}
	}, (*fetched).close)
	if fatal == nil && err == nil {
		fatal = s.noteOutOfReach(inner)
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case fatal != nil:
		return fatal
	}
	return err
}

// job returns the job that fetches a subscription.
func (s *Run) job(i int) fetch.Job[*fetched] {
	t := s.todo[i]
	return fetch.Job[*fetched]{Host: transport.PlaceOf(t.Location), Do: func(ctx context.Context) *fetched {
		if t.rests {
			return &fetched{}
		}
		wait(ctx, t.spread)
		s.pace.reading(t.Location)
		return s.fetch(ctx, t, s.readOptions(t))
	}, Failed: func(err error) *fetched { return &fetched{err: err} }}
}

func (s *Run) readOptions(t toRead) readOptions {
	return readOptions{
		now: s.Clock.Now(), dry: s.options.DryRun, whole: s.options.Whole, large: s.options.AcceptLarge,
		arrived: s.pace.arriving(t.Location),
		item:    func() { s.pace.item(t.Location) },
	}
}

// namesOf lists the names of the first files.
func namesOf(files []string) string {
	const most = 5
	if len(files) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(files[:most], ", "), len(files)-most)
	}
	return strings.Join(files, ", ")
}

// resting returns the report of a permanently gone feed, which is no longer requested.
func resting(t toRead) *Report {
	return &Report{Set: t.set.Name, Subscription: t.Location, Error: t.Health.Error + "; it is no longer refreshed automatically",
		Err: &transport.Error{Trouble: t.Health.Trouble, Address: t.Location}}
}

// wait waits for d, or until ctx is done.
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

// arriving is a fetched subscription until all of it is merged.
type arriving struct {
	index int
	toRead
	fetched *fetched
	options readOptions
	outcome outcome
	failed  []error
	// waiting holds the feeds that were read and wait for the other feeds of the list.
	waiting []*readFeed
}

// little is how many new items the feeds of a list may bring without waiting for its other
// feeds. So few are never a flood, whatever the other feeds bring.
const little = 100

// count counts the subscriptions to fetch, in total and by list.
func (s *Run) count() {
	s.left.all, s.left.lists = len(s.todo), map[int64]int{}
	for _, t := range s.todo {
		s.left.lists[t.set.Key]++
	}
}

// arrived processes the fetched feeds of a subscription. Whatever deletes or overwrites items
// of a list waits until all feeds of the list have been fetched, because it is judged as a
// whole; so do many new items.
func (s *Run) arrived(ctx context.Context, i int, f *fetched) error {
	t := s.todo[i]
	s.left.all--
	s.left.lists[t.set.Key]--
	a := &arriving{index: i, toRead: t, fetched: f, options: s.readOptions(t)}
	if t.rests {
		s.reports[i] = resting(t)
		s.close(a)
		return nil
	}
	if err := a.guarded(func() error { return s.begin(ctx, a) }); err != nil {
		s.close(a)
		return err
	}
	if len(a.waiting) > 0 {
		s.waiting = append(s.waiting, a)
	} else if err := s.finish(ctx, a); err != nil {
		return err
	}
	return s.mergeWaiting(ctx, t.set.Key)
}

// begin reads the feeds of a subscription and merges those that bring only a few new items.
func (s *Run) begin(ctx context.Context, a *arriving) error {
	a.outcome.report = Report{Set: a.set.Name, Subscription: a.Location}
	if a.fetched.err == nil {
		a.outcome.feeds = map[string]feedChange{}
	} else {
		a.failed = append(a.failed, a.fetched.err)
	}
	for _, f := range a.fetched.feeds {
		read, now, err := s.Service.read(ctx, a.toRead, f, a.options, &a.outcome)
		if err == nil && read != nil && !s.bringsLittle(a, read) {
			a.waiting = append(a.waiting, read)
			continue
		}
		if err == nil && read != nil {
			now, err = s.merge(ctx, a, read)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		a.record(f, now, err)
	}
	if !intake.AsShown(readings([]*arriving{a}, a.set.Key)) {
		return nil
	}
	shown := a.waiting
	a.waiting = nil
	for _, read := range shown {
		now, err := s.merge(ctx, a, read)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		a.record(read.fetchedFeed, now, err)
	}
	return nil
}

// bringsLittle reports whether a feed can be merged before the other feeds of its list are
// read: it adds a few items and changes none, or the user agreed to everything in it. The feeds
// of a new subscription are compared as a whole with the preview that the user saw.
func (s *Run) bringsLittle(a *arriving, read *readFeed) bool {
	if a.isNew(a.options.now) && !read.Agreed() {
		return false
	}
	added, changes := read.Brings()
	added += s.added[a.set.Key]
	if !read.Agreed() && (changes || added > little) {
		return false
	}
	s.added[a.set.Key] = added
	return true
}

// merge judges a feed by itself and merges it.
func (s *Run) merge(ctx context.Context, a *arriving, read *readFeed) (store.Feed, error) {
	if err := intake.Judge(ctx, s.Store, read.Reading); err != nil {
		return read.before, err
	}
	return read.merge(a.toRead, a.options, &a.outcome)
}

// record records the result of reading a feed.
func (a *arriving) record(f *fetchedFeed, now store.Feed, err error) {
	a.failed = append(a.failed, err, f.lacks)
	if a.outcome.feeds != nil {
		a.outcome.feeds[f.address] = feedChange{f.before, now}
	}
}

// mergeWaiting merges the waiting feeds of a list once all feeds of the list have been
// fetched. Mass deletions wait for all other lists, too: the items may have been moved to
// another list.
func (s *Run) mergeWaiting(ctx context.Context, list int64) error {
	if s.left.lists[list] > 0 {
		return nil
	}
	if s.left.all > 0 {
		floods, err := intake.Floods(ctx, s.Store, readings(s.waiting, list)...)
		if err != nil || floods {
			return err
		}
		return s.mergeList(ctx, list)
	}
	for len(s.waiting) > 0 {
		if err := s.mergeList(ctx, s.waiting[0].set.Key); err != nil {
			return err
		}
	}
	return nil
}

// readings returns the waiting readings of a list.
func readings(waiting []*arriving, list int64) (all []*intake.Reading) {
	for _, a := range waiting {
		for _, r := range a.waiting {
			if a.set.Key == list {
				all = append(all, r.Reading)
			}
		}
	}
	return all
}

// mergeList judges the waiting feeds of a list as a whole and merges them.
func (s *Run) mergeList(ctx context.Context, list int64) error {
	if err := intake.Judge(ctx, s.Store, readings(s.waiting, list)...); err != nil {
		return err
	}
	var rest []*arriving
	for n, a := range s.waiting {
		if a.set.Key != list {
			rest = append(rest, a)
			continue
		}
		if err := s.mergeOne(ctx, a); err != nil {
			s.waiting = append(rest, s.waiting[n+1:]...)
			return err
		}
	}
	s.waiting = rest
	return nil
}

// mergeOne merges the waiting feeds of a subscription.
func (s *Run) mergeOne(ctx context.Context, a *arriving) error {
	err := a.guarded(func() error {
		for _, read := range a.waiting {
			now, err := read.merge(a.toRead, a.options, &a.outcome)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			a.record(read.fetchedFeed, now, err)
		}
		return nil
	})
	if err != nil {
		s.close(a)
		return err
	}
	return s.finish(ctx, a)
}

// guarded calls do for the feeds of a subscription. A panic fails only this subscription.
func (a *arriving) guarded(do func() error) error {
	err := crash.Guard(do)
	if crashed := (*crash.Error)(nil); errors.As(err, &crashed) {
		a.outcome = outcome{report: Report{Set: a.set.Name, Subscription: a.Location}}
		a.failed, a.waiting = []error{crashed}, nil
		return nil
	}
	return err
}

// finish records the result of a subscription.
func (s *Run) finish(ctx context.Context, a *arriving) error {
	defer s.close(a)
	o, t := a.outcome, a.toRead
	o.err = errors.Join(a.failed...)
	o.report.Error, o.report.Err = fetch.Reason(o.err), o.err
	if others := namesOf(a.fetched.others); others != "" {
		o.report.Problems = append(o.report.Problems, fmt.Sprintf("%s: no other device's feed of %s is here; not read are %s, which have other names: subscribe to a file itself, or rename it to %s",
			t.Location, t.list(), others, transport.FileName(t.list(), "DEVICE", t.set.Ending())))
	}
	s.reports[a.index], s.items[a.index] = &o.report, o.items
	s.pace.done(t.Location)
	switch {
	case s.options.DryRun:
		return nil
	case s.out.doubts(a.index, t, o):
		return nil
	}
	return s.note(ctx, a.index, o, fetch.Offline(o.err))
}

// close releases the fetched documents.
func (s *Run) close(a *arriving) {
	a.fetched.close()
	s.free[a.index]()
}

// drop releases the fetched documents of feeds that were never merged.
func (s *Run) drop() {
	for _, a := range s.waiting {
		s.close(a)
	}
	s.waiting = nil
}
