package web

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
)

// BenchmarkRead compares reading 20 MB whole into a hashed file with what net/http takes
// to fetch and forget them.
func BenchmarkRead(b *testing.B) {
	document := strings.Repeat("<item><title>Buy milk</title></item>\n", 20<<20/37)
	packed := gzipped(document)
	address := serve(b, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/gzip" {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = io.WriteString(w, packed)
			return
		}
		_, _ = io.WriteString(w, document)
	}).URL
	c := newClient(b, Options{})
	b.Cleanup(http.DefaultClient.CloseIdleConnections)
	for _, path := range []string{"/", "/gzip"} {
		b.Run("net/http"+path, func(b *testing.B) {
			b.SetBytes(int64(len(document)))
			for b.Loop() {
				answer, err := http.Get(address + path)
				if err != nil {
					b.Fatal(err)
				}
				if n, err := io.Copy(io.Discard, answer.Body); n != int64(len(document)) || err != nil {
					b.Fatal(n, err)
				}
				_ = answer.Body.Close()
			}
		})
		b.Run("Read"+path, func(b *testing.B) {
			b.SetBytes(int64(len(document)))
			for b.Loop() {
				r, err := c.Read(context.Background(), at(address+path))
				if err != nil {
					b.Fatal(err)
				}
				_ = r.Body.Close()
			}
		})
	}
}
