package place_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/enginetest/rulestest"
	"crossfeed/engine/item"
	"crossfeed/engine/sse091/place"
)

// TestMain draws more cases for each property than rapid does by itself.
func TestMain(m *testing.M) { rulestest.Main(m) }

var (
	anyID  = rapid.StringMatching(`[a-d /%é]{1,2}`)
	anyKey = rapid.OneOf(
		rapid.StringMatching(`~?[1-3](/[2-5])?( [a-c] [1-3](/[2-5])?){0,3}`),
		rapid.SampledFrom([]string{"", "1/0", "~1/0", "1/0 a 1", "no key", "1 a 1/0", "99999999999999999999/7"}),
	)
	anySibling = rapid.Custom(func(t *rapid.T) place.Sibling {
		return place.Sibling{ID: anyID.Draw(t, "id"), Key: anyKey.Draw(t, "key")}
	})
	anyPlace = rapid.Custom(func(t *rapid.T) item.Place {
		return item.Place{
			Parent: rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "parent"),
			Key:    anyKey.Draw(t, "key"), Cycle: rapid.SampledFrom([]string{"", "a"}).Draw(t, "cycle"),
		}
	})
)

func TestTheOrderIsTotal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := anySibling.Draw(t, "a"), anySibling.Draw(t, "b"), anySibling.Draw(t, "c")
		if place.Compare(a, b) != -place.Compare(b, a) {
			t.Fatalf("%v and %v", a, b)
		}
		if a.ID != b.ID && place.Compare(a, b) == 0 {
			t.Fatalf("%v and %v stand at one place", a, b)
		}
		if place.Compare(a, b) <= 0 && place.Compare(b, c) <= 0 && place.Compare(a, c) > 0 {
			t.Fatalf("%v, %v, %v", a, b, c)
		}
	})
}

// Whatever is put between whatever, also by endpoints that do not know of each other, stands
// there.
func TestANewKeyLiesBetweenItsNeighbours(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var row []place.Sibling
		for range rapid.IntRange(1, 40).Draw(t, "inserts") {
			at := rapid.IntRange(0, len(row)).Draw(t, "at")
			left, right := around(row, at)
			var fresh []place.Sibling
			for _, id := range rapid.SliceOfNDistinct(anyID, 1, 3, rapid.ID).Draw(t, "ids") {
				id = fmt.Sprint(id, len(row))
				fresh = append(fresh, place.Sibling{ID: id, Key: place.Between(left, right, id)})
			}
			for _, s := range fresh {
				if left != nil && place.Compare(*left, s) >= 0 || right != nil && place.Compare(s, *right) >= 0 {
					t.Fatalf("%v is not between %v and %v", s, left, right)
				}
			}
			slices.SortFunc(fresh, place.Compare)
			if !slices.IsSortedFunc(fresh, func(a, b place.Sibling) int { return cmpText(a.ID, b.ID) }) {
				t.Fatalf("what was put at one place stands as %v", fresh)
			}
			row = slices.Insert(row, at, fresh...)
		}
	})
}

func cmpText(a, b string) int { return 2*boolean(a > b) - boolean(a != b) }

func around(row []place.Sibling, at int) (left, right *place.Sibling) {
	if at > 0 {
		left = &row[at-1]
	}
	if at < len(row) {
		right = &row[at]
	}
	return left, right
}

// Any two siblings that have keys at all leave room between them.
func TestThereIsRoomBetweenAnyTwoKeys(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := anySibling.Draw(t, "a"), anySibling.Draw(t, "b")
		if !place.Valid(a.Key) || !place.Valid(b.Key) || place.Compare(a, b) == 0 {
			return
		}
		if place.Compare(a, b) > 0 {
			a, b = b, a
		}
		s := place.Sibling{ID: "new", Key: place.Between(&a, &b, "new")}
		if !place.Valid(s.Key) || place.Compare(a, s) >= 0 || place.Compare(s, b) >= 0 {
			t.Fatalf("%v is not between %v and %v", s, a, b)
		}
	})
}

func TestTheLesserPlaceDependsOnTheTwoAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := anyPlace.Draw(t, "a"), anyPlace.Draw(t, "b"), anyPlace.Draw(t, "c")
		if place.Lesser("i", a, b) != place.Lesser("i", b, a) {
			t.Fatalf("%v and %v", a, b)
		}
		if place.Lesser("i", place.Lesser("i", a, b), c) != place.Lesser("i", a, place.Lesser("i", b, c)) {
			t.Fatalf("%v, %v, %v", a, b, c)
		}
	})
}

// anySet is items in places that may contradict each other.
func anySet(t *rapid.T) []place.Node {
	ids := []string{"a", "b", "c", "d", "e", "f", "g"}
	all := make([]place.Node, rapid.IntRange(0, len(ids)).Draw(t, "items"))
	for i := range all {
		all[i] = place.Node{
			ID: ids[i], Deleted: rapid.Bool().Draw(t, "deleted"),
			Place: item.Place{Parent: rapid.SampledFrom(append(ids, "", "gone")).Draw(t, "parent"), Key: anyKey.Draw(t, "key")},
		}
	}
	return all
}

// literal is §4.4.2 as it is written.
func literal(all []place.Node) (moved []string) {
	parents := map[string]string{}
	for _, n := range all {
		parents[n.ID] = n.Place.Parent
	}
	for _, id := range slices.Sorted(maps.Keys(parents)) {
		at := parents[id]
		for range len(all) {
			if at == id {
				moved = append(moved, id)
				parents[id] = ""
				break
			}
			at = parents[at]
		}
	}
	return moved
}

func TestCyclesAreThoseThatTheSpecificationFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := anySet(t)
		var got []string
		for _, m := range place.Cycles(all) {
			got = append(got, all[m.Index].ID)
		}
		if want := literal(all); !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v of %v", got, want, all)
		}
	})
}

func TestATreeHasEveryItemOnceAndNoTombstoneUnasked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := anySet(t)
		rows, shown, live := place.Tree(all), place.Shown(all, nil), 0
		met := map[int]bool{}
		for _, r := range rows {
			met[r.Index] = true
			live += boolean(!all[r.Index].Deleted)
		}
		if len(rows) != len(all) || len(met) != len(all) || len(shown) != live {
			t.Fatalf("%v has rows %v, shown %v", all, rows, shown)
		}
		for _, r := range shown {
			if all[r.Index].Deleted {
				t.Fatalf("%s is shown", all[r.Index].ID)
			}
		}
	})
}

// document lays out a set as it would be published.
func document(all []place.Node) (s []place.Spot) {
	open := []int{0}
	for i, r := range place.Tree(all) {
		n := all[r.Index]
		s = append(s, place.Spot{ID: n.ID, Number: i + 1, Parent: open[r.Depth], Given: n.Place})
		open = append(open[:r.Depth+1], i+1)
	}
	return s
}

func TestWhatIsPublishedIsReadAsItWas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := anySet(t)
		all = slices.DeleteFunc(all, func(n place.Node) bool { return !place.Valid(n.Place.Key) })
		for _, m := range place.Cycles(all) {
			all[m.Index].Place = m.Place
		}
		given := map[string]item.Place{}
		for _, n := range all {
			given[n.ID] = n.Place
		}
		for _, l := range place.Locate(document(all), nil) {
			if l.Derived || l.Place != given[l.ID] {
				t.Fatalf("%s has the place %v, not %v", l.ID, l.Place, given[l.ID])
			}
		}
	})
}

// Whatever keys a document has: read for the first time, it is laid out as it stands.
func TestADocumentStandsAsItWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := document(anySet(t))
		for i := range s {
			s[i].Given = anyPlace.Draw(t, "given")
			s[i].Given.Cycle = ""
		}
		var all []place.Node
		var want []string
		for i, l := range place.Locate(s, nil) {
			if s[i].Parent == 0 && l.Parent != "" {
				return // an orphan stands anywhere
			}
			all = append(all, place.Node{ID: l.ID, Place: l.Place})
			want = append(want, s[i].ID)
		}
		var got []string
		for _, r := range place.Tree(all) {
			got = append(got, all[r.Index].ID)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("got %v of %v, want %v", got, all, want)
		}
	})
}
