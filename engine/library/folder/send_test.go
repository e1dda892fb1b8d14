package folder_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/library/folder"
	"crossfeed/engine/transport"
	"crossfeed/engine/transport/web"
)

// slow is a place at which each file takes a while, and that can be full.
type slow struct {
	transport.Places
	here, most, wrote atomic.Int64
	full              int64
}

func (s *slow) Write(ctx context.Context, put transport.Put) (transport.Written, error) {
	here := s.here.Add(1)
	defer s.here.Add(-1)
	s.most.Store(max(s.most.Load(), here))
	time.Sleep(2 * time.Millisecond)
	if n := s.wrote.Add(1); s.full > 0 && n > s.full {
		return transport.Written{}, &transport.Error{Trouble: transport.Full, Address: put.Address}
	}
	return s.Places.Write(ctx, put)
}

func many(t *testing.T, n int) *world {
	w := newWorld(t)
	for i := range n {
		w.put(fmt.Sprintf("%03d.jpg", i), fmt.Sprint("photo ", i))
	}
	return w
}

func TestFilesAreSentBesideEachOther(t *testing.T) {
	w := many(t, 90)
	p, s := w.parts(), &slow{Places: w.places.Places}
	p.Places, p.AtOnce = s, 0
	if r, err := folder.Publish(t.Context(), p, w.o); err != nil || r.Files != 90 {
		t.Fatal(r, err)
	}
	if most := s.most.Load(); most != 3 {
		t.Errorf("%d were sent at once, want 3", most)
	}
	if found := crawl(t, w.places, at+folder.RootName); len(found.files) != 90 {
		t.Errorf("%d are found", len(found.files))
	}
}

// TestAPlaceThatIsFullIsGoneOnWith stops at the first file for which there is no room, records
// what was sent, and sends the others once there is room.
func TestAPlaceThatIsFullIsGoneOnWith(t *testing.T) {
	w := many(t, 90)
	p, s := w.parts(), &slow{Places: w.places.Places, full: 40}
	p.Places, p.AtOnce = s, 0
	_, err := folder.Publish(t.Context(), p, w.o)
	var full *transport.Error
	if !errors.As(err, &full) || full.Trouble != transport.Full {
		t.Fatal(err)
	}
	if n := s.wrote.Load(); n > 50 {
		t.Errorf("%d were tried, although the 41st found no room", n)
	}
	if h := w.folders()[0].Health; h.Trouble != transport.Full {
		t.Errorf("%+v", h)
	}
	s.full = 0
	s.wrote.Store(0)
	r, err := folder.Publish(t.Context(), p, w.o)
	if err != nil || r.Files != 50 || len(r.Passed) > 0 {
		t.Errorf("then %d files were sent, %v, %v", r.Files, r.Passed, err)
	}
}

// ticking is a clock that advances whenever it is read.
type ticking struct{ at atomic.Int64 }

func (c *ticking) Now() time.Time { return noon.Add(time.Duration(c.at.Add(60)) * time.Millisecond) }

func TestProgressOfALargeFileIsToldByItsBytes(t *testing.T) {
	const size = 5 << 20
	w := newWorld(t, "large.mov", strings.Repeat("x", size))
	p := w.parts()
	p.Clock = &ticking{}
	var bytes []int64
	w.o.Progress = func(p folder.Progress) {
		if p.Now == "large.mov" && p.BytesToWrite == size && (len(bytes) == 0 || bytes[len(bytes)-1] != p.Bytes) {
			bytes = append(bytes, p.Bytes)
		}
	}
	if _, err := folder.Publish(t.Context(), p, w.o); err != nil {
		t.Fatal(err)
	}
	if len(bytes) < 10 || bytes[len(bytes)-1] != size {
		t.Errorf("told were %d", bytes)
	}
	for i := 1; i < len(bytes); i++ {
		if bytes[i] < bytes[i-1] {
			t.Errorf("%d came after %d", bytes[i], bytes[i-1])
		}
	}
}

// TestASendingIsStoppedAtOnce cancels the sending of large files to a server that accepts no
// more data.
func TestASendingIsStoppedAtOnce(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	came, over := make(chan struct{}, 100), make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPut {
			http.NotFound(w, r)
			return
		}
		_, _ = io.CopyN(io.Discard, r.Body, 100<<10)
		came <- struct{}{}
		<-over
	}))
	defer server.Close()
	defer close(over)
	w := newWorld(t)
	for i := range 4 {
		if err := os.WriteFile(filepath.Join(w.folder, fmt.Sprint(i)), make([]byte, 20<<20), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	w.o.Address = server.URL + "/"
	p := w.parts()
	// Only the cancellation ends it.
	const day = 24 * time.Hour
	patient := web.Limits{Connect: day, Answer: day, Silence: day, Total: day}
	p.Places, p.AtOnce = engine.NewPlaces(engine.PlacesOptions{Files: transport.Disk{}, TempFiles: transport.TempFolder{}, Limits: patient}), 0
	go func() {
		for range 3 {
			<-came
		}
		stop()
	}()
	if _, err := folder.Publish(ctx, p, w.o); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// fickle is a place at which one write fails, before or after it takes effect, whichever of
// the concurrent writes that is.
type fickle struct {
	transport.Places
	left  atomic.Int64
	after bool
}

func (f *fickle) Write(ctx context.Context, put transport.Put) (transport.Written, error) {
	if f.left.Add(-1) != 0 {
		return f.Places.Write(ctx, put)
	}
	if f.after {
		_, _ = f.Places.Write(ctx, put)
	}
	return transport.Written{}, errBroken
}

// TestInterruptionsOfFilesBesideEachOther changes files, lets a write fail, changes some
// again, and publishes the rest.
func TestInterruptionsOfFilesBesideEachOther(t *testing.T) {
	w := many(t, 12)
	p := w.parts()
	f := &fickle{Places: w.places.Places}
	p.Places, p.AtOnce = f, 0
	for n := range 60 {
		w.now = w.now.Add(time.Minute)
		for i := range 9 {
			w.put(fmt.Sprintf("%03d.jpg", (n+i)%14), fmt.Sprint("photo ", n, i))
		}
		f.after = n%2 == 0
		f.left.Store(int64(n%11 + 1))
		if _, err := folder.Publish(t.Context(), p, w.o); !errors.Is(err, errBroken) && n%11 < 9 {
			t.Fatalf("round %d ended with %v", n, err)
		}
		f.left.Store(0)
		w.put("003.jpg", fmt.Sprint("meanwhile ", n))
		if n%5 == 0 {
			w.remove("007.jpg")
		}
		r, err := folder.Publish(t.Context(), p, w.o)
		if err != nil || len(r.Passed) > 0 {
			t.Fatalf("round %d then ended with %v, %v", n, r.Passed, err)
		}
		s := crawl(t, w.places, at+folder.RootName)
		s.exact(t, folder.RootName)
		for name, text := range w.files() {
			if s.files[address(name)] != text {
				t.Errorf("round %d: %s is %q, and should be %q", n, name, s.files[address(name)], text)
			}
		}
	}
}
