package engine_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/lists"
	"crossfeed/engine/store"
)

// watching is an engine with a watcher, in a bubble.
type watching struct {
	*testing.T
	*engine.Engine
	events <-chan engine.Event
	end    context.CancelFunc
}

func watch(t *testing.T, st store.Store) *watching {
	w := &watching{T: t, Engine: open(t, parts(st, 1))}
	ctx, end := context.WithCancel(t.Context())
	w.end = end
	w.events = w.Watch(ctx)
	return w
}

// tick lets the engine poll for changes by other processes.
func (w *watching) tick() {
	time.Sleep(time.Second)
	synctest.Wait()
}

// count returns the number of pending events.
func (w *watching) count() int {
	n := 0
	for {
		select {
		case <-w.events:
			n++
		default:
			return n
		}
	}
}

func (w *watching) change(name string) {
	w.Helper()
	if _, err := w.Lists.Create(w.Context(), lists.New{Name: name}); err != nil {
		w.Fatal(err)
	}
}

func TestAChangeOfOnesOwnIsToldAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch(t, memory.New())
		w.change("Groceries")
		<-w.events
	})
}

func TestAChangeByAnotherProcessIsToldAfterTheNextLook(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := memory.New()
		w := watch(t, st)
		if w.tick(); w.count() != 0 {
			t.Error("told of nothing")
		}
		if _, err := open(t, parts(st, 2)).Lists.Create(t.Context(), lists.New{Name: "Groceries"}); err != nil {
			t.Fatal(err)
		}
		if w.tick(); w.count() != 1 {
			t.Error("the change was not told once")
		}
	})
}

func TestABusyWatcherGetsOneEventForAllAndBlocksNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch(t, memory.New())
		for _, name := range []string{"a", "b", "c", "d"} {
			w.change(name)
			w.tick()
		}
		if n := w.count(); n != 1 {
			t.Errorf("%d events wait, want 1", n)
		}
	})
}

func TestAWriteOfNothingIsNotTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch(t, memory.New())
		if err := w.Sharing.DeleteSet(t.Context(), "Gone"); err == nil {
			t.Fatal("deleted a list that is not there")
		}
		if w.tick(); w.count() != 0 {
			t.Error("told of nothing")
		}
	})
}

func TestWatchEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch(t, memory.New())
		w.end()
		for range w.events {
			t.Error("an event without a change")
		}
		w.change("Groceries")
	})
}

func TestTheSystemsTicksLookByThemselves(t *testing.T) {
	st := memory.New()
	events := open(t, parts(st, 1)).Watch(t.Context())
	if _, err := open(t, parts(st, 2)).Lists.Create(t.Context(), lists.New{Name: "Groceries"}); err != nil {
		t.Fatal(err)
	}
	<-events
}

// An event contains the keys of everything that changed since the previous one.
func TestAnEventSaysWhatChanged(t *testing.T) {
	type change = func(store.Writer) error
	library := func(w store.Writer) error { _, err := w.PutLibrary(store.Library{Address: "b"}); return err }
	file := func(w store.Writer) error { return w.PutContentFile(1, store.ContentFile{Address: "f"}) }
	list := func(w store.Writer) error { _, err := w.PutSet(store.Set{Name: "Groceries"}); return err }
	both := func(w store.Writer) error { return errors.Join(file(w), w.PutDevice(store.Device{ID: "desk"})) }
	first, second, device := store.LibraryKey(1), store.LibraryKey(2), store.DeviceKey
	for name, c := range map[string]struct {
		changes []change
		keys    []store.Key
	}{
		"a library":                   {[]change{library}, []store.Key{second}},
		"several files":               {[]change{file, file}, []store.Key{first}},
		"a list":                      {[]change{list}, []store.Key{store.ListKey(2)}},
		"both in one transaction":     {[]change{both}, []store.Key{first, device}},
		"a list, then a library":      {[]change{list, library}, []store.Key{store.ListKey(2), store.LibraryKey(3)}},
		"a list between two of files": {[]change{file, list, file}, []store.Key{store.ListKey(2), first}},
	} {
		for _, each := range []bool{false, true} {
			if e := heard(t, each, c.changes...); !slices.Equal(e.Keys, c.keys) {
				t.Errorf("%s (looked after each: %t): got %v, want %v", name, each, e.Keys, c.keys)
			}
		}
	}
}

// heard returns the single event for changes by another process. The engine polls after each
// change or after all; nothing is received before the last one.
func heard(t *testing.T, each bool, changes ...func(store.Writer) error) (e engine.Event) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		st := memory.New()
		do := func(change func(store.Writer) error) {
			if err := st.Update(t.Context(), change); err != nil {
				t.Fatal(err)
			}
		}
		do(func(w store.Writer) error { _, err := w.PutLibrary(store.Library{Address: "a"}); return err })
		w := watch(t, st)
		for _, change := range changes {
			if do(change); each {
				w.tick()
			}
		}
		w.tick()
		e = <-w.events
		if n := w.count(); n > 0 {
			t.Errorf("%d events more", n)
		}
	})
	return e
}

// broken is a store that turns out to be damaged.
type broken struct {
	*memory.Store
	detected, detects atomic.Bool
}

func (b *broken) View(ctx context.Context, read func(store.Reader) error) error {
	if b.detects.Load() {
		b.detected.Store(true)
	}
	return b.Store.View(ctx, read)
}

func (b *broken) Damaged() bool { return b.detected.Load() }

// Damage of the database is reported after the next poll, once.
func TestADamagedStoreIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := &broken{Store: memory.New()}
		w := watch(t, st)
		if w.tick(); w.count() != 0 || w.Verifier.Damaged() {
			t.Error("told of nothing")
		}
		st.detected.Store(true)
		if w.tick(); w.count() != 1 || !w.Verifier.Damaged() {
			t.Error("not told once")
		}
		if w.tick(); w.count() != 0 {
			t.Error("told again")
		}
	})
}

// Damage that this process finds itself is reported immediately.
func TestDamageThatIsMetIsToldAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := &broken{Store: memory.New()}
		w := watch(t, st)
		w.tick() // the first poll is over
		st.detects.Store(true)
		if _, err := w.Lists.All(t.Context()); err != nil {
			t.Fatal(err)
		}
		if synctest.Wait(); w.count() != 1 {
			t.Error("not told at once")
		}
	})
}

// An open window knows its new identifier before it receives the event that another process
// has changed it.
func TestANewIdentifierByAnotherProcessIsTakenOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := memory.New()
		w, other := watch(t, st), open(t, parts(st, 2))
		synctest.Wait() // for the first look at the store, which must not be the one after the change
		if err := other.Device.Renew(t.Context()); err != nil {
			t.Fatal(err)
		}
		if w.Device.ID() == other.Device.ID() {
			t.Fatal("it was told already")
		}
		if w.tick(); w.Device.ID() != other.Device.ID() {
			t.Errorf("this device is %s, want %s", w.Device.ID(), other.Device.ID())
		}
	})
}
