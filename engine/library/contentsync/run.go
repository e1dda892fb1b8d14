package contentsync

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"crossfeed/engine/crash"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/store"
)

// Sync runs the download algorithm on a library ("Sync Algorithm"): what it fetches and what
// is here at the end are as the specification's pseudo-code says. It returns only errors of
// the store, or that there is no such library; everything else is in the report. The caller
// makes sure that there is only one run of a library at a time.
func Sync(ctx context.Context, p Parts, o Options) (Report, error) {
	r, err := newRun(ctx, p, o)
	if err != nil {
		return Report{}, err
	}
	for _, step := range []func() error{r.recover, r.measure, r.fillQueue, r.all, r.save} {
		if err = step(); err != nil {
			break
		}
	}
	return r.ended(err)
}

// run is a run on a library. Its fields belong to the goroutine of Sync; downloads share only
// budget and flights.
type run struct {
	Parts
	Options
	ctx     context.Context
	library store.Library
	cache   cache.Cache
	within  string
	budget  *budget
	flights flights

	queue
	hosts *hosts
	// landings receives finished downloads. flying counts the downloads in progress, of which
	// feedsFlying are feeds. idle counts the ticks since the last feed was received.
	landings     chan landing
	running      int
	feedsRunning int
	idle         int
	// unsaved are files and failures not yet stored.
	unsaved []landing
	report  Report
	// progress is what tell reports; begun is the number of files started.
	progress Progress
	begun    int
	// stopped is why nothing more is started, or nil.
	stopped error
}

// pace is the interval at which progress is reported and received files are stored. patience
// is the number of ticks to wait for feeds before files are downloaded concurrently.
const (
	pace     = 100 * time.Millisecond
	patience = 20
)

func newRun(ctx context.Context, p Parts, o Options) (*run, error) {
	o.Limits = o.Limits.filled()
	r := &run{
		Parts: p.complete(), Options: o, ctx: ctx, cache: p.Cache.Library(o.Library),
		queue: queue{visited: map[string]bool{}, early: map[string]bool{}, failed: map[int64]bool{}},
		hosts: newHosts(o.Limits.PerHost), landings: make(chan landing, o.Limits.Parallel),
		report: Report{Problems: map[string][]store.ContentProblem{}},
	}
	err := p.Store.View(ctx, func(s store.Reader) (err error) {
		r.library, err = Library(s, o.Library)
		return err
	})
	if err != nil {
		return nil, err
	}
	r.budget = &budget{limits: o.Limits, room: cmp.Or(r.library.Room, DefaultRoom), free: r.cache.Free}
	r.within = withinOf(r.library.Address)
	return r, nil
}

// all processes the queue and cleans up. If space ran out and the clean-up freed some, it
// continues.
func (r *run) all() error {
	for again := true; again; {
		if err := r.downloads(); err != nil {
			return err
		}
		freed, err := r.cleanUp()
		if err != nil {
			return err
		}
		if again = freed > 0 && r.lacksRoom(); again {
			r.stopped = nil
			r.queue.fromStart()
		}
	}
	return nil
}

func (r *run) lacksRoom() bool {
	var limit *LimitError
	return errors.As(r.stopped, &limit) && (limit.Kind == ByRoom || limit.Kind == ByFree)
}

// downloads implements "While the download queue isn't empty". Downloads run concurrently;
// their results are processed here, one after another.
func (r *run) downloads() error {
	ctx, cancel := context.WithCancel(r.ctx)
	defer r.wait()
	defer cancel()
	tick := time.NewTicker(pace)
	defer tick.Stop()
	for {
		err := r.start(ctx)
		switch {
		case err != nil:
			return err
		case r.running == 0:
			return r.save()
		}
		select {
		case l := <-r.landings:
			err = r.land(l)
		case <-tick.C:
			err = r.tick()
		}
		if err != nil {
			return err
		}
	}
}

// start starts the downloads that may start now.
func (r *run) start(ctx context.Context) error {
	for r.running < r.Limits.Parallel && r.stopped == nil && ctx.Err() == nil {
		e, ok, err := r.next()
		if err != nil || !ok {
			return err
		}
		r.hosts.begin(e.host)
		r.running++
		r.report.Requests++
		if e.Nested {
			r.feedsRunning++
		}
		go func() {
			r.landings <- crash.Or(func() landing { return r.download(ctx, e) }, func(err error) landing { return landing{entry: e, err: err} })
		}()
	}
	return nil
}

// tick does the periodic work.
func (r *run) tick() error {
	r.idle++
	r.reportProgress()
	return r.save()
}

// entry is an entry of the queue in memory, with its cached state.
type entry struct {
	store.ContentWanted
	// host is its server, "" for this computer.
	host string
	// feed or file is the stored record, valid if here is set.
	feed store.ContentFeed
	file store.ContentFile
	here bool
}

// lane holds entries waiting to be fetched, in their order, except that a busy server does not
// hold up entries of other servers.
type lane struct {
	hosts   []string
	waiting map[string][]entry
	n       int
}

func (l *lane) add(e entry) {
	if l.waiting == nil {
		l.waiting = map[string][]entry{}
	}
	if len(l.waiting[e.host]) == 0 {
		l.hosts = append(l.hosts, e.host)
	}
	l.waiting[e.host] = append(l.waiting[e.host], e)
	l.n++
}

// take removes and returns the first entry of the first server that takes accepts.
func (l *lane) take(takes func(host string) bool) (e entry, ok bool) {
	i := slices.IndexFunc(l.hosts, takes)
	if i < 0 {
		return entry{}, false
	}
	host := l.hosts[i]
	e, l.waiting[host] = l.waiting[host][0], l.waiting[host][1:]
	l.n--
	if len(l.waiting[host]) == 0 {
		l.forget(host)
	}
	return e, true
}

// forget drops the entries waiting for a server.
func (l *lane) forget(host string) {
	l.n -= len(l.waiting[host])
	delete(l.waiting, host)
	l.hosts = slices.DeleteFunc(l.hosts, func(other string) bool { return other == host })
}
