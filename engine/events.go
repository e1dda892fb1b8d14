package engine

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"crossfeed/engine/crash"
	"crossfeed/engine/store"
)

// Event says that the store changed. It carries no data: whoever shows some
// reads it again. Changes by other processes are told too, within a second.
type Event struct {
	// Content tells that nothing but libraries and published folders changed.
	Content bool
}

// pollInterval is how often watchers look for changes by other processes.
const pollInterval = 300 * time.Millisecond

// Watch sends an event after every change until ctx ends, and then closes the
// channel. A watcher that is busy gets one event for all that it missed, and
// blocks nobody.
func (e *Engine) Watch(ctx context.Context) <-chan Event {
	w := watcher{
		wake:    e.watchers.add(ctx),
		ticks:   e.parts.Every(ctx, pollInterval),
		store:   e.parts.Store,
		broken:  e.StoreDamaged,
		changes: &e.deviceChanges,
		events:  make(chan Event, 1),
	}
	// A store that cannot be read now counts as changed once it can be. The lists come
	// first here, and last in look: a change in between is told as one of lists.
	w.lists, _ = w.store.ListRevision(ctx)
	w.last, _ = w.store.Revision(ctx)
	go w.run(ctx)
	return w.events
}

// watcher tells one listener of changes.
type watcher struct {
	wake   <-chan struct{}
	ticks  <-chan time.Time
	store  store.Store
	events chan Event
	// last and lists are the revisions that were seen last.
	last, lists int64
	// broken reports whether the store met that it is damaged, and saidBroken that this was told.
	broken     func() bool
	saidBroken bool
	// changes counts what may have changed what is known of this device.
	changes *atomic.Int64
}

func (w *watcher) run(ctx context.Context) {
	defer close(w.events)
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.wake:
			_ = crash.Do(func() { w.look(ctx, false) }) // the next tick tries again
		case <-w.ticks:
			_ = crash.Do(func() { w.look(ctx, true) })
		}
	}
}

// look tells the listener when the store changed since the last look. A store
// that cannot be read is asked again at the next tick. A change that a tick finds may be of
// another process.
func (w *watcher) look(ctx context.Context, others bool) {
	if !w.saidBroken && w.broken() {
		w.saidBroken = true
		w.tell(Event{})
	}
	revision, err := w.store.Revision(ctx)
	if err != nil || revision == w.last {
		return
	}
	lists, err := w.store.ListRevision(ctx)
	if err != nil {
		return
	}
	if others {
		w.changes.Add(1)
	}
	w.tell(Event{Content: lists == w.lists})
	w.last, w.lists = revision, lists
}

// tell sends one event for this change and for all that was not heard of yet.
func (w *watcher) tell(e Event) {
	select {
	case unheard := <-w.events:
		e.Content = e.Content && unheard.Content
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
