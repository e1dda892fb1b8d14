package bucket_test

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"crossfeed/engine/enginetest/servertest"
	"crossfeed/engine/transport"
	"crossfeed/engine/transport/bucket"
	"crossfeed/engine/transport/web"
)

func TestEachAnswerIsATrouble(t *testing.T) {
	for _, c := range []struct {
		status int
		code   string
		want   transport.Trouble
		says   string
	}{
		{404, "NoSuchBucket", transport.NotFound, "no bucket of this name"},
		{404, "NoSuchKey", transport.NotFound, ""},
		{403, "AccessDenied", transport.Forbidden, ""},
		{403, "SignatureDoesNotMatch", transport.SignIn, "secret key"},
		{403, "InvalidAccessKeyId", transport.SignIn, "no such access key"},
		{403, "RequestTimeTooSkewed", transport.Other, "the clock of this computer"},
		{503, "SlowDown", transport.TooMany, ""},
		{503, "ServiceUnavailable", transport.Unavailable, ""},
		{500, "InternalError", transport.Unavailable, ""},
		{502, "", transport.Unavailable, ""},
		{429, "", transport.TooMany, ""},
		{401, "", transport.SignIn, ""},
		{410, "", transport.Gone, ""},
		{301, "PermanentRedirect", transport.Other, "another region: name it in the address, region=… (region=eu-west-1)"},
		{418, "Teapot", transport.Other, "Teapot: words of the server"},
	} {
		s := servertest.S3(t, answering(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "7")
			if c.status == 301 {
				w.Header().Set("X-Amz-Bucket-Region", "eu-west-1")
			}
			if c.code == "" {
				w.WriteHeader(c.status)
				return
			}
			servertest.S3Error(w, c.status, c.code, "words of the server")
		}))
		d := newDesk(t)
		e := d.fails(c.want, d.Buckets, s.Address("a.xml"))
		if e.Status != c.status || e.RetryAfter != 7*time.Second || !strings.Contains(e.Error(), c.says) || !strings.HasPrefix(e.Error(), "s3://lists/a.xml") {
			t.Errorf("%s: %+v: %v", c.code, e, e)
		}
	}
}

func TestAnObjectThatIsNotThereIsNotFound(t *testing.T) {
	s := servertest.S3(t)
	d := newDesk(t)
	d.fails(transport.NotFound, d.Buckets, s.Address("a.xml"))
	d.fails(transport.NotFound, d.Buckets, strings.Replace(s.Address("a.xml"), servertest.Bucket, "elsewhere", 1))
}

func TestAFaultByChanceIsTriedAgainWithinBounds(t *testing.T) {
	for fails, want := range map[int32]int32{1: 2, 3: 4, 99: 4} {
		var came atomic.Int32
		s := servertest.S3(t, func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if came.Add(1) <= fails {
					servertest.S3Error(w, 500, "InternalError", "by chance")
					return
				}
				next.ServeHTTP(w, r)
			})
		})
		d := newDesk(t)
		d.put(s, "a.xml", "one")
		got, err := d.Read(t.Context(), d.request(s.Address("a.xml")))
		if (err == nil) != (fails < want) || came.Load() != want {
			t.Errorf("%d faults: %v after %d requests, want %d", fails, err, came.Load(), want)
		}
		if err == nil {
			d.text(got)
		}
	}
}

func TestABodyThatIsCutIsNotTakenIn(t *testing.T) {
	s := servertest.S3(t, answering(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		io.WriteString(w, "<rss")
	}))
	d := newDesk(t)
	d.fails(transport.BrokenOff, d.Buckets, s.Address("a.xml"))
}

// inBubble runs a test in a synctest bubble, with a bucket at somewhere that responds with
// answer.
func inBubble(t *testing.T, answer http.HandlerFunc, test func(*desk, *bucket.Buckets)) {
	synctest.Test(t, func(t *testing.T) {
		wire := &http.Transport{DialContext: servertest.InMemory(t, answer).Dial}
		t.Cleanup(wire.CloseIdleConnections)
		d := newDesk(t)
		test(d, d.with(bucket.Options{HTTP: func(transport.Target) *http.Client { return &http.Client{Transport: wire} }}))
	})
}

const somewhere = "s3://lists/a.xml?endpoint=http://s3.test"

func TestAServerThatFallsSilentIsNotWaitedFor(t *testing.T) {
	for name, begin := range map[string]string{"before its answer": "", "in the middle": "<rss"} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(w http.ResponseWriter, r *http.Request) {
				if begin != "" {
					io.WriteString(w, begin)
					w.(http.Flusher).Flush()
				}
				<-r.Context().Done()
			}, func(d *desk, b *bucket.Buckets) { d.fails(transport.Timeout, b, somewhere) })
		})
	}
}

func TestWhoeverCancelsDoesNotWait(t *testing.T) {
	inBubble(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, func(d *desk, b *bucket.Buckets) {
		ctx, cancel := context.WithTimeout(d.t.Context(), time.Second)
		defer cancel()
		begun := time.Now()
		if _, err := b.Read(ctx, d.request(somewhere)); !errors.Is(err, context.DeadlineExceeded) || time.Since(begun) != time.Second {
			d.t.Errorf("error %v after %v, want the context's", err, time.Since(begun))
		}
	})
}

func TestASlowServerThatGoesOnIsWaitedFor(t *testing.T) {
	inBubble(t, func(w http.ResponseWriter, _ *http.Request) {
		for range 10 {
			io.WriteString(w, "x")
			w.(http.Flusher).Flush()
			time.Sleep(time.Minute - time.Second)
		}
	}, func(d *desk, b *bucket.Buckets) {
		got, err := b.Read(d.t.Context(), d.request(somewhere))
		if err != nil || d.text(got) != "xxxxxxxxxx" {
			d.t.Errorf("error %v", err)
		}
	})
}

func TestAConnectionThatFailsIsATrouble(t *testing.T) {
	d := newDesk(t)
	nobody, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody.Close()
	d.fails(transport.Refused, d.Buckets, "s3://lists/a.xml?endpoint=http://"+nobody.Addr().String())

	secure := httptest.NewUnstartedServer(http.NotFoundHandler())
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	secure.StartTLS()
	t.Cleanup(secure.Close)
	e := d.fails(transport.Certificate, d.Buckets, "s3://lists/a.xml?endpoint="+url.QueryEscape(secure.URL))
	if len(e.Fingerprint) != 64 {
		t.Errorf("the fingerprint is %q", e.Fingerprint)
	}

	dialled := 0
	for want, reason := range map[transport.Trouble]error{
		transport.NoHost:  &net.DNSError{Name: "s3.invalid", IsNotFound: true},
		transport.Offline: &net.DNSError{Name: "s3.invalid", IsTemporary: true},
	} {
		b := d.with(bucket.Options{HTTP: func(transport.Target) *http.Client {
			return &http.Client{Transport: &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
				dialled++
				return nil, &net.OpError{Op: "dial", Err: reason}
			}}}
		}})
		dialled = 0
		d.fails(want, b, "s3://lists/a.xml?endpoint=http://s3.invalid")
		if dialled != 1 {
			t.Errorf("%v: dialled %d times", reason, dialled)
		}
	}
}

// The client of package web classifies its own errors.
func TestTheTroublesOfAClientStayWhatTheyAre(t *testing.T) {
	d := newDesk(t)
	b := d.with(bucket.Options{HTTP: web.New(web.Options{}).HTTP})
	nobody, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody.Close()
	address := "s3://lists/a.xml?endpoint=" + url.QueryEscape("http://"+nobody.Addr().String())
	if e := d.fails(transport.Refused, b, address); e.Error() != address+": "+transport.Refused.Text() {
		t.Errorf("error %v", e)
	}
	s := servertest.S3(t)
	d.put(s, "a.xml", "one")
	got, err := b.Read(t.Context(), d.request(s.Address("a.xml")))
	if err != nil || d.text(got) != "one" {
		t.Errorf("error %v", err)
	}
	r := d.request(s.Address("a.xml"))
	r.From = "https://public.example/a.xml"
	_, err = b.Read(t.Context(), r)
	troubled(t, err, transport.Forbids)
}

func TestARedirectIsNotFollowed(t *testing.T) {
	elsewhere := servertest.S3(t)
	s := servertest.S3(t, answering(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, elsewhere.Endpoint+r.URL.Path, http.StatusTemporaryRedirect)
	}))
	d := newDesk(t)
	d.put(elsewhere, "a.xml", "one")
	d.fails(transport.Other, d.Buckets, s.Address("a.xml"))
}
