package lineage_test

import (
	"fmt"
	"testing"

	"crossfeed/engine/lineage"
)

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
