package contentsync_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"crossfeed/engine/enginetest/cachetest"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/library/contentsync"
)

// lose deletes files from the cache, as another program would.
func (w *world) lose(names ...string) {
	w.t.Helper()
	for _, name := range names {
		if err := w.cache.Library(w.key).Remove(cache.Name(at + name)); err != nil {
			w.t.Fatal(err)
		}
	}
}

// "Data is not deleted from the cache by another process" may not hold: files that are fetched
// automatically are fetched again, even if another item links to the same address as a feed.
func TestFilesThatAnotherProgramRemovedAreFetchedAgain(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "nested:n.xml"), item("2", day1, "f", "n.xml", "empty"))
	w.feed("n.xml", day1)
	w.file("f")
	w.places.Serve(at+"empty", transporttest.Served{})
	w.sync()
	w.lose("f", "n.xml", "empty")
	want(t, "asked", w.sync(), "empty f n.xml root.xml")
	if files := w.cache.Files(); len(files) != 3 {
		t.Errorf("the cache has %v", files)
	}
}

func TestHoweverManyFilesAnotherProgramRemovedAllAreFetchedAgain(t *testing.T) {
	w := withFiles(t, 501) // more than are queued at a time
	for i := range 501 {
		w.lose(fmt.Sprint("f", i))
	}
	if r := w.report(); r.Files != 501 {
		t.Errorf("%d files were fetched", r.Files)
	}
}

// A file that is on demand and was not requested is not fetched again, and no longer counts as
// here.
func TestAFileOnDemandThatAnotherProgramRemovedIsNotHereAnyMore(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "f"), item("2", day1, "demand:asked"))
	w.file("f", "asked")
	w.sync()
	w.want("asked")
	w.feed("root.xml", day2, item("1", day2, "demand:f"), item("2", day1, "demand:asked"))
	w.sync()
	w.lose("f", "asked")
	want(t, "asked", w.sync(), "asked root.xml")
	want(t, "here", w.here(), "asked")
}

func TestWhatIsInTheCacheOfAFileThatAPersonRemovedIsSwept(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "f"))
	w.file("f")
	w.sync()
	w.remove("f")
	cachetest.Put(t, w.cache.Library(w.key), cache.Name(at+"f"), []byte("left"))
	want(t, "asked", w.sync(), "root.xml")
	if left := w.cache.Files(); len(left) != 0 {
		t.Errorf("the cache has %v", left)
	}
}

func TestAllDownloadsThatBrokeOffGoOn(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "film", "other"))
	for _, name := range []string{"film", "other"} {
		w.places.Serve(at+name, transporttest.Served{Text: name, Download: transporttest.Flow{Size: 2 << 20, Breaks: 1 << 20}})
	}
	w.sync()
	w.sync()
	for _, name := range []string{"film", "other"} {
		if c := w.places.Counts()[at+name]; c.Ranges != 1 {
			t.Errorf("%s: got %+v", name, c)
		}
	}
}

// failing is a cache in which one kind of call fails.
type failing struct {
	cache.Root
	call string
}

func (f failing) Library(key int64) cache.Cache { return failingLibrary{f.Root.Library(key), f.call} }

type failingLibrary struct {
	cache.Cache
	call string
}

func (f failingLibrary) at(call string) error {
	if f.call == call {
		return errStopped
	}
	return nil
}

func (f failingLibrary) Size(name string) (int64, bool, error) {
	size, there, err := f.Cache.Size(name)
	return size, there, errors.Join(err, f.at("Size"))
}

func (f failingLibrary) Remove(name string) error {
	return errors.Join(f.at("Remove"), f.Cache.Remove(name))
}

func (f failingLibrary) Confirm(name string) error {
	return errors.Join(f.at("Taken"), f.Cache.Confirm(name))
}

func (f failingLibrary) Names(each func(string) error) error {
	return errors.Join(f.at("Names"), f.Cache.Names(each))
}

// An error of the cache ends the run and is reported. Nothing counts as lost or removed.
func TestARunThatTheCacheFailsSaysSo(t *testing.T) {
	for call, asked := range map[string]string{"Size": "", "Names": "", "Remove": "root.xml", "Taken": "f root.xml"} {
		waiting := ""
		if asked == "" {
			waiting = "root.xml"
		}
		w := newWorld(t)
		w.feed("root.xml", day1, item("1", day1, "f"), item("2", day1, "gone"))
		w.file("f", "gone")
		w.sync()
		w.places.ResetCounts()
		w.feed("root.xml", day2, item("1", day1, "f"))
		if call == "Taken" {
			w.feed("root.xml", day2, item("1", day2, "f"), item("2", day1, "gone"))
			w.places.Serve(at+"f", transporttest.Served{Text: "newer"})
		}
		p := w.parts()
		p.Cache = failing{w.cache, call}
		r, err := contentsync.Sync(context.Background(), p, w.options())
		if err != nil || !errors.Is(r.Stopped, errStopped) || r.Removed != 0 {
			t.Errorf("%s: %+v, %v", call, r, err)
		}
		want(t, call+": asked", w.asked(), asked)
		want(t, call+": waiting", w.waiting(), waiting)
	}
}

func TestARunThatCannotRemoveWhatCameOfADownloadSaysSo(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "film"))
	w.places.Serve(at+"film", transporttest.Served{Text: "film", Download: transporttest.Flow{Size: 2 << 20, Breaks: 1 << 20}})
	w.sync()
	w.feed("root.xml", day2)
	w.places.Leave(at + "film")
	p := w.parts()
	p.Cache = failing{w.cache, "Remove"}
	if r, err := contentsync.Sync(context.Background(), p, w.options()); err != nil || !errors.Is(r.Stopped, errStopped) {
		t.Errorf("%+v, %v", r, err)
	}
	w.sync()
	if left := w.cache.Files(); len(left) != 0 {
		t.Errorf("after the next run the cache has %v", left)
	}
}
