package contentsync_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// remove removes files at a person's request.
func (w *world) remove(names ...string) (freed int64) {
	w.t.Helper()
	for _, name := range names {
		n, err := contentsync.Remove(context.Background(), w.parts(), w.key, at+name)
		if err != nil {
			w.t.Fatal(err)
		}
		freed += n
	}
	return freed
}

func (w *world) fileRow(name string) (f store.ContentFile) {
	w.t.Helper()
	w.view(func(s store.Reader) (err error) {
		f, _, err = s.ContentFile(w.key, at+name)
		return err
	})
	return f
}

func TestWhatAPersonRemovedStaysAwayAndCanBeHadAgain(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "f"))
	w.file("f")
	w.sync()
	if freed := w.remove("f"); freed != int64(len("this is f")) {
		t.Errorf("%d bytes became free", freed)
	}
	if left := w.cache.Files(); len(left) != 0 {
		t.Errorf("the cache has %v", left)
	}
	w.feed("root.xml", day2, item("1", day2, "f"))
	want(t, "asked though it is newer", w.sync(), "root.xml")
	want(t, "waiting", w.waiting(), "")
	w.want("f")
	want(t, "asked after a person did", w.sync(), "f root.xml")
	want(t, "here", w.here(), "f")
	w.feed("root.xml", day3, item("1", day3, "f"))
	want(t, "asked from then on", w.sync(), "f root.xml")
}

func TestAFileThatWaitsCanBeRemovedFromTheQueue(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "f"))
	w.sync()
	w.remove("f")
	want(t, "waiting", w.waiting(), "")
	want(t, "asked", w.sync(), "root.xml")
}

func TestRemovingANestedFeedLeavesWhatOthersLinkTo(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "nested:a.xml"), item("2", day1, "shared"), item("3", day1, "nested:b.xml"))
	w.feed("a.xml", day1, item("4", day1, "own", "shared"), item("5", day1, "nested:below.xml"), item("6", day1, "nested:both.xml"))
	w.feed("below.xml", day1, item("7", day1, "deep"), item("8", day1, "nested:root.xml"))
	w.feed("b.xml", day1, item("9", day1, "nested:both.xml"))
	w.feed("both.xml", day1, item("10", day1, "stays"))
	w.file("own", "shared", "deep", "stays")
	w.sync()
	w.remove("a.xml")
	want(t, "here", w.here(), "shared stays")
	want(t, "asked", w.sync(), "root.xml")
	w.want("a.xml")
	want(t, "asked after a person did", w.sync(), "a.xml deep own root.xml")
	want(t, "here again", w.here(), "deep own shared stays")
}

func TestWhatTheLibraryDoesNotKnowCanNeitherBeHadNorRemoved(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "demand:f"))
	w.sync()
	for _, address := range []string{at + "g", "https://elsewhere.example/f"} {
		if err := contentsync.Want(context.Background(), w.parts(), w.key, at+"f", address); err == nil || !strings.Contains(err.Error(), address) {
			t.Errorf("asking for %s: got %v", address, err)
		}
		if _, err := contentsync.Remove(context.Background(), w.parts(), w.key, address); err == nil || !strings.Contains(err.Error(), address) {
			t.Errorf("removing %s: got %v", address, err)
		}
	}
	want(t, "waiting", w.waiting(), "")
	if err := contentsync.Want(context.Background(), w.parts(), 99, at+"f"); !errors.Is(err, store.ErrNoLibrary) {
		t.Errorf("got %v", err)
	}
}

func TestANestedFeedOnDemandIsProcessedOnceAPersonGotIt(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "demand:nested:n.xml"))
	w.feed("n.xml", day1, item("2", day1, "f", "demand:g"), item("3", day1, "nested:below.xml"))
	w.feed("below.xml", day1, item("4", day1, "h"))
	w.file("f", "g", "h")
	want(t, "asked", w.sync(), "root.xml")
	w.want("n.xml")
	want(t, "asked after a person did", w.sync(), "below.xml f h n.xml root.xml")
	w.sync()
	want(t, "here", w.here(), "f h")
}

// Whatever links to the root, it stays the root, because a person entered its address.
func TestTheRootStaysTheRootWhereAFeedLinksToIt(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "demand:nested:n.xml"))
	w.feed("n.xml", day1, item("2", day1, "nested:root.xml"))
	w.sync()
	w.want("n.xml")
	w.feed("root.xml", day2, item("1", day1, "demand:nested:n.xml"))
	if _, err := contentsync.Sync(context.Background(), w.parts(), contentsync.Options{Library: w.key}); err != nil {
		t.Fatal(err)
	}
	if root := w.feedRow("root.xml"); root.From != "" || root.Depth != 0 || !root.Built.Equal(day2) {
		t.Errorf("got %+v", root)
	}
}

// Something is here only because a person asked if all links to it, of its kind, are on
// demand.
func TestWhatIsHereOnlyBecauseAPersonAsked(t *testing.T) {
	w := newWorld(t)
	w.file("f", "g", "d")
	w.feed("n.xml", day1)
	w.feed("root.xml", day1, item("1", day1, "f", "later"), item("2", day1, "demand:d"), item("3", day1, "demand:nested:n.xml"), item("4", day1, "n.xml"))
	w.sync()
	w.want("d", "n.xml")
	w.sync()
	if w.fileRow("f").Asked || !w.fileRow("d").Asked || !w.feedRow("n.xml").Asked {
		t.Error("what came unasked is not told from what was asked for")
	}
	if n := w.feedRow("n.xml"); n.Depth != 1 {
		t.Errorf("a feed of the root is %d deep", n.Depth)
	}
	// A file that was waiting when its item made it on demand was not requested.
	w.file("later")
	w.feed("root.xml", day2, item("1", day2, "demand:later"), item("2", day2, "d"), item("3", day1, "demand:nested:n.xml"), item("4", day1, "n.xml"))
	w.places.Leave(at + "d")
	w.sync()
	if w.fileRow("later").Asked || w.fileRow("later").State != store.FileHere {
		t.Errorf("got %+v", w.fileRow("later"))
	}
	// A file that was requested stays requested if it is on demand again in a newer item.
	w.places.Serve(at+"d", transporttest.Served{Text: "new"})
	w.feed("root.xml", day3, item("1", day2, "demand:later"), item("2", day3, "demand:d"), item("3", day3, "nested:n.xml"), item("4", day1, "n.xml"))
	w.sync()
	if d := w.fileRow("d"); !d.Asked || w.text("d") != "new" {
		t.Errorf("got %+v", d)
	}
	if w.feedRow("n.xml").Asked {
		t.Error("a feed that is as it was, and that an item has unasked now, counts as asked for")
	}
}

// A person may ask for a file while its download is failing.
func TestWhatAPersonAsksForWhileItFailsIsAskedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.feed("root.xml", day1, item("1", day1, "f"))
		w.places.Serve(at+"f", transporttest.Served{After: time.Minute, Err: errors.New("no")})
		time.AfterFunc(time.Second, func() { w.want("f") })
		w.sync()
		if f := w.failed()["f"]; !f.Asked || f.Tries != 1 {
			t.Errorf("got %+v", f)
		}
	})
}

// One of several files received together is no longer wanted. It must not be stored, and the
// cache must know that the store has the other.
func TestWhatAPersonRemovesWhileItComesIsNotHere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.feed("root.xml", day1, item("1", day1, "f", "g"))
		w.places.Serve(at+"f", transporttest.Served{Text: "f", After: time.Minute})
		w.places.Serve(at+"g", transporttest.Served{Text: "g", After: time.Minute + 10*time.Millisecond})
		time.AfterFunc(time.Second, func() { w.remove("f") })
		w.sync()
		want(t, "here", w.here(), "g")
		if files := w.cache.Files(); len(files) != 1 {
			t.Errorf("the cache has %v", files)
		}
	})
}

// A server may respond with "unchanged" for a file that is not here.
func TestAFileThatAPersonRemovedAndThatIsSaidToBeAsItWasIsNotHere(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "f"))
	w.file("f")
	w.sync()
	w.remove("f")
	w.want("f")
	p := w.parts()
	p.Places = unchanging{w.places}
	if _, err := contentsync.Sync(context.Background(), p, w.options()); err != nil {
		t.Fatal(err)
	}
	want(t, "here", w.here(), "")
	if f := w.failed()["f"]; !strings.Contains(f.Error, "never was here") {
		t.Errorf("got %+v", f)
	}
}

// unchanging responds with "unchanged" for every file.
type unchanging struct{ *transporttest.Places }

func (unchanging) Download(context.Context, transport.Download) (*transport.Stream, error) {
	return &transport.Stream{Unchanged: true}, nil
}

// A file fetched on demand is not refreshed automatically, but shown as outdated.
func TestWhatIsOnDemandIsStaleWhereItsItemIsNewer(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "demand:f"), item("2", day1, "demand:nested:n.xml"), item("3", day1, "demand:other"))
	w.feed("n.xml", day1)
	w.file("f", "other")
	w.sync()
	w.want("f", "n.xml", "other")
	w.sync()
	if f := w.fileRow("f"); !f.Asked || f.Stale {
		t.Errorf("got %+v", f)
	}
	w.places.Serve(at+"f", transporttest.Served{Text: "new"})
	w.feed("n.xml", day2)
	w.feed("root.xml", day2, item("1", day2, "demand:f"), item("2", day2, "demand:nested:n.xml"), item("3", day1, "demand:other"))
	want(t, "asked", w.sync(), "root.xml")
	if !w.fileRow("f").Stale || w.fileRow("other").Stale || !w.feedRow("n.xml").Stale {
		t.Error("what is outdated is not told from what is not")
	}
	w.want("f", "n.xml")
	want(t, "asked after a person did", w.sync(), "f n.xml root.xml")
	if w.fileRow("f").Stale || w.feedRow("n.xml").Stale || !w.feedRow("n.xml").Asked || w.text("f") != "new" {
		t.Error("what is here again is told to be outdated")
	}
}

func TestWhatIsFoundToBeAsItWasIsNotStale(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "demand:f"), item("2", day1, "demand:nested:n.xml"))
	w.feed("n.xml", day1)
	w.file("f")
	w.sync()
	w.want("f", "n.xml")
	w.sync()
	w.feed("root.xml", day2, item("1", day2, "demand:f"), item("2", day2, "demand:nested:n.xml"))
	w.sync()
	if !w.fileRow("f").Stale || !w.feedRow("n.xml").Stale {
		t.Error("what has a newer item is not outdated")
	}
	w.want("f", "n.xml")
	if r := w.report(); r.Unchanged != 1 || w.fileRow("f").Stale || w.feedRow("n.xml").Stale {
		t.Errorf("got %+v, or what is as it was is outdated", r)
	}
}

func (w *world) feedRow(name string) (f store.ContentFeed) {
	w.t.Helper()
	w.view(func(s store.Reader) (err error) {
		f, _, err = s.ContentFeed(w.key, at+name)
		return err
	})
	return f
}

func TestWhatAPersonAsksForDuringARunIsNotForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.feed("root.xml", day1, item("1", day1, "f"))
		w.file("f")
		w.sync()
		w.remove("f")
		w.feed("root.xml", day2, item("1", day2, "f", "slow"))
		w.places.Serve(at+"slow", transporttest.Served{Text: "slow", After: time.Minute})
		time.AfterFunc(50*time.Millisecond, func() { w.want("f") })
		want(t, "asked", w.sync(), "root.xml slow")
		want(t, "waiting", w.waiting(), "f")
		want(t, "asked afterwards", w.sync(), "f root.xml")
	})
}

// However many items of a removed feed link to a file, a link from elsewhere keeps it.
func TestRemovingAFeedOfManyItemsLeavesWhatOneElsewhereLinksTo(t *testing.T) {
	w := newWorld(t)
	var items []string
	for n := range 1500 {
		items = append(items, item(fmt.Sprint(n), day1, "logo", "own", "demand:other"))
	}
	w.feed("root.xml", day1, item("1", day1, "nested:a.xml"), item("2", day1, "logo"), item("3", day1, "other"))
	w.feed("a.xml", day1, items...)
	w.file("logo", "own", "other")
	w.report()
	if _, err := contentsync.Remove(t.Context(), w.parts(), w.key, at+"a.xml"); err != nil {
		t.Fatal(err)
	}
	want(t, "here", w.here(), "logo other")
	if err := contentsync.Want(t.Context(), w.parts(), w.key, at+"other"); err != nil {
		t.Fatal(err)
	}
	w.report()
	w.view(func(s store.Reader) error {
		f, _, err := s.ContentFile(w.key, at+"other")
		if f.Asked {
			t.Error("it counts as on demand, and an item has it unasked")
		}
		return err
	})
}
