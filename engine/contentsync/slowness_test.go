package contentsync_test

import (
	"context"
	"errors"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"crossfeed/engine/contentsync"
	"crossfeed/engine/location"
	"crossfeed/engine/location/locationtest"
)

// dripping are places from which a byte of some files comes now and then.
type dripping struct {
	*locationtest.Places
	pause map[string]time.Duration
}

func (p dripping) Download(ctx context.Context, d location.Download) (*location.Stream, error) {
	s, err := p.Places.Download(ctx, d)
	if pause := p.pause[d.Address]; err == nil && pause > 0 {
		s.Body = &drops{ctx, s.Body, pause}
	}
	return s, err
}

type drops struct {
	ctx context.Context
	io.ReadCloser
	pause time.Duration
}

func (d *drops) Read(b []byte) (int, error) {
	select {
	case <-time.After(d.pause):
		return d.ReadCloser.Read(b[:min(len(b), 5000)])
	case <-d.ctx.Done():
		return 0, d.ctx.Err()
	}
}

type bubbleClock struct{}

func (bubbleClock) Now() time.Time { return time.Now() }

// A slow line is waited for, and a server that lets next to nothing come is not.
func TestADownloadInWhichNextToNothingComesEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		for _, name := range []string{"line", "drip"} {
			w.places.Serve(at+name, locationtest.Served{Text: name, Download: locationtest.Flow{Size: 400_000}})
		}
		w.feed("root.xml", day1, item("1", day1, "line", "drip", "f"))
		w.file("f")
		p := w.parts()
		p.Clock = bubbleClock{}
		p.Places = dripping{w.places, map[string]time.Duration{at + "line": 20 * time.Second, at + "drip": 59 * time.Second}}
		began := time.Now()
		r, err := contentsync.Sync(t.Context(), p, w.options())
		if err != nil || r.Files != 2 || len(r.Failed) != 1 || r.Failed[0].Trouble != location.Timeout || r.Failed[0].Tries != 1 {
			t.Errorf("got %+v, %v", r, err)
		}
		if took := time.Since(began); took > 30*time.Minute {
			t.Errorf("it took %v", took)
		}
		want(t, "here", w.here(), "f line")
		want(t, "waiting", w.waiting(), "drip")
		if _, err := contentsync.Sync(t.Context(), w.parts(), w.options()); err != nil || errors.Is(r.Stopped, context.Canceled) {
			t.Error(err)
		}
		want(t, "here", w.here(), "drip f line")
	})
}
