package engine

import (
	"context"
	"sync"
	"time"

	"crossfeed/engine/crash"
	"crossfeed/engine/store"
)

// Event says what changed, by key. It carries no data: whoever shows some reads it again.
// Changes by other processes are told too, within a second.
type Event = store.Change

// pollInterval is how often watchers look for changes by other processes.
const pollInterval = 700 * time.Millisecond

// Watch sends an event after every change until ctx ends, and then closes the
// channel. A watcher that is busy gets one event for all that it missed, and
// blocks nobody.
func (e *Engine) Watch(ctx context.Context) <-chan Event {
	w := watcher{
		wake:     e.watchers.add(ctx),
		ticks:    e.parts.Every(ctx, pollInterval),
		store:    e.parts.Store,
		broken:   e.StoreDamaged,
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

// unread is the revision of a store that could not be read: all counts as changed once it can.
const unread = -1

// watcher tells one listener of changes.
type watcher struct {
	wake   <-chan struct{}
	ticks  <-chan time.Time
	store  store.Store
	events chan Event
	// last is the revision that was seen last.
	last int64
	// broken reports whether the store met that it is damaged, and saidBroken that this was told.
	broken     func() bool
	saidBroken bool
	// identify takes over a new identifier by another process, before that is told.
	identify func(store.Reader) error
}

func (w *watcher) run(ctx context.Context) {
	defer close(w.events)
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.wake:
			_ = crash.Do(func() { w.look(ctx) }) // the next tick tries again
		case <-w.ticks:
			_ = crash.Do(func() { w.look(ctx) })
		}
	}
}

// look tells the listener what changed since the last look. A store that cannot be read is
// asked again at the next tick.
func (w *watcher) look(ctx context.Context) {
	if !w.saidBroken && w.broken() {
		w.saidBroken = true
		w.tell(Event{Revision: w.last, Keys: []store.Key{store.DeviceKey}})
	}
	revision, err := w.store.Revision(ctx)
	if err != nil || revision == w.last {
		return
	}
	var e Event
	err = w.store.View(ctx, func(r store.Reader) error {
		if e, err = r.Changes(w.last); err == nil && e.Of(store.KindDevice) {
			_ = w.identify(r) // what changed is told all the same
		}
		return err
	})
	if err != nil {
		return
	}
	if w.last == unread {
		e.Keys = []store.Key{store.AllKey}
	}
	if len(e.Keys) > 0 {
		w.tell(e)
	}
	w.last = e.Revision
}

// tell sends one event for this change and for all that was not heard of yet.
func (w *watcher) tell(e Event) {
	select {
	case unheard := <-w.events:
		e = unheard.And(e)
	default:
	}
	w.events <- e // there is room: nobody else sends
}

// signal sends unless what was sent before still waits: one is enough.
func signal[T any](c chan<- T, v T) {
	select {
	case c <- v:
	default:
	}
}

// watchers wakes those who watch, so that they need not wait for a tick.
type watchers struct {
	mu  sync.Mutex
	all map[chan struct{}]bool
}

// add gives a new watcher its wake-up calls until ctx ends.
func (w *watchers) add(ctx context.Context) <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.all == nil {
		w.all = map[chan struct{}]bool{}
	}
	c := make(chan struct{}, 1)
	w.all[c] = true
	context.AfterFunc(ctx, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.all, c)
	})
	return c
}

func (w *watchers) wake() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for c := range w.all {
		signal(c, struct{}{})
	}
}

// announcing is a store that wakes the watchers after each update.
type announcing struct {
	store.Store
	watchers *watchers
}

func (a announcing) Update(ctx context.Context, write func(store.Writer) error) error {
	err := a.Store.Update(ctx, write)
	if err == nil {
		a.watchers.wake()
	}
	return err
}
