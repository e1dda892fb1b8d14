package bucket_test

import (
	"net/http"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/servertest"
	"crossfeed/engine/transport"
	"crossfeed/engine/transport/bucket"
)

func putting(t transport.Target, text string) transport.Put {
	return transport.Put{Target: t, Body: strings.NewReader(text), Size: int64(len(text)), Hash: hashOf(text)}
}

func TestWhatIsWrittenMayBeLargerThanWhatIsRead(t *testing.T) {
	for name, faults := range map[string][]func(http.Handler) http.Handler{
		"heeding conditions":  nil,
		"looking past them":   {servertest.Ignoring("If-Match", "If-None-Match")},
		"answering with 501 ": {servertest.Refusing(http.StatusNotImplemented)},
	} {
		s := servertest.S3(t, faults...)
		d := newDesk(t)
		b := d.with(bucket.Options{Size: 99})
		at := d.request(s.Address("film.mp4")).Target
		w, err := b.Write(t.Context(), putting(at, strings.Repeat("a", 100)))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		p := putting(at, strings.Repeat("b", 120))
		p.Last = w
		if _, err := b.Write(t.Context(), p); err != nil || d.stored(s, "film.mp4") != strings.Repeat("b", 120) {
			t.Errorf("%s: over it: %v", name, err)
		}
	}
}

func TestALargeObjectIsTakenAwayWithoutReadingIt(t *testing.T) {
	var log requests
	s := servertest.S3(t, log.note)
	d := newDesk(t)
	at := d.request(s.Address("film.mp4")).Target
	large := strings.Repeat("a", 1<<20)
	w, err := d.Write(t.Context(), putting(at, large))
	if err != nil || w.ETag == "" {
		t.Fatal(w, err)
	}
	d.put(s, "film.mp4", strings.Repeat("b", 1<<20))
	troubled(t, d.Remove(t.Context(), at, w), transport.SecondWriter)
	d.put(s, "film.mp4", large)
	log.forget()
	for range 2 {
		if err := d.Remove(t.Context(), at, w); err != nil {
			t.Fatal(err)
		}
	}
	for _, r := range log.all[:2] {
		if r.Method == http.MethodGet {
			t.Errorf("it was read: %v", r.URL)
		}
	}
	if d.stored(s, "film.mp4") != "" {
		t.Error("it is still there")
	}
}
