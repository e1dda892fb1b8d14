package contentsync_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// "If the feed does not exist in the cache: add all descendent <csx:link>'s with
// onDemand==false to the download queue".
func TestAFeedThatIsNotInTheCacheBringsAllItsLinks(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "a", "b"), item("2", time.Time{}, "nested:day.xml"))
	w.feed("day.xml", day1, item("3", day1, "c"))
	w.file("a", "b", "c")
	want(t, "asked", w.sync(), "a b c day.xml root.xml")
	want(t, "here", w.here(), "a b c")
	if got := w.text("c"); got != "this is c" {
		t.Errorf("c is %q", got)
	}
	want(t, "queue", w.waiting(), "")
	if files := w.cache.Files(); len(files) != 3 {
		t.Errorf("the cache has %v, want the three files and nothing beside them", files)
	}
}

// A feed that is not in the cache is read, however old it is: there is nothing to compare it
// with.
func TestAFeedThatIsOlderThanAnyDateIsReadOnce(t *testing.T) {
	w := newWorld(t)
	w.file("f")
	w.feed("root.xml", time.Date(1500, 1, 1, 0, 0, 0, 0, time.UTC), item("1", day1, "f"))
	w.sync()
	want(t, "here", w.here(), "f")
}

func TestFeedsThatAreAsTheyWereCountAsRead(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1)
	w.sync()
	o := w.options()
	var last contentsync.Progress
	o.Progress = func(p contentsync.Progress) { last = p }
	if _, err := contentsync.Sync(t.Context(), w.parts(), o); err != nil || last.Feeds != 1 {
		t.Errorf("got %+v, %v", last, err)
	}
}

// "Else if feed is newer than cached feed: If cached <item> is older OR <item> does not
// exist in cached feed".
func TestANewerFeedBringsTheLinksOfNewAndNewerItems(t *testing.T) {
	for _, c := range []struct {
		name     string
		channel  time.Time
		old, new time.Time
		asked    string
	}{
		{"feed and item newer", day2, day1, day2, "a new root.xml"},
		{"feed newer, item as it was", day2, day1, day1, "new root.xml"},
		{"feed newer, item older", day2, day2, day1, "new root.xml"},
		{"feed newer, item has a date now", day2, time.Time{}, day1, "a new root.xml"},
		{"feed newer, item lost its date", day2, day1, time.Time{}, "new root.xml"},
		{"feed not newer", day1, day1, day2, "root.xml"},
		{"feed without a date", time.Time{}, day1, day2, "root.xml"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			w.file("a", "new")
			w.feed("root.xml", day1, item("1", c.old, "a"))
			w.sync()
			w.feed("root.xml", c.channel, item("1", c.new, "a"), item("2", day1, "new"))
			want(t, "asked", w.sync(), c.asked)
		})
	}
}

// READING.md: "A feed that is not newer does not replace the cached one (else changed
// items in it are never fetched)".
func TestAFeedThatIsNotNewerDoesNotReplaceTheCachedOne(t *testing.T) {
	w := newWorld(t)
	w.file("a")
	w.feed("root.xml", day1, item("1", day1, "a"))
	w.sync()
	w.feed("root.xml", day1, item("1", day2, "a"))
	want(t, "asked", w.sync(), "root.xml")
	w.feed("root.xml", day2, item("1", day2, "a"))
	want(t, "asked once the date is right", w.sync(), "a root.xml")
}

// A publisher's clock was wrong once. What is published afterwards must be read, and so must
// what is published while the clock is still wrong.
func TestAClockThatWasWrongOnceHoldsNoLibraryBack(t *testing.T) {
	w := newWorld(t)
	w.file("a", "b", "c")
	ahead := day1.AddDate(30, 0, 0)
	w.feed("root.xml", ahead, item("1", ahead, "a"))
	want(t, "with the wrong clock", w.sync(), "a root.xml")
	w.feed("root.xml", ahead, item("1", ahead, "a"), item("2", ahead, "b"))
	want(t, "while it is wrong", w.sync(), "b root.xml")
	w.feed("root.xml", day2, item("1", day2, "c"), item("2", ahead, "b"))
	want(t, "once it is right", w.sync(), "c root.xml")
	want(t, "as it was", w.sync(), "root.xml")
}

func TestWithNoDateOnEitherSideTheBytesDecide(t *testing.T) {
	w := newWorld(t)
	w.file("a", "b")
	none := time.Time{}
	w.feed("root.xml", none, item("1", none, "a"), item("2", none, "b"))
	want(t, "first", w.sync(), "a b root.xml")
	want(t, "the same bytes", w.sync(), "root.xml")
	w.feed("root.xml", none, item("1", none, "a"), "<item><guid>2</guid><title>new words</title><csx:link>b</csx:link></item>")
	want(t, "other bytes", w.sync(), "b root.xml")
}

// The table of the onDemand attribute.
func TestOnDemand(t *testing.T) {
	for _, c := range []struct{ link, asked, here string }{
		{"demand:x", "root.xml", ""},
		{"x", "root.xml x", "x"},
		{"demand:nested:x", "root.xml", ""},
		{"nested:x", "file root.xml x", "file"},
	} {
		t.Run(c.link, func(t *testing.T) {
			w := newWorld(t)
			w.feed("root.xml", day1, item("1", day1, c.link))
			w.feed("x", day1, item("2", day1, "file"))
			w.file("file")
			want(t, "asked", w.sync(), c.asked)
			want(t, "here", w.here(), c.here)
		})
	}
}

// "If a <csx:link> has been flagged as a nested feed, all other <csx:link>'s in the item
// will be ignored".
func TestANestedLinkMakesTheOthersIgnored(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "a", "nested:day.xml", "b"), item("2", day1, "c", "demand:nested:other.xml"))
	w.feed("day.xml", day1)
	w.file("a", "b", "c")
	want(t, "asked", w.sync(), "day.xml root.xml")
}

// "The root level <csx:link> has the attributes onDemand==false and nestedFeed==true".
func TestTheRootIsAFeedAndIsFetchedWhateverLinksToIt(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "demand:nested:root.xml"))
	want(t, "first", w.sync(), "root.xml")
	want(t, "again", w.sync(), "root.xml")
}

// "CSE only requires that this string be unique within the scope of the tree".
func TestAnItemIsKnownByItsGuidAndNotByItsPlace(t *testing.T) {
	w := newWorld(t)
	w.file("a", "b")
	w.feed("root.xml", day1, item("1", day1, "a"), item("2", day1, "b"))
	w.sync()
	w.feed("root.xml", day2, item("2", day2, "b"), item("1", day1, "a"))
	want(t, "asked", w.sync(), "b root.xml")
}

func TestARequestForWhatIsHereCostsNoBytesWhereItDidNotChange(t *testing.T) {
	w := newWorld(t)
	w.file("a")
	w.feed("root.xml", day1, item("1", day1, "a"))
	w.sync()
	w.feed("root.xml", day2, item("1", day2, "a"))
	r := w.report()
	if c := w.places.Counts()[at+"a"]; c.Requests != 1 || c.Unchanged != 1 || c.Bytes != 0 {
		t.Errorf("got %+v", c)
	}
	if r.Files != 0 || r.Unchanged != 1 || r.Requests != 2 {
		t.Errorf("got %+v", r)
	}
}

func TestAChangedFileReplacesTheOneThatWasHere(t *testing.T) {
	w := newWorld(t)
	w.file("a")
	w.feed("root.xml", day1, item("1", day1, "a"))
	w.sync()
	w.places.Serve(at+"a", transporttest.Served{Text: "new"})
	w.feed("root.xml", day2, item("1", day2, "a"))
	if r := w.report(); r.Files != 1 || w.text("a") != "new" {
		t.Errorf("got %+v and %q", r, w.text("a"))
	}
}

func TestFeedsMayGoRound(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "nested:a.xml"))
	w.feed("a.xml", day1, item("2", day1, "nested:b.xml"), item("3", day1, "nested:a.xml"))
	w.feed("b.xml", day1, item("4", day1, "nested:a.xml"), item("5", day1, "nested:root.xml"), item("6", day1, "f"))
	w.file("f")
	want(t, "asked", w.sync(), "a.xml b.xml f root.xml")
	want(t, "queue", w.waiting(), "")
}

func TestAFeedThatTwoParentsNameIsReadOnce(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "nested:a.xml"), item("2", day1, "nested:b.xml"))
	w.feed("a.xml", day1, item("3", day1, "nested:c.xml"))
	w.feed("b.xml", day1, item("4", day1, "nested:c.xml"))
	w.feed("c.xml", day1, item("5", day1, "f"))
	w.file("f")
	want(t, "asked", w.sync(), "a.xml b.xml c.xml f root.xml")
}

func TestAFileThatTwoFeedsNameIsFetchedOnce(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "f"), item("2", day1, "nested:a.xml"))
	w.feed("a.xml", day1, item("3", day1, "f"))
	w.file("f")
	want(t, "asked", w.sync(), "a.xml f root.xml")
}

func TestWithoutTheRootARunDoesWhatWaitsAndNoMore(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "demand:f"))
	w.file("f")
	w.sync()
	if err := contentsync.Want(context.Background(), w.parts(), w.key, at+"f"); err != nil {
		t.Fatal(err)
	}
	w.places.ResetCounts()
	if _, err := contentsync.Sync(context.Background(), w.parts(), contentsync.Options{Library: w.key}); err != nil {
		t.Fatal(err)
	}
	want(t, "asked", w.asked(), "f")
}

func TestARunOfTheWholeAsksForEverythingWithoutConditions(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day2, item("1", day1, "f"))
	w.file("f")
	w.sync()
	w.feed("root.xml", day1, item("1", day1, "f"), item("2", day1, "g")) // restored from a backup
	w.file("g")
	w.whole = true
	want(t, "asked", w.sync(), "f g root.xml")
	for name, c := range w.places.Counts() {
		if c.Conditional != 0 {
			t.Errorf("%s was asked for on a condition", name)
		}
	}
}

func TestThereIsNoRunOnALibraryThatIsNotThere(t *testing.T) {
	w := newWorld(t)
	w.key = 99
	if _, err := contentsync.Sync(context.Background(), w.parts(), w.options()); !errors.Is(err, store.ErrNoLibrary) {
		t.Errorf("got %v", err)
	}
}

func TestWhatARunCameToIsReported(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "f", "gone"), item("2", day1, "nested:n.xml"))
	w.places.Serve(at+"n.xml", transporttest.Served{Text: "no feed at all"})
	w.file("f")
	r := w.report()
	if r.Library != "Library" || r.Feeds != 2 || r.Processed != 1 || r.Files != 1 || r.Requests != 4 || r.Waiting != 2 || r.Stopped != nil {
		t.Errorf("got %+v", r)
	}
	size := int64(len(w.places.Text(at+"root.xml")) + len("no feed at all") + len("this is f"))
	if r.Bytes != size {
		t.Errorf("%d bytes, want %d", r.Bytes, size)
	}
	troubles := map[string]transport.Trouble{}
	for _, f := range r.Failed {
		troubles[f.Address] = f.Trouble
	}
	if len(r.Problems) != 0 {
		t.Errorf("problems: %v", r.Problems)
	}
	if len(troubles) != 2 || troubles[at+"gone"] != transport.NotFound || troubles[at+"n.xml"] != transport.NotFeed {
		t.Errorf("failed: %v", troubles)
	}
}
