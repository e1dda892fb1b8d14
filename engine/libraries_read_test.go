package engine_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/storagetest"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/fetch"
	"crossfeed/engine/library"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/lists"
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

// Items of ordinary feeds are sorted by date. The others keep the order of their publisher.
func TestItemsOfOrdinaryFeedsAreSortedByDate(t *testing.T) {
	const page = "<link>https://pod.example/</link>"
	for _, c := range []struct{ name, text, want string }{
		{"blog", entry("undated", 0)[:len("<item><guid>undated</guid>")] + "</item>" + entry("old", 1) + entry("new", 2), "new old undated"},
		{"podcast", entry("old", 1, page, link("a.mp3", `onDemand="true"`)) + entry("new", 2, page), "new old"},
		{"folder", entry("a", 1, link("a.jpg")) + entry("b", 2), "a b"},
		{"folder on demand", entry("a", 1, link("a.jpg", `onDemand="true"`)) + entry("b", 2), "a b"},
		{"hidden", entry("a", 1) + strings.Replace(entry("x", 1), "<item>", `<item csx:hiddenItem="true">`, 1) + entry("b", 2), "a b"},
	} {
		s := newShelf(t)
		s.serve(photosRoot, tree("Feed", 1, c.text))
		l := s.add(library.Options{})
		s.sync(l)
		found, err := s.Library.Page(t.Context(), l.Key, "", false)
		s.check(err)
		var got []string
		for _, i := range found.Items {
			got = append(got, i.ID)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
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
	s.check(s.Library.MarkRead(t.Context(), l.Key, "", true, "sea"))
	unread(1)
	s = s.again()
	s.serve(photosRoot, tree("Photos", 2, entry("lake", 2), entry("sea", 2), entry("hill", 1)))
	s.sync(l)
	unread(2)
	if n, err := s.Edit.MarkAllRead(t.Context(), l.Key); err != nil || n != 2 {
		t.Errorf("marked are %d, %v", n, err)
	}
	unread(0)
}

// MarkAllRead is one edit among those of lists. Undoing it finds exactly the items that it
// marked, without those that were read or received since, also after a restart.
func TestMarkingAllItemsAsReadIsUndoneAndRedone(t *testing.T) {
	st, err := storagetest.Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := newShelfOn(t, &transporttest.Places{Files: &transporttest.Memory{}}, st, cache.Disk{Folder: t.TempDir()}, newClock())
	s.serve(photosRoot, tree("Photos", 1, entry("sea", 1), entry("hill", 1), entry("lake", 1)))
	l := s.add(library.Options{})
	s.sync(l)
	unread := func(want ...string) {
		t.Helper()
		page, err := s.Library.Page(t.Context(), l.Key, "", false)
		s.check(err)
		var got []string
		for _, i := range page.Items {
			if !i.Read {
				got = append(got, i.ID)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("unread are %q, want %q", got, want)
		}
	}
	marked := func(want int) {
		t.Helper()
		if n, err := s.Edit.MarkAllRead(t.Context(), l.Key); n != want || err != nil {
			t.Errorf("marked are %d, %v; want %d", n, err, want)
		}
	}
	turned := func(u edit.Undone, what string, titles ...string) {
		t.Helper()
		if u.What != what || !slices.Equal(u.Titles, titles) || len(u.Items)+len(u.Sets) > 0 && what == edit.MarkingRead {
			t.Errorf("undone or redone is %+v", u)
		}
	}
	_, err = s.Lists.Create(t.Context(), lists.New{Name: "Groceries"})
	s.check(err)
	s.desk.add("milk", "Milk")
	s.check(s.Library.MarkRead(t.Context(), l.Key, "", true, "sea"))
	marked(2)
	marked(0) // is no edit
	s.desk.add("eggs", "Eggs")
	unread()

	s = s.again()
	s.serve(photosRoot, tree("Photos", 2, entry("new", 2), entry("sea", 2), entry("hill", 1), entry("lake", 1)))
	s.sync(l)
	s.check(s.Library.MarkRead(t.Context(), l.Key, "", true, "lake")) // a person opened it
	turned(s.undo(), "add", "Eggs")
	unread("new")
	turned(s.undo(), edit.MarkingRead, "Photos")
	unread("new", "hill")
	turned(s.undo(), "add", "Milk")
	turned(s.redo(), "add", "Milk")
	turned(s.redo(), edit.MarkingRead, "Photos")
	unread("new")
	turned(s.undo(), edit.MarkingRead, "Photos")
	marked(2)
	turned(s.undo(), edit.MarkingRead, "Photos")
	unread("new", "hill")
}

// Without its library, the edit is passed over.
func TestMarkingAllItemsOfARemovedLibraryIsNotUndone(t *testing.T) {
	s := newShelf(t)
	s.serve(photosRoot, tree("Photos", 1, entry("sea", 1)))
	_, err := s.Lists.Create(t.Context(), lists.New{Name: "Groceries"})
	s.check(err)
	s.desk.add("milk", "Milk")
	l := s.add(library.Options{})
	s.sync(l)
	_, err = s.Edit.MarkAllRead(t.Context(), l.Key)
	s.check(err)
	s.check(s.Library.Remove(t.Context(), l.Key))
	if u := s.undo(); u.What != "add" {
		t.Errorf("undone is %+v", u)
	}
	if _, err := s.Edit.MarkAllRead(t.Context(), l.Key); !errors.Is(err, store.ErrNoLibrary) {
		t.Errorf("marking a removed library: %v", err)
	}
}
