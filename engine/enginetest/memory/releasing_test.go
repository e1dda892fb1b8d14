package memory_test

import (
	"testing"
	"time"

	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/feedsync"
	"crossfeed/engine/store"
)

// TestWhatIsWithheldNoMoreComesAnew reads a feed of two items read-only, one of which another
// feed holds later.
func TestWhatIsWithheldNoMoreComesAnew(t *testing.T) {
	s := memory.New()
	noon := time.Date(2026, 5, 21, 12, 0, 0, 0, time.UTC)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	var set, only, other int64
	must(s.Update(t.Context(), func(w store.Writer) (err error) {
		set, err = w.PutSet(store.Set{Name: "Groceries"})
		must(err)
		only, err = w.PutSubscription(store.Subscription{Set: set, Location: "/a.xml", Mode: store.TakeOnly})
		must(err)
		other, err = w.PutSubscription(store.Subscription{Set: set, Location: "/b.xml"})
		must(err)
		for _, id := range []string{"milk", "eggs"} {
			it, err := feedsync.Create(id, rules.Change{Content: item.Plain(id, "")}, false, rules.Stamp{By: "phone", When: noon})
			must(err)
			must(w.PutItem(set, it, store.Seen{At: noon, From: "/a.xml"}))
		}
		return w.Hold(store.Holder{Subscription: only}, "milk", "eggs")
	}))
	stamps := func() map[string]int64 {
		t.Helper()
		found := map[string]int64{}
		must(s.View(t.Context(), func(r store.Reader) error {
			all, err := r.Stamps(set)
			for _, one := range all {
				found[one.ID] = one.Stamp
			}
			return err
		}))
		return found
	}
	before := stamps()
	must(s.Update(t.Context(), func(w store.Writer) error {
		return store.Releasing(w, set, store.Seen{At: noon.Add(time.Hour), From: "/b.xml"}, func() error { return w.Hold(store.Holder{Subscription: other}, "milk", "bread") })
	}))
	after := stamps()
	if after["milk"] != noon.Add(time.Hour).UnixNano() || after["eggs"] != before["eggs"] || len(after) != 2 {
		t.Errorf("before %v, after %v", before, after)
	}
}
