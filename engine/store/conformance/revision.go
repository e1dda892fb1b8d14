package conformance

import (
	"testing"

	"crossfeed/engine/store"
)

var revisionRules = []rule{
	{"grows with every commit of a change, and so does that of the lists", func(t *testing.T, s store.Store) {
		last, lists := revision(t, s), listRevision(t, s)
		set := addSet(t, s, "a")
		sub := subscribe(t, s, set, "one")
		last = wantGrown(t, s, last)
		for _, write := range []func(store.Writer) error{
			func(w store.Writer) error { return w.PutDevice(store.Device{ID: "desk"}) },
			func(w store.Writer) error { return w.PutItem(set, simple("x", "X"), seen) },
			func(w store.Writer) error { return w.PutArchive(set, version("x", "phone", 2, "Y"), seen) },
			func(w store.Writer) error { return w.PutOffered(set, "x", nil) },
			func(w store.Writer) error { _, err := w.PutDecision(decision(set, "x", 5)); return err },
			func(w store.Writer) error { return w.MarkDecisions(5, true) },
			func(w store.Writer) error { return w.PutName("phone", "my phone") },
			func(w store.Writer) error { return w.RemoveItem(set, "x") },
			func(w store.Writer) error { _, err := w.PutEdit(undone(set)); return err },
			func(w store.Writer) error { return w.DropUndone() },
			func(w store.Writer) error { return w.RemoveSubscription(sub.Key) },
		} {
			update(t, s, write)
			last = wantGrown(t, s, last)
			if now := listRevision(t, s); now <= lists {
				t.Errorf("revision of the lists %d after %d", now, lists)
			}
			lists = listRevision(t, s)
		}
	}},
	{"stays where nothing was written, or nothing kept", func(t *testing.T, s store.Store) {
		before, lists := revision(t, s), listRevision(t, s)
		update(t, s, func(w store.Writer) error { _, err := w.Sets(); return err })
		update(t, s, store.Writer.DropUndone) // there is none
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
		equal(t, "revision of the lists", listRevision(t, s), lists)
	}},
}

func listRevision(t *testing.T, s store.Store) int64 {
	t.Helper()
	n, err := s.ListRevision(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return n
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
