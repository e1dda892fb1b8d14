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

// Sync runs the download algorithm on a library ("Sync Algorithm"): what it fetches and
// what is here in the end is what the pseudo-code of the text says. The error is one of
// the store, or tells that there is no such library; all else is in the report. Only one
// run of a library goes on at a time; the caller sees to that.
func Sync(ctx context.Context, p Parts, o Options) (Report, error) {
	r, err := newRun(ctx, p, o)
	if err != nil {
		return Report{}, err
	}
	for _, step := range []func() error{r.recover, r.measure, r.look, r.all, r.save} {
		if err = step(); err != nil {
			break
		}
	}
	return r.ended(err)
}

// run is one run on one library. Its fields belong to the goroutine of Sync; what
// downloads share is in budget and flights.
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
	// landings are the downloads that ended, flying how many are on their way, of which
	// feedsFlying are feeds. idle counts the ticks since a feed came last.
	landings    chan landing
	flying      int
	feedsFlying int
	idle        int
	// keeping are files and failures that the store is not told of yet.
	keeping []landing
	report  Report
	// progress is told; begun is how many files were.
	progress Progress
	begun    int
	// stopped is why nothing more is begun, or nil.
	stopped error
}

// pace is how often progress is told and files that came are kept, patience how many such
// times feeds are waited for before files are begun beside them.
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

// all does what is in the queue, and cleans up. Where there was too little room, and the
// clean-up made some, it goes on.
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

// downloads is "While the download queue isn't empty". Downloads go on beside each other;
// what came of them is taken in here, one after another.
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
		case r.flying == 0:
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

// start begins what may be begun now.
func (r *run) start(ctx context.Context) error {
	for r.flying < r.Limits.Parallel && r.stopped == nil && ctx.Err() == nil {
		e, ok, err := r.next()
		if err != nil || !ok {
			return err
		}
		r.hosts.begin(e.host)
		r.flying++
		r.report.Requests++
		if e.Nested {
			r.feedsFlying++
		}
		go func() {
			r.landings <- crash.Or(func() landing { return r.download(ctx, e) }, func(err error) landing { return landing{entry: e, err: err} })
		}()
	}
	return nil
}

// tick is what is done now and then.
func (r *run) tick() error {
	r.idle++
	r.tell()
	return r.save()
}

// entry is an entry of the queue that is at hand, with what is here of it.
type entry struct {
	store.ContentWanted
	// host is the server that it lies on, "" for this computer.
	host string
	// feed or file is what is kept of it, where here says that anything is.
	feed store.ContentFeed
	file store.ContentFile
	here bool
}

// lane has entries that wait to be fetched: in their order, but that a server that has
// enough to do holds up none of another.
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

// take takes the first entry of the first server that takes one.
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

// forget leaves out what waits for a server.
func (l *lane) forget(host string) {
	l.n -= len(l.waiting[host])
	delete(l.waiting, host)
	l.hosts = slices.DeleteFunc(l.hosts, func(other string) bool { return other == host })
}
