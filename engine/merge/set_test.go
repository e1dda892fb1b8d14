package merge_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

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
		within(t, 5*time.Second, func() {
			if rows := merge.Set(all, right); len(rows) < len(all) {
				t.Errorf("%d rows", len(rows))
			}
		})
	}
}
