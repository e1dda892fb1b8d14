package conformance

import (
	"fmt"
	"testing"

	"crossfeed/engine/store"
)

// ids returns a set of identifiers.
func ids(all ...string) map[string]bool {
	found := make(map[string]bool)
	for _, id := range all {
		found[id] = true
	}
	return found
}

var holdingRules = []rule{
	{"are none at first, and of a subscription that there is not", func(t *testing.T, s store.Store) {
		sub := subscribe(t, s, addSet(t, s, "a"), "one")
		equal(t, "held", held(t, s, sub.Key), ids())
		equal(t, "held by none", held(t, s, 99), ids())
		equal(t, "held by a file", heldBy(t, s, inFolder(sub, "a.xml")), ids())
		equal(t, "holders", len(holders(t, s, sub.Set, "x")), 0)
		equal(t, "holders in no set", len(holders(t, s, 99, "x")), 0)
	}},
	{"are noted, and let go", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		one, two := subscribe(t, s, set, "one"), subscribe(t, s, set, "two")
		hold(t, s, one, "z", "a", "a", "skipped item", "ä & <b>")
		hold(t, s, one, "b", "z")
		hold(t, s, two, "z")
		letGo(t, s, one, "a", "never there")
		equal(t, "one", held(t, s, one.Key), ids("z", "b", "skipped item", "ä & <b>"))
		equal(t, "two", held(t, s, two.Key), ids("z"))
	}},
	{"are as many as there are", func(t *testing.T, s store.Store) {
		sub := subscribe(t, s, addSet(t, s, "a"), "one")
		var many []string
		for i := range 1000 {
			many = append(many, fmt.Sprint("item ", i))
		}
		hold(t, s, sub, many...)
		equal(t, "held", held(t, s, sub.Key), ids(many...))
		letGo(t, s, sub, many[:777]...)
		equal(t, "held", held(t, s, sub.Key), ids(many[777:]...))
	}},
	{"belong to each feed in a folder", func(t *testing.T, s store.Store) {
		sub := subscribe(t, s, addSet(t, s, "a"), "folder/")
		desk, phone := inFolder(sub, "a.desk.xml"), inFolder(sub, "a.Phone.xml")
		holdBy(t, s, desk, "x", "y")
		holdBy(t, s, phone, "y", "z")
		letGoBy(t, s, desk, "y", "z")
		equal(t, "desk", heldBy(t, s, desk), ids("x"))
		equal(t, "phone", heldBy(t, s, phone), ids("y", "z"))
		equal(t, "the folder itself", held(t, s, sub.Key), ids())
		equal(t, "another case", heldBy(t, s, inFolder(sub, "a.phone.xml")), ids())
		unsubscribe(t, s, sub)
		equal(t, "desk, unsubscribed", heldBy(t, s, desk), ids())
		equal(t, "phone, unsubscribed", heldBy(t, s, phone), ids())
	}},
	{"stay where a subscription reads from elsewhere", func(t *testing.T, s store.Store) {
		sub := subscribe(t, s, addSet(t, s, "a"), "folder/")
		holdBy(t, s, inFolder(sub, "a.desk.xml"), "x")
		hold(t, s, sub, "y")
		sub.Location = "elsewhere/"
		wantError(t, putSubscription(t, s, sub), nil)
		equal(t, "file", heldBy(t, s, inFolder(sub, "a.desk.xml")), ids("x"))
		equal(t, "location", held(t, s, sub.Key), ids("y"))
	}},
	{"have the holders that the set is subscribed to", func(t *testing.T, s store.Store) {
		a, b := addSet(t, s, "a"), addSet(t, s, "b")
		one, two, other := subscribe(t, s, a, "one"), subscribe(t, s, a, "two"), subscribe(t, s, b, "one")
		hold(t, s, one, "x", "y")
		holdBy(t, s, inFolder(two, "b.xml"), "y")
		holdBy(t, s, inFolder(two, "a.xml"), "y", "z")
		hold(t, s, other, "x", "z")
		for id, want := range map[string][]store.Holder{
			"x": {{Subscription: one.Key}},
			"y": {{Subscription: one.Key}, inFolder(two, "a.xml"), inFolder(two, "b.xml")},
			"z": {inFolder(two, "a.xml")},
			"w": nil,
		} {
			equal(t, "holders of "+id, holders(t, s, a, id), want)
		}
		letGoBy(t, s, inFolder(two, "a.xml"), "y")
		equal(t, "after one let go", holders(t, s, a, "y"), []store.Holder{{Subscription: one.Key}, inFolder(two, "b.xml")})
		unsubscribe(t, s, two)
		equal(t, "after one was removed", holders(t, s, a, "y"), []store.Holder{{Subscription: one.Key}})
		three := takeOnly(t, s, a, "three")
		hold(t, s, three, "x")
		equal(t, "by a read-only subscription", holders(t, s, a, "x"), []store.Holder{{Subscription: one.Key}, {Subscription: three.Key}})
		unsubscribe(t, s, three)
		equal(t, "after that was removed", holders(t, s, a, "x"), []store.Holder{{Subscription: one.Key}})
	}},
	{"change nothing where they are as they were", func(t *testing.T, s store.Store) {
		sub := subscribe(t, s, addSet(t, s, "a"), "one")
		hold(t, s, sub, "x")
		before := revision(t, s)
		hold(t, s, sub, "x")
		hold(t, s, sub)
		holdBy(t, s, inFolder(sub, "a.xml"))
		letGo(t, s, sub, "y")
		letGoBy(t, s, inFolder(sub, "b.xml"), "x")
		equal(t, "revision", revision(t, s), before)
		hold(t, s, sub, "x", "y")
		letGo(t, s, sub, "y", "z")
		equal(t, "revision", revision(t, s), before+2)
	}},
	{"need a subscription", func(t *testing.T, s store.Store) {
		gone := subscribe(t, s, addSet(t, s, "a"), "one")
		unsubscribe(t, s, gone)
		for _, key := range []int64{99, gone.Key} {
			wantError(t, s.Update(t.Context(), func(w store.Writer) error { return w.Hold(store.Holder{Subscription: key}, "x") }), store.ErrNoSubscription)
			wantError(t, s.Update(t.Context(), func(w store.Writer) error { return w.LetGo(store.Holder{Subscription: key}, "x") }), store.ErrNoSubscription)
		}
	}},
	{"of an update that failed are not noted", func(t *testing.T, s store.Store) {
		sub := subscribe(t, s, addSet(t, s, "a"), "one")
		hold(t, s, sub, "x")
		failed := s.Update(t.Context(), func(w store.Writer) error {
			if err := w.Hold(store.Holder{Subscription: sub.Key}, "y"); err != nil {
				return err
			}
			return store.ErrNoItem
		})
		wantError(t, failed, store.ErrNoItem)
		equal(t, "held", held(t, s, sub.Key), ids("x"))
	}},
}

// inFolder returns the holder for a file in a subscribed folder.
func inFolder(sub store.Subscription, file string) store.Holder {
	return store.Holder{Subscription: sub.Key, Feed: file}
}

// hold records which items the feed at a subscription's location holds.
func hold(t *testing.T, s store.Store, sub store.Subscription, ids ...string) {
	t.Helper()
	holdBy(t, s, inFolder(sub, ""), ids...)
}

func holdBy(t *testing.T, s store.Store, of store.Holder, ids ...string) {
	t.Helper()
	update(t, s, func(w store.Writer) error { return w.Hold(of, ids...) })
}

func letGo(t *testing.T, s store.Store, sub store.Subscription, ids ...string) {
	t.Helper()
	letGoBy(t, s, inFolder(sub, ""), ids...)
}

func letGoBy(t *testing.T, s store.Store, of store.Holder, ids ...string) {
	t.Helper()
	update(t, s, func(w store.Writer) error { return w.LetGo(of, ids...) })
}

func held(t *testing.T, s store.Store, key int64) map[string]bool {
	t.Helper()
	return heldBy(t, s, store.Holder{Subscription: key})
}

func heldBy(t *testing.T, s store.Store, of store.Holder) map[string]bool {
	t.Helper()
	return get(t, s, func(r store.Reader) (map[string]bool, error) { return r.Held(of) })
}

func holders(t *testing.T, s store.Store, set int64, id string) []store.Holder {
	t.Helper()
	return get(t, s, func(r store.Reader) ([]store.Holder, error) { return r.Holders(set, id) })
}

func unsubscribe(t *testing.T, s store.Store, sub store.Subscription) {
	t.Helper()
	update(t, s, func(w store.Writer) error { return w.RemoveSubscription(sub.Key) })
}
