package web

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"crossfeed/engine/location"
)

// FuzzTransfer shows that whatever a server sends ends, within the limit or with an error.
// A change of encoding may make a document three times as long.
func FuzzTransfer(f *testing.F) {
	f.Add(feed, "", "text/xml")
	f.Add(gzipped(feed), "gzip", "text/xml; charset=iso-8859-1")
	f.Add(gzipped(gzipped(feed)), "gzip, gzip", "text/html")
	f.Add("x\x9c\x03\x00\x00\x00\x00\x01", "deflate", "text/xml; charset=utf-16")
	const limit = 1000
	f.Fuzz(func(t *testing.T, body, coding, media string) {
		file, err := location.TempSpool{Folder: t.TempDir()}.New()
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
