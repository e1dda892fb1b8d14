package bucket_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"

	"crossfeed/engine/enginetest/servertest"
	"crossfeed/engine/transport"
	"crossfeed/engine/transport/bucket"
)

var noon = time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)

// desk reads and writes buckets in a test.
type desk struct {
	*bucket.Buckets
	t    *testing.T
	temp *open
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{t: t, temp: &open{temp: transport.TempFolder{Folder: t.TempDir()}}}
	d.Buckets = d.with(bucket.Options{})
	t.Cleanup(func() {
		if d.temp.files != 0 {
			t.Errorf("%d temporary files stayed open", d.temp.files)
		}
	})
	return d
}

// with returns Buckets with other options.
func (d *desk) with(o bucket.Options) *bucket.Buckets {
	o.TempFiles, o.Pause = d.temp, time.Millisecond
	return bucket.New(o)
}

// put stores an object in the bucket directly, bypassing the HTTP handlers.
func (d *desk) put(s servertest.Bucketry, key, text string) {
	d.t.Helper()
	meta := map[string]string{"Content-Type": "Application/RSS+xml; charset=utf-8", "Last-Modified": noon.Format(http.TimeFormat)}
	if _, err := s.Objects.PutObject(servertest.Bucket, key, meta, strings.NewReader(text), int64(len(text)), nil); err != nil {
		d.t.Fatal(err)
	}
}

// stored returns the text of an object, or "" if there is none.
func (d *desk) stored(s servertest.Bucketry, key string) string {
	d.t.Helper()
	o, err := s.Objects.GetObject(servertest.Bucket, key, nil)
	if gofakes3.HasErrorCode(err, gofakes3.ErrNoSuchKey) {
		return ""
	}
	if err != nil {
		d.t.Fatal(err)
	}
	defer o.Contents.Close()
	text, err := io.ReadAll(o.Contents)
	if err != nil {
		d.t.Fatal(err)
	}
	return string(text)
}

func (d *desk) request(address string) transport.Request {
	d.t.Helper()
	address, err := transport.Parse(address)
	if err != nil {
		d.t.Fatal(err)
	}
	return transport.Request{Target: transport.Target{Address: address}, Now: noon}
}

func (d *desk) read(address string) *transport.Response {
	d.t.Helper()
	got, err := d.Read(d.t.Context(), d.request(address))
	if err != nil {
		d.t.Fatal(err)
	}
	return got
}

func (d *desk) text(r *transport.Response) string {
	d.t.Helper()
	if r.Body == nil {
		d.t.Fatal("there is no body")
	}
	text, err := io.ReadAll(r.Body)
	if err := errors.Join(err, r.Body.Close()); err != nil {
		d.t.Fatal(err)
	}
	return string(text)
}

// fails reads a document that cannot be read, and returns the error.
func (d *desk) fails(want transport.Trouble, b *bucket.Buckets, address string) *transport.Error {
	d.t.Helper()
	_, err := b.Read(d.t.Context(), d.request(address))
	return troubled(d.t, err, want)
}

// troubled checks that an error is a *transport.Error with the wanted trouble, and returns it.
func troubled(t *testing.T, err error, want transport.Trouble) *transport.Error {
	t.Helper()
	var e *transport.Error
	if !errors.As(err, &e) || e.Trouble != want {
		t.Fatalf("error %v, want the trouble: %s", err, want.Text())
	}
	return e
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// open counts the open temporary files.
type open struct {
	temp  transport.TempFiles
	files int
}

func (o *open) New() (transport.TempFile, error) {
	f, err := o.temp.New()
	if err == nil {
		o.files++
	}
	return closing{f, o}, err
}

type closing struct {
	transport.TempFile
	of *open
}

func (c closing) Close() error {
	c.of.files--
	return c.TempFile.Close()
}

// oneSecret knows one secret key.
type oneSecret struct{ place, user, secret string }

func (s oneSecret) Password(_ context.Context, place, user string) (string, error) {
	if place != s.place || user != s.user || s.secret == "" {
		return "", transport.ErrNoPassword
	}
	return s.secret, nil
}

// requests records the requests received.
type requests struct {
	mu  sync.Mutex
	all []*http.Request
}

func (n *requests) note(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n.mu.Lock()
		n.all = append(n.all, r.Clone(context.Background()))
		n.mu.Unlock()
		next.ServeHTTP(w, r)
	})
}

func (n *requests) last() *http.Request {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.all[len(n.all)-1]
}

// forget drops the recorded requests, and returns their number.
func (n *requests) forget() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	count := len(n.all)
	n.all = nil
	return count
}

// answering responds in place of the server.
func answering(answer http.HandlerFunc) func(http.Handler) http.Handler {
	return func(http.Handler) http.Handler { return answer }
}
