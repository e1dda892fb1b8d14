package bucket_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/servertest"
	"crossfeed/engine/transport"
	"crossfeed/engine/transport/bucket"
)

const film = "0123456789abcdefghij"

// stream fetches an object as a stream.
func (d *desk) stream(from servertest.Downloader, address string, ask transport.Download) (*transport.Stream, string, error) {
	d.t.Helper()
	known, arrived, whole := ask.Known, ask.Arrived, ask.Whole
	ask.Request = d.request(address)
	ask.Known, ask.Arrived, ask.Whole = known, arrived, whole
	s, err := from.Download(d.t.Context(), ask)
	if err != nil || s.Unchanged {
		return s, "", err
	}
	text, err := io.ReadAll(s.Body)
	return s, string(text), errors.Join(err, s.Body.Close())
}

func TestAnObjectIsStreamed(t *testing.T) {
	var log requests
	s := servertest.S3(t, log.note)
	d := newDesk(t)
	d.put(s, "a b.mp4", film)
	var came int64
	ask := transport.Download{Request: transport.Request{Arrived: func(n int64) { came = n }}}
	first, text, err := d.stream(d, s.Address("a%20b.mp4"), ask)
	if err != nil || text != film || first.Size != 20 || first.From != 0 || came != 20 || first.Type != "application/rss+xml" {
		t.Fatalf("got %q, %+v, %v", text, first, err)
	}
	if k := first.Known; k.ETag == "" || k.LastModified == "" || k.Hash != "" || !k.Whole.Equal(noon) {
		t.Errorf("to be remembered: %+v", k)
	}
	known := transport.Request{Known: first.Known}
	if again, _, err := d.stream(d, s.Address("a%20b.mp4"), transport.Download{Request: known}); err != nil || !again.Unchanged || again.Known != first.Known {
		t.Errorf("known: %+v, %v; want it unchanged", again, err)
	}
	known.Whole = true
	if _, text, err := d.stream(d, s.Address("a%20b.mp4"), transport.Download{Request: known}); err != nil || text != film {
		t.Errorf("asked for the whole: %q, %v", text, err)
	}
	rest, text, err := d.stream(d, s.Address("a%20b.mp4"), transport.Download{From: 8, Of: first.Known})
	if err != nil || text != film[8:] || rest.From != 8 || rest.Size != 20 || rest.Known != first.Known {
		t.Errorf("the rest: %q, %+v, %v", text, rest, err)
	}
	if h := log.last().Header; h.Get("Range") != "bytes=8-" || h.Get("If-Match") != first.Known.ETag {
		t.Errorf("the rest was asked for with %v", h)
	}
	all, text, err := d.stream(d, s.Address("a%20b.mp4"), transport.Download{From: 20, Of: first.Known})
	if err != nil || text != "" || all.From != 20 || all.Size != 20 || all.Unchanged {
		t.Errorf("nothing is left: %q, %+v, %v", text, all, err)
	}
	if anew, text, err := d.stream(d, s.Address("a%20b.mp4"), transport.Download{From: 30, Of: first.Known}); err != nil || text != film || anew.From != 0 {
		t.Errorf("beyond its end: %q, %+v, %v", text, anew, err)
	}
	d.put(s, "a b.mp4", strings.ToUpper(film))
	for _, from := range []int64{8, 20, 30} {
		if anew, text, err := d.stream(d, s.Address("a%20b.mp4"), transport.Download{From: from, Of: first.Known}); err != nil || text != strings.ToUpper(film) || anew.From != 0 {
			t.Errorf("from %d after a change: %q, %+v, %v", from, text, anew, err)
		}
	}
}

func TestAPartOfAnObjectThatDoesNotFitIsNotTaken(t *testing.T) {
	for name, answer := range map[string]http.HandlerFunc{
		"another part":      partial("bytes 7-18/20", `"1"`, ""),
		"an unknown length": partial("bytes 8-19/*", `"1"`, ""),
		"another object":    partial("bytes 8-19/20", `"2"`, ""),
		"no tag":            partial("bytes 8-19/20", "", ""),
		"compressed":        partial("bytes 8-19/20", `"1"`, "gzip"),
		"no conditions": func(w http.ResponseWriter, _ *http.Request) {
			servertest.S3Error(w, http.StatusNotImplemented, "NotImplemented", "A header you provided implies functionality that is not implemented.")
		},
	} {
		s := servertest.S3(t, answering(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Range") == "" {
				fmt.Fprint(w, film)
				return
			}
			answer(w, r)
		}))
		d := newDesk(t)
		got, text, err := d.stream(d, s.Address("a"), transport.Download{From: 8, Of: transport.Known{ETag: `"1"`}})
		if err != nil || text != film || got.From != 0 {
			t.Errorf("%s: %q, %+v, %v; want the whole", name, text, got, err)
		}
	}
}

func partial(span, tag, coding string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for name, value := range map[string]string{"Content-Range": span, "ETag": tag, "Content-Encoding": coding} {
			if value != "" {
				w.Header().Set(name, value)
			}
		}
		w.WriteHeader(http.StatusPartialContent)
		fmt.Fprint(w, film[8:])
	}
}

func TestAnObjectBeyondTheLimitIsRefused(t *testing.T) {
	s := servertest.S3(t)
	d := newDesk(t)
	d.put(s, "a", film)
	came := false
	ask := transport.Download{Limit: 19, Request: transport.Request{Arrived: func(int64) { came = true }}}
	if _, _, err := d.stream(d, s.Address("a"), ask); troubled(t, err, transport.TooLarge).Address == "" || came {
		t.Errorf("%v, bytes came: %v", err, came)
	}
	if _, text, err := d.stream(d, s.Address("a"), transport.Download{Limit: 20}); text != film || err != nil {
		t.Errorf("as large as the limit: %q, %v", text, err)
	}
}

func TestAnObjectThatIsKeptCompressed(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	fmt.Fprint(w, film)
	w.Close()
	coding := "gzip"
	s := servertest.S3(t, answering(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", coding)
		w.Write(packed.Bytes())
	}))
	d := newDesk(t)
	if got, text, err := d.stream(d, s.Address("a.txt"), transport.Download{}); err != nil || text != film || got.Size != -1 {
		t.Errorf("a text: %q, %+v, %v", text, got, err)
	}
	if _, text, err := d.stream(d, s.Address("a.tar.gz"), transport.Download{}); err != nil || text != packed.String() {
		t.Errorf("a packed file: %d bytes, %v; want it as it lies", len(text), err)
	}
	_, _, err := d.stream(d, s.Address("a.txt"), transport.Download{Limit: 19})
	troubled(t, err, transport.TooLarge)
	coding = "br"
	if _, _, err := d.stream(d, s.Address("a.txt"), transport.Download{}); !errors.Is(err, transport.ErrEncoding) {
		t.Errorf("an unknown way: %v; want it said", err)
	}
}

func TestAnObjectThatStopsOnItsWayIsGivenUp(t *testing.T) {
	inBubble(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "20")
		fmt.Fprint(w, film[:10])
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}, func(d *desk, b *bucket.Buckets) {
		_, text, err := d.stream(b, somewhere, transport.Download{})
		if troubled(d.t, err, transport.Timeout); text != film[:10] {
			d.t.Errorf("before it fell silent %q came", text)
		}
	})
}

func TestWhatBecomesOfAnObjectOnItsWayIsSaid(t *testing.T) {
	s := servertest.S3(t, answering(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "20")
		fmt.Fprint(w, film[:10])
		w.(http.Flusher).Flush()
	}))
	d := newDesk(t)
	_, text, err := d.stream(d, s.Address("broken"), transport.Download{})
	if e := troubled(t, err, transport.BrokenOff); text != film[:10] || e.Address != d.request(s.Address("broken")).Address {
		t.Errorf("before it broke off %q came; %v", text, err)
	}
	_, _, err = d.stream(d, servertest.S3(t).Address("none"), transport.Download{})
	troubled(t, err, transport.NotFound)
	ask := transport.Download{Request: transport.Request{Target: transport.Target{Address: s.Address("a"), From: "https://example.com/feed.xml"}}}
	_, err = d.Download(t.Context(), ask)
	troubled(t, err, transport.Forbids)
}

func TestAnObjectIsNeverAMixture(t *testing.T) {
	for i, script := range servertest.Scripts() {
		server := servertest.NewFickle(script)
		s := servertest.S3(t, answering(server.ServeHTTP))
		d := newDesk(t)
		if got := servertest.Stubbornly(t, d, d.request(s.Address("a")), 2*len(script)+2); got != server.Now() {
			t.Errorf("script %d: got %q, want %q", i, got, server.Now())
		}
	}
}
