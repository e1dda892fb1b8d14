package conformance

import (
	"fmt"
	"testing"

	"crossfeed/engine/store"
	"crossfeed/engine/transport"
	"crossfeed/engine/trust"
)

var heldItemRules = []rule{
	{"come back with all their fields, in the order in which they came", func(t *testing.T, s store.Store) {
		a, b := addSet(t, s, "a"), addSet(t, s, "b")
		first, second, third := heldItem(a, 1, "x"), store.HeldItem{Set: b, Subscription: 2, ID: "x"}, heldItem(a, 2, "a")
		for _, held := range []*store.HeldItem{&first, &second, &third} {
			held.Key = putHeldItem(t, s, *held)
		}
		equal(t, "all", heldItems(t, s, 0), []store.HeldItem{first, second, third})
		equal(t, "of a", heldItems(t, s, a), []store.HeldItem{first, third})
		equal(t, "of none", len(heldItems(t, s, 99)), 0)
	}},
	{"are replaced where they are", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		first, second := heldItem(set, 1, "x"), heldItem(set, 1, "y")
		first.Key, second.Key = putHeldItem(t, s, first), putHeldItem(t, s, second)
		first.State, first.Alarms, first.Document = store.Refused, first.Alarms[:1], "<rss/>"
		equal(t, "key", putHeldItem(t, s, first), first.Key)
		equal(t, "held items", heldItems(t, s, set), []store.HeldItem{first, second})
	}},
	{"of deleted sets are kept, and hidden from the list of all", func(t *testing.T, s store.Store) {
		gone := list("a")
		gone.Key = addSet(t, s, "a")
		kept := heldItem(gone.Key, 1, "x")
		kept.Key = putHeldItem(t, s, kept)
		gone.Deleted = true
		wantError(t, putSet(t, s, gone), nil)
		equal(t, "all", len(heldItems(t, s, 0)), 0)
		equal(t, "of the set", heldItems(t, s, gone.Key), []store.HeldItem{kept})
	}},
	{"need a set and, to be replaced, a key that there is", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		unknown := heldItem(set, 1, "x")
		unknown.Key = 77
		for want, held := range map[error]store.HeldItem{store.ErrNoSet: heldItem(set+100, 1, "x"), store.ErrNoHeldItem: unknown} {
			err := s.Update(t.Context(), func(w store.Writer) error { _, err := w.PutHeldItem(held); return err })
			wantError(t, err, want)
		}
	}},
	{"are forgotten where they wait: those of a subscription, or of one item of it", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		x, y, refused, other := heldItem(set, 1, "x"), heldItem(set, 1, "y"), heldItem(set, 1, "x"), heldItem(set, 2, "x")
		refused.State = store.Refused
		for _, held := range []*store.HeldItem{&x, &y, &refused, &other} {
			held.Key = putHeldItem(t, s, *held)
		}
		forget := func(id string) { update(t, s, func(w store.Writer) error { return w.RemoveHeldItems(1, id) }) }
		forget("x")
		equal(t, "after x", heldItems(t, s, set), []store.HeldItem{y, refused, other})
		before := revision(t, s)
		forget("x")
		equal(t, "revision", revision(t, s), before)
		forget("")
		equal(t, "after all", heldItems(t, s, set), []store.HeldItem{refused, other})
	}},
	{"are dropped by their keys, whatever was decided", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		waits, refused, kept := heldItem(set, 1, "x"), heldItem(set, 1, "y"), heldItem(set, 1, "x")
		refused.State = store.Refused
		for _, held := range []*store.HeldItem{&waits, &refused, &kept} {
			held.Key = putHeldItem(t, s, *held)
		}
		drop := func(w store.Writer) error { return w.DropHeldItems(waits.Key, refused.Key, 77) }
		update(t, s, drop)
		equal(t, "held items", heldItems(t, s, set), []store.HeldItem{kept})
		before := revision(t, s)
		update(t, s, drop)
		equal(t, "revision", revision(t, s), before)
	}},
	{"go with their subscription, whatever was decided", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		sub, other := subscribe(t, s, set, "one"), subscribe(t, s, set, "two")
		refused, kept := heldItem(set, sub.Key, "y"), heldItem(set, other.Key, "x")
		refused.State = store.Refused
		putHeldItem(t, s, heldItem(set, sub.Key, "x"))
		putHeldItem(t, s, refused)
		kept.Key = putHeldItem(t, s, kept)
		unsubscribe(t, s, sub)
		equal(t, "held items", heldItems(t, s, set), []store.HeldItem{kept})
	}},
	{"have keys that are never given again", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		gone := putHeldItem(t, s, heldItem(set, 1, "x"))
		update(t, s, func(w store.Writer) error { return w.RemoveHeldItems(1, "") })
		if again := putHeldItem(t, s, heldItem(set, 1, "x")); again == gone || gone == 0 {
			t.Errorf("keys %d and %d", gone, again)
		}
	}},
}

// heldItem returns an update held for review, with every field set.
func heldItem(set, subscription int64, id string) store.HeldItem {
	return store.HeldItem{
		Set: set, Subscription: subscription, Feed: "https://example.org/feed.xml", ID: id, Title: "title of " + id, At: noon.Add(1),
		Alarms: []trust.Alarm{
			{Kind: trust.Forged, Sequence: 3, When: "2005-05-21T12:00:00Z"}, {Kind: trust.Jump, Number: 9000, Limit: 1001},
		},
		Document: "<rss>ä & 'b'\x00</rss>\n", Mark: "aa",
	}
}

func putHeldItem(t *testing.T, s store.Store, held store.HeldItem) (key int64) {
	t.Helper()
	update(t, s, func(w store.Writer) (err error) {
		key, err = w.PutHeldItem(held)
		return err
	})
	return key
}

func heldItems(t *testing.T, s store.Store, set int64) []store.HeldItem {
	t.Helper()
	return get(t, s, func(r store.Reader) ([]store.HeldItem, error) { return r.HeldItems(set) })
}

var wantedRules = []rule{
	{"come back with all their fields, in their order", func(t *testing.T, s store.Store) {
		l := addLibrary(t, s, "a").Key
		full := store.ContentWanted{Address: "z\xff", Nested: true, From: "a\xff", Depth: 4, Asked: true}
		equal(t, "added", enqueue(t, s, l, full, wantFile("b"), wantFile("a")), 3)
		equal(t, "queue", withoutNumbers(queueOf(t, s, l)), []store.ContentWanted{full, wantFile("b"), wantFile("a")})
		equal(t, "one", *wantedAt(t, s, l, "z\xff", true), queueOf(t, s, l)[0])
		equal(t, "none", wantedAt(t, s, l, "z\xff", false), (*store.ContentWanted)(nil))
	}},
	{"are once as a file and once as a nested feed", func(t *testing.T, s store.Store) {
		l := addLibrary(t, s, "a").Key
		equal(t, "added", enqueue(t, s, l, wantFile("f"), wantFeed("f"), wantFile("f")), 2)
		equal(t, "added again", enqueue(t, s, l, wantFeed("f"), wantFile("g")), 1)
		equal(t, "queue", withoutNumbers(queueOf(t, s, l)), []store.ContentWanted{wantFile("f"), wantFeed("f"), wantFile("g")})
	}},
	{"come in pages, after a number", func(t *testing.T, s store.Store) {
		l, other := addLibrary(t, s, "a").Key, addLibrary(t, s, "b").Key
		var all []store.ContentWanted
		for n := range 300 {
			all = append(all, wantFile(fmt.Sprint(n)))
			enqueue(t, s, other, wantFile(fmt.Sprint(n)))
		}
		equal(t, "added", enqueue(t, s, l, all...), 300)
		var found []store.ContentWanted
		for after := int64(0); ; {
			some := get(t, s, func(r store.Reader) ([]store.ContentWanted, error) { return r.Wanted(l, after, 70) })
			if len(some) == 0 {
				break
			}
			found, after = append(found, some...), some[len(some)-1].Number
		}
		equal(t, "queue", withoutNumbers(found), all)
		equal(t, "none at most", len(get(t, s, func(r store.Reader) ([]store.ContentWanted, error) { return r.Wanted(l, 0, 0) })), 0)
	}},
	{"keep their place when they are wanted again, and what failed is forgotten", testWantedAgain},
	{"are asked for where either says it", func(t *testing.T, s store.Store) {
		l := addLibrary(t, s, "a").Key
		asked := store.ContentWanted{Address: "f", From: "elsewhere", Depth: 3, Asked: true}
		enqueue(t, s, l, wantFile("f"))
		equal(t, "added", enqueue(t, s, l, asked, wantFile("f")), 0)
		f := *wantedAt(t, s, l, "f", false)
		equal(t, "f", f, store.ContentWanted{Number: f.Number, Address: "f", From: "root", Depth: 1, Asked: true})
		update(t, s, func(w store.Writer) error { return w.PutWanted(l, failed(f)) })
		enqueue(t, s, l, wantFile("f"))
		equal(t, "f after it failed", *wantedAt(t, s, l, "f", false), f)
		equal(t, "added", enqueue(t, s, l, wantFile("g"), store.ContentWanted{Address: "g", Asked: true, From: "other"}), 1)
		equal(t, "asked at once", *wantedAt(t, s, l, "g", false), store.ContentWanted{Number: wantedAt(t, s, l, "g", false).Number, Address: "g", From: "root", Depth: 1, Asked: true})
	}},
	{"take no number and no failure from who wants them", func(t *testing.T, s store.Store) {
		l := addLibrary(t, s, "a").Key
		enqueue(t, s, l, wantFile("f"))
		first := queueOf(t, s, l)[0]
		enqueue(t, s, l, failed(store.ContentWanted{Number: first.Number, Address: "g"}))
		equal(t, "f", *wantedAt(t, s, l, "f", false), first)
		g := *wantedAt(t, s, l, "g", false)
		equal(t, "g", withoutNumbers([]store.ContentWanted{g}), []store.ContentWanted{{Address: "g"}})
		equal(t, "g comes after f", g.Number > first.Number, true)
	}},
	{"are replaced where they are still there, but for the address", func(t *testing.T, s store.Store) {
		l, other := addLibrary(t, s, "a").Key, addLibrary(t, s, "b").Key
		enqueue(t, s, l, wantFile("f"), wantFile("g"))
		f := failed(queueOf(t, s, l)[0])
		changed := f
		changed.Address, changed.Nested = "g", true
		update(t, s, func(w store.Writer) error { return w.PutWanted(l, changed) })
		equal(t, "f", *wantedAt(t, s, l, "f", false), f)
		before := revision(t, s)
		gone := f
		gone.Number += 100
		update(t, s, func(w store.Writer) error { return w.PutWanted(l, gone) })
		update(t, s, func(w store.Writer) error { return w.PutWanted(other, f) })
		equal(t, "queue", len(queueOf(t, s, l)), 2)
		equal(t, "revision where none is there", revision(t, s), before)
	}},
	{"are taken out by their numbers, which are never given again", testDequeue},
	{"that no link of their kind leads to are told, but for the root", testIdle},
	{"change nothing where they are there as they are to be", func(t *testing.T, s store.Store) {
		l := addLibrary(t, s, "a").Key
		enqueue(t, s, l, wantFile("f"))
		before := revision(t, s)
		enqueue(t, s, l, wantFile("f"))
		enqueue(t, s, l)
		update(t, s, func(w store.Writer) error { return w.Dequeue(l) })
		equal(t, "revision", revision(t, s), before)
	}},
}

// failed returns a queue entry whose download failed.
func failed(w store.ContentWanted) store.ContentWanted {
	w.Tries, w.Error, w.Trouble, w.Tried = 3, "no 'answer'", transport.SecondWriter, noon
	return w
}

func testWantedAgain(t *testing.T, s store.Store) {
	l := addLibrary(t, s, "a").Key
	enqueue(t, s, l, wantFile("f"), wantFile("g"), wantFile("h"))
	before := queueOf(t, s, l)
	update(t, s, func(w store.Writer) error { return w.PutWanted(l, failed(before[0])) })
	from := func(address string) store.ContentWanted {
		return store.ContentWanted{Address: address, From: "elsewhere", Depth: 9}
	}
	equal(t, "added", enqueue(t, s, l, from("f"), from("g"), from("f")), 0)
	before[0].From, before[0].Depth = "elsewhere", 9
	equal(t, "queue", queueOf(t, s, l), before)
}

func testDequeue(t *testing.T, s store.Store) {
	l, other := addLibrary(t, s, "a").Key, addLibrary(t, s, "b").Key
	for n := range 200 {
		enqueue(t, s, l, wantFile(fmt.Sprintf("%03d", n)))
	}
	enqueue(t, s, other, wantFile("f"))
	var numbers []int64
	all := queueOf(t, s, l)
	for _, w := range all[1:] {
		numbers = append(numbers, w.Number)
	}
	numbers = append(numbers, queueOf(t, s, other)[0].Number, 99999)
	update(t, s, func(w store.Writer) error { return w.Dequeue(l, numbers...) })
	equal(t, "queue", queueOf(t, s, l), all[:1])
	equal(t, "of the other", len(queueOf(t, s, other)), 1)
	update(t, s, func(w store.Writer) error { return w.Dequeue(other, queueOf(t, s, other)[0].Number) })
	enqueue(t, s, l, wantFile("199"))
	equal(t, "a greater number", queueOf(t, s, l)[1].Number > all[199].Number, true)
}

func testIdle(t *testing.T, s store.Store) {
	l := addLibrary(t, s, "root").Key
	enqueue(t, s, l, wantFeed("root"), wantFile("z"), wantFeed("z"), wantFile("root"), wantFile("a"))
	equal(t, "at first", withoutNumbers(idle(t, s, l)), []store.ContentWanted{wantFile("z"), wantFeed("z"), wantFile("root"), wantFile("a")})
	cache(t, s, l, feedAt("root"), item1("x", nested("z"), file("a")))
	equal(t, "with links", withoutNumbers(idle(t, s, l)), []store.ContentWanted{wantFile("z"), wantFile("root")})
	cache(t, s, l, feedAt("root"))
	equal(t, "without", len(idle(t, s, l)), 4)
}

// wantedAt returns a queue entry, or nil.
func wantedAt(t *testing.T, s store.Store, library int64, address string, nested bool) *store.ContentWanted {
	t.Helper()
	return get(t, s, func(r store.Reader) (*store.ContentWanted, error) {
		w, there, err := r.WantedAt(library, address, nested)
		if !there {
			return nil, err
		}
		return &w, err
	})
}

func withoutNumbers(all []store.ContentWanted) (plain []store.ContentWanted) {
	for _, w := range all {
		w.Number = 0
		plain = append(plain, w)
	}
	return plain
}
