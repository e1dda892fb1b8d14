package web

import (
	"context"
	"crypto/sha256"
	"io"
	"net/http"
	"strings"
	"testing"

	"crossfeed/engine/transport"
)

// BenchmarkRead compares reading 20 MB into a hashed file with net/http, once discarding them,
// and once copying them into a hashed file with io.Copy.
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
		b.Run("forget"+path, func(b *testing.B) {
			b.SetBytes(int64(len(document)))
			for b.Loop() {
				plainly(b, address+path, len(document), io.Discard)
			}
		})
		b.Run("hash and keep"+path, func(b *testing.B) {
			b.SetBytes(int64(len(document)))
			for b.Loop() {
				file, err := (transport.TempFolder{}).New()
				if err != nil {
					b.Fatal(err)
				}
				plainly(b, address+path, len(document), io.MultiWriter(sha256.New(), file))
				_ = file.Close()
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

// plainly fetches a document with net/http only.
func plainly(b *testing.B, address string, size int, to io.Writer) {
	b.Helper()
	answer, err := http.Get(address)
	if err != nil {
		b.Fatal(err)
	}
	if n, err := io.Copy(to, answer.Body); n != int64(size) || err != nil {
		b.Fatal(n, err)
	}
	_ = answer.Body.Close()
}
