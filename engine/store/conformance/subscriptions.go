package conformance

import (
	"testing"
	"time"

	"crossfeed/engine/store"
)

var subscriptionRules = []rule{
	{"come back with all their fields, in the order in which they were added", testSubscriptionFields},
	{"are replaced where they are", func(t *testing.T, s store.Store) {
		a, b := addSet(t, s, "a"), addSet(t, s, "b")
		first, second := subscribe(t, s, a, "one"), subscribe(t, s, a, "two")
		first.Set, first.Location, first.Paused, first.Health = b, "three", true, store.Health{Came: 7}
		wantError(t, putSubscription(t, s, first), nil)
		equal(t, "subscriptions", subscriptions(t, s, 0), []store.Subscription{first, second})
	}},
	{"are one for a location and set", func(t *testing.T, s store.Store) {
		a, b := addSet(t, s, "a"), addSet(t, s, "b")
		one, two := subscribe(t, s, a, "one"), subscribe(t, s, a, "two")
		again := subscribe(t, s, b, "one")
		wantError(t, putSubscription(t, s, store.Subscription{Set: a, Location: "one"}), store.ErrSubscribed)
		moved := two
		moved.Location = "one"
		wantError(t, putSubscription(t, s, moved), store.ErrSubscribed)
		equal(t, "subscriptions", subscriptions(t, s, 0), []store.Subscription{one, two, again})
	}},
	{"need a set and, to be replaced, a key that there is", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		wantError(t, putSubscription(t, s, store.Subscription{Set: set + 100, Location: "one"}), store.ErrNoSet)
		wantError(t, putSubscription(t, s, store.Subscription{Key: 77, Set: set, Location: "one"}), store.ErrNoSubscription)
	}},
	{"of deleted sets are kept, and hidden from the list of all", func(t *testing.T, s store.Store) {
		set := list("a")
		set.Key = addSet(t, s, "a")
		sub := subscribe(t, s, set.Key, "one")
		set.Deleted = true
		wantError(t, putSet(t, s, set), nil)
		equal(t, "all", len(subscriptions(t, s, 0)), 0)
		equal(t, "of the set", subscriptions(t, s, set.Key), []store.Subscription{sub})
	}},
	{"are forgotten, and what came from them stays", testUnsubscribe},
}

func testSubscriptionFields(t *testing.T, s store.Store) {
	a, b := addSet(t, s, "a"), addSet(t, s, "b")
	z := subscribe(t, s, b, "z")
	full := store.Subscription{Set: a, Location: "y", Paused: true, Health: store.Health{
		LastTry: noon.Add(time.Nanosecond), LastSuccess: noon, Error: "no 'answer'", ErrorSince: noon.Add(time.Hour), Came: 3, SetAside: 4,
	}}
	update(t, s, func(w store.Writer) (err error) {
		full.Key, err = w.PutSubscription(full)
		return err
	})
	x := subscribe(t, s, a, "x")
	equal(t, "all", subscriptions(t, s, 0), []store.Subscription{z, full, x})
	equal(t, "of a", subscriptions(t, s, a), []store.Subscription{full, x})
	equal(t, "of a set that was never put", len(subscriptions(t, s, 99)), 0)
}

func testUnsubscribe(t *testing.T, s store.Store) {
	set := addSet(t, s, "a")
	gone := subscribe(t, s, set, "one")
	put(t, s, set, simple("x", "X"))
	forget := func(w store.Writer) error { return w.RemoveSubscription(gone.Key) }
	update(t, s, forget)
	wantError(t, s.Update(t.Context(), forget), store.ErrNoSubscription)
	equal(t, "subscriptions", len(subscriptions(t, s, set)), 0)
	equal(t, "items", idsOf(t, s, set, store.Query{}), []string{"x"})
	if again := subscribe(t, s, set, "one"); again.Key == gone.Key {
		t.Errorf("key %d was given twice", again.Key)
	}
}

func subscribe(t *testing.T, s store.Store, set int64, location string) store.Subscription {
	t.Helper()
	sub := store.Subscription{Set: set, Location: location}
	update(t, s, func(w store.Writer) (err error) {
		sub.Key, err = w.PutSubscription(sub)
		return err
	})
	return sub
}

func putSubscription(t *testing.T, s store.Store, sub store.Subscription) error {
	return s.Update(t.Context(), func(w store.Writer) error {
		_, err := w.PutSubscription(sub)
		return err
	})
}

func subscriptions(t *testing.T, s store.Store, set int64) []store.Subscription {
	t.Helper()
	return get(t, s, func(r store.Reader) ([]store.Subscription, error) { return r.Subscriptions(set) })
}
