package contentsync_test

import (
	"fmt"
	"strings"
	"testing"

	"crossfeed/engine/contentsync"
	"crossfeed/engine/store"
)

// daily is a world whose root feed changes each day.
type daily struct {
	*world
	day int
}

// withFiles is one whose library has n files.
func withFiles(t *testing.T, n int) *daily {
	w := &daily{world: newWorld(t)}
	w.serve(n)
	w.report()
	return w
}

// serve publishes a root feed with a file an item.
func (w *daily) serve(n int) {
	var items []string
	for i := range n {
		items = append(items, item(fmt.Sprint(i), day1, fmt.Sprint("f", i)))
		w.file(fmt.Sprint("f", i))
	}
	w.day++
	w.feed("root.xml", day1.AddDate(0, 0, w.day), items...)
}

// told tells whether the root feed says that files wait to go.
func (w *daily) told() (told bool) {
	w.t.Helper()
	w.view(func(s store.Reader) error {
		root, _, err := s.ContentFeed(w.key, at+"root.xml")
		for _, p := range root.Problems {
			told = told || strings.Contains(p.Text, "they stay until another sync finds the same")
		}
		if len(root.Problems) != root.Wrong {
			w.t.Errorf("%d problems, and %d are counted", len(root.Problems), root.Wrong)
		}
		return err
	})
	return told
}

func TestMostFilesGoWhenASecondRunFindsTheSame(t *testing.T) {
	for _, c := range []struct{ had, has, after, afterwards int }{
		{49, 0, 0, 0}, {50, 0, 50, 0}, {100, 51, 51, 51}, {100, 50, 50, 50}, {100, 49, 100, 49}, {120, 0, 120, 0},
	} {
		w := withFiles(t, c.had)
		w.serve(c.has)
		if w.report(); len(w.here()) != c.after || w.told() != (c.after > c.has) {
			t.Errorf("of %d files %d have an item: %d are here, told: %t", c.had, c.has, len(w.here()), w.told())
		}
		if r := w.report(); len(w.here()) != c.afterwards || w.told() {
			t.Errorf("of %d files %d have an item: after a second run %d are here, want %d: %+v", c.had, c.has, len(w.here()), c.afterwards, r)
		}
	}
}

func TestFilesThatAreLinkedToAgainAreStillThere(t *testing.T) {
	w := withFiles(t, 80)
	w.serve(0)
	w.report()
	w.serve(80)
	if r := w.report(); r.Files != 0 || r.Unchanged != 80 || len(w.here()) != 80 || w.told() {
		t.Errorf("got %+v", r)
	}
	w.serve(0)
	if w.report(); len(w.here()) != 80 {
		t.Errorf("%d files are here after one run", len(w.here()))
	}
}

// A run that a person begins to get something says nothing of the root feed, and neither
// does one that could not read it.
func TestOnlyARunThatReadTheRootFindsTheSame(t *testing.T) {
	w := withFiles(t, 80)
	w.serve(0)
	w.report()
	w.places.Leave(at + "root.xml")
	w.report()
	if _, err := contentsync.Sync(t.Context(), w.parts(), contentsync.Options{Library: w.key}); err != nil || len(w.here()) != 80 {
		t.Fatalf("%d files are here, %v", len(w.here()), err)
	}
	w.serve(0)
	if w.report(); len(w.here()) != 0 {
		t.Errorf("%d files are here", len(w.here()))
	}
}
