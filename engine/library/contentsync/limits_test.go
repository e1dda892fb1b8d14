package contentsync_test

import (
	"fmt"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// chain publishes feeds that are nested in each other: root.xml, 1.xml, 2.xml and so on, each
// with a file named after its number.
func (w *world) chain(length int) {
	for i := range length {
		name := fmt.Sprintf("%d.xml", i)
		if i == 0 {
			name = "root.xml"
		}
		w.feed(name, day1, item("f", day1, fmt.Sprintf("f%d", i)), item("n", day1, fmt.Sprintf("nested:%d.xml", i+1)))
		w.file(fmt.Sprintf("f%d", i))
	}
}

func TestFeedsAreNestedAsDeepAsTheLimitSays(t *testing.T) {
	w := newWorld(t)
	w.limits.Depth = 2
	w.chain(5)
	r := w.report()
	want(t, "asked", w.asked(), "1.xml 2.xml f0 f1 f2 root.xml")
	want(t, "waiting", w.waiting(), "")
	told := r.Problems[at+"2.xml"]
	if len(told) != 1 || told[0].Rule != "too-deep" || told[0].Item != "n" || !strings.Contains(told[0].Text, at+"3.xml") {
		t.Errorf("got %+v", told)
	}
	if r.Stopped != nil {
		t.Errorf("the run stopped: %v", r.Stopped)
	}
}

func TestARunReadsAsManyFeedsAsTheLimitSays(t *testing.T) {
	w := newWorld(t)
	w.limits.Feeds = 2
	w.chain(4)
	r := w.report()
	if limitOf(r) != contentsync.ByFeeds || r.Feeds != 2 {
		t.Errorf("got %v after %d feeds", r.Stopped, r.Feeds)
	}
	want(t, "asked", w.asked(), "1.xml root.xml")
	w.sync()
	w.limits.Feeds = 10
	w.sync()
	want(t, "here in the end", w.here(), "f0 f1 f2 f3")
}

func TestARunFetchesAsManyFilesAsTheLimitSays(t *testing.T) {
	w := newWorld(t)
	w.limits.Files = 2
	w.feed("root.xml", day1, item("1", day1, "a", "b", "c", "d", "e"))
	w.file("a", "b", "c", "d", "e")
	for run, wanted := range []string{"a b", "a b c d", "a b c d e"} {
		r := w.report()
		want(t, "here", w.here(), wanted)
		if (limitOf(r) == contentsync.ByFiles) != (run < 2) {
			t.Errorf("run %d: got %v", run, r.Stopped)
		}
	}
}

func TestARunFetchesAsManyBytesAsTheLimitSays(t *testing.T) {
	w := newWorld(t)
	feed := feedOf(day1, item("1", day1, "a", "b", "c"))
	w.places.Serve(at+"root.xml", transporttest.Served{Text: feed})
	for _, name := range []string{"a", "b", "c"} {
		w.places.Serve(at+name, transporttest.Served{Text: name, Download: transporttest.Flow{Size: 4000}})
	}
	w.limits = contentsync.Limits{Bytes: int64(len(feed)) + 9000, Parallel: 1}
	r := w.report()
	if limitOf(r) != contentsync.ByBytes || r.Bytes > w.limits.Bytes || len(w.failed()) != 0 {
		t.Errorf("got %v after %d bytes, failed: %v", r.Stopped, r.Bytes, w.failed())
	}
	want(t, "here after one run", w.here(), "a b")
	w.sync()
	want(t, "here after two", w.here(), "a b c")
}

func TestTheLimitOfBytesHoldsWhereAPlaceDoesNotSayHowManyThereAre(t *testing.T) {
	w := newWorld(t)
	w.limits.Bytes = 3 << 20
	w.feed("root.xml", day1, item("1", day1, "a"))
	w.places.Serve(at+"a", transporttest.Served{Text: "endless", Download: transporttest.Flow{Size: 1 << 30, NoSize: true}})
	if r := w.report(); limitOf(r) != contentsync.ByBytes || r.Bytes > w.limits.Bytes+64<<10 {
		t.Errorf("got %v after %d bytes", r.Stopped, r.Bytes)
	}
}

// "a link to 10 GB … the rest is synced"
func TestAFileBeyondTheLimitIsRefusedWithoutAByteAndTheRestIsSynced(t *testing.T) {
	for name, limits := range map[string]contentsync.Limits{
		"of a file": {File: 1_000_000_000}, "the usual one": {}, "of bytes of a run": {File: 1 << 40, Bytes: 1_000_000_000},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.limits = limits
			w.feed("root.xml", day1, item("1", day1, "huge", "small"))
			w.file("small")
			w.places.Serve(at+"huge", transporttest.Served{Text: "0", Download: transporttest.Flow{Size: 10_000_000_000}})
			r := w.report()
			if f := w.failed()["huge"]; f.Trouble != transport.TooLarge || r.Stopped != nil {
				t.Errorf("got %+v, %v", f, r.Stopped)
			}
			if c := w.places.Counts()[at+"huge"]; c.Bytes != 0 {
				t.Errorf("%d bytes came", c.Bytes)
			}
			want(t, "here", w.here(), "small")
		})
	}
}

func TestTheFilesOfALibraryTakeAsMuchRoomAsTheyMay(t *testing.T) {
	w := newWorld(t)
	w.update(func(s store.Writer) error {
		l, err := s.Library(w.key)
		l.Room = 9000
		_, err2 := s.PutLibrary(l)
		if err == nil {
			err = err2
		}
		return err
	})
	w.limits.Parallel = 1
	for _, name := range []string{"a", "b", "c"} {
		w.places.Serve(at+name, transporttest.Served{Text: name, Download: transporttest.Flow{Size: 4000}})
	}
	w.feed("root.xml", day1, item("1", day1, "a"), item("2", day1, "b"), item("3", day1, "c"))
	if r := w.report(); limitOf(r) != contentsync.ByRoom || r.Waiting != 1 {
		t.Errorf("got %v, and %d waiting", r.Stopped, r.Waiting)
	}
	want(t, "here", w.here(), "a b")
	// Files that items no longer link to free space in the same run.
	w.feed("root.xml", day2, item("2", day1, "b"), item("3", day1, "c"))
	if r := w.report(); r.Stopped != nil || r.Removed != 1 {
		t.Errorf("got %v, and %d removed", r.Stopped, r.Removed)
	}
	want(t, "here", w.here(), "b c")
	// A newer file takes the space of the previous version.
	w.places.Serve(at+"b", transporttest.Served{Text: "new", Download: transporttest.Flow{Size: 1000}})
	w.feed("root.xml", day3, item("2", day3, "b"), item("3", day1, "c"))
	if r := w.report(); r.Stopped != nil || r.Files != 1 {
		t.Errorf("got %+v", r)
	}
}

// library changes the row of the library.
func (w *world) library(change func(*store.Library)) {
	w.t.Helper()
	w.update(func(s store.Writer) error {
		l, err := s.Library(w.key)
		if err != nil {
			return err
		}
		change(&l)
		_, err = s.PutLibrary(l)
		return err
	})
}

// While a newer version is received, the replaced file does not count. Otherwise, a file that
// takes most of the room could never be replaced.
func TestAFileThatIsReplacedTakesNoRoomBesideTheNewOne(t *testing.T) {
	w := newWorld(t)
	w.library(func(l *store.Library) { l.Room = 9000 })
	size := func(name, text string, n int64) {
		w.places.Serve(at+name, transporttest.Served{Text: text, Download: transporttest.Flow{Size: n}})
	}
	size("a", "a", 6000)
	size("b", "b", 2000)
	w.feed("root.xml", day1, item("1", day1, "a"), item("2", day1, "b"))
	w.report()
	size("a", "new", 7000)
	w.feed("root.xml", day2, item("1", day2, "a"), item("2", day1, "b"))
	if r := w.report(); r.Stopped != nil || r.Files != 1 {
		t.Errorf("it grew by what is left: got %v, %d files", r.Stopped, r.Files)
	}
	size("a", "larger", 7001)
	w.feed("root.xml", day3, item("1", day3, "a"), item("2", day1, "b"))
	if r := w.report(); limitOf(r) != contentsync.ByRoom {
		t.Errorf("it grew by more: got %v", r.Stopped)
	}
	size("a", "smaller", 1000)
	size("c", "c", 6001)
	w.feed("root.xml", day3.AddDate(0, 0, 1), item("1", day3.AddDate(0, 0, 1), "a"), item("2", day1, "b"), item("3", day1, "c"))
	w.limits.Parallel = 1
	if r := w.report(); limitOf(r) != contentsync.ByRoom || r.Files != 1 {
		t.Errorf("another is too large by a byte: got %v, %d files", r.Stopped, r.Files)
	}
}

func TestWhatCameOfADownloadThatBrokeOffTakesRoom(t *testing.T) {
	w := newWorld(t)
	w.library(func(l *store.Library) { l.Room = 1_000_000 })
	w.places.Serve(at+"a", transporttest.Served{Text: "a", Download: transporttest.Flow{Size: 900_000, Breaks: 700_000}})
	w.feed("root.xml", day1, item("1", day1, "a"))
	w.report()
	w.places.Leave(at + "a")
	w.places.Serve(at+"b", transporttest.Served{Text: "b", Download: transporttest.Flow{Size: 400_000}})
	w.feed("root.xml", day2, item("1", day1, "a"), item("2", day1, "b"))
	if r := w.report(); limitOf(r) != contentsync.ByRoom {
		t.Errorf("got %v, here are %v", r.Stopped, w.here())
	}
	// Resuming it takes only the space of the rest.
	w.places.Serve(at+"a", transporttest.Served{Text: "a", Download: transporttest.Flow{Size: 900_000}})
	w.feed("root.xml", day3, item("1", day1, "a"))
	w.report()
	want(t, "here", w.here(), "a")
	if c := w.places.Counts()[at+"a"]; c.Ranges != 1 {
		t.Errorf("got %+v", c)
	}
}

func TestWhatFailedIsNotTriedAgainWhereARunGoesOnWithMoreRoom(t *testing.T) {
	w := newWorld(t)
	w.update(func(s store.Writer) error {
		l, err := s.Library(w.key)
		if err != nil {
			return err
		}
		l.Room = 20
		_, err = s.PutLibrary(l)
		return err
	})
	w.limits.Parallel = 1
	w.file("a", "b", "c")
	w.feed("root.xml", day1, item("1", day1, "a", "b"))
	w.sync()
	w.feed("root.xml", day2, item("2", day2, "missing", "c"))
	want(t, "asked", w.sync(), "c c missing root.xml")
	want(t, "here", w.here(), "c")
}

func TestSpaceOnTheDiskIsLeftFree(t *testing.T) {
	w := newWorld(t)
	w.cache.Room(1_000_005_000)
	w.feed("root.xml", day1, item("1", day1, "a", "b"))
	w.places.Serve(at+"a", transporttest.Served{Text: "a", Download: transporttest.Flow{Size: 4000}})
	w.places.Serve(at+"b", transporttest.Served{Text: "b", Download: transporttest.Flow{Size: 4000}})
	r := w.report()
	if limitOf(r) != contentsync.ByFree || len(w.here()) != 1 || r.Waiting != 1 {
		t.Errorf("got %v, %v here and %d waiting", r.Stopped, w.here(), r.Waiting)
	}
	if wanted := "the disk would have less than 1 GB left: make room on it, and sync again"; r.Stopped.Error() != wanted {
		t.Errorf("it says %q", r.Stopped)
	}
	w.cache.Room(2_000_000_000)
	w.sync()
	want(t, "here once there is room", w.here(), "a b")
}

func TestALimitSaysWhatWasReachedAndWhatCanBeDone(t *testing.T) {
	for _, c := range []struct {
		err  contentsync.LimitError
		text string
	}{
		{contentsync.LimitError{Kind: contentsync.ByFeeds, Most: 10000}, "10000 feeds were read, which is the limit of one run: the others come at the next"},
		{contentsync.LimitError{Kind: contentsync.ByFiles, Most: 5}, "5 files were fetched, which is the limit of one run: the others come at the next"},
		{contentsync.LimitError{Kind: contentsync.ByBytes, Most: 1_500_000}, "1.5 MB were fetched, which is the limit of one run: the rest comes at the next"},
		{contentsync.LimitError{Kind: contentsync.ByRoom, Most: contentsync.DefaultRoom}, "the files of the library take as much room as they may, 20 GB: allow it more, or remove files from it"},
		{contentsync.LimitError{Kind: contentsync.ByFree, Most: 999}, "the disk would have less than 999 bytes left: make room on it, and sync again"},
	} {
		if got := c.err.Error(); got != c.text {
			t.Errorf("got %q, want %q", got, c.text)
		}
	}
}
