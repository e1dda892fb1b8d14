package engine_test

import (
	"testing"

	"crossfeed/engine/fetch"
	"crossfeed/engine/library"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// Feeds are added together. An unreadable feed does not keep the others out, and a feed that is in
// the library already is no failure.
func TestFeedsOfAnOutlineAreAddedTogether(t *testing.T) {
	s := newShelf(t)
	s.serveTree()
	s.add(library.Options{})
	const blog, other, missing = "https://blog.example/feed", "https://other.example/feed", "https://missing.example/feed"
	s.serve(blog, tree("Blog", 1, entry("one", 1)))
	s.serve(other, tree("Other", 1))
	feeds := []store.Offered{{Link: missing}, {Link: blog, Title: "Garden"}, {Link: photosRoot}, {Link: other}}
	steps := 0
	added, failed, err := s.Library.AddAll(t.Context(), feeds, func(n int) { steps = n })
	s.check(err)
	names := map[string]bool{}
	for _, l := range added {
		names[l.Name] = true
	}
	if len(added) != 2 || !names["Garden"] || !names["Other"] || steps != len(feeds) {
		t.Errorf("added are %v after %d steps", names, steps)
	}
	if len(failed) != 1 || fetch.TroubleOf(failed[missing]) != transport.NotFound {
		t.Errorf("failed are %v", failed)
	}
}

// What was read stays read after a restart and a sync; what is new then is unread.
func TestItemsOfALibraryStayRead(t *testing.T) {
	s := newShelf(t)
	s.serve(photosRoot, tree("Photos", 1, entry("sea", 1), entry("hill", 1)))
	l := s.add(library.Options{})
	s.sync(l)
	unread := func(want int) {
		t.Helper()
		if n := s.libraryNow(l.Key).Unread; n != want {
			t.Errorf("%d items are unread, want %d", n, want)
		}
	}
	unread(2)
	s.check(s.Library.MarkRead(t.Context(), l.Key, "", "sea"))
	unread(1)
	s = s.again()
	s.serve(photosRoot, tree("Photos", 2, entry("lake", 2), entry("sea", 2), entry("hill", 1)))
	s.sync(l)
	unread(2)
	if n, err := s.Library.MarkAllRead(t.Context(), l.Key); err != nil || n != 2 {
		t.Errorf("marked are %d, %v", n, err)
	}
	unread(0)
}
