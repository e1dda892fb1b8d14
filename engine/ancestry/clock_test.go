package ancestry_test

import (
	"fmt"
	"testing"
	"time"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
)

// Times are minutes after nine; it is ten past nine.
func TestClock(t *testing.T) {
	for _, c := range []struct {
		name string
		when []int
		want ancestry.Remark
	}{
		{"made just now", []int{10, 3}, ancestry.Plausible},
		{"a clock that is some minutes fast", []int{14, 3}, ancestry.Plausible},
		{"made in the future", []int{16, 3}, ancestry.Ahead},
		{"made before what it was made from", []int{3, 9}, ancestry.Behind},
		{"made before something earlier that it was made from", []int{3, 4, 9}, ancestry.Behind},
		{"some minutes before", []int{3, 7}, ancestry.Plausible},
		{"made from what was made in the future", []int{9, 50}, ancestry.Plausible},
		{"no time", []int{0, 3}, ancestry.Timeless},
		{"made from what has no time", []int{9, 0}, ancestry.Plausible},
		{"the first", []int{9}, ancestry.Plausible},
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
			if got := ancestry.Clock(v, minute(10)); got != c.want {
				t.Errorf("got %d, want %d", got, c.want)
			}
		})
	}
}

// Times are compared as instants, whatever zone they were written in.
func TestClocksOfOtherZones(t *testing.T) {
	v := &item.Version{History: []item.History{
		{Sequence: 2, By: "A", When: item.ReadWhen("2026-05-03T02:05:00-07:00", minute(5).In(time.FixedZone("", -7*3600)))},
		{Sequence: 1, By: "A", When: item.At(minute(1))},
	}}
	if got := ancestry.Clock(v, minute(10)); got != ancestry.Plausible {
		t.Errorf("got %d, want %d", got, ancestry.Plausible)
	}
}

// turns returns a conflict about an item that two endpoints changed alternately.
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

// The maximum that histories hold without compacting.
func BenchmarkFindAmongVersions(b *testing.B) {
	e := turns(b, 250)
	shown := e.held["A"].Versions()
	for b.Loop() {
		ancestry.Find(shown, e.archive)
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
		ancestry.Lay(g)
	}
}
