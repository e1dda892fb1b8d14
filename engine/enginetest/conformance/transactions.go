package conformance

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"sync"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

var concurrencyRules = []rule{
	{"updates run one after the other", testSerial},
	{"readers see whole updates", testWholeUpdates},
}

// testSerial increments a counter in one item from several goroutines. Overlapping updates
// would lose increments.
func testSerial(t *testing.T, s store.Store) {
	const goroutines, times = 4, 15
	set := addSet(t, s, "a")
	put(t, s, set, simple("x", "X"))
	var all sync.WaitGroup
	for range goroutines {
		all.Go(func() {
			for range times {
				if err := s.Update(t.Context(), func(w store.Writer) error { return countUp(w, set) }); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	equal(t, "updates", itemOf(t, s, set, "x").Winner.Updates, 1+goroutines*times)
}

func countUp(w store.Writer, set int64) error {
	it, err := w.Item(set, "x")
	if err != nil {
		return err
	}
	return w.PutItem(set, only(version("x", "desk", it.Winner.Updates+1, "X")), seen)
}

// testWholeUpdates writes two items in lockstep, while others read them.
func testWholeUpdates(t *testing.T, s store.Store) {
	set := addSet(t, s, "a")
	put(t, s, set, simple("x", "1"), simple("y", "1"))
	written := make(chan struct{})
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() { readUntil(t, s, set, written) })
	}
	for n := 2; n <= 40; n++ {
		put(t, s, set, only(version("x", "desk", n, fmt.Sprint(n))), only(version("y", "desk", n, fmt.Sprint(n))))
	}
	close(written)
	readers.Wait()
}

func readUntil(t *testing.T, s store.Store, set int64, done <-chan struct{}) {
	var last int64
	for {
		err := s.View(t.Context(), func(r store.Reader) error { return inStep(r, set) })
		now, errRevision := s.Revision(t.Context())
		if err := errors.Join(err, errRevision); err != nil {
			t.Error(err)
			return
		}
		if now < last {
			t.Errorf("revision %d after %d", now, last)
		}
		last = now
		select {
		case <-done:
			return
		default:
		}
	}
}

func inStep(r store.Reader, set int64) error {
	x, errX := r.Item(set, "x")
	y, errY := r.Item(set, "y")
	if err := errors.Join(errX, errY); err != nil {
		return err
	}
	if x.Winner.Updates != y.Winner.Updates {
		return fmt.Errorf("x has %d updates, y has %d", x.Winner.Updates, y.Winner.Updates)
	}
	return nil
}

var contextRules = []rule{
	{"that are done begin nothing", func(t *testing.T, s store.Store) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		called := false
		wantError(t, s.View(ctx, func(store.Reader) error { called = true; return nil }), context.Canceled)
		wantError(t, s.Update(ctx, func(store.Writer) error { called = true; return nil }), context.Canceled)
		_, err := s.Revision(ctx)
		wantError(t, err, context.Canceled)
		equal(t, "called", called, false)
	}},
	{"stop a view at its next reading", func(t *testing.T, s store.Store) {
		ctx, cancel := context.WithCancel(t.Context())
		err := s.View(ctx, func(r store.Reader) error {
			cancel()
			_, err := r.Sets()
			return err
		})
		wantError(t, err, context.Canceled)
	}},
	{"undo an update, at whatever moment they end", func(t *testing.T, s store.Store) {
		for range 20 {
			ctx, cancel := context.WithCancel(t.Context())
			err := s.Update(ctx, func(w store.Writer) error {
				if _, err := writeSome(w); err != nil {
					return err
				}
				cancel()
				return nil
			})
			wantError(t, err, context.Canceled)
		}
		wantEmpty(t, s)
		addSet(t, s, "after that")
	}},
	{"end the wait for another update", testWaitCancelled},
}

func testWaitCancelled(t *testing.T, s store.Store) {
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	update(t, s, func(w store.Writer) error {
		go func() {
			done <- s.Update(ctx, func(w store.Writer) error { return w.PutDevice(store.Device{ID: "late"}) })
		}()
		cancel()
		wantError(t, <-done, context.Canceled)
		return w.PutDevice(store.Device{ID: "desk"})
	})
	equal(t, "endpoint", get(t, s, store.Reader.Endpoint), "desk")
}

var isolationRules = []rule{
	{"a view sees one state while updates commit", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		view(t, s, func(r store.Reader) error {
			put(t, s, set, simple("x", "X")) // before the first read
			for _, id := range []string{"y", "z"} {
				rows, err := r.Rows(set, store.Query{})
				if err != nil {
					return err
				}
				equal(t, "rows", len(rows), 0)
				put(t, s, set, simple(id, id))
			}
			return nil
		})
		equal(t, "rows", idsOf(t, s, set, store.Query{}), []string{"x", "y", "z"})
	}},
	{"a view does not wait for an update, nor sees what it did so far", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		update(t, s, func(w store.Writer) error {
			err := w.PutItem(set, simple("x", "X"), seen)
			equal(t, "rows", len(rowsOf(t, s, set, store.Query{})), 0)
			return err
		})
		equal(t, "rows", idsOf(t, s, set, store.Query{}), []string{"x"})
	}},
	{"a view within a view sees what was committed between", func(t *testing.T, s store.Store) {
		view(t, s, func(r store.Reader) error {
			addSet(t, s, "a")
			equal(t, "sets within", names(get(t, s, store.Reader.Sets)), []string{"a"})
			sets, err := r.Sets()
			equal(t, "sets", len(sets), 0)
			return err
		})
	}},
}

var errOwn = errors.New("the caller's own error")

var transactionRules = []rule{
	{"read what was written in them", func(t *testing.T, s store.Store) {
		update(t, s, func(w store.Writer) error {
			set, err := writeSome(w)
			if err != nil {
				return err
			}
			rows, err := w.Rows(set, store.Query{Search: "eggs"})
			equal(t, "rows", len(rows), 1)
			return err
		})
	}},
	{"keep nothing where they return an error", func(t *testing.T, s store.Store) {
		err := s.Update(t.Context(), func(w store.Writer) error {
			_, err := writeSome(w)
			return errors.Join(err, errOwn)
		})
		wantError(t, err, errOwn)
		wantEmpty(t, s)
	}},
	{"keep nothing where they panic, and let the panic through", func(t *testing.T, s store.Store) {
		func() {
			defer func() { equal(t, "panic", recover(), any("at the disco")) }()
			_ = s.Update(t.Context(), func(w store.Writer) error {
				if _, err := writeSome(w); err != nil {
					return err
				}
				panic("at the disco")
			})
		}()
		wantEmpty(t, s)
		addSet(t, s, "after the panic")
	}},
	{"go on after an error that the caller decides on", func(t *testing.T, s store.Store) {
		update(t, s, func(w store.Writer) error {
			set, err := writeSome(w)
			_, taken := w.PutSet(list("Groceries"))
			wantError(t, taken, store.ErrNameTaken)
			wantError(t, w.PutItem(set+100, simple("x", "X"), seen), store.ErrNoSet)
			wantError(t, w.RemoveItem(set, "y"), store.ErrNoItem)
			return err
		})
		equal(t, "sets", names(get(t, s, store.Reader.Sets)), []string{"Groceries"})
	}},
	{"pass on the error of a view", func(t *testing.T, s store.Store) {
		wantError(t, s.View(t.Context(), func(store.Reader) error { return errOwn }), errOwn)
	}},
	{"are of no use once they are over", func(t *testing.T, s store.Store) {
		var r store.Reader
		var w store.Writer
		view(t, s, func(within store.Reader) error { r = within; return nil })
		update(t, s, func(within store.Writer) error { w = within; return nil })
		if _, err := r.Sets(); err == nil {
			t.Error("a reader reads on")
		}
		if err := w.PutDevice(store.Device{ID: "late"}); err == nil {
			t.Error("a writer writes on")
		}
		wantEmpty(t, s)
	}},
}

// writeSome writes something of each kind.
func writeSome(w store.Writer) (set int64, err error) {
	set, err = w.PutSet(list("Groceries"))
	if err != nil {
		return 0, err
	}
	_, err = w.PutSubscription(store.Subscription{Set: set, Location: "one"})
	if err := errors.Join(err, w.PutDevice(store.Device{ID: "desk"}), w.PutItem(set, simple("eggs", "Eggs"), seen)); err != nil {
		return set, err
	}
	_, err = w.PutDecision(decision(set, "eggs", 1))
	offered := [][sha256.Size]byte{store.Identity(simple("eggs", "Eggs").Winner)}
	return set, errors.Join(err, w.PutName("desk", "my desk"), w.PutOffered(set, "eggs", offered))
}

// wantEmpty expects that nothing written by writeSome was stored.
func wantEmpty(t *testing.T, s store.Store) {
	t.Helper()
	equal(t, "sets", len(get(t, s, store.Reader.Sets)), 0)
	equal(t, "endpoint", get(t, s, store.Reader.Endpoint), "")
	equal(t, "subscriptions", len(subscriptions(t, s, 0)), 0)
	equal(t, "endpoints", len(get(t, s, store.Reader.Endpoints)), 0)
	equal(t, "decisions", len(decisionsOf(t, s, 0, "", 0)), 0)
	for key := range int64(10) {
		equal(t, "offered", len(offeredOf(t, s, key, "eggs")), 0)
		equal(t, "archive", len(archiveOf(t, s, key, "eggs")), 0)
	}
}

// testVisitMany visits more items than a store would read at once.
func testVisitMany(t *testing.T, s store.Store) {
	set := addSet(t, s, "a")
	var items []*item.Item
	for i := range 350 {
		id := fmt.Sprint("item-", i)
		items = append(items, []*item.Item{
			simple(id, "live"),
			only(tombstone(id, "desk", 2, "gone")),
			only(version(id, "desk", 2, "A"), tombstone(id, "phone", 2, "B"), version(id, "tablet", 1, "C")),
		}[i%3])
	}
	put(t, s, set, items...)
	view(t, s, func(r store.Reader) error {
		next := 0
		err := r.EachItem(set, func(it *item.Item) error {
			sameItem(t, it, items[next])
			next++
			return nil
		})
		equal(t, "visited", next, len(items))
		return err
	})
}

// testVisitWrites changes, adds and removes items during a visit.
func testVisitWrites(t *testing.T, s store.Store) {
	set := addSet(t, s, "a")
	put(t, s, set, simple("x", "X"), simple("y", "Y"), simple("z", "Z"))
	update(t, s, func(w store.Writer) error {
		return w.EachItem(set, func(it *item.Item) error {
			if it.ID() != "x" {
				return nil
			}
			if err := w.RemoveItem(set, "y"); err != nil {
				return err
			}
			if _, err := w.Item(set, "z"); err != nil {
				return err
			}
			return w.PutItem(set, only(version("x", "desk", 2, "X again")), seen)
		})
	})
	equal(t, "rows", idsOf(t, s, set, store.Query{}), []string{"x", "z"})
	equal(t, "title", itemOf(t, s, set, "x").Winner.Title(), "X again")
}
