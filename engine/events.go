package engine

import (
	"context"
	"sync"
	"time"

	"crossfeed/engine/crash"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
)

// Event lists what changed, by key. It carries no data: the receiver reads again what it
// shows. Changes by other processes are reported too, within a second.
type Event = store.Change

// These are the intervals for detecting changes by other processes, shared by all watchers:
// with and without notifications from the store. Each poll wakes the process, which costs more
// than the poll itself.
const (
	restInterval = 10 * time.Second
	pollInterval = 700 * time.Millisecond
)

// Watch sends an event after every change until ctx ends, and then closes the channel. A slow
// receiver gets a single event for all that it missed, and never blocks anyone.
func (e *Engine) Watch(ctx context.Context) <-chan Event {
	w := watcher{
		wake:     e.watchers.add(ctx, e),
		store:    e.parts.Store,
		broken:   e.Verifier.Damaged,
		identify: e.Device.Refresh,
		events:   make(chan Event, 1),
	}
	var err error
	if w.last, err = w.store.Revision(ctx); err != nil {
		w.last = unread
	}
	go w.run(ctx)
	return w.events
}

// state is what the poll compares: the watchers are woken when it changes.
type state struct {
	revision int64
	broken   bool
}

func (e *Engine) state(ctx context.Context) (state, error) {
	revision, err := e.parts.Store.Revision(ctx)
	return state{revision, e.Verifier.Damaged()}, err
}

// touched returns a channel that signals possible changes by other processes, if the store
// supports that.
func (e *Engine) touched(ctx context.Context) (<-chan struct{}, bool) {
	st, is := e.parts.Store.(interface {
		Touched(context.Context) (<-chan struct{}, bool)
	})
	if !is {
		return nil, false
	}
	return st.Touched(ctx)
}

// unread is the revision of a store that could not be read: once it can, everything counts as
// changed.
const unread = -1

// watcher sends changes to one listener.
type watcher struct {
	wake   <-chan struct{}
	store  store.Store
	events chan Event
	// last is the last revision that was reported.
	last int64
	// broken reports whether the store has been found damaged, and saidBroken whether that has
	// been reported.
	broken         func() bool
	reportedBroken bool
	// identify adopts an endpoint identifier set by another process, before the change is
	// reported.
	identify func(store.Reader) error
}

func (w *watcher) run(ctx context.Context) {
	defer close(w.events)
	var again <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.wake:
		case <-again:
		}
		again = nil
		var failed error
		if err := crash.Do(func() { failed = w.poll(ctx) }); err != nil || failed != nil {
			again = time.After(pollInterval)
		}
	}
}

// poll reports to the listener what changed since the previous call.
func (w *watcher) poll(ctx context.Context) error {
	if !w.reportedBroken && w.broken() {
		w.reportedBroken = true
		w.send(Event{Revision: w.last, Keys: []store.Key{store.DeviceKey}})
	}
	revision, err := w.store.Revision(ctx)
	if err != nil || revision == w.last {
		return err
	}
	var e Event
	err = w.store.View(ctx, func(r store.Reader) error {
		if e, err = r.Changes(w.last); err == nil && e.Of(store.KindDevice) {
			_ = w.identify(r) // report the change all the same
		}
		return err
	})
	if err != nil {
		return err
	}
	if w.last == unread {
		e.Keys = []store.Key{store.AllKey}
	}
	if len(e.Keys) > 0 {
		w.send(e)
	}
	w.last = e.Revision
	return nil
}

// send sends one event for this change and all changes that the listener has not received yet.
func (w *watcher) send(e Event) {
	select {
	case unheard := <-w.events:
		e = unheard.And(e)
	default:
	}
	w.events <- e // never blocks: nobody else sends
}

// signal sends v unless an earlier value is still pending: one is enough.
func signal[T any](c chan<- T, v T) {
	select {
	case c <- v:
	default:
	}
}

// watchers wakes the watchers: immediately after changes by this process, and at the next poll
// after changes by others.
type watchers struct {
	mu  sync.Mutex
	all map[chan struct{}]bool
	// rest stops the poll, which runs as long as there are watchers.
	rest context.CancelFunc
}

// add registers a watcher until ctx ends and returns the channel that wakes it.
func (w *watchers) add(ctx context.Context, e *Engine) <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.all) == 0 {
		w.all = map[chan struct{}]bool{}
		var looking context.Context
		looking, w.rest = context.WithCancel(context.WithoutCancel(ctx))
		go w.poll(looking, e)
	}
	c := make(chan struct{}, 1)
	w.all[c] = true
	context.AfterFunc(ctx, func() { _ = crash.Do(func() { w.remove(c) }) })
	return c
}

func (w *watchers) remove(c chan struct{}) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if delete(w.all, c); len(w.all) == 0 {
		w.rest()
	}
}

// poll wakes the watchers whenever the state changes. If the state cannot be read, the next
// poll tries again.
func (w *watchers) poll(ctx context.Context, e *Engine) {
	interval := pollInterval
	touched, told := e.touched(ctx)
	if told {
		interval = restInterval
	}
	ticks := time.NewTicker(interval)
	defer ticks.Stop()
	last := state{revision: unread}
	for { // the first iteration catches changes made before touched was set up
		_ = crash.Do(func() {
			if s, err := e.state(ctx); err == nil && s != last {
				last = s
				w.wake()
			}
		})
		select {
		case <-ctx.Done():
			return
		case <-touched:
		case <-ticks.C:
		}
	}
}

func (w *watchers) wake() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for c := range w.all {
		signal(c, struct{}{})
	}
}

// announcing is a store that wakes the watchers after each update, and when it turns out to be
// damaged.
type announcing struct {
	store.Store
	watchers *watchers
}

func (a announcing) View(ctx context.Context, read func(store.Reader) error) error {
	known := safekeeping.Damaged(a.Store)
	err := a.Store.View(ctx, read)
	if !known && safekeeping.Damaged(a.Store) {
		a.watchers.wake()
	}
	return err
}

func (a announcing) Update(ctx context.Context, write func(store.Writer) error) error {
	err := a.Store.Update(ctx, write)
	if err == nil && !store.IsUnsynced(ctx) { // more follows
		a.watchers.wake()
	}
	return err
}
