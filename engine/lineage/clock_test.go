package lineage_test

import (
	"fmt"
	"testing"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/lineage"
)

// Times are minutes after nine; it is ten past.
func TestClock(t *testing.T) {
	for _, c := range []struct {
		name string
		when []int
		want lineage.Remark
	}{
		{"made just now", []int{10, 3}, lineage.Plausible},
		{"a clock that is some minutes fast", []int{14, 3}, lineage.Plausible},
		{"made in the future", []int{16, 3}, lineage.Ahead},
		{"made before what it was made from", []int{3, 9}, lineage.Behind},
		{"made before something earlier that it was made from", []int{3, 4, 9}, lineage.Behind},
		{"some minutes before", []int{3, 7}, lineage.Plausible},
		{"made from what was made in the future", []int{9, 50}, lineage.Plausible},
		{"no time", []int{0, 3}, lineage.Timeless},
		{"made from what has no time", []int{9, 0}, lineage.Plausible},
		{"the first", []int{9}, lineage.Plausible},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := &item.Version{}
			for _, m := range c.when {
				h := item.History{Sequence: 1, By: "A"}
				if m != 0 {
					h.When = item.At(minute(m))
				}
				v.History = append(v.History, h)
			}
			if got := lineage.Clock(v, minute(10)); got != c.want {
				t.Errorf("got %d, want %d", got, c.want)
			}
		})
	}
}

// Instants are compared, whatever zone a time was written in.
func TestClocksOfOtherZones(t *testing.T) {
	v := &item.Version{History: []item.History{
		{Sequence: 2, By: "A", When: item.ReadWhen("2026-05-03T02:05:00-07:00", minute(5).In(time.FixedZone("", -7*3600)))},
		{Sequence: 1, By: "A", When: item.At(minute(1))},
	}}
	if got := lineage.Clock(v, minute(10)); got != lineage.Plausible {
		t.Errorf("got %d, want %d", got, lineage.Plausible)
	}
}

// turns is a conflict over an item that two endpoints changed in turn.
func turns(t testing.TB, count int) *endpoints {
	e := share(t)
	e.create("A", "first")
	for n := range count / 2 {
		e.read("B", "A")
		e.change("B", fmt.Sprint("b", n))
		e.read("A", "B")
		e.change("A", fmt.Sprint("a", n))
	}
	e.change("B", "b")
	e.read("A", "B")
	return e
}

// As many as histories hold whole.
func BenchmarkFindAmongVersions(b *testing.B) {
	e := turns(b, 250)
	shown := e.held["A"].Versions()
	for b.Loop() {
		lineage.Find(shown, e.archive)
	}
}

func BenchmarkDrawThousandVersions(b *testing.B) {
	e := turns(b, 1000)
	for b.Loop() {
		e.draw("A")
	}
}

func BenchmarkLayThousandVersions(b *testing.B) {
	e := turns(b, 1000)
	g := e.draw("A")
	for b.Loop() {
		lineage.Lay(g)
	}
}
