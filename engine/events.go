package engine

import (
	"context"
	"sync"
	"time"

	"crossfeed/engine/crash"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
)

// Event says what changed, by key. It carries no data: whoever shows some reads it again.
// Changes by other processes are told too, within a second.
type Event = store.Change

// How often changes by other processes are looked for, once for all watchers: where the store
// tells of them, and where it does not. Each look wakes the process, which takes more than the
// look itself.
const (
	restInterval = 10 * time.Second
	pollInterval = 700 * time.Millisecond
)

// Watch sends an event after every change until ctx ends, and then closes the
// channel. A watcher that is busy gets one event for all that it missed, and
// blocks nobody.
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

// state is what the watchers are woken for when it changes.
type state struct {
	revision int64
	broken   bool
}

func (e *Engine) state(ctx context.Context) (state, error) {
	revision, err := e.parts.Store.Revision(ctx)
	return state{revision, e.Verifier.Damaged()}, err
}

// touched tells when other processes may have changed the store, if it can.
func (e *Engine) touched(ctx context.Context) (<-chan struct{}, bool) {
	st, is := e.parts.Store.(interface {
		Touched(context.Context) (<-chan struct{}, bool)
	})
	if !is {
		return nil, false
	}
	return st.Touched(ctx)
}

// unread is the revision of a store that could not be read: all counts as changed once it can.
const unread = -1

// watcher tells one listener of changes.
type watcher struct {
	wake   <-chan struct{}
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
		if err := crash.Do(func() { failed = w.look(ctx) }); err != nil || failed != nil {
			again = time.After(pollInterval)
		}
	}
}

// look tells the listener what changed since the last look.
func (w *watcher) look(ctx context.Context) error {
	if !w.saidBroken && w.broken() {
		w.saidBroken = true
		w.tell(Event{Revision: w.last, Keys: []store.Key{store.DeviceKey}})
	}
	revision, err := w.store.Revision(ctx)
	if err != nil || revision == w.last {
		return err
	}
	var e Event
	err = w.store.View(ctx, func(r store.Reader) error {
		if e, err = r.Changes(w.last); err == nil && e.Of(store.KindDevice) {
			_ = w.identify(r) // what changed is told all the same
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
		w.tell(e)
	}
	w.last = e.Revision
	return nil
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

// watchers wakes those who watch: after changes by this process at once, after those by others
// when it looks for them next.
type watchers struct {
	mu  sync.Mutex
	all map[chan struct{}]bool
	// rest ends the look for changes by others, which goes on as long as somebody watches.
	rest context.CancelFunc
}

// add gives a new watcher its wake-up calls until ctx ends.
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

// remove ends the wake-up calls of a watcher.
func (w *watchers) remove(c chan struct{}) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if delete(w.all, c); len(w.all) == 0 {
		w.rest()
	}
}

// poll wakes the watchers whenever the state is not what it was. One that cannot be read is
// read again at the next look.
func (w *watchers) poll(ctx context.Context, e *Engine) {
	interval := pollInterval
	touched, told := e.touched(ctx)
	if told {
		interval = restInterval
	}
	ticks := time.NewTicker(interval)
	defer ticks.Stop()
	last := state{revision: unread}
	for { // what changed before anything is told of is seen by the first look
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

// announcing is a store that wakes the watchers after each update, and when it meets that it is
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
	if err == nil {
		a.watchers.wake()
	}
	return err
}
