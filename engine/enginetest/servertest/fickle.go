package servertest

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/transport"
)

// Fickle is a server whose file changes and whose answers break off. Each byte of its script
// says how to answer one request; at the end of the script, it serves the file as it is then.
type Fickle struct {
	script   []byte
	version  int
	versions []string
}

// The bits of a byte in a script. The three lowest bits select after how many bytes the answer
// breaks off; 7 means never.
const (
	changes    = 1 << (iota + 3) // the file changes before the answer
	heedless                     // conditions for ranges are ignored
	partless                     // the file is always served whole
	tagless                      // there is no tag: only the time distinguishes versions
	unmeasured                   // the length is not given
)

// NewFickle returns a server with a script.
func NewFickle(script []byte) *Fickle {
	f := &Fickle{script: script}
	for i := range 1 + len(script) {
		f.versions = append(f.versions, strings.Repeat(string(rune('a'+i%26)), 40+i%7))
	}
	return f
}

// Scripts returns sample scripts, the same ones each time.
func Scripts() [][]byte {
	random := rand.New(rand.NewPCG(1, 2))
	scripts := [][]byte{
		slices.Repeat([]byte{1}, 30),
		slices.Repeat([]byte{1 | heedless | changes}, 30),
		slices.Repeat([]byte{1 | heedless | changes | tagless}, 30),
	}
	for range 300 {
		script := make([]byte, random.IntN(30))
		for i := range script {
			script[i] = byte(random.Uint32())
		}
		scripts = append(scripts, script)
	}
	return scripts
}

// Now returns the current content of the file.
func (f *Fickle) Now() string { return f.versions[f.version] }

// ServeHTTP implements http.Handler.
func (f *Fickle) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	now := byte(7)
	if len(f.script) > 0 {
		now, f.script = f.script[0], f.script[1:]
	}
	if now&changes != 0 {
		f.version++
	}
	if now&tagless == 0 {
		w.Header().Set("ETag", fmt.Sprintf(`"%d"`, f.version))
	}
	if now&heedless != 0 {
		r.Header.Del("If-Range")
		r.Header.Del("If-Match")
	}
	if now&partless != 0 {
		r.Header.Del("Range")
	}
	out := &breaking{ResponseWriter: w, left: 1 << 20, unmeasured: now&unmeasured != 0}
	if n := int(now & 7); n < 7 {
		out.left = n * 9
	}
	changed := time.Date(2005, 5, 21, f.version, 0, 0, 0, time.UTC)
	http.ServeContent(out, r, "", changed, strings.NewReader(f.Now()))
}

// breaking breaks an answer off after some bytes.
type breaking struct {
	http.ResponseWriter
	left       int
	unmeasured bool
}

func (b *breaking) WriteHeader(status int) {
	if b.unmeasured {
		b.Header().Del("Content-Length")
	}
	b.ResponseWriter.WriteHeader(status)
	b.ResponseWriter.(http.Flusher).Flush()
}

func (b *breaking) Write(p []byte) (int, error) {
	n, err := b.ResponseWriter.Write(p[:min(len(p), b.left)])
	if b.left -= n; n < len(p) && err == nil {
		b.ResponseWriter.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
	return n, err
}

// Downloader is the part of transport.Places that downloads files.
type Downloader interface {
	Download(ctx context.Context, d transport.Download) (*transport.Stream, error)
}

// Stubbornly downloads a file, resuming as often as the download breaks off, as a consumer
// does. If it does not get the file, the test fails.
func Stubbornly(t testing.TB, from Downloader, r transport.Request, tries int) string {
	t.Helper()
	var part []byte
	var of transport.Known
	for range tries {
		s, err := from.Download(t.Context(), transport.Download{Request: r, From: int64(len(part)), Of: of})
		if err != nil {
			continue
		}
		part, of = part[:s.From], s.Known
		came, err := io.ReadAll(s.Body)
		_ = s.Body.Close()
		if part = append(part, came...); err == nil {
			return string(part)
		}
	}
	t.Fatalf("it did not come within %d tries", tries)
	return ""
}
