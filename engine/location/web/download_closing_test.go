package web

import (
	"io"
	"net/http"
	"testing"
	"time"

	"crossfeed/engine/location"
)

// TestWhatIsNotWantedAnyMoreIsNotRead: a download that is cancelled, or refused for its
// size, must not cost what is left of it.
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
		s, err := newClient(t, Options{}).Download(t.Context(), location.Download{Request: at(address), Limit: limit})
		if (limit > 0) != (troubleIn(err) == location.TooLarge) {
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
		select {
		case n := <-sent:
			if n > 20<<20 {
				t.Errorf("%s: the server had sent %d MB", name, n>>20)
			}
		case <-time.After(10 * time.Second):
			t.Errorf("%s: the server still sends", name)
		}
	}
}
