package conformance

import (
	"errors"
	"slices"
	"testing"

	"crossfeed/engine/store"
)

var revisionRules = []rule{
	{"grows with every commit of a change, of which the keys are told", func(t *testing.T, s store.Store) {
		last := revision(t, s)
		set, other := addSet(t, s, "a"), addSet(t, s, "b")
		sub := subscribe(t, s, set, "one")
		l, f := addLibrary(t, s, "a"), addFolder(t, s, "a")
		list, read := store.ListKey(set), store.SubscriptionKey(sub.Key)
		wantChanges(t, s, last, list, store.ListKey(other), read, store.LibraryKey(l.Key), store.FolderKey(f.Key))
		var held int64
		for _, c := range []struct {
			name  string
			write func(store.Writer) error
			keys  []store.Key
		}{
			{"device", func(w store.Writer) error { return w.PutDevice(store.Device{ID: "desk"}) }, []store.Key{store.DeviceKey}},
			{"item", func(w store.Writer) error { return w.PutItem(set, simple("x", "X"), seen) }, []store.Key{list, store.MakersKey}},
			{"archive", func(w store.Writer) error { return w.PutArchive(set, version("x", "phone", 2, "Y"), seen) }, []store.Key{list, store.MakersKey}},
			{"offer", func(w store.Writer) error { return w.PutOffered(set, "x", nil) }, []store.Key{list}},
			{"decision", func(w store.Writer) error { _, err := w.PutDecision(decision(set, "x", 5)); return err }, []store.Key{list}},
			{"decision undone", func(w store.Writer) error { return w.MarkDecisions(5, true) }, []store.Key{list}},
			{"decision redone", func(w store.Writer) error {
				return w.MarkDecisions(5, false, store.Subject{Set: set, Item: "x"})
			}, []store.Key{list}},
			{"name", func(w store.Writer) error { return w.PutName("phone", "my phone") }, []store.Key{store.NamesKey}},
			{"consent", func(w store.Writer) error { return w.PutConsent("desk", store.Public) }, []store.Key{store.NamesKey}},
			{"held for review", func(w store.Writer) (err error) {
				held, err = w.PutHeldItem(store.HeldItem{Set: set, Subscription: sub.Key, ID: "x"})
				return err
			}, []store.Key{store.HeldItemsKey}},
			{"reviewed", func(w store.Writer) error { return w.DropHeldItems(held) }, []store.Key{store.HeldItemsKey}},
			{"hold", func(w store.Writer) error { return w.Hold(store.Holder{Subscription: sub.Key}, "x") }, []store.Key{read}},
			{"let go", func(w store.Writer) error { return w.LetGo(store.Holder{Subscription: sub.Key}, "x") }, []store.Key{read}},
			{"item removed", func(w store.Writer) error { return w.RemoveItem(set, "x") }, []store.Key{list}},
			{"edit", func(w store.Writer) error { _, err := w.PutEdit(undone(set)); return err }, nil},
			{"undone edits", func(w store.Writer) error { return w.DropUndone() }, nil},
			{"subscription removed", func(w store.Writer) error { return w.RemoveSubscription(sub.Key) }, []store.Key{read}},
			{"list deleted", func(w store.Writer) error {
				_, err := w.PutSet(store.Set{Key: other, Name: "b", Deleted: true})
				return err
			}, []store.Key{store.ListKey(other)}},
			{"several", func(w store.Writer) error {
				return errors.Join(w.PutDevice(store.Device{ID: "phone"}), w.PutContentFile(l.Key, hereFile("f")), w.PutItem(set, simple("y", "Y"), seen))
			}, []store.Key{list, store.LibraryKey(l.Key), store.DeviceKey, store.MakersKey}},
		} {
			t.Run(c.name, func(t *testing.T) {
				last := revision(t, s)
				update(t, s, c.write)
				wantChanges(t, s, last, c.keys...)
			})
		}
	}},
	{"reports a change until nobody asks from before it", func(t *testing.T, s store.Store) {
		a, b := addSet(t, s, "a"), addSet(t, s, "b")
		first := revision(t, s)
		update(t, s, func(w store.Writer) error { return w.PutItem(a, simple("x", "X"), seen) })
		second := revision(t, s)
		update(t, s, func(w store.Writer) error { return w.PutItem(b, simple("y", "Y"), seen) })
		wantChanges(t, s, first, store.ListKey(a), store.ListKey(b), store.MakersKey)
		wantChanges(t, s, second, store.ListKey(b), store.MakersKey)
		if c := changes(t, s, revision(t, s)); len(c.Keys) > 0 {
			t.Errorf("changed since the last change: %v", c.Keys)
		}
	}},
	{"stays where nothing was written, or nothing kept", func(t *testing.T, s store.Store) {
		before := revision(t, s)
		update(t, s, func(w store.Writer) error { _, err := w.Sets(); return err })
		update(t, s, store.Writer.DropUndone) // there are none
		update(t, s, func(w store.Writer) error { return w.MarkDecisions(5, true) })
		update(t, s, func(w store.Writer) error { return w.PutName("phone", "") })
		view(t, s, func(r store.Reader) error { _, err := r.Sets(); return err })
		err := s.Update(t.Context(), func(w store.Writer) error {
			_, err := writeSome(w)
			equal(t, "revision within", revision(t, s), before)
			if err != nil {
				return err
			}
			return errOwn
		})
		wantError(t, err, errOwn)
		equal(t, "revision", revision(t, s), before)
		if c := changes(t, s, before); len(c.Keys) > 0 {
			t.Errorf("changed though nothing was kept: %v", c.Keys)
		}
	}},
}

func changes(t *testing.T, s store.Store, since int64) (c store.Change) {
	t.Helper()
	view(t, s, func(r store.Reader) (err error) {
		c, err = r.Changes(since)
		return err
	})
	return c
}

// wantChanges expects that the revision has grown, and that exactly these keys changed since,
// in that order.
func wantChanges(t *testing.T, s store.Store, since int64, keys ...store.Key) {
	t.Helper()
	c := changes(t, s, since)
	equal(t, "revision of the changes", c.Revision, wantGrown(t, s, since))
	if !slices.Equal(c.Keys, keys) {
		t.Errorf("changed %v, want %v", c.Keys, keys)
	}
}

func revision(t *testing.T, s store.Store) int64 {
	t.Helper()
	n, err := s.Revision(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func wantGrown(t *testing.T, s store.Store, last int64) int64 {
	t.Helper()
	now := revision(t, s)
	if now <= last {
		t.Errorf("revision %d after %d", now, last)
	}
	return now
}
