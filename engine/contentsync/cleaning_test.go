package contentsync_test

import (
	"testing"

	"crossfeed/engine/contentsync/cache"
	"crossfeed/engine/store"
)

// "When <item>'s are deleted from a feed, the associated files referenced by <csx:link>'s
// MAY be removed from the cache. Care should be taken to ensure that files reference by
// multiple <item>'s are not deleted until the last reference is no longer in the feed."
func TestAFileStaysUntilItsLastReferenceGoes(t *testing.T) {
	w := newWorld(t)
	w.file("own", "shared")
	w.feed("root.xml", day1, item("1", day1, "own", "shared"), item("2", day1, "nested:n.xml"))
	w.feed("n.xml", day1, item("3", day1, "shared"))
	w.sync()
	w.feed("root.xml", day2, item("2", day1, "nested:n.xml"))
	if r := w.report(); r.Removed != 1 {
		t.Errorf("%d files were removed, want 1", r.Removed)
	}
	want(t, "here after the first went", w.here(), "shared")
	if w.text("own") != "" || w.text("shared") == "" {
		t.Error("the cache does not have what the store says")
	}
	w.feed("root.xml", day3)
	w.sync()
	want(t, "here after the last went", w.here(), "")
	if left := w.cache.Files(); len(left) != 0 {
		t.Errorf("the cache has %v", left)
	}
}

func TestANestedFeedThatNothingLeadsToLeavesWithItsFiles(t *testing.T) {
	w := newWorld(t)
	w.file("f")
	w.feed("root.xml", day1, item("1", day1, "nested:a.xml"))
	w.feed("a.xml", day1, item("2", day1, "nested:b.xml"))
	w.feed("b.xml", day1, item("3", day1, "nested:a.xml", "x"), item("4", day1, "f"))
	w.sync()
	w.feed("root.xml", day2)
	w.sync()
	want(t, "here", w.here(), "")
	w.view(func(s store.Reader) error {
		feeds, err := s.ContentFeeds(w.key)
		if len(feeds) != 1 {
			t.Errorf("%d feeds are cached, want the root: those that lead round do not keep each other", len(feeds))
		}
		return err
	})
}

func TestAFileThatMovesBetweenFeedsIsNotFetchedTwice(t *testing.T) {
	w := newWorld(t)
	w.file("f")
	w.feed("a.xml", day1, item("3", day1, "f"))
	w.feed("b.xml", day1)
	root := []string{item("1", day1, "nested:a.xml"), item("2", day1, "nested:b.xml")}
	w.feed("root.xml", day1, root...)
	w.sync()
	w.feed("a.xml", day2)
	w.feed("b.xml", day2, item("3", day2, "f"))
	w.feed("root.xml", day2, item("1", day2, "nested:a.xml"), item("2", day2, "nested:b.xml"))
	w.report()
	if c := w.places.Counts()[at+"f"]; c.Bytes != 0 || c.Requests != c.Unchanged {
		t.Errorf("got %+v", c)
	}
	want(t, "here", w.here(), "f")
}

func TestNothingIsRemovedWhileAFeedCouldNotBeHad(t *testing.T) {
	w := newWorld(t)
	w.file("f")
	w.feed("a.xml", day1, item("3", day1, "f"))
	w.feed("root.xml", day1, item("1", day1, "nested:a.xml"))
	w.sync()
	w.feed("a.xml", day2)
	w.feed("root.xml", day2, item("1", day2, "nested:a.xml"), item("2", day2, "nested:b.xml"))
	w.sync()
	want(t, "here while b.xml is missing", w.here(), "f")
	w.feed("b.xml", day2, item("3", day2, "f"))
	w.sync()
	want(t, "here after b.xml came", w.here(), "f")
	if c := w.places.Counts()[at+"f"]; c.Bytes != 0 {
		t.Errorf("got %+v", c)
	}
}

func TestAFeedThatMovesBelowAnotherIsNotFetchedTwice(t *testing.T) {
	w := newWorld(t)
	w.file("f")
	w.feed("a.xml", day1, item("3", day1, "f"))
	w.feed("root.xml", day1, item("1", day1, "nested:a.xml"))
	w.sync()
	w.feed("root.xml", day2, item("2", day2, "nested:b.xml"))
	want(t, "asked while b.xml is missing", w.sync(), "b.xml root.xml")
	w.feed("b.xml", day2, item("1", day1, "nested:a.xml"))
	want(t, "asked after it came", w.sync(), "a.xml b.xml root.xml")
	want(t, "here", w.here(), "f")
}

func TestEntriesThatNothingRefersToAnyMoreAreDropped(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "missing"), item("2", day1, "nested:missing.xml"))
	w.sync()
	want(t, "waiting", w.waiting(), "missing missing.xml")
	w.feed("root.xml", day2)
	w.sync()
	want(t, "waiting after nothing refers to them", w.waiting(), "")
	want(t, "asked afterwards", w.sync(), "root.xml")
}

// A feed that nobody leads to any more, and what it names, wait for each other no longer.
func TestEntriesOfFeedsThatNothingLeadsToAreDropped(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "nested:a.xml"))
	w.feed("a.xml", day1, item("2", day1, "nested:missing.xml"), item("3", day1, "missing"))
	w.sync()
	w.feed("root.xml", day2)
	w.sync()
	want(t, "waiting", w.waiting(), "")
	w.view(func(s store.Reader) error {
		feeds, err := s.ContentFeeds(w.key)
		if len(feeds) != 1 {
			t.Errorf("%d feeds are cached", len(feeds))
		}
		return err
	})
}

func TestWhatAnotherProgramPutInTheCacheIsSwept(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1)
	part, err := w.cache.Library(w.key).Begin(cache.Name(at+"stranger"), 0, cache.Note{Size: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := part.Write([]byte("x")); err != nil {
		t.Fatal(err)
	}
	if _, _, err := part.Done(cache.Note{Size: 1}); err != nil {
		t.Fatal(err)
	}
	w.sync()
	if left := w.cache.Files(); len(left) != 0 {
		t.Errorf("the cache has %v", left)
	}
}
