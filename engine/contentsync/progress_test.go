package contentsync_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"crossfeed/engine/contentsync"
	"crossfeed/engine/location"
	"crossfeed/engine/location/locationtest"
)

func TestProgressIsToldTenTimesASecondAndNotMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.feed("root.xml", day1, item("1", day1, "a", "b", "film"))
		w.file("a", "b")
		w.places.Serve(at+"film", locationtest.Served{Text: "0", Download: locationtest.Flow{Size: 2 << 20, Hangs: true, Stalls: 1 << 20}})
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		var told []contentsync.Progress
		o := w.options()
		o.Progress = func(p contentsync.Progress) { told = append(told, p) }
		if _, err := contentsync.Sync(ctx, w.parts(), o); err != nil {
			t.Fatal(err)
		}
		if len(told) < 90 || len(told) > 110 {
			t.Errorf("it was told %d times in ten seconds", len(told))
		}
		p := told[50]
		if p.Feeds != 1 || p.Files != 2 || p.AllFiles != 3 || len(p.Now) != 1 {
			t.Fatalf("got %+v", p)
		}
		if want := (contentsync.Download{Address: at + "film", Came: 1 << 20, Size: 2 << 20}); p.Now[0] != want {
			t.Errorf("got %+v, want %+v", p.Now[0], want)
		}
		if p.Bytes < 1<<20 {
			t.Errorf("%d bytes", p.Bytes)
		}
		if last := told[len(told)-1]; len(last.Now) != 0 {
			t.Errorf("the last time tells of %+v", last.Now)
		}
	})
}

// telling are places that tell three times how many bytes of a feed came.
type telling struct{ *locationtest.Places }

func (p telling) Read(ctx context.Context, r location.Request) (*location.Response, error) {
	told := r.Arrived
	r.Arrived = nil
	for _, bytes := range []int64{100, 250, 300} {
		told(bytes)
	}
	return p.Places.Read(ctx, r)
}

func TestBytesOfAFeedAreCountedOnce(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1)
	p, o := w.parts(), w.options()
	p.Places = telling{w.places}
	var last contentsync.Progress
	o.Progress = func(p contentsync.Progress) { last = p }
	if _, err := contentsync.Sync(t.Context(), p, o); err != nil || last.Bytes != 300 {
		t.Errorf("got %d bytes, %v", last.Bytes, err)
	}
}
