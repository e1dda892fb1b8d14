package conformance

import (
	"testing"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

var nameRules = []rule{
	{"are none at first", func(t *testing.T, s store.Store) {
		equal(t, "names", len(get(t, s, store.Reader.Names)), 0)
		equal(t, "endpoints", len(get(t, s, store.Reader.Endpoints)), 0)
	}},
	{"are given, changed, shared and taken away", func(t *testing.T, s store.Store) {
		name(t, s, "b", "laptop")
		name(t, s, "a", "Handy ä")
		name(t, s, "b", "Handy ä")
		equal(t, "names", get(t, s, store.Reader.Names), map[string]string{"a": "Handy ä", "b": "Handy ä"})
		name(t, s, "a", "")
		name(t, s, "never named", "")
		equal(t, "names", get(t, s, store.Reader.Names), map[string]string{"b": "Handy ä"})
	}},
	{"include every endpoint that made a version in the archive or has a name", testEndpoints},
	{"are published only where a person said so", testConsents},
	{"are counted as versions come in, each once", testEndpointsCountOnce},
}

func testEndpoints(t *testing.T, s store.Store) {
	a, b := addSet(t, s, "a"), addSet(t, s, "b")
	nobody := version("y", "", 1, "without an author")
	put(t, s, a, only(version("x", "phone", 2, "A"), version("x", "desk", 5, "B")), only(nobody))
	put(t, s, b, only(version("x", "phone", 4, "C")))
	update(t, s, func(w store.Writer) error { return w.PutArchive(a, version("x", "phone", 3, "dropped"), seen) })
	put(t, s, b, timeless("z", "ä"))
	name(t, s, "desk", "my desk")
	name(t, s, "Known", "somebody")
	remove(t, s, b, "x")
	equal(t, "endpoints", get(t, s, store.Reader.Endpoints), []store.Endpoint{
		{By: "Known", Name: "somebody"},
		{By: "desk", Name: "my desk", Versions: 1, Last: noon.Add(5 * time.Minute)},
		{By: "phone", Versions: 3, Last: noon.Add(4 * time.Minute)},
		{By: "ä", Versions: 1},
	})
}

// testEndpointsCountOnce puts the same versions again, within one transaction and after it,
// and puts one in a transaction that is rolled back.
func testEndpointsCountOnce(t *testing.T, s store.Store) {
	set := addSet(t, s, "a")
	count := func(r store.Reader) []store.Endpoint {
		all, err := r.Endpoints()
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	one := []store.Endpoint{{By: "desk", Versions: 1, Last: noon.Add(time.Minute)}}
	two := []store.Endpoint{{By: "desk", Versions: 2, Last: noon.Add(2 * time.Minute)}}
	update(t, s, func(w store.Writer) error {
		for range 2 {
			if err := w.PutItem(set, simple("x", "X"), seen); err != nil {
				return err
			}
			equal(t, "within", count(w), one)
		}
		return nil
	})
	update(t, s, func(w store.Writer) error {
		return w.PutItem(set, only(version("x", "desk", 2, "Y"), version("x", "desk", 1, "X")), seen)
	})
	_ = s.Update(t.Context(), func(w store.Writer) error {
		if err := w.PutItem(set, only(version("x", "desk", 3, "lost")), seen); err != nil {
			return err
		}
		equal(t, "before it is lost", count(w)[0].Versions, 3)
		return errOwn
	})
	view(t, s, func(r store.Reader) error {
		equal(t, "endpoints", count(r), two)
		return nil
	})
}

// timeless returns an item whose only update has no time.
func timeless(id, by string) *item.Item {
	v := version(id, by, 1, "timeless")
	v.History[0].When = item.When{}
	return only(v)
}

func name(t *testing.T, s store.Store, by, name string) {
	t.Helper()
	update(t, s, func(w store.Writer) error { return w.PutName(by, name) })
}

func testConsents(t *testing.T, s store.Store) {
	is := func(by string, want store.Consent) {
		t.Helper()
		view(t, s, func(r store.Reader) error {
			got, err := r.Consent(by)
			equal(t, "consent of "+by, got, want)
			return err
		})
	}
	put := func(by string, c store.Consent) {
		t.Helper()
		update(t, s, func(w store.Writer) error { return w.PutConsent(by, c) })
	}
	name(t, s, "a", "laptop")
	is("a", store.Unasked)
	put("a", store.Public)
	put("b", store.Private)
	is("a", store.Public)
	is("b", store.Private)
	name(t, s, "a", "")
	is("a", store.Public)
	before, err := s.Revision(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	put("a", store.Public)
	put("c", store.Unasked)
	if after, err := s.Revision(t.Context()); err != nil || after != before {
		t.Errorf("the same answers made revision %d of %d, %v", after, before, err)
	}
	put("a", store.Private)
	put("b", store.Unasked)
	is("a", store.Private)
	is("b", store.Unasked)
	_ = s.Update(t.Context(), func(w store.Writer) error {
		if err := w.PutConsent("a", store.Public); err != nil {
			return err
		}
		c, err := w.Consent("a")
		equal(t, "within", c, store.Public)
		if err != nil {
			return err
		}
		return errOwn
	})
	is("a", store.Private)
	equal(t, "endpoints", len(get(t, s, store.Reader.Endpoints)), 0)
}

var usedRules = []rule{
	{"are none before the first version", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		equal(t, "used", used(t, s, set, "x", "desk"), 0)
	}},
	{"are the greatest of the endpoint, of winners, conflicts and what was dropped", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, only(version("x", "desk", 5, "A"), version("x", "phone", 3, "B")))
		put(t, s, set, only(version("x", "desk", 2, "C")))
		equal(t, "used by desk", used(t, s, set, "x", "desk"), 5)
		equal(t, "used by phone", used(t, s, set, "x", "phone"), 3)
		update(t, s, func(w store.Writer) error { return w.PutArchive(set, version("x", "desk", 9, "D"), seen) })
		equal(t, "used by desk", used(t, s, set, "x", "desk"), 9)
	}},
	{"count newest updates only", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		v := version("x", "phone", 2, "A")
		v.History = append(v.History, item.History{Sequence: 8, By: "desk"})
		put(t, s, set, only(v))
		equal(t, "used by desk", used(t, s, set, "x", "desk"), 0)
	}},
	{"belong to the item and the set", func(t *testing.T, s store.Store) {
		a, b := addSet(t, s, "a"), addSet(t, s, "b")
		put(t, s, a, only(version("x", "desk", 5, "A")))
		equal(t, "used for another item", used(t, s, a, "y", "desk"), 0)
		equal(t, "used in another set", used(t, s, b, "x", "desk"), 0)
	}},
	{"are told of all items at once, removed ones too", func(t *testing.T, s store.Store) {
		a, b := addSet(t, s, "a"), addSet(t, s, "b")
		put(t, s, a, only(version("x", "desk", 5, "A"), version("x", "phone", 7, "B")))
		put(t, s, a, only(version("x", "desk", 2, "C")))
		put(t, s, a, only(version("y", "phone", 3, "Y")))
		put(t, s, a, only(version("z", "desk", 1, "Z")))
		put(t, s, b, only(version("other", "desk", 1, "")))
		remove(t, s, a, "z")
		made := func(by string) map[string]int {
			return get(t, s, func(r store.Reader) (map[string]int, error) { return r.Made(a, by) })
		}
		equal(t, "by desk", made("desk"), map[string]int{"x": 5, "z": 1})
		equal(t, "by phone", made("phone"), map[string]int{"x": 7, "y": 3})
		equal(t, "by nobody", len(made("nobody")), 0)
	}},
	{"are told with whether the item is there, tombstones too", func(t *testing.T, s store.Store) {
		a, b := addSet(t, s, "a"), addSet(t, s, "b")
		gone := version("x", "desk", 5, "A")
		gone.Deleted = true
		put(t, s, a, only(gone))
		update(t, s, func(w store.Writer) error { return w.PutArchive(b, version("x", "desk", 9, "D"), seen) })
		equal(t, "in its set", takenBy(t, s, a, "x", "desk"), taken{true, 5})
		equal(t, "by another endpoint", takenBy(t, s, a, "x", "phone"), taken{true, 0})
		equal(t, "in the archive alone", takenBy(t, s, b, "x", "desk"), taken{false, 9})
		equal(t, "another item", takenBy(t, s, a, "y", "desk"), taken{})
	}},
}

// taken holds the results of Taken.
type taken struct {
	There bool
	Used  int
}

func takenBy(t *testing.T, s store.Store, set int64, id, by string) taken {
	t.Helper()
	return get(t, s, func(r store.Reader) (got taken, err error) {
		got.There, got.Used, err = r.Taken(set, id, by)
		return got, err
	})
}

func used(t *testing.T, s store.Store, set int64, id, by string) int {
	t.Helper()
	return get(t, s, func(r store.Reader) (int, error) { return r.Used(set, id, by) })
}
