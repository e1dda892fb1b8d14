package edit_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/edit"
)

func placed(orders ...int64) []edit.Placed {
	var list []edit.Placed
	for i, o := range orders {
		list = append(list, edit.Placed{ID: fmt.Sprintf("i%02d", i), Order: o, Ordered: o != 0})
	}
	return list
}

func TestMovingChangesAsFewOrdersAsItTakes(t *testing.T) {
	for _, c := range []struct {
		name   string
		orders []int64 // 0 is none
		moved  int
		want   []int64 // of those that change, from the first of them on
	}{
		{"between two with room", []int64{100, 0, 200}, 1, []int64{150}},
		{"first", []int64{0, 100, 200}, 0, []int64{40}},
		{"last", []int64{100, 200, 0}, 2, []int64{260}},
		{"no room: the next makes it", []int64{100, 0, 101, 300}, 1, []int64{101, 102}},
		{"those before it that have none get one", []int64{100, 0, 0}, 2, []int64{160, 220}},
		{"those after it that have none stay so", []int64{0, 0, 0}, 0, []int64{60}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []int64
			for _, p := range edit.Reorder(placed(c.orders...), c.moved) {
				got = append(got, p.Order)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

func TestItemsStandAsTheyWereListedOnceTheirOrdersAreGiven(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		orders := rapid.SliceOfN(rapid.Int64Range(0, 12), 1, 12).Draw(t, "orders")
		list := placed(orders...)
		slices.SortStableFunc(list, edit.ComparePlaces)
		from := rapid.IntRange(0, len(list)-1).Draw(t, "from")
		moved := list[from]
		list = slices.Delete(list, from, from+1)
		to := rapid.IntRange(0, len(list)).Draw(t, "to")
		list = slices.Insert(list, to, moved)
		now := slices.Clone(list)
		for _, c := range edit.Reorder(list, to) {
			now[slices.IndexFunc(now, func(p edit.Placed) bool { return p.ID == c.ID })] = c
		}
		sorted := slices.Clone(now)
		slices.SortStableFunc(sorted, edit.ComparePlaces)
		if !slices.Equal(sorted, now) {
			t.Fatalf("listed %v, stand %v", now, sorted)
		}
	})
}
