package order_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/enginetest/rulestest"
	"crossfeed/engine/item"
	"crossfeed/engine/rules/order"
)

// TestMain runs more checks per property than rapid's default.
func TestMain(m *testing.M) { rulestest.Main(m) }

var (
	anyID  = rapid.StringMatching(`[a-d /%é]{1,2}`)
	anyKey = rapid.OneOf(
		rapid.StringMatching(`~?[1-3](/[2-5])?( [a-c] [1-3](/[2-5])?){0,3}`),
		rapid.SampledFrom([]string{"", "1/0", "~1/0", "1/0 a 1", "no key", "1 a 1/0", "99999999999999999999/7"}),
	)
	anySibling = rapid.Custom(func(t *rapid.T) order.Sibling {
		return order.Sibling{ID: anyID.Draw(t, "id"), Key: anyKey.Draw(t, "key")}
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
		if order.Compare(a, b) != -order.Compare(b, a) {
			t.Fatalf("%v and %v", a, b)
		}
		if a.ID != b.ID && order.Compare(a, b) == 0 {
			t.Fatalf("%v and %v stand at one place", a, b)
		}
		if order.Compare(a, b) <= 0 && order.Compare(b, c) <= 0 && order.Compare(a, c) > 0 {
			t.Fatalf("%v, %v, %v", a, b, c)
		}
	})
}

// An item inserted between any two others is between them, even if endpoints that do not know
// of each other insert items.
func TestANewKeyLiesBetweenItsNeighbours(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var row []order.Sibling
		for range rapid.IntRange(1, 40).Draw(t, "inserts") {
			at := rapid.IntRange(0, len(row)).Draw(t, "at")
			left, right := around(row, at)
			var fresh []order.Sibling
			for _, id := range rapid.SliceOfNDistinct(anyID, 1, 3, rapid.ID).Draw(t, "ids") {
				id = fmt.Sprint(id, len(row))
				fresh = append(fresh, order.Sibling{ID: id, Key: order.Between(left, right, id)})
			}
			for _, s := range fresh {
				if left != nil && order.Compare(*left, s) >= 0 || right != nil && order.Compare(s, *right) >= 0 {
					t.Fatalf("%v is not between %v and %v", s, left, right)
				}
			}
			slices.SortFunc(fresh, order.Compare)
			if !slices.IsSortedFunc(fresh, func(a, b order.Sibling) int { return cmpText(a.ID, b.ID) }) {
				t.Fatalf("what was put at one place stands as %v", fresh)
			}
			row = slices.Insert(row, at, fresh...)
		}
	})
}

func cmpText(a, b string) int { return 2*boolean(a > b) - boolean(a != b) }

func around(row []order.Sibling, at int) (left, right *order.Sibling) {
	if at > 0 {
		left = &row[at-1]
	}
	if at < len(row) {
		right = &row[at]
	}
	return left, right
}

// Any two siblings with keys leave room between them.
func TestThereIsRoomBetweenAnyTwoKeys(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := anySibling.Draw(t, "a"), anySibling.Draw(t, "b")
		if !order.Valid(a.Key) || !order.Valid(b.Key) || order.Compare(a, b) == 0 {
			return
		}
		if order.Compare(a, b) > 0 {
			a, b = b, a
		}
		s := order.Sibling{ID: "new", Key: order.Between(&a, &b, "new")}
		if !order.Valid(s.Key) || order.Compare(a, s) >= 0 || order.Compare(s, b) >= 0 {
			t.Fatalf("%v is not between %v and %v", s, a, b)
		}
	})
}

func TestTheLesserPlaceDependsOnTheTwoAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := anyPlace.Draw(t, "a"), anyPlace.Draw(t, "b"), anyPlace.Draw(t, "c")
		if order.Lesser("i", a, b) != order.Lesser("i", b, a) {
			t.Fatalf("%v and %v", a, b)
		}
		if order.Lesser("i", order.Lesser("i", a, b), c) != order.Lesser("i", a, order.Lesser("i", b, c)) {
			t.Fatalf("%v, %v, %v", a, b, c)
		}
	})
}

// anySet generates items at positions that may contradict each other.
func anySet(t *rapid.T) []order.Node {
	ids := []string{"a", "b", "c", "d", "e", "f", "g"}
	all := make([]order.Node, rapid.IntRange(0, len(ids)).Draw(t, "items"))
	for i := range all {
		all[i] = order.Node{
			ID: ids[i], Deleted: rapid.Bool().Draw(t, "deleted"),
			Place: item.Place{Parent: rapid.SampledFrom(append(ids, "", "gone")).Draw(t, "parent"), Key: anyKey.Draw(t, "key")},
		}
	}
	return all
}

// literal implements §4.4.2 literally.
func literal(all []order.Node) (moved []string) {
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
		for _, m := range order.Cycles(all) {
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
		rows, shown, live := order.Tree(all), order.Shown(all, nil), 0
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
func document(all []order.Node) (s []order.Spot) {
	open := []int{0}
	for i, r := range order.Tree(all) {
		n := all[r.Index]
		s = append(s, order.Spot{ID: n.ID, Number: i + 1, Parent: open[r.Depth], Given: n.Place})
		open = append(open[:r.Depth+1], i+1)
	}
	return s
}

func TestWhatIsPublishedIsReadAsItWas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := anySet(t)
		all = slices.DeleteFunc(all, func(n order.Node) bool { return !order.Valid(n.Place.Key) })
		for _, m := range order.Cycles(all) {
			all[m.Index].Place = m.Place
		}
		given := map[string]item.Place{}
		for _, n := range all {
			given[n.ID] = n.Place
		}
		for _, l := range order.Locate(document(all), nil) {
			if l.Derived || l.Place != given[l.ID] {
				t.Fatalf("%s has the place %v, not %v", l.ID, l.Place, given[l.ID])
			}
		}
	})
}

// A document with any keys that is read for the first time is laid out in its own order.
func TestADocumentStandsAsItWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := document(anySet(t))
		for i := range s {
			s[i].Given = anyPlace.Draw(t, "given")
			s[i].Given.Cycle = ""
		}
		var all []order.Node
		var want []string
		for i, l := range order.Locate(s, nil) {
			if s[i].Parent == 0 && l.Parent != "" {
				return // an orphan may be anywhere
			}
			all = append(all, order.Node{ID: l.ID, Place: l.Place})
			want = append(want, s[i].ID)
		}
		var got []string
		for _, r := range order.Tree(all) {
			got = append(got, all[r.Index].ID)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("got %v of %v, want %v", got, all, want)
		}
	})
}
