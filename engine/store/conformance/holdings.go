package conformance

import (
	"fmt"
	"testing"

	"crossfeed/engine/store"
)

// ids is a set of identifiers.
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
		equal(t, "elsewhere", heldElsewhere(t, s, 99, "x"), false)
	}},
	{"are noted, and let go", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		one, two := subscribe(t, s, set, "one"), subscribe(t, s, set, "two")
		hold(t, s, one, "z", "a", "a", "set aside", "ä & <b>")
		hold(t, s, one, "b", "z")
		hold(t, s, two, "z")
		letGo(t, s, one, "a", "never there")
		equal(t, "one", held(t, s, one.Key), ids("z", "b", "set aside", "ä & <b>"))
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
	{"are known of the other subscriptions of the set alone", func(t *testing.T, s store.Store) {
		a, b := addSet(t, s, "a"), addSet(t, s, "b")
		one, two, other := subscribe(t, s, a, "one"), subscribe(t, s, a, "two"), subscribe(t, s, b, "one")
		hold(t, s, one, "x", "y")
		hold(t, s, two, "y")
		hold(t, s, other, "x", "z")
		for id, want := range map[string][3]bool{
			"x": {false, true, false}, "y": {true, true, false}, "z": {},
		} {
			got := [3]bool{heldElsewhere(t, s, one.Key, id), heldElsewhere(t, s, two.Key, id), heldElsewhere(t, s, other.Key, id)}
			equal(t, id+" elsewhere", got, want)
		}
		unsubscribe(t, s, two)
		equal(t, "after one was removed", heldElsewhere(t, s, one.Key, "y"), false)
		three := takeOnly(t, s, a, "three")
		hold(t, s, three, "x")
		equal(t, "by one that only takes in", heldElsewhere(t, s, one.Key, "x"), true)
		unsubscribe(t, s, three)
		equal(t, "after that was removed", heldElsewhere(t, s, one.Key, "x"), false)
	}},
	{"change nothing where they are as they were", func(t *testing.T, s store.Store) {
		sub := subscribe(t, s, addSet(t, s, "a"), "one")
		hold(t, s, sub, "x")
		before := revision(t, s)
		hold(t, s, sub, "x")
		hold(t, s, sub)
		letGo(t, s, sub, "y")
		equal(t, "revision", revision(t, s), before)
		hold(t, s, sub, "x", "y")
		letGo(t, s, sub, "y", "z")
		equal(t, "revision", revision(t, s), before+2)
	}},
	{"need a subscription", func(t *testing.T, s store.Store) {
		gone := subscribe(t, s, addSet(t, s, "a"), "one")
		unsubscribe(t, s, gone)
		for _, key := range []int64{99, gone.Key} {
			wantError(t, s.Update(t.Context(), func(w store.Writer) error { return w.Hold(key, "x") }), store.ErrNoSubscription)
			wantError(t, s.Update(t.Context(), func(w store.Writer) error { return w.LetGo(key, "x") }), store.ErrNoSubscription)
		}
	}},
	{"of an update that failed are not noted", func(t *testing.T, s store.Store) {
		sub := subscribe(t, s, addSet(t, s, "a"), "one")
		hold(t, s, sub, "x")
		failed := s.Update(t.Context(), func(w store.Writer) error {
			if err := w.Hold(sub.Key, "y"); err != nil {
				return err
			}
			return store.ErrNoItem
		})
		wantError(t, failed, store.ErrNoItem)
		equal(t, "held", held(t, s, sub.Key), ids("x"))
	}},
}

func hold(t *testing.T, s store.Store, sub store.Subscription, ids ...string) {
	t.Helper()
	update(t, s, func(w store.Writer) error { return w.Hold(sub.Key, ids...) })
}

func letGo(t *testing.T, s store.Store, sub store.Subscription, ids ...string) {
	t.Helper()
	update(t, s, func(w store.Writer) error { return w.LetGo(sub.Key, ids...) })
}

func held(t *testing.T, s store.Store, key int64) map[string]bool {
	t.Helper()
	return get(t, s, func(r store.Reader) (map[string]bool, error) { return r.Held(key) })
}

func heldElsewhere(t *testing.T, s store.Store, key int64, id string) bool {
	t.Helper()
	return get(t, s, func(r store.Reader) (bool, error) { return r.HeldElsewhere(key, id) })
}

func unsubscribe(t *testing.T, s store.Store, sub store.Subscription) {
	t.Helper()
	update(t, s, func(w store.Writer) error { return w.RemoveSubscription(sub.Key) })
}
