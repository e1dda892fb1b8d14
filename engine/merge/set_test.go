package merge_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/merge"
)

func TestSetsAreComparedWhateverTheirOrder(t *testing.T) {
	for name, c := range map[string]struct{ left, right, want string }{
		"the same in another order":                  {"food shop", "shop food", "  1 food | 2 food\n  2 shop | 1 shop\n"},
		"one more on each side":                      {"food shop", "veg food", "  1 food | 2 food\n- 2 shop | .\n+ . | 1 veg\n"},
		"what became of an element stands beside it": {"4930 work", "work 4931", "  2 work | 1 work\n~ 1 [4930] | 2 [4931]\n"},
		"an element that stands twice":               {"a a", "a", "  1 a | 1 a\n- 2 a | .\n"},
		"nothing on the left":                        {"", "a", "+ . | 1 a\n"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := draw(merge.Set(strings.Fields(c.left), strings.Fields(c.right))); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestEveryElementOfBothSetsStandsInTheComparisonOnce(t *testing.T) {
	set := rapid.SliceOfN(rapid.StringOfN(rapid.RuneFrom([]rune("abc")), 1, 3, -1), 0, 8)
	rapid.Check(t, func(t *rapid.T) {
		left, right := set.Draw(t, "left"), set.Draw(t, "right")
		var l, r []int
		for _, row := range merge.Set(left, right) {
			if row.Left.Number > 0 {
				l = append(l, row.Left.Number)
			}
			if row.Right.Number > 0 {
				r = append(r, row.Right.Number)
			}
			if row.Kind == merge.Equal && left[row.Left.Number-1] != right[row.Right.Number-1] {
				t.Fatalf("%q beside %q", left[row.Left.Number-1], right[row.Right.Number-1])
			}
		}
		slices.Sort(l)
		slices.Sort(r)
		if len(l) != len(left) || len(r) != len(right) || len(slices.Compact(l)) != len(left) || len(slices.Compact(r)) != len(right) {
			t.Fatalf("%q and %q: elements %v and %v", left, right, l, r)
		}
	})
}

func TestHugeSetsAreCompared(t *testing.T) {
	all := make([]string, 100_000)
	for i := range all {
		all[i] = strconv.Itoa(i)
	}
	turned := slices.Clone(all)
	slices.Reverse(turned)
	for _, right := range [][]string{turned, strings.Split(strings.Repeat("other\n", 100_000), "\n")} {
		within(t, 3_500, func() {
			if rows := merge.Set(all, right); len(rows) < len(all) {
				t.Errorf("%d rows", len(rows))
			}
		})
	}
}

// set is a set of up to seven letters, as bits.
type set uint8

func (s set) String() string {
	var all []string
	for i := range 7 {
		if s>>i&1 == 1 {
			all = append(all, string(rune('a'+i)))
		}
	}
	return strings.Join(all, "\n")
}

// unite returns the expected merge of sets, computed with unions and differences of whole
// sets.
func unite(base set, versions []set) (union set, open bool) {
	var removed, added set
	for _, a := range versions {
		removed |= base &^ a
		added |= a &^ base
		for _, b := range versions {
			sameGone := base &^ a & (base &^ b)
			onlyA, onlyB := a&^base&^b, b&^base&^a
			open = open || sameGone != 0 && onlyA != 0 && onlyB != 0
		}
	}
	return base&^removed | added, open
}

func TestSetsBecomeWhatTheSumsOfSetsSay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		any := rapid.Uint8Range(0, 127)
		base := set(any.Draw(t, "base"))
		var sets []set
		var values []string
		for _, v := range rapid.SliceOfN(any, 2, 6).Draw(t, "versions") {
			sets = append(sets, set(v))
			values = append(values, turned(t, set(v).String()))
		}
		want, open := unite(base, sets)
		got := merge.Propose(merge.Field{Join: merge.JoinSet, Base: known(base.String()), Values: values})
		switch {
		case got.Open != open:
			t.Fatalf("open is %v, want %v: %+v", got.Open, open, got)
		case !open && sorted(got.Value) != want.String():
			t.Fatalf("got %q, want %q", got.Value, want.String())
		case got.From >= 0 && sorted(values[got.From]) != want.String():
			t.Fatalf("it is said to be from %d: %+v", got.From, got)
		}
	})
}

// turned puts the lines of a set into a random order.
func turned(t *rapid.T, lines string) string {
	return strings.Join(rapid.Permutation(strings.Split(lines, "\n")).Draw(t, "turned"), "\n")
}

func sorted(lines string) string {
	all := strings.Split(lines, "\n")
	slices.Sort(all)
	return strings.Join(all, "\n")
}

func TestDifferencesAreTheRowsOfASetThatAreNotEqual(t *testing.T) {
	set := rapid.SliceOfN(rapid.StringOfN(rapid.RuneFrom([]rune("abc")), 1, 3, -1), 0, 8)
	rapid.Check(t, func(t *rapid.T) {
		left, right := set.Draw(t, "left"), set.Draw(t, "right")
		want := slices.DeleteFunc(merge.Set(left, right), func(r merge.Row) bool { return r.Kind == merge.Equal })
		rows, removed, added := merge.Differences(left, right, 8)
		if got, want := draw(rows), draw(want); got != want {
			t.Errorf("%q and %q: got\n%s\nwant\n%s", left, right, got, want)
		}
		sides := func(rows []merge.Row) (l, r int) {
			for _, row := range rows {
				l, r = l+min(row.Left.Number, 1), r+min(row.Right.Number, 1)
			}
			return l, r
		}
		if l, r := sides(rows); l != removed || r != added {
			t.Errorf("%q and %q: %d removed, %d added; want %d, %d", left, right, removed, added, l, r)
		}
		most := rapid.IntRange(0, 3).Draw(t, "most")
		first, n, m := merge.Differences(left, right, most)
		if l, r := sides(first); n != removed || m != added || l != min(most, removed) || r != min(most, added) {
			t.Errorf("%q and %q: the first %d are %d of %d, and %d of %d", left, right, most, l, n, r, m)
		}
	})
}
