package contentsync_test

import (
	"fmt"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/library/contentsync"
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
	// The last entry of the queue is for a file.
	w.feed("root.xml", day2, item("1", day2, "nested:a.xml"), item("2", day2, "nested:b.xml"), item("4", day2, "missing"))
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

// A feed that nothing links to and what it refers to must no longer wait for each other.
func TestEntriesOfFeedsThatNothingLeadsToAreDropped(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "nested:a.xml"))
	w.feed("a.xml", day1, item("2", day1, "nested:missing.xml"), item("3", day1, "missing"))
	w.sync()
	w.feed("root.xml", day2, item("4", day2, "missing.xml")) // as a file
	w.sync()
	want(t, "waiting", w.waiting(), "missing.xml")
	w.view(func(s store.Reader) error {
		feeds, err := s.ContentFeeds(w.key)
		if len(feeds) != 1 {
			t.Errorf("%d feeds are cached", len(feeds))
		}
		return err
	})
}

// The root stays queued until it can be fetched, whatever else links to it.
func TestTheRootWaitsAlsoWhereOnlyAFeedLinksToItThatNothingLeadsTo(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "nested:a.xml"))
	w.feed("a.xml", day1, item("2", day1, "nested:root.xml"))
	w.sync()
	w.feed("root.xml", day2, item("3", day2, "nested:missing.xml")) // until it is fetched, a.xml stays
	w.sync()
	w.places.Leave(at + "root.xml")
	for tries := 1; tries <= 2; tries++ {
		w.sync()
		want(t, "waiting", w.waiting(), "missing.xml root.xml")
		if f := w.failed()["root.xml"]; f.Tries != tries {
			t.Errorf("it was tried %d times, want %d", f.Tries, tries)
		}
	}
}

// For an entry with very many references, not all of them are checked, so it stays.
func TestAnEntryThatManyItemsOfAFeedThatGoesReferToStays(t *testing.T) {
	for _, n := range []int{99, 100, 101} {
		w := newWorld(t)
		var items []string
		for i := range n {
			items = append(items, item(fmt.Sprint(i), day1, "missing"))
		}
		w.feed("a.xml", day1, items...)
		w.feed("root.xml", day1, item("1", day1, "nested:a.xml"))
		w.sync()
		w.feed("root.xml", day2, item("2", day2, "missing"))
		w.sync()
		want(t, fmt.Sprint("waiting, of ", n), w.waiting(), "missing")
	}
}

// A partial download is deleted with its entry, but a file that is here stays.
func TestADownloadThatNothingRefersToAnyMoreLeavesNothing(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "film"))
	w.places.Serve(at+"film", transporttest.Served{Text: "film", Download: transporttest.Flow{Size: 2 << 20, Breaks: 1 << 20}})
	w.sync()
	if len(w.cache.Files()) == 0 {
		t.Fatal("nothing came")
	}
	w.feed("root.xml", day2)
	w.places.Leave(at + "film")
	w.sync()
	if left := w.cache.Files(); len(left) != 0 {
		t.Errorf("the cache has %v", left)
	}
}

func TestAFileThatWaitsToGoStaysWhereItsEntryIsDropped(t *testing.T) {
	w := withFiles(t, 80)
	items := []string{item("0", day3, "f0")}
	for i := 1; i < 80; i++ {
		items = append(items, item(fmt.Sprint(i), day1, fmt.Sprint("f", i)))
	}
	w.feed("root.xml", day3, items...)
	w.places.Leave(at + "f0")
	w.sync()
	want(t, "waiting", w.waiting(), "f0")
	w.feed("root.xml", day3.AddDate(0, 0, 1))
	w.sync()
	want(t, "waiting", w.waiting(), "")
	if len(w.here()) != 80 || w.text("f0") == "" {
		t.Errorf("%d files are here, and f0 is %q", len(w.here()), w.text("f0"))
	}
}

// A run for a person's request also cleans up after a feed that it read.
func TestARunThatReadsANewerFeedOnDemandCleansUp(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "demand:nested:n.xml"))
	w.feed("n.xml", day1, item("2", day1, "f"))
	w.file("f")
	w.sync()
	w.want("n.xml")
	w.sync()
	w.feed("n.xml", day2)
	w.want("n.xml")
	if _, err := contentsync.Sync(t.Context(), w.parts(), contentsync.Options{Library: w.key}); err != nil {
		t.Fatal(err)
	}
	want(t, "here", w.here(), "")
}

func TestAFileThatAPersonRemovedIsNotRemovedAgainWithItsItem(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "f"))
	w.file("f")
	w.sync()
	w.remove("f")
	w.feed("root.xml", day2)
	if r := w.report(); r.Removed != 0 {
		t.Errorf("%d files were removed", r.Removed)
	}
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

// daily is a world whose root feed changes each day.
type daily struct {
	*world
	day int
}

// withFiles returns a daily world whose library has n files.
func withFiles(t *testing.T, n int) *daily {
	w := &daily{world: newWorld(t)}
	w.serve(n)
	w.report()
	return w
}

// serve publishes a root feed with one file per item.
func (w *daily) serve(n int) {
	var items []string
	for i := range n {
		items = append(items, item(fmt.Sprint(i), day1, fmt.Sprint("f", i)))
		w.file(fmt.Sprint("f", i))
	}
	w.day++
	w.feed("root.xml", day1.AddDate(0, 0, w.day), items...)
}

// hasRemovalProblem reports whether the root feed has the problem about files awaiting removal.
func (w *daily) hasRemovalProblem() (told bool) {
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
		if w.report(); len(w.here()) != c.after || w.hasRemovalProblem() != (c.after > c.has) {
			t.Errorf("of %d files %d have an item: %d are here, told: %t", c.had, c.has, len(w.here()), w.hasRemovalProblem())
		}
		if r := w.report(); len(w.here()) != c.afterwards || w.hasRemovalProblem() {
			t.Errorf("of %d files %d have an item: after a second run %d are here, want %d: %+v", c.had, c.has, len(w.here()), c.afterwards, r)
		}
	}
}

func TestFilesThatAreLinkedToAgainAreStillThere(t *testing.T) {
	w := withFiles(t, 80)
	w.serve(0)
	w.report()
	w.serve(80)
	if r := w.report(); r.Files != 0 || r.Unchanged != 80 || len(w.here()) != 80 || w.hasRemovalProblem() {
		t.Errorf("got %+v", r)
	}
	w.serve(0)
	if w.report(); len(w.here()) != 80 {
		t.Errorf("%d files are here after one run", len(w.here()))
	}
}

// A run for a person's request does not update that problem, and neither does a run that could
// not read the root feed.
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
