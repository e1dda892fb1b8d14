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

// countConflicts counts each item that is in conflict at the end of the run once: one feed can
// resolve the conflicts of another, and several can bring the same conflict.
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

// note stores the result of a refresh.
func (s *Run) note(ctx context.Context, i int, o outcome, offline bool) error {
	if offline {
		s.reports[i].Error, s.reports[i].Err, s.reports[i].Offline = "", nil, true
	}
	return s.noteHealth(ctx, s.todo[i], o, offline)
}

// noteOutOfReach stores the results of the doubtful failures. This computer is considered
// offline if none of several servers could be reached.
func (s *Run) noteOutOfReach(ctx context.Context) error {
	offline := s.out.offline()
	for _, d := range s.out.doubtful {
		if err := s.note(ctx, d.index, d.outcome, offline); err != nil {
			return err
		}
	}
	return nil
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

// Progress is reported after this number of items or this time, whichever comes first: often
// enough to be visible, but rarely enough not to slow down the sync.
const (
	paceItems = 250
	paceTime  = 100 * time.Millisecond
)

// pace reports progress, but not every step. It is safe for concurrent use.
type pace struct {
	clock  Clock
	report func(Progress)

	mu         sync.Mutex
	now        Progress
	reportedAt time.Time
}

// reading reports that a subscription is being fetched.
func (p *pace) reading(subscription string) {
	p.step(func(now *Progress) bool {
		now.Subscription = subscription
		now.Reading++
		return true
	})
}

// arriving returns a function to be called with the number of bytes received so far of the
// current document. It may be called for several documents in turn.
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

// item reports that another item was read.
func (p *pace) item(subscription string) {
	p.step(func(now *Progress) bool {
		now.Subscription = subscription
		now.Items++
		return now.Items%paceItems == 0
	})
}

// done reports that a subscription has been read.
func (p *pace) done(subscription string) {
	p.step(func(now *Progress) bool {
		now.Subscription = subscription
		now.Reading--
		now.Done++
		return true
	})
}

// publishing reports that all subscriptions have been read.
func (p *pace) publishing() {
	p.step(func(now *Progress) bool {
		now.Subscription = ""
		return true
	})
}

// step updates the progress, and reports it if the step is worth it or a report is due.
func (p *pace) step(change func(*Progress) (tell bool)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	worth := change(&p.now)
	if p.report == nil {
		return
	}
	if now := p.clock.Now(); worth || now.Sub(p.reportedAt) >= paceTime {
		p.reportedAt = now
		p.report(p.now)
	}
}

// outOfReach collects failures that may mean that this computer is offline, although its
// network reports something else: a router without a connection answers that host names do not
// exist, or does not answer at all. If one server cannot be reached, the server is at fault;
// if several cannot and none answers, this computer is offline.
type outOfReach struct {
	doubtful []doubt
	answered bool
}

// doubt is such a failure: the index of its subscription, its host and its outcome.
type doubt struct {
	index   int
	host    string
	outcome outcome
}

// doubts holds back an outcome that is not conclusive until all others are known.
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

// offline reports whether the doubtful failures are because this computer is offline.
func (o *outOfReach) offline() bool {
	hosts := map[string]bool{}
	for _, d := range o.doubtful {
		hosts[d.host] = true
	}
	return !o.answered && len(hosts) > 1
}
