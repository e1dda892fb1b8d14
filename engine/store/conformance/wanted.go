package conformance

import (
	"fmt"
	"testing"

	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

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

// failed is an entry that failed.
func failed(w store.ContentWanted) store.ContentWanted {
	w.Tries, w.Error, w.Trouble, w.Tried = 3, "no 'answer'", location.SecondWriter, noon
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

// wantedAt is an entry, or nil.
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
