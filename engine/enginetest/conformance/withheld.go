package conformance

import (
	"testing"

	"crossfeed/engine/store"
)

var withheldRules = []rule{
	{"are those that are only taken in, and that nobody else holds", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		take, also, both, give := takeOnly(t, s, set, "take"), takeOnly(t, s, set, "also"), subscribe(t, s, set, "both"), giveOnly(t, s, set, "give")
		hold(t, s, take, "x", "shared", "given", "twice")
		hold(t, s, also, "y", "twice")
		hold(t, s, both, "shared", "own")
		hold(t, s, give, "given")
		equal(t, "withheld", withheld(t, s, set), ids("x", "y", "twice"))
		letGo(t, s, both, "shared")
		equal(t, "withheld", withheld(t, s, set), ids("x", "y", "twice", "shared"))
	}},
	{"belong to the set", func(t *testing.T, s store.Store) {
		a, b := addSet(t, s, "a"), addSet(t, s, "b")
		hold(t, s, takeOnly(t, s, a, "take"), "x")
		hold(t, s, takeOnly(t, s, b, "take"), "y")
		hold(t, s, subscribe(t, s, b, "both"), "x")
		equal(t, "of a", withheld(t, s, a), ids("x"))
		equal(t, "of b", withheld(t, s, b), ids("y"))
		equal(t, "of none", withheld(t, s, 99), ids())
	}},
	{"are not those that this endpoint made: they only came back", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		putAt(t, s, set, noon, simple("made here", "X"))
		put(t, s, set, simple("came", "Y"), only(version("made here", "phone", 2, "X")))
		putAt(t, s, set, noon, only(version("came", "desk", 2, "Y")))
		hold(t, s, takeOnly(t, s, set, "take"), "made here", "came", "skipped item")
		equal(t, "withheld", withheld(t, s, set), ids("came", "skipped item"))
	}},
	{"stay when the subscription is removed", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		take := takeOnly(t, s, set, "take")
		hold(t, s, take, "x", "y")
		unsubscribe(t, s, take)
		equal(t, "subscriptions", len(subscriptions(t, s, set)), 0)
		equal(t, "withheld", withheld(t, s, set), ids("x", "y"))
		hold(t, s, subscribe(t, s, set, "both"), "y")
		equal(t, "withheld", withheld(t, s, set), ids("x"))
	}},
	{"of a removed subscription pass to the next one at its location", func(t *testing.T, s store.Store) {
		for _, mode := range []store.Mode{store.TakeOnly, store.BothWays} {
			set := addSet(t, s, string(mode))
			take := takeOnly(t, s, set, "take")
			hold(t, s, take, "x", "y")
			unsubscribe(t, s, take)
			again := store.Subscription{Set: set, Location: "take", Mode: mode}
			update(t, s, func(w store.Writer) (err error) { again.Key, err = w.PutSubscription(again); return err })
			equal(t, "subscriptions", subscriptions(t, s, set), []store.Subscription{again})
			equal(t, "held", held(t, s, again.Key), ids("x", "y"))
			equal(t, "another key", again.Key != take.Key, true)
			want := ids()
			if mode == store.TakeOnly {
				want = ids("x", "y")
			}
			equal(t, "withheld", withheld(t, s, set), want)
		}
	}},
	{"of a removed subscription pass to another, which moves to its location and retains its own", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		take, other := takeOnly(t, s, set, "take"), takeOnly(t, s, set, "other")
		hold(t, s, take, "x", "y")
		hold(t, s, other, "y", "z")
		unsubscribe(t, s, take)
		other.Location = "take"
		wantError(t, putSubscription(t, s, other), nil)
		equal(t, "held", held(t, s, other.Key), ids("x", "y", "z"))
		unsubscribe(t, s, other)
		equal(t, "withheld", withheld(t, s, set), ids("x", "y", "z"))
	}},
	{"belong to every feed in a folder, also after it was removed and subscribed to again", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		take := takeOnly(t, s, set, "folder/")
		holdBy(t, s, inFolder(take, "a.desk.xml"), "x", "y")
		holdBy(t, s, inFolder(take, "a.phone.xml"), "y", "z")
		both := subscribe(t, s, set, "other/")
		holdBy(t, s, inFolder(both, "a.tablet.xml"), "z")
		equal(t, "withheld", withheld(t, s, set), ids("x", "y"))
		unsubscribe(t, s, take)
		equal(t, "after it was removed", withheld(t, s, set), ids("x", "y"))
		wantError(t, putSubscription(t, s, store.Subscription{Key: both.Key, Set: set, Location: "folder/"}), nil)
		for file, want := range map[string]map[string]bool{
			"a.desk.xml": ids("x", "y"), "a.phone.xml": ids("y", "z"), "a.tablet.xml": ids("z"), "": ids(),
		} {
			equal(t, file, heldBy(t, s, inFolder(both, file)), want)
		}
		equal(t, "of a republishing subscription", withheld(t, s, set), ids())
	}},
	{"go with a subscription that took in and gave on", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		sub := takeOnly(t, s, set, "take")
		hold(t, s, sub, "x")
		sub.Mode = store.BothWays
		wantError(t, putSubscription(t, s, sub), nil)
		equal(t, "withheld", withheld(t, s, set), ids())
		unsubscribe(t, s, sub)
		equal(t, "after it was removed", withheld(t, s, set), ids())
	}},
}

func takeOnly(t *testing.T, s store.Store, set int64, location string) store.Subscription {
	t.Helper()
	return inMode(t, s, set, location, store.TakeOnly)
}

func giveOnly(t *testing.T, s store.Store, set int64, location string) store.Subscription {
	t.Helper()
	return inMode(t, s, set, location, store.GiveOnly)
}

func inMode(t *testing.T, s store.Store, set int64, location string, m store.Mode) store.Subscription {
	t.Helper()
	sub := subscribe(t, s, set, location)
	sub.Mode = m
	wantError(t, putSubscription(t, s, sub), nil)
	return sub
}

func withheld(t *testing.T, s store.Store, set int64) map[string]bool {
	t.Helper()
	return get(t, s, func(r store.Reader) (map[string]bool, error) { return r.Withheld(set) })
}
