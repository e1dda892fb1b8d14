package conformance

import (
	"testing"
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
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
	{"are removed, and received items stay", testUnsubscribe},
	{"are apart from what they were put with and read as", testSubscriptionApart},
	{"take any bytes, as servers and file systems have them", func(t *testing.T, s store.Store) {
		const odd = "\xff\"caf\xe9\"\x00é\ufffd\x00ff\\u0000"
		sub := subscribe(t, s, addSet(t, s, "a"), "one")
		sub.Access.User, sub.Feeds = odd, map[string]store.Feed{"/a\xe9": feedOf(odd), "/a\xe8": {Known: transport.Known{ETag: odd}, Unseen: []string{odd}}}
		wantError(t, putSubscription(t, s, sub), nil)
		equal(t, "subscriptions", subscriptions(t, s, sub.Set), []store.Subscription{sub})
		set := list("b")
		set.Publication = store.Publication{Address: odd, Last: transport.Written{ETag: odd, Hash: "aa"}}
		set.Key = addSet(t, s, "b")
		wantError(t, putSet(t, s, set), nil)
		equal(t, "set", get(t, s, func(r store.Reader) (store.Set, error) { return r.SetNamed("b") }), set)
	}},
	{"take a time that a feed says beyond the year 9999", func(t *testing.T, s store.Store) {
		sub := subscribe(t, s, addSet(t, s, "a"), "one")
		sub.Feeds = map[string]store.Feed{"one": {Expires: time.Date(9999, 12, 31, 23, 0, 0, 0, time.FixedZone("", -12*3600))}}
		wantError(t, putSubscription(t, s, sub), nil)
		equal(t, "expires after 9999", subscriptions(t, s, sub.Set)[0].Feeds["one"].Expires.Year() >= 9999, true)
	}},
}

// feedOf returns a feed with every field set.
func feedOf(title string) store.Feed {
	return store.Feed{
		Known: transport.Known{ETag: `W/"a&b"`, LastModified: "Sat, 21 May 2005 12:00:00 GMT", Hash: "aa", Whole: noon},
		Title: title, Author: "phone", Until: "7 <b>", Expires: noon.Add(time.Nanosecond), TTL: time.Hour + 1, Fresh: time.Minute + 1,
		Complete: "https://example.org/c.xml", Offers: []store.Offered{{Link: "https://example.org/o", Title: "O"}, {Link: "p"}},
		Names: []store.Named{{By: "a", Name: "Küche"}, {By: "b"}},
		Moved: "https://example.org/new", MovedSince: noon.Add(time.Hour), Gap: noon.Add(2 * time.Hour), Seen: 3, Of: 4,
		Sizes: []feed.Size{{Item: "a", Field: "title", Characters: 20_000}, {Item: "b", Field: "tags", Values: 2_000}},
	}
}

// full returns a subscription with every field set.
func full(set int64, address string) store.Subscription {
	return store.Subscription{
		Set: set, Location: address, Paused: true, Mode: store.TakeOnly, Every: time.Hour + 1, Access: access, Unnamed: true, List: "theirs",
		Feeds: map[string]store.Feed{"one": feedOf("One"), "two": {}},
		Next:  noon.Add(3 * time.Nanosecond), Stopped: true, Added: noon.Add(4 * time.Nanosecond), Agreed: noon.Add(5 * time.Nanosecond),
		Shown: store.Preview{Items: 6, Deleted: 7},
		Health: store.Health{
			LastTry: noon.Add(time.Nanosecond), LastSuccess: noon, Error: "no 'answer'", ErrorSince: noon.Add(time.Hour), Came: 3, Skipped: 4,
			Deleted: 2, Failures: 5, Trouble: transport.SecondWriter, Bytes: 1 << 40,
		},
	}
}

func testSubscriptionApart(t *testing.T, s store.Store) {
	sub := full(addSet(t, s, "a"), "one")
	update(t, s, func(w store.Writer) (err error) { sub.Key, err = w.PutSubscription(sub); return err })
	spoil := func(sub store.Subscription) {
		sub.Feeds["one"].Offers[0].Title, sub.Feeds["one"].Names[0].Name = "spoilt", "spoilt"
		delete(sub.Feeds, "two")
	}
	want := full(sub.Set, "one")
	want.Key = sub.Key
	spoil(sub)
	equal(t, "after the put one changed", subscriptions(t, s, 0), []store.Subscription{want})
	spoil(subscriptions(t, s, 0)[0])
	equal(t, "after the one read changed", subscriptions(t, s, 0), []store.Subscription{want})
}

func testSubscriptionFields(t *testing.T, s store.Store) {
	a, b := addSet(t, s, "a"), addSet(t, s, "b")
	z := subscribe(t, s, b, "z")
	full := full(a, "y")
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
