package conformance

import (
	"testing"

	"crossfeed/engine/store"
	"crossfeed/engine/trust"
)

var suspectRules = []rule{
	{"come back with all their fields, in the order in which they came", func(t *testing.T, s store.Store) {
		a, b := addSet(t, s, "a"), addSet(t, s, "b")
		first, second, third := suspect(a, 1, "x"), store.Suspect{Set: b, Subscription: 2, ID: "x"}, suspect(a, 2, "a")
		for _, suspect := range []*store.Suspect{&first, &second, &third} {
			suspect.Key = putSuspect(t, s, *suspect)
		}
		equal(t, "all", suspects(t, s, 0), []store.Suspect{first, second, third})
		equal(t, "of a", suspects(t, s, a), []store.Suspect{first, third})
		equal(t, "of none", len(suspects(t, s, 99)), 0)
	}},
	{"are replaced where they are", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		first, second := suspect(set, 1, "x"), suspect(set, 1, "y")
		first.Key, second.Key = putSuspect(t, s, first), putSuspect(t, s, second)
		first.State, first.Alarms, first.Document = store.Refused, first.Alarms[:1], "<rss/>"
		equal(t, "key", putSuspect(t, s, first), first.Key)
		equal(t, "suspects", suspects(t, s, set), []store.Suspect{first, second})
	}},
	{"of deleted sets are kept, and hidden from the list of all", func(t *testing.T, s store.Store) {
		gone := list("a")
		gone.Key = addSet(t, s, "a")
		kept := suspect(gone.Key, 1, "x")
		kept.Key = putSuspect(t, s, kept)
		gone.Deleted = true
		wantError(t, putSet(t, s, gone), nil)
		equal(t, "all", len(suspects(t, s, 0)), 0)
		equal(t, "of the set", suspects(t, s, gone.Key), []store.Suspect{kept})
	}},
	{"need a set and, to be replaced, a key that there is", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		unknown := suspect(set, 1, "x")
		unknown.Key = 77
		for want, suspect := range map[error]store.Suspect{store.ErrNoSet: suspect(set+100, 1, "x"), store.ErrNoSuspect: unknown} {
			err := s.Update(t.Context(), func(w store.Writer) error { _, err := w.PutSuspect(suspect); return err })
			wantError(t, err, want)
		}
	}},
	{"are forgotten where they wait: those of a subscription, or of one item of it", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		x, y, refused, other := suspect(set, 1, "x"), suspect(set, 1, "y"), suspect(set, 1, "x"), suspect(set, 2, "x")
		refused.State = store.Refused
		for _, suspect := range []*store.Suspect{&x, &y, &refused, &other} {
			suspect.Key = putSuspect(t, s, *suspect)
		}
		forget := func(id string) { update(t, s, func(w store.Writer) error { return w.RemoveSuspects(1, id) }) }
		forget("x")
		equal(t, "after x", suspects(t, s, set), []store.Suspect{y, refused, other})
		before := revision(t, s)
		forget("x")
		equal(t, "revision", revision(t, s), before)
		forget("")
		equal(t, "after all", suspects(t, s, set), []store.Suspect{refused, other})
	}},
	{"are dropped by their keys, whatever was decided", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		waits, refused, kept := suspect(set, 1, "x"), suspect(set, 1, "y"), suspect(set, 1, "x")
		refused.State = store.Refused
		for _, suspect := range []*store.Suspect{&waits, &refused, &kept} {
			suspect.Key = putSuspect(t, s, *suspect)
		}
		drop := func(w store.Writer) error { return w.DropSuspects(waits.Key, refused.Key, 77) }
		update(t, s, drop)
		equal(t, "suspects", suspects(t, s, set), []store.Suspect{kept})
		before := revision(t, s)
		update(t, s, drop)
		equal(t, "revision", revision(t, s), before)
	}},
	{"go with their subscription, whatever was decided", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		sub, other := subscribe(t, s, set, "one"), subscribe(t, s, set, "two")
		refused, kept := suspect(set, sub.Key, "y"), suspect(set, other.Key, "x")
		refused.State = store.Refused
		putSuspect(t, s, suspect(set, sub.Key, "x"))
		putSuspect(t, s, refused)
		kept.Key = putSuspect(t, s, kept)
		unsubscribe(t, s, sub)
		equal(t, "suspects", suspects(t, s, set), []store.Suspect{kept})
	}},
	{"have keys that are never given again", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		gone := putSuspect(t, s, suspect(set, 1, "x"))
		update(t, s, func(w store.Writer) error { return w.RemoveSuspects(1, "") })
		if again := putSuspect(t, s, suspect(set, 1, "x")); again == gone || gone == 0 {
			t.Errorf("keys %d and %d", gone, again)
		}
	}},
}

// suspect has every field filled, and waits.
func suspect(set, subscription int64, id string) store.Suspect {
	return store.Suspect{
		Set: set, Subscription: subscription, Feed: "https://example.org/feed.xml", ID: id, Title: "title of " + id, At: noon.Add(1),
		Alarms: []trust.Alarm{
			{Kind: trust.Forged, Sequence: 3, When: "2005-05-21T12:00:00Z"}, {Kind: trust.Jump, Number: 9000, Limit: 1001},
		},
		Document: "<rss>ä & 'b'\x00</rss>\n", Mark: "aa",
	}
}

func putSuspect(t *testing.T, s store.Store, suspect store.Suspect) (key int64) {
	t.Helper()
	update(t, s, func(w store.Writer) (err error) {
		key, err = w.PutSuspect(suspect)
		return err
	})
	return key
}

func suspects(t *testing.T, s store.Store, set int64) []store.Suspect {
	t.Helper()
	return get(t, s, func(r store.Reader) ([]store.Suspect, error) { return r.Suspects(set) })
}
