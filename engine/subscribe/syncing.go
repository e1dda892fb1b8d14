package subscribe

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"crossfeed/engine/edit"
	"crossfeed/engine/fetch"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe/intake"
	"crossfeed/engine/transport"
)

// Run is one reading of subscriptions.
type Run struct {
	*Service
	options SyncOptions
	began   time.Time
	pace    *pace
	// Sets are the lists whose subscriptions, todo, are to be read.
	Sets []store.Set
	todo []toRead
	// free tells of each of todo that it is being read no more.
	free []func()
	// reports are those of todo, nil where it is not read.
	reports []*Report
	// items are what the feeds of those of todo did to items.
	items []intake.Effects
	// left counts what is still to be fetched, in all and for each list.
	left struct {
		all   int
		lists map[int64]int
	}
	// brought is what was merged of each list so far.
	brought map[int64]intake.Weight
	// waiting are those that wait for the other feeds of their list.
	waiting []*arriving
	// out are those of which it is not told yet whether this computer is offline.
	out outOfReach
}

// Begin finds what is to be read. The caller calls End.
func (e *Service) Begin(ctx context.Context, o SyncOptions) (*Run, error) {
	sets, todo, err := e.plan(ctx, o)
	if err != nil {
		return nil, err
	}
	return e.begin(o, sets, todo), nil
}

// begin is Begin of what is to be read.
func (e *Service) begin(o SyncOptions, sets []store.Set, todo []toRead) *Run {
	return &Run{
		Service: e, options: o, began: time.Now(), Sets: sets, todo: todo, free: e.busy.begin(todo),
		reports: make([]*Report, len(todo)), items: make([]intake.Effects, len(todo)), brought: map[int64]intake.Weight{},
		pace: &pace{clock: e.Clock, tell: o.Progress, now: Progress{Of: len(todo)}},
	}
}

// ReadAll reads everything, merges what it brings, and fetches the files of items.
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

// End frees the subscriptions for other runs, and logs how the run went.
func (s *Run) End(ctx context.Context) {
	for _, free := range s.free {
		free()
	}
	s.Log.InfoContext(ctx, "sync", "lists", len(s.Sets), "subscriptions", len(s.todo), "due", s.options.Due, "took", time.Since(s.began).Round(time.Millisecond))
}

// Done are the reports that there are, in the order of the subscriptions.
func (s *Run) Done() (all []Report) {
	for _, r := range s.reports {
		if r != nil {
			all = append(all, *r)
		}
	}
	return all
}

// countConflicts counts the items that are in conflict at the end of the run, each once:
// what one feed brought can resolve what another one did, and several can bring the same
// conflict.
func (s *Run) countConflicts(ctx context.Context) error {
	counted, open := map[edit.Ref]bool{}, map[int64]map[string]bool{}
	return s.Store.View(ctx, func(r store.Reader) error {
		for i, report := range s.reports {
			if report == nil || report.Conflicts == 0 {
				continue
			}
			set := s.todo[i].set
			if open[set.Key] == nil && !s.options.DryRun {
				rows, err := r.Rows(set.Key, store.Query{Conflicted: true})
				if err != nil {
					return err
				}
				open[set.Key] = map[string]bool{}
				for _, row := range rows {
					open[set.Key][row.ID] = true
				}
			}
			report.Conflicts = 0
			for id, e := range s.items[i] {
				ref := edit.Ref{Set: set.Name, ID: id}
				if e.Conflict && (s.options.DryRun || open[set.Key][id]) && !counted[ref] {
					counted[ref] = true
					report.Conflicts++
				}
			}
		}
		return nil
	})
}

// read fetches all beside each other, and merges what came one after another. Where one
// cannot be kept, the store is at fault, and all others end.
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

// job fetches a subscription.
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

// readOptions are those of a subscription.
func (s *Run) readOptions(t toRead) readOptions {
	return readOptions{
		now: s.Clock.Now(), dry: s.options.DryRun, whole: s.options.Whole, large: s.options.AcceptLarge,
		arrived: s.pace.arriving(t.Location),
		item:    func() { s.pace.item(t.Location) },
	}
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
func (s *Run) note(ctx context.Context, i int, o outcome, offline bool) error {
	if offline {
		s.reports[i].Error, s.reports[i].Offline = "", true
	}
	return s.noteHealth(ctx, s.todo[i], o, offline)
}

// noteOutOfReach notes those of which nothing told whether this computer is offline:
// it is where none of several servers is reached.
func (s *Run) noteOutOfReach(ctx context.Context) error {
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

// A reading tells of its progress after so many items or so long a time,
// whichever is first: often enough to be seen, too seldom to slow it down.
const (
	paceItems = 250
	paceTime  = 100 * time.Millisecond
)

// pace passes on progress, but not every step. Several goroutines may tell it.
type pace struct {
	clock Clock
	tell  func(Progress)

	mu   sync.Mutex
	now  Progress
	told time.Time
}

// reading tells that a subscription is being fetched.
func (p *pace) reading(subscription string) {
	p.step(func(now *Progress) bool {
		now.Subscription = subscription
		now.Reading++
		return true
	})
}

// arriving is told of the bytes that came of one document after another, each time of all
// of the document so far.
func (p *pace) arriving(subscription string) func(int64) {
	var last int64
	return func(far int64) {
		if far < last {
			last = 0 // another document
		}
		more := far - last
		last = far
		p.step(func(now *Progress) bool {
			now.Subscription = subscription
			now.Bytes += more
			return false
		})
	}
}

// item tells that one item more was read.
func (p *pace) item(subscription string) {
	p.step(func(now *Progress) bool {
		now.Subscription = subscription
		now.Items++
		return now.Items%paceItems == 0
	})
}

// done tells that a subscription is read.
func (p *pace) done(subscription string) {
	p.step(func(now *Progress) bool {
		now.Subscription = subscription
		now.Reading--
		now.Done++
		return true
	})
}

// publishing tells that all are read.
func (p *pace) publishing() {
	p.step(func(now *Progress) bool {
		now.Subscription = ""
		return true
	})
}

// step changes the progress, and tells it where that is worth it, or due.
func (p *pace) step(change func(*Progress) (tell bool)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	worth := change(&p.now)
	if p.tell == nil {
		return
	}
	if now := p.clock.Now(); worth || now.Sub(p.told) >= paceTime {
		p.told = now
		p.tell(p.now)
	}
}

// outOfReach gathers what may have failed because this computer is offline, though its
// network says something else: a router without a line answers that there are no names,
// or nothing at all. One server that cannot be reached is its own trouble; several at
// once, with none that answered, are this computer's.
type outOfReach struct {
	doubtful []doubt
	answered bool
}

// doubt is one of them: the index of its subscription, and what came of it.
type doubt struct {
	index   int
	host    string
	outcome outcome
}

// doubts keeps an outcome until all others came, where it tells nothing for sure.
func (o *outOfReach) doubts(index int, t toRead, out outcome) bool {
	host := transport.PlaceOf(t.Location)
	switch {
	case host == "":
		return false
	case fetch.Only(out.err, transport.NoHost, transport.Timeout, transport.Offline) && !fetch.Offline(out.err):
		o.doubtful = append(o.doubtful, doubt{index, host, out})
		return true
	case out.err == nil || !fetch.Offline(out.err):
		o.answered = true
	}
	return false
}

// offline tells whether the doubtful ones failed because this computer is offline.
func (o *outOfReach) offline() bool {
	hosts := map[string]bool{}
	for _, d := range o.doubtful {
		hosts[d.host] = true
	}
	return !o.answered && len(hosts) > 1
}
