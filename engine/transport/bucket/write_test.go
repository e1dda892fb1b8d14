package bucket_test

import (
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"crossfeed/engine/enginetest/servertest"
	"crossfeed/engine/transport"
	"crossfeed/engine/transport/bucket"
)

// The kinds of servers, by how they treat conditions.
var servers = map[string]func(http.Handler) http.Handler{
	"heeds conditions":      func(next http.Handler) http.Handler { return next },
	"ignores conditions":    servertest.Ignoring("If-Match", "If-None-Match"),
	"ignores If-Match":      servertest.Ignoring("If-Match"),
	"ignores If-None-Match": servertest.Ignoring("If-None-Match"),
	"refuses its own ETags": mistaking,
	"answers 501":           servertest.Refusing(501),
	"answers 400":           servertest.Refusing(400),
}

func TestADocumentIsPutAndPutAgain(t *testing.T) {
	each(t, func(t *testing.T, s servertest.Bucketry) {
		d := newDesk(t)
		first := d.writes(s, transport.Put{}, "one")
		if d.stored(s, "f/a.xml") != "one" || first.Hash != hashOf("one") || first.ETag == "" {
			t.Errorf("%+v; there lies %q", first, d.stored(s, "f/a.xml"))
		}
		second := d.writes(s, transport.Put{Last: first}, "two")
		if d.stored(s, "f/a.xml") != "two" || second.Hash != hashOf("two") || second.ETag == first.ETag {
			t.Errorf("%+v; there lies %q", second, d.stored(s, "f/a.xml"))
		}
		if got := d.read(s.Address("f/a.xml")); got.Type != "application/rss+xml" || d.text(got) != "two" {
			t.Errorf("type %s", got.Type)
		}
		if keys := s.Keys(t); !slices.Equal(keys, []string{"f/a.xml"}) {
			t.Errorf("there lie %q: the probe was left", keys)
		}
	})
}

func TestWhatSomebodyElseWroteIsKept(t *testing.T) {
	each(t, func(t *testing.T, s servertest.Bucketry) {
		d := newDesk(t)
		last := d.writes(s, transport.Put{}, "ours")
		d.put(s, "f/a.xml", "theirs")
		for why, p := range map[string]transport.Put{
			"written since":          {Last: last, Ours: func(io.Reader) error { return nil }},
			"another was on its way": {Last: last, Pending: hashOf("another")},
			"never written here":     {Ours: func(io.Reader) error { return errors.New("another feed, by Bert") }},
			"nobody can tell":        {},
		} {
			err := d.refuses(s, p, "new")
			if e := troubled(t, err, transport.SecondWriter); !errors.Is(e, transport.ErrNotOurs) || d.stored(s, "f/a.xml") != "theirs" {
				t.Errorf("%s: error %v; there lies %q", why, e, d.stored(s, "f/a.xml"))
			}
			if p.Last.Hash == "" && p.Ours != nil && !strings.Contains(err.Error(), "by Bert") {
				t.Errorf("%s: error %v does not say whose it is", why, err)
			}
		}
	})
}

func TestWhatIsOursIsWrittenOver(t *testing.T) {
	each(t, func(t *testing.T, s servertest.Bucketry) {
		d := newDesk(t)
		for why, p := range map[string]transport.Put{
			"its feed, by a person's word":    {Ours: func(r io.Reader) error { return mustBe(r, "there") }},
			"what was about to be written":    {Last: transport.Written{ETag: `"1"`, Hash: hashOf("before")}, Pending: hashOf("there")},
			"the same under another ETag":     {Last: transport.Written{ETag: `"1"`, Hash: hashOf("there")}},
			"the same, whose ETag is unknown": {Last: transport.Written{Hash: hashOf("there")}},
		} {
			d.put(s, "f/a.xml", "there")
			d.writes(s, p, "new")
			if d.stored(s, "f/a.xml") != "new" {
				t.Errorf("%s: there lies %q", why, d.stored(s, "f/a.xml"))
			}
		}
	})
}

func TestAnEmptyObjectIsNobodys(t *testing.T) {
	each(t, func(t *testing.T, s servertest.Bucketry) {
		d := newDesk(t)
		d.put(s, "f/a.xml", "")
		first := d.writes(s, transport.Put{}, "one")
		d.put(s, "f/a.xml", "")
		d.writes(s, transport.Put{Last: first}, "two")
		if got := d.stored(s, "f/a.xml"); got != "two" {
			t.Errorf("there lies %q", got)
		}
	})
}

func TestWhatWasDeletedIsWrittenAgain(t *testing.T) {
	each(t, func(t *testing.T, s servertest.Bucketry) {
		d := newDesk(t)
		last := d.writes(s, transport.Put{}, "one")
		if _, err := s.Objects.DeleteObject(servertest.Bucket, "f/a.xml"); err != nil {
			t.Fatal(err)
		}
		d.writes(s, transport.Put{Last: last}, "two")
		if d.stored(s, "f/a.xml") != "two" {
			t.Errorf("there lies %q", d.stored(s, "f/a.xml"))
		}
	})
}

func TestAWritingWhoseAnswerWasLostIsNoSecondWriter(t *testing.T) {
	each(t, func(t *testing.T, s servertest.Bucketry) {
		d := newDesk(t)
		d.put(s, "f/a.xml", "new")
		if got := d.writes(s, transport.Put{Last: transport.Written{ETag: `"1"`, Hash: hashOf("old")}}, "new"); got.Hash != hashOf("new") {
			t.Errorf("%+v", got)
		}
	})
}

func TestABucketIsProbedOnce(t *testing.T) {
	var log requests
	s := servertest.S3(t, log.note)
	d := newDesk(t)
	last := d.writes(s, transport.Put{}, "one")
	if n := log.forget(); n != 4 {
		t.Errorf("the first writing took %d requests, want 4: probe, look, write, look", n)
	}
	d.writes(s, transport.Put{Last: last}, "two")
	if n := log.forget(); n != 2 {
		t.Errorf("the second writing took %d requests, want 2: write, look", n)
	}
}

func TestAWritingThatMetAnotherIsTriedAgain(t *testing.T) {
	s := servertest.S3(t, http409Once())
	d := newDesk(t)
	d.writes(s, transport.Put{}, "one")
	if d.stored(s, "f/a.xml") != "one" {
		t.Error("a 409 was not tried again")
	}
}

func TestAServerThatAlwaysAnswers409IsGivenUp(t *testing.T) {
	var came atomic.Int32
	s := servertest.S3(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if isFeed(r) && r.Method == http.MethodPut {
				came.Add(1)
				servertest.S3Error(w, 409, "ConditionalRequestConflict", "another is on its way")
				return
			}
			next.ServeHTTP(w, r)
		})
	})
	troubled(t, newDesk(t).refuses(s, transport.Put{}, "one"), transport.Unavailable)
	if n := came.Load(); n < 2 || n > 10 {
		t.Errorf("it was tried %d times", n)
	}
}

// On a server that does not honor conditions, somebody else writes between the read before and
// the read after.
func TestWithoutConditionsTheLookAfterwardsTellsOfASecondWriter(t *testing.T) {
	var s servertest.Bucketry
	d := newDesk(t)
	s = servertest.S3(t, servertest.Refusing(501), func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			next.ServeHTTP(w, r)
			if r.Method == http.MethodPut && isFeed(r) {
				d.put(s, "f/a.xml", "theirs, a moment later")
			}
		})
	})
	troubled(t, d.refuses(s, transport.Put{}, "one"), transport.SecondWriter)
}

func TestABucketThatAllowsOneKeyOnlyIsWrittenWithoutConditions(t *testing.T) {
	s := servertest.S3(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !isFeed(r) {
				servertest.S3Error(w, 403, "AccessDenied", "Access Denied")
				return
			}
			next.ServeHTTP(w, r)
		})
	})
	d := newDesk(t)
	d.writes(s, transport.Put{}, "one")
	d.put(s, "f/a.xml", "theirs")
	troubled(t, d.refuses(s, transport.Put{Last: transport.Written{Hash: hashOf("one")}}, "two"), transport.SecondWriter)
}

func TestAProbeThatCouldNotBeTakenAwayStaysAlone(t *testing.T) {
	stop := true
	s := servertest.S3(t, servertest.Ignoring("If-Match"), func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if stop && r.Method == http.MethodDelete {
				servertest.S3Error(w, 403, "AccessDenied", "Access Denied")
				return
			}
			next.ServeHTTP(w, r)
		})
	})
	d := newDesk(t)
	for i, want := range []int{2, 2, 1} {
		stop = want == 2
		d.Buckets = d.with(bucket.Options{})
		d.writes(s, transport.Put{Ours: func(io.Reader) error { return nil }}, strings.Repeat("x", i+1))
		if keys := s.Keys(t); len(keys) != want {
			t.Errorf("there lie %q", keys)
		}
	}
}

func TestWhatCannotBeWrittenSaysWhy(t *testing.T) {
	for code, c := range map[string]struct {
		status int
		want   transport.Trouble
	}{
		"AccessDenied": {403, transport.Forbidden}, "EntityTooLarge": {400, transport.TooLarge}, "NoSuchBucket": {404, transport.NotFound},
		"MethodNotAllowed": {405, transport.NoWriting}, "XMinioStorageFull": {507, transport.Full},
	} {
		s := servertest.S3(t, func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method == http.MethodPut && isFeed(r) {
					servertest.S3Error(w, c.status, code, "words of the server")
					return
				}
				next.ServeHTTP(w, r)
			})
		})
		troubled(t, newDesk(t).refuses(s, transport.Put{Last: transport.Written{ETag: `"1"`, Hash: "1"}}, "one"), c.want)
	}
}

func TestOnlyWhatWasWrittenHereIsTakenAway(t *testing.T) {
	s := servertest.S3(t)
	d := newDesk(t)
	last := d.writes(s, transport.Put{}, "one")
	at := d.request(s.Address("f/a.xml")).Target
	d.put(s, "f/a.xml", "theirs")
	troubled(t, d.Remove(t.Context(), at, last), transport.SecondWriter)
	if d.stored(s, "f/a.xml") != "theirs" {
		t.Error("what somebody else wrote was taken away")
	}
	d.put(s, "f/a.xml", "one")
	for range 2 { // the second time, it is already gone
		if err := d.Remove(t.Context(), at, last); err != nil || d.stored(s, "f/a.xml") != "" {
			t.Errorf("error %v; there lies %q", err, d.stored(s, "f/a.xml"))
		}
	}
}

// each runs a test with every kind of server.
func each(t *testing.T, test func(*testing.T, servertest.Bucketry)) {
	for name, fault := range servers {
		t.Run(name, func(t *testing.T) { test(t, servertest.S3(t, fault)) })
	}
}

// write writes a document to f/a.xml.
func (d *desk) write(s servertest.Bucketry, p transport.Put, text string) (transport.Written, error) {
	d.t.Helper()
	p.Target = d.request(s.Address("f/a.xml")).Target
	p.Body, p.Size, p.Hash, p.Type = strings.NewReader(text), int64(len(text)), hashOf(text), "application/rss+xml"
	ctx := d.t.Context()
	return d.Write(ctx, p)
}

func (d *desk) writes(s servertest.Bucketry, p transport.Put, text string) transport.Written {
	d.t.Helper()
	written, err := d.write(s, p, text)
	if err != nil {
		d.t.Fatalf("writing %q: %v", text, err)
	}
	return written
}

func (d *desk) refuses(s servertest.Bucketry, p transport.Put, text string) error {
	d.t.Helper()
	written, err := d.write(s, p, text)
	if err == nil || written != (transport.Written{}) {
		d.t.Fatalf("writing %q: %+v, %v", text, written, err)
	}
	return err
}

func mustBe(r io.Reader, want string) error {
	text, err := io.ReadAll(r)
	if string(text) != want {
		return errors.New("it is " + string(text))
	}
	return err
}

func isFeed(r *http.Request) bool { return strings.HasSuffix(r.URL.Path, "/a.xml") }

// mistaking is a server that takes every ETag for a different one.
func mistaking(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("If-Match") != "" {
			r.Header.Set("If-Match", `"another"`)
		}
		next.ServeHTTP(w, r)
	})
}

// http409Once responds to the first write with 409, as S3 does for concurrent writes.
func http409Once() func(http.Handler) http.Handler {
	var done atomic.Bool
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPut && isFeed(r) && !done.Swap(true) {
				servertest.S3Error(w, 409, "ConditionalRequestConflict", "another is on its way")
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// A document that a bucket loses does not count as published, whatever the bucket responded.
func TestADocumentThatABucketLosesIsNotWritten(t *testing.T) {
	var lost atomic.Bool
	s := servertest.S3(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch {
			case r.Method == http.MethodHead && lost.Load():
				servertest.S3Error(w, http.StatusNotFound, "NoSuchKey", "")
				return
			case r.Method == http.MethodPut && strings.HasSuffix(r.URL.Path, "f/a.xml") && r.Header.Get("If-Match") != "":
				lost.Store(true)
			}
			next.ServeHTTP(w, r)
		})
	})
	d := newDesk(t)
	first := d.writes(s, transport.Put{}, "one")
	if err := d.refuses(s, transport.Put{Last: first}, "two"); troubled(t, err, transport.Unavailable) == nil || !strings.Contains(err.Error(), "then had none") {
		t.Errorf("got %v", err)
	}
}
