package lineage_test

import (
	"fmt"
	"testing"

	"crossfeed/engine/lineage"
)

// thousand is a conflict over an item that two endpoints changed in turn.
func thousand(t testing.TB) *endpoints {
	e := share(t)
	e.create("A", "first")
	for n := range 500 {
		e.read("B", "A")
		e.change("B", fmt.Sprint("b", n))
		e.read("A", "B")
		e.change("A", fmt.Sprint("a", n))
	}
	e.change("B", "b")
	e.read("A", "B")
	return e
}

func BenchmarkFindAmongThousandVersions(b *testing.B) {
	e := thousand(b)
	shown := e.held["A"].Versions()
	for b.Loop() {
		lineage.Find(shown, e.archive)
	}
}

func BenchmarkDrawThousandVersions(b *testing.B) {
	e := thousand(b)
	for b.Loop() {
		lineage.Draw(e.held["A"], e.archive)
	}
}

func BenchmarkLayThousandVersions(b *testing.B) {
	e := thousand(b)
	g := lineage.Draw(e.held["A"], e.archive)
	for b.Loop() {
		lineage.Lay(g)
	}
}
