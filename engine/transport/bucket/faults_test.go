package bucket_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"crossfeed/engine/enginetest/servertest"
	"crossfeed/engine/transport"
	"crossfeed/engine/transport/bucket"
)

func TestOfTwoThatWriteAtOnceOneWins(t *testing.T) {
	for range 20 {
		s := servertest.S3(t)
		desks := []*desk{newDesk(t), newDesk(t)}
		var all sync.WaitGroup
		var won atomic.Int32
		for i, d := range desks {
			all.Go(func() {
				p := transport.Put{Ours: func(io.Reader) error { return errors.New("another's") }}
				_, err := d.write(s, p, []string{"one", "two"}[i])
				var e *transport.Error
				switch {
				case err == nil:
					won.Add(1)
				case !errors.As(err, &e) || e.Trouble != transport.SecondWriter:
					t.Errorf("error %v", err)
				}
			})
		}
		all.Wait()
		if won.Load() != 1 {
			t.Fatalf("%d of two won", won.Load())
		}
	}
}

func TestAConnectionThatBreaksInAWritingLeavesWhatLayThere(t *testing.T) {
	var came atomic.Int32
	s := servertest.S3(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodPut || !isFeed(r) {
				next.ServeHTTP(w, r)
				return
			}
			came.Add(1)
			io.CopyN(io.Discard, r.Body, 10)
			c, _, err := http.NewResponseController(w).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			c.Close()
		})
	})
	d := newDesk(t)
	d.put(s, "f/a.xml", "before")
	err := d.refuses(s, transport.Put{Last: transport.Written{Hash: hashOf("before")}}, strings.Repeat("after", 100_000))
	troubled(t, err, transport.BrokenOff)
	if d.stored(s, "f/a.xml") != "before" || came.Load() > 8 {
		t.Errorf("there lies %.20q after %d tries", d.stored(s, "f/a.xml"), came.Load())
	}
}

func TestADiskWithoutRoomIsSaid(t *testing.T) {
	s := servertest.S3(t)
	d := newDesk(t)
	d.put(s, "a.xml", "one")
	no := &transport.Error{Trouble: transport.Full, Address: "/tmp"}
	b := bucket.New(bucket.Options{TempFiles: roomless{d.temp, no}})
	if e := d.fails(transport.Full, b, s.Address("a.xml")); e.Address != "/tmp" {
		t.Errorf("error %v does not name what is full", e)
	}
}

func TestAWritingThatIsCancelledEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := servertest.S3(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if isFeed(r) {
				_, _ = io.Copy(io.Discard, r.Body) // so that its end is noticed
				cancel()
				<-r.Context().Done()
				return
			}
			next.ServeHTTP(w, r)
		})
	})
	d := newDesk(t)
	p := transport.Put{Target: d.request(s.Address("f/a.xml")).Target, Body: strings.NewReader("one"), Size: 3, Hash: hashOf("one")}
	if _, err := d.Write(ctx, p); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the context's", err)
	}
}

// roomless keeps temporary files on a full disk.
type roomless struct {
	transport.TempFiles
	err error
}

func (r roomless) New() (transport.TempFile, error) {
	f, err := r.TempFiles.New()
	return full{f, r.err}, err
}

type full struct {
	transport.TempFile
	err error
}

func (f full) Write([]byte) (int, error) { return 0, f.err }
