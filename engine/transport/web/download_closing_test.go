package web

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/servertest"
	"crossfeed/engine/transport"
)

// A download that is cancelled, or rejected for its size, must not transfer the rest.
func TestWhatIsNotWantedAnyMoreIsNotRead(t *testing.T) {
	for name, limit := range map[string]int64{"closed after some bytes": 0, "larger than the limit": 1 << 20} {
		sent := make(chan int64, 1)
		address := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "10000000000")
			var n int64
			for block := make([]byte, 64<<10); n < 10_000_000_000; n += int64(len(block)) {
				if _, err := w.Write(block); err != nil {
					break
				}
			}
			sent <- n
		}).URL
		s, err := newClient(t, Options{}).Download(t.Context(), transport.Download{Request: at(address), Limit: limit})
		if (limit > 0) != (troubleIn(err) == transport.TooLarge) {
			t.Fatalf("%s: %v", name, err)
		}
		if err == nil {
			if _, err := io.CopyN(io.Discard, s.Body, 1000); err != nil {
				t.Fatal(err)
			}
			if err := s.Body.Close(); err != nil {
				t.Error(err)
			}
		}
		if n := <-sent; n > 20<<20 {
			t.Errorf("%s: the server had sent %d MB", name, n>>20)
		}
	}
}

// FuzzAFileIsNeverAMixture checks that whatever is interrupted or changes along the way, the
// final file is the one that the server then has.
func FuzzAFileIsNeverAMixture(f *testing.F) {
	for _, script := range servertest.Scripts() {
		f.Add(script)
	}
	f.Fuzz(func(t *testing.T, script []byte) {
		server := servertest.NewFickle(script)
		h := httptest.NewServer(server)
		defer h.Close()
		got := servertest.Stubbornly(t, newClient(t, Options{}), at(h.URL), len(script)+2)
		if got != server.Now() {
			t.Errorf("got %q, want %q", got, server.Now())
		}
	})
}

// FuzzTransfer checks that any response ends, within the limit or with an error. A charset
// conversion may triple the length of a document.
func FuzzTransfer(f *testing.F) {
	f.Add(feed, "", "text/xml")
	f.Add(gzipped(feed), "gzip", "text/xml; charset=iso-8859-1")
	f.Add(gzipped(gzipped(feed)), "gzip, gzip", "text/html")
	f.Add("x\x9c\x03\x00\x00\x00\x00\x01", "deflate", "text/xml; charset=utf-16")
	const limit = 1000
	f.Fuzz(func(t *testing.T, body, coding, media string) {
		file, err := transport.TempFolder{Folder: t.TempDir()}.New()
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		h := http.Header{"Content-Encoding": {coding}, "Content-Type": {media}}
		if _, err := transfer(file, strings.NewReader(body), h, limit); err != nil {
			return
		}
		if n, err := file.Seek(0, io.SeekEnd); err != nil || n > 3*limit {
			t.Errorf("got %d bytes, %v", n, err)
		}
	})
}
