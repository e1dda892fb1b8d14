package contentsync_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

func TestAFileThatFailsIsShownAndTriedAgainAtEveryRun(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "f", "g"))
	w.file("g")
	for tries := 1; tries <= 3; tries++ {
		r := w.report()
		f := w.failed()["f"]
		if f.Tries != tries || f.Trouble != transport.NotFound || !strings.Contains(f.Error, at+"f") || !f.Tried.Equal(noon{}.Now()) {
			t.Errorf("run %d: got %+v", tries, f)
		}
		if len(r.Failed) != 1 || r.Failed[0] != f {
			t.Errorf("run %d: the report has %+v", tries, r.Failed)
		}
	}
	w.file("f")
	want(t, "asked once it is there", w.sync(), "f root.xml")
	want(t, "waiting", w.waiting(), "")
}

func TestAFailureIsOfTheLastTry(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "f"))
	w.sync()
	w.places.Serve(at+"f", transporttest.Served{Err: errors.New("something else")})
	w.sync()
	if f := w.failed()["f"]; f.Trouble != transport.Other || f.Error != "something else" || f.Tries != 2 {
		t.Errorf("got %+v", f)
	}
}

// body is a document whose reading fails. It records whether it was closed.
type body struct {
	io.ReadSeeker
	err    error
	closed *int
}

func (b body) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	return b.ReadSeeker.Read(p)
}

func (b body) Close() error { *b.closed++; return nil }

// bodies responds with such documents.
type bodies struct {
	*transporttest.Places
	as func(io.ReadSeeker) io.ReadCloser
}

func (b bodies) Read(ctx context.Context, r transport.Request) (*transport.Response, error) {
	answer, err := b.Places.Read(ctx, r)
	if err == nil && answer.Body != nil {
		answer.Body = b.as(strings.NewReader(b.Text(r.Address)))
	}
	return answer, err
}

func TestADocumentIsClosedAndAFailureToReadItIsTold(t *testing.T) {
	broken := &transport.Error{Trouble: transport.BrokenOff, Address: at + "root.xml"}
	for _, c := range []struct {
		name     string
		err      error
		seekable bool
		trouble  transport.Trouble
	}{
		{"it is read", nil, true, transport.Other},
		{"it breaks off", broken, true, transport.BrokenOff},
		{"it breaks off on its way to this computer", broken, false, transport.BrokenOff},
	} {
		w := newWorld(t)
		w.feed("root.xml", day1)
		closed := 0
		p := w.parts()
		p.Places = bodies{w.places, func(from io.ReadSeeker) io.ReadCloser {
			if b := (body{from, c.err, &closed}); !c.seekable {
				return struct{ io.ReadCloser }{b}
			} else {
				return b
			}
		}}
		if _, err := contentsync.Sync(context.Background(), p, w.options()); err != nil || closed != 1 {
			t.Errorf("%s: closed %d times, %v", c.name, closed, err)
		}
		if f := w.failed()["root.xml"]; f.Trouble != c.trouble || (f.Error != "") != (c.err != nil) {
			t.Errorf("%s: got %+v", c.name, f)
		}
	}
}

func TestAFailureOfAFeedKeepsNoOtherFromBeingSynced(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "nested:broken.xml"), item("2", day1, "nested:n.xml"))
	w.places.Serve(at+"broken.xml", transporttest.Served{Err: &transport.Error{Trouble: transport.Forbidden, Address: at + "broken.xml", Status: 403}})
	w.feed("n.xml", day1, item("3", day1, "f"))
	w.file("f")
	w.sync()
	want(t, "here", w.here(), "f")
	want(t, "waiting", w.waiting(), "broken.xml")
}

func TestTheNetworkIsGone(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "a", "b", "c", "d", "e", "f", "g", "h"))
	w.file("a", "b", "c", "d", "e", "f", "g", "h")
	w.sync()
	w.feed("root.xml", day2, item("1", day2, "a"))
	w.places.Offline(true)
	r := w.report()
	if troubleOf(r.Stopped) != transport.Offline || r.Waiting != 1 {
		t.Errorf("got %v and %d waiting", r.Stopped, r.Waiting)
	}
	w.places.Offline(false)
	if r := w.report(); r.Stopped != nil || r.Waiting != 0 {
		t.Errorf("got %v and %d waiting", r.Stopped, r.Waiting)
	}
}

// goingOffline loses its network after some requests.
type goingOffline struct {
	*transporttest.Places
	after int
}

func (g *goingOffline) Download(ctx context.Context, d transport.Download) (*transport.Stream, error) {
	if g.after--; g.after == 0 {
		g.Offline(true)
	}
	return g.Places.Download(ctx, d)
}

func TestTheNetworkGoesInTheMiddle(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "a", "b", "c", "d", "e", "f", "g", "h"))
	w.file("a", "b", "c", "d", "e", "f", "g", "h")
	p := w.parts()
	p.Places = &goingOffline{w.places, 4}
	o := w.options()
	o.Limits.Parallel = 1
	r, err := contentsync.Sync(context.Background(), p, o)
	if err != nil || r.Files != 3 || r.Waiting != 5 {
		t.Errorf("got %+v, %v", r, err)
	}
	if counts := w.places.Counts(); len(counts) != 5 {
		t.Errorf("%d addresses were asked for, want 5: after that nothing is", len(counts))
	}
	w.places.Offline(false)
	want(t, "asked afterwards", w.sync(), "d e f g h root.xml")
}

func TestOneServerThatHangsDelaysNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		const slow = "https://slow.example/"
		w.feed("root.xml", day1, item("1", day1, slow+"1", slow+"2", slow+"3", slow+"4", slow+"5", slow+"6", slow+"7", "a", "b"), item("2", day1, "nested:"+slow+"n.xml"))
		w.file("a", "b")
		for _, name := range []string{"1", "2", "3", "4", "5", "6", "7", "n.xml"} {
			w.places.Serve(slow+name, transporttest.Served{After: time.Minute, Err: &transport.Error{Trouble: transport.Timeout, Address: slow + name}})
		}
		begun := time.Now()
		var came time.Duration
		o := w.options()
		o.Progress = func(p contentsync.Progress) {
			if p.Files == 2 && came == 0 {
				came = time.Since(begun)
			}
		}
		r, err := contentsync.Sync(context.Background(), w.parts(), o)
		if err != nil || came == 0 || came > 5*time.Second {
			t.Errorf("the files of the other server were here after %v, %v", came, err)
		}
		if all := time.Since(begun); all > 3*time.Minute {
			t.Errorf("the run took %v: a server that does not answer is asked without end", all)
		}
		if len(r.Failed) > 5 || r.Waiting != 8 || r.Stopped != nil {
			t.Errorf("got %d failures, %d waiting, %v", len(r.Failed), r.Waiting, r.Stopped)
		}
	})
}

func TestNothingMoreIsAskedOfAServerThatIsNotThere(t *testing.T) {
	const gone = "https://gone.example/"
	w := newWorld(t)
	w.limits.Parallel = 1
	w.feed("root.xml", day1, item("1", day1, "nested:"+gone+"1.xml"), item("2", day1, "nested:"+gone+"2.xml"), item("3", day1, "f", gone+"f", gone+"g"))
	for _, name := range []string{"1.xml", "2.xml", "f", "g"} {
		w.places.Serve(gone+name, transporttest.Served{Err: &transport.Error{Trouble: transport.NoHost, Address: gone + name}})
	}
	w.file("f")
	want(t, "asked", w.sync(), "f "+gone+"1.xml root.xml")
	want(t, "waiting", w.waiting(), gone+"1.xml "+gone+"2.xml "+gone+"f "+gone+"g")
	if failed := w.failed(); len(failed) != 1 {
		t.Errorf("%d entries count as failed, want the one that was tried", len(failed))
	}
}

func TestARunThatIsCancelledEndsWithinASecondAndGoesOnLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.feed("root.xml", day1, item("1", day1, "film"))
		const half, size = 3 << 20, 6 << 20
		w.places.Serve(at+"film", transporttest.Served{Text: "moving", Download: transporttest.Flow{Size: size, Hangs: true, Stalls: half}})
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(10*time.Second, cancel)
		begun := time.Now()
		r, err := contentsync.Sync(ctx, w.parts(), w.options())
		if took := time.Since(begun); err != nil || took > 11*time.Second || !errors.Is(r.Stopped, context.Canceled) {
			t.Errorf("got %v, %v after %v", r.Stopped, err, took)
		}
		if len(w.failed()) != 0 {
			t.Error("what was cancelled counts as failed")
		}
		w.places.Serve(at+"film", transporttest.Served{Text: "moving", Download: transporttest.Flow{Size: size}})
		w.sync()
		c := w.places.Counts()[at+"film"]
		if c.Ranges != 1 || c.Bytes > size-half+256<<10 {
			t.Errorf("got %+v, want no more than what was missing", c)
		}
		if w.text("film") != strings.Repeat("moving", size/6)+"moving"[:size%6] {
			t.Error("the file is not what it was")
		}
	})
}

func TestADownloadThatBreaksOffGoesOnAtTheNextRun(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "film"))
	served := transporttest.Served{Text: "moving!", Download: transporttest.Flow{Size: 2 << 20, Breaks: 1 << 20}}
	w.places.Serve(at+"film", served)
	w.sync()
	if f := w.failed()["film"]; f.Trouble != transport.BrokenOff {
		t.Errorf("got %+v", f)
	}
	w.sync()
	if c := w.places.Counts()[at+"film"]; c.Ranges != 1 || c.Bytes > 1<<20 {
		t.Errorf("got %+v", c)
	}
	want(t, "here", w.here(), "film")
}

func TestADownloadBeginsAnewWhereTheFileIsAnotherOne(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "film"))
	w.places.Serve(at+"film", transporttest.Served{Text: "old", Download: transporttest.Flow{Size: 2 << 20, Breaks: 1 << 20}})
	w.sync()
	w.places.Serve(at+"film", transporttest.Served{Text: "new"})
	w.sync()
	if got := w.text("film"); got != "new" {
		t.Errorf("it is %q", got[:min(len(got), 20)])
	}
}

func TestAFullDiskEndsTheRun(t *testing.T) {
	w := newWorld(t)
	w.limits = contentsync.Limits{Free: 1, Parallel: 1}
	w.feed("root.xml", day1, item("1", day1, "a", "b", "c"))
	w.file("a", "b", "c")
	w.cache.Room(300) // notes take space, too
	// The disk claims to have room, but has none.
	p := w.parts()
	p.Cache = roomy{w.cache}
	r, err := contentsync.Sync(context.Background(), p, w.options())
	if err != nil || troubleOf(r.Stopped) != transport.Full || r.Waiting == 0 {
		t.Errorf("got %+v, %v", r, err)
	}
	if len(w.failed()) != 0 {
		t.Error("a full disk is told as a failure of the file")
	}
	w.cache.Room(1 << 40)
	w.sync()
	want(t, "here once there is room", w.here(), "a b c")
}

// roomy is a cache that claims to have much room.
type roomy struct{ cache.Root }

func (r roomy) Library(key int64) cache.Cache { return roomyCache{r.Root.Library(key)} }

type roomyCache struct{ cache.Cache }

func (roomyCache) Free() (int64, error) { return 1 << 50, nil }

// "Data is not deleted from the cache by another process. … In reality, some of these
// assumptions may hold not true."
func TestAFileThatAnotherProgramRemovedOrChangedIsFetchedAgain(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "removed", "changed", "kept"), item("2", day1, "demand:asked"))
	w.file("removed", "changed", "kept", "asked")
	w.sync()
	w.want("asked")
	w.sync()
	w.delete("removed")
	w.delete("asked")
	for _, path := range w.cache.Files() {
		if strings.Contains(path, cache.Name(at+"changed")) {
			w.cache.Damage(path, func(b []byte) []byte { return b[:3] })
		}
	}
	want(t, "asked", w.sync(), "asked changed removed root.xml")
	if w.text("removed") != "this is removed" || w.text("changed") != "this is changed" {
		t.Error("they are not here again")
	}
	want(t, "asked afterwards", w.sync(), "root.xml")
}

// delete deletes a file from the cache, as another program would.
func (w *world) delete(name string) {
	for _, path := range w.cache.Files() {
		if strings.Contains(path, cache.Name(at+name)) {
			w.cache.Delete(path)
		}
	}
}

func (w *world) want(names ...string) {
	w.t.Helper()
	for _, name := range names {
		if err := contentsync.Want(context.Background(), w.parts(), w.key, at+name); err != nil {
			w.t.Fatal(err)
		}
	}
}

func TestAFileThatAPersonRemovesDuringItsDownloadStaysAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.feed("root.xml", day1, item("1", day1, "f"))
		w.places.Serve(at+"f", transporttest.Served{Text: "f", After: time.Minute})
		time.AfterFunc(10*time.Second, func() {
			if _, err := contentsync.Remove(context.Background(), w.parts(), w.key, at+"f"); err != nil {
				t.Error(err)
			}
		})
		w.sync()
		want(t, "here", w.here(), "")
		if left := w.cache.Files(); len(left) != 0 {
			t.Errorf("the cache has %v", left)
		}
		w.view(func(s store.Reader) error {
			f, _, err := s.ContentFile(w.key, at+"f")
			if f.State != store.FileRemoved {
				t.Errorf("got %+v", f)
			}
			return err
		})
	})
}
