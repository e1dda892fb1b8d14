package contentsync_test

import (
	"context"
	"errors"
	"io"
	"sync"
	"testing"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/transport"
)

// inMidlife returns a world whose library was synced once, and whose publisher then did a bit
// of everything.
func inMidlife(t *testing.T) *world {
	w := newWorld(t)
	w.feed("a.xml", day1, item("5", day1, "moved", "shared"))
	w.feed("old.xml", day1, item("6", day1, "gone", "shared"))
	w.feed("root.xml", day1, item("1", day1, "nested:a.xml"), item("2", day1, "nested:old.xml"), item("3", day1, "demand:d"), item("4", day1, "changed", "same"),
		item("13", day1, "lost", "away", "broken"))
	w.file("moved", "shared", "gone", "changed", "same", "d", "fresh", "deep", "lost", "away")
	w.places.Serve(at+"broken", transporttest.Served{Text: "broken", Download: transporttest.Flow{Size: 600_000, Breaks: 300_000}})
	w.places.Serve(at+"large", transporttest.Served{Text: "large", Download: transporttest.Flow{Size: 600_000}})
	w.sync()
	w.lose("lost")
	w.remove("away")
	w.places.Leave(at + "broken")
	w.places.Serve(at+"changed", transporttest.Served{Text: "other"})
	w.feed("root.xml", day2, item("1", day2, "nested:a.xml"), item("3", day1, "demand:d"), item("4", day2, "changed", "same"), item("7", day2, "nested:b.xml"),
		item("13", day1, "lost"))
	w.feed("a.xml", day2, item("8", day2, "fresh", "large"), item("9", day2, "nested:root.xml"))
	w.feed("b.xml", day2, item("10", day2, "moved", "shared"), item("11", day2, "nested:c.xml"))
	w.feed("c.xml", day2, item("12", day2, "deep"))
	return w
}

// undisturbed returns the result of an uninterrupted run.
func undisturbed(t *testing.T) string {
	w := inMidlife(t)
	want(t, "asked", w.sync(), "a.xml b.xml broken c.xml changed deep fresh large lost moved root.xml same shared")
	want(t, "here", w.here(), "changed deep fresh large lost moved same shared")
	return w.all()
}

var errStopped = errors.New("it was stopped")

// afterwards runs once more, and compares the result.
func afterwards(t *testing.T, w *world, n int, wanted string) {
	t.Helper()
	w.report()
	if got := w.all(); got != wanted {
		t.Errorf("stopped at call %d, the next run ended with\n%s\nwant\n%s", n, got, wanted)
	}
}

func TestARunThatAnyCallOfTheStoreStopsEndsAtTheNextAsIfNothingHadBeen(t *testing.T) {
	wanted := undisturbed(t)
	for n := 1; ; n += testsize.Of(13, 1) {
		w := inMidlife(t)
		w.store.FailCall(n, errStopped)
		_, err := contentsync.Sync(context.Background(), w.parts(), w.options())
		calls := w.store.Calls()
		w.store.FailCall(0, nil)
		if calls < n {
			return
		}
		if !errors.Is(err, errStopped) {
			t.Fatalf("call %d: got %v", n, err)
		}
		afterwards(t, w, n, wanted)
	}
}

func TestARunThatAnyStepOfTheCacheStopsEndsAtTheNextAsIfNothingHadBeen(t *testing.T) {
	wanted := undisturbed(t)
	for n := 1; ; n += testsize.Of(13, 1) {
		w := inMidlife(t)
		steps := w.cache.Steps()
		w.cache.FailAt(n, errStopped)
		if _, err := contentsync.Sync(context.Background(), w.parts(), w.options()); err != nil {
			t.Fatalf("step %d: got %v", n, err)
		}
		if w.cache.Steps()-steps < n {
			return
		}
		afterwards(t, w, n, wanted)
	}
}

func TestARunThatIsCutOffAtAnyStepOfTheCacheEndsAtTheNextAsIfNothingHadBeen(t *testing.T) {
	wanted := undisturbed(t)
	for _, power := range []bool{true, false} {
		for n := 1; ; n += testsize.Of(13, 1) {
			w := inMidlife(t)
			steps := w.cache.Steps()
			w.cache.CutAt(n)
			if _, err := contentsync.Sync(context.Background(), w.parts(), w.options()); err != nil {
				t.Fatalf("step %d: got %v", n, err)
			}
			taken := w.cache.Steps() - steps
			w.cache.Restart(power)
			if taken < n {
				break
			}
			afterwards(t, w, n, wanted)
		}
	}
}

// failingPlaces fail at the nth call, or at the nth read of a file.
type failingPlaces struct {
	*transporttest.Places
	*nth
}

// nth fails once, at the nth call.
type nth struct {
	mu    sync.Mutex
	n     int
	calls int
	err   error
}

func (f *nth) next() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.calls++; f.calls == f.n {
		return f.err
	}
	return nil
}

func (f failingPlaces) Read(ctx context.Context, r transport.Request) (*transport.Response, error) {
	if err := f.next(); err != nil {
		return nil, err
	}
	return f.Places.Read(ctx, r)
}

func (f failingPlaces) Download(ctx context.Context, d transport.Download) (*transport.Stream, error) {
	if err := f.next(); err != nil {
		return nil, err
	}
	s, err := f.Places.Download(ctx, d)
	if err == nil && s.Body != nil {
		s.Body = failingBody{s.Body, f}
	}
	return s, err
}

type failingBody struct {
	io.ReadCloser
	of failingPlaces
}

func (b failingBody) Read(p []byte) (int, error) {
	if err := b.of.next(); err != nil {
		return 0, err
	}
	return b.ReadCloser.Read(p)
}

func TestARunThatAnyCallOfAPlaceDisturbsEndsAtTheNextAsIfNothingHadBeen(t *testing.T) {
	wanted := undisturbed(t)
	for _, trouble := range []transport.Trouble{transport.Offline, transport.BrokenOff, transport.NotFound} {
		for n := 1; ; n += testsize.Of(13, 1) {
			w := inMidlife(t)
			p := w.parts()
			calls := &nth{n: n, err: &transport.Error{Trouble: trouble, Address: at}}
			p.Places = failingPlaces{w.places, calls}
			if _, err := contentsync.Sync(context.Background(), p, w.options()); err != nil {
				t.Fatalf("call %d: got %v", n, err)
			}
			if calls.calls < n {
				break
			}
			afterwards(t, w, n, wanted)
		}
	}
}

// "Once the sync process starts, it runs to completion" may not hold: a file that is in place
// must not be fetched twice, however the program ended.
func TestAFileThatCameBeforeTheStopIsNotAskedForAgain(t *testing.T) {
	fetched := func(w *world, name string) int64 { return w.places.Counts()[at+name].Bytes }
	for n := 1; n < 300; n++ {
		w := newWorld(t)
		w.limits.Parallel = 1
		w.feed("root.xml", day1, item("1", day1, "a", "b", "c"))
		w.file("a", "b", "c")
		w.store.FailCall(n, errStopped)
		_, err := contentsync.Sync(context.Background(), w.parts(), w.options())
		w.store.FailCall(0, nil)
		if err == nil {
			break
		}
		if _, err := contentsync.Sync(context.Background(), w.parts(), w.options()); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"a", "b", "c"} {
			if bytes := fetched(w, name); bytes != int64(len("this is a")) {
				t.Errorf("stopped at call %d: %d bytes came for %s", n, bytes, name)
			}
		}
	}
}

// A file that was received, but has changed by the next run, is fetched again.
func TestAFileThatCameBeforeTheStopIsFetchedAgainWhereItsItemIsNewer(t *testing.T) {
	for n := 1; ; n += testsize.Of(13, 1) {
		w := newWorld(t)
		w.feed("root.xml", day1, item("1", day1, "a"))
		w.file("a")
		w.store.FailCall(n, errStopped)
		_, err := contentsync.Sync(context.Background(), w.parts(), w.options())
		w.store.FailCall(0, nil)
		if err == nil {
			return
		}
		w.places.Serve(at+"a", transporttest.Served{Text: "newer"})
		w.feed("root.xml", day2, item("1", day2, "a"))
		w.sync()
		if got := w.text("a"); got != "newer" {
			t.Errorf("stopped at call %d: it is %q", n, got)
		}
	}
}

// A file that is already in the store, but of which the cache was not told before the stop,
// must not be taken for the newer version that was queued since.
func TestAFileThatIsKeptAlreadyIsNotTakenForTheNewerOne(t *testing.T) {
	for n := 1; ; n += testsize.Of(13, 1) {
		w := newWorld(t)
		w.feed("root.xml", day1, item("1", day1, "a"))
		w.file("a")
		steps := w.cache.Steps()
		w.cache.FailAt(n, errStopped)
		w.report()
		if w.cache.Steps()-steps < n {
			return
		}
		w.places.Serve(at+"a", transporttest.Served{Text: "newer"})
		w.feed("root.xml", day2, item("1", day2, "a"))
		p := w.parts()
		p.Places = &goingOffline{w.places, 1}
		if _, err := contentsync.Sync(context.Background(), p, w.options()); err != nil {
			t.Fatal(err)
		}
		w.places.Offline(false)
		w.sync()
		if got := w.text("a"); got != "newer" {
			t.Errorf("stopped at step %d: it is %q", n, got)
		}
	}
}
