package conformance

import (
	"crypto/sha256"
	"errors"
	"testing"

	"crossfeed/engine/store"
)

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

// wantEmpty asks that nothing of what writeSome writes was kept.
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
