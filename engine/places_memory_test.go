package engine_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"

	"crossfeed/engine/enginetest/servertest"
	"crossfeed/engine/transport"
)

// large is the size of a large file in bytes; spared is how much memory it may take.
const (
	large  = 200 << 20
	spared = 30 << 20
)

// endless serves a large file that exists nowhere.
func endless(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("ETag", `"1"`)
	w.Header().Set("Content-Length", strconv.Itoa(large))
	block := make([]byte, 64<<10)
	for n := 0; n < large; n += len(block) {
		if _, err := w.Write(block); err != nil {
			return
		}
	}
}

// largeFiles returns the addresses of a large file in each kind of place.
func largeFiles(t testing.TB) map[string]string {
	path := filepath.Join(t.TempDir(), "film.mp4")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, large); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(endless))
	t.Cleanup(server.Close)
	bucket := servertest.S3(t, func(http.Handler) http.Handler { return http.HandlerFunc(endless) })
	object, err := transport.Parse(bucket.Address("film.mp4"))
	if err != nil {
		t.Fatal(err)
	}
	return map[string]string{"this computer": path, "a web server": server.URL + "/film.mp4", "a bucket": object}
}

// TestALargeFileTakesNoMemory measures the memory in use during a download, including garbage.
func TestALargeFileTakesNoMemory(t *testing.T) {
	for name, address := range largeFiles(t) {
		runtime.GC()
		before := inUse()
		s, err := everywhere().Download(t.Context(), transport.Download{Request: transport.Request{Target: transport.Target{Address: address}}})
		if err != nil {
			t.Fatal(err)
		}
		var most uint64
		var came int64
		for err == nil {
			var n int64
			n, err = io.CopyN(io.Discard, s.Body, 8<<20)
			came += n
			most = max(most, inUse())
		}
		if err := s.Body.Close(); err != nil {
			t.Error(err)
		}
		if err != io.EOF || came != large {
			t.Errorf("%s: %d bytes came, %v", name, came, err)
		}
		if most > before+spared {
			t.Errorf("%s: %d MB more are in use", name, (most-before)>>20)
		}
		t.Logf("%s: %.1f MB more at most", name, float64(int64(most-before))/(1<<20))
	}
}

func inUse() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// BenchmarkDownload streams a large file from each kind of place.
func BenchmarkDownload(b *testing.B) {
	for name, address := range largeFiles(b) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(large)
			for range b.N {
				s, err := everywhere().Download(b.Context(), transport.Download{Request: transport.Request{Target: transport.Target{Address: address}}})
				if err != nil {
					b.Fatal(err)
				}
				if n, err := io.Copy(io.Discard, s.Body); n != large || err != nil {
					b.Fatal(n, err)
				}
				if err := s.Body.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
