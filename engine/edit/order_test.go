package edit_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules/sse091"
	"crossfeed/engine/store"
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
		from   int
		to     int
		want   []int64 // the changed ones, starting with the first of them
	}{
		{"between two with room", []int64{100, 0, 200}, 1, 2, []int64{150}},
		{"first", []int64{0, 100, 200}, 0, 1, []int64{40}},
		{"last", []int64{100, 200, 0}, 2, 3, []int64{260}},
		{"no room: the next makes it", []int64{100, 0, 101, 300}, 1, 2, []int64{166, 232}},
		{"no room: the one before makes it", []int64{10, 100, 0, 101, 102, 103}, 2, 3, []int64{40, 70}},
		{"no room up to the end", []int64{100, 101, 102, 0, 103}, 3, 4, []int64{162, 222}},
		{"those before it that have none get one", []int64{100, 0, 0}, 2, 3, []int64{160, 220}},
		{"those after it that have none stay so", []int64{0, 0, 0}, 0, 1, []int64{60}},
		{"several between two with room", []int64{100, 0, 0, 190}, 1, 3, []int64{130, 160}},
		{"several first", []int64{0, 0, 200}, 0, 2, []int64{80, 140}},
		{"several without room", []int64{100, 0, 0, 102, 103}, 1, 3, []int64{-78, -18, 42}},
		{"after the greatest number", []int64{5, math.MaxInt64, 0}, 2, 3, []int64{60, 120, 180}},
		{"before the smallest number", []int64{0, math.MinInt64}, 0, 1, []int64{60, 120}},
		{"between both ends", []int64{math.MinInt64, 0, math.MaxInt64}, 1, 2, []int64{60, 120, 180}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []int64
			for _, p := range edit.Reorder(placed(c.orders...), c.from, c.to) {
				got = append(got, p.Order)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

func TestItemsStandAsTheyWereListedOnceTheirOrdersAreGiven(t *testing.T) {
	order := rapid.OneOf(rapid.Int64Range(-6, 6), rapid.SampledFrom([]int64{math.MinInt64, math.MinInt64 + 1, math.MaxInt64 - 1, math.MaxInt64}))
	rapid.Check(t, func(t *rapid.T) {
		list := placed(rapid.SliceOfN(order, 1, 12).Draw(t, "orders")...)
		moved := rapid.SliceOfNDistinct(rapid.SampledFrom(list), 1, min(4, len(list)), rapid.ID[edit.Placed]).Draw(t, "moved")
		list = slices.DeleteFunc(list, func(p edit.Placed) bool { return slices.Contains(moved, p) })
		slices.SortStableFunc(list, edit.ComparePlaces)
		at := rapid.IntRange(0, len(list)).Draw(t, "at")
		list = slices.Insert(list, at, moved...)
		now := slices.Clone(list)
		for _, c := range edit.Reorder(list, at, at+len(moved)) {
			now[slices.IndexFunc(now, func(p edit.Placed) bool { return p.ID == c.ID })] = c
		}
		sorted := slices.Clone(now)
		slices.SortStableFunc(sorted, edit.ComparePlaces)
		if !slices.Equal(sorted, now) {
			t.Fatalf("listed %v, stand %v", now, sorted)
		}
	})
}

// outlined does local work on an ordered list.
func (d *desk) outlined(do func(w edit.Work) error) error {
	return d.store.Update(d.Context(), func(w store.Writer) error {
		work := d.work(w)
		work.Rules, work.Ordered = sse091.Rules{}, true
		return do(work)
	})
}

func (d *desk) outline(id, parent, key string) {
	d.Helper()
	v := &item.Version{
		ID: id, Updates: 1, History: []item.History{{Sequence: 1, By: "phone"}},
		Content: item.Plain(id, ""), Place: item.Place{Parent: parent, Key: key},
	}
	d.put(&item.Item{Winner: v})
}

func TestAKeyIsMadeOfTheNeighboursThatThereAre(t *testing.T) {
	for _, c := range []struct {
		what, after, want string
		keys              []string
	}{
		{"between", "a", "3/2", []string{"1", "2"}},
		{"first", "", "1/2", []string{"1", "2"}},
		{"last", "b", "3", []string{"1", "2"}},
		{"before one without a key", "a", "2", []string{"1", ""}},
		{"before one with a key that is none", "a", "2", []string{"1", "no key"}},
		{"before what came out of a cycle", "a", "2", []string{"1", "1/0"}},
	} {
		t.Run(c.what, func(t *testing.T) {
			d := newDesk(t)
			for i, key := range c.keys {
				d.outline("ab"[i:i+1], "", key)
			}
			err := d.outlined(func(w edit.Work) error {
				it, err := w.AddAt("new", record.Outline, record.Values{"title": "New"}, false, edit.Spot{After: c.after})
				if err == nil && it.Winner.Place.Key != c.want {
					t.Errorf("the key is %q, want %q", it.Winner.Place.Key, c.want)
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}

func TestWhereNoKeyFitsNothingIsPut(t *testing.T) {
	d := newDesk(t)
	long := strings.Repeat("9", 8192)
	d.outline("a", "", long)
	d.outline("b", "", "1")
	err := d.outlined(func(w edit.Work) error { return w.PlaceAll([]string{"b"}, "", "a") })
	if !errors.Is(err, edit.ErrCrowded) || !edit.IsRefusal(err) {
		t.Errorf("error %v, want ErrCrowded", err)
	}
}

// An import appends thousands of items, and reads their siblings only once.
func TestWhatIsPutAtTheEndInOneTransactionStandsInItsOrder(t *testing.T) {
	d := newDesk(t)
	d.outline("a", "", "7")
	err := d.outlined(func(w edit.Work) error {
		w.Ends = &edit.Ends{}
		for _, id := range []string{"z", "y", "x"} {
			if _, err := w.Insert(id, item.Plain(id, ""), false); err != nil {
				return err
			}
		}
		if err := w.PlaceAll([]string{"z"}, "", "x"); err != nil {
			return err
		}
		_, err := w.Insert("w", item.Plain("w", ""), false)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]string{"a": "7", "y": "9", "x": "10", "z": "11", "w": "12"} {
		if got := d.stored(id).Winner.Place.Key; got != want {
			t.Errorf("%s has the key %s, want %s", id, got, want)
		}
	}
}
