package webdav_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/transport"
	"crossfeed/engine/transport/web"
	"crossfeed/engine/transport/webdav"
)

// The ETag identifies a large document. A small one is read, because ETags can be made from
// seconds and sizes.
func TestALargeDocumentIsTakenAwayWithoutReadingIt(t *testing.T) {
	for name, c := range map[string]struct {
		size  int
		tag   string
		taken bool
	}{
		"large, with its tag":      {100 << 20, `"1"`, true},
		"large, with another tag":  {100 << 20, `"2"`, false},
		"large, with a weak tag":   {100 << 20, `W/"1"`, false},
		"small, with the same tag": {1 << 10, `"1"`, false},
	} {
		var sent int
		taken := false
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if taken = taken || r.Method == http.MethodDelete; r.Method == http.MethodDelete {
				w.WriteHeader(http.StatusNoContent)
				return
			}
			w.Header().Set("ETag", c.tag)
			http.ServeContent(counted{w, &sent}, r, "", time.Time{}, strings.NewReader(strings.Repeat("b", c.size)))
		}))
		last := transport.Written{ETag: `"1"`, Hash: "that of another text"}
		err := webdav.New(client(t, web.Options{})).Remove(t.Context(), transport.Target{Address: s.URL + "/film.mp4"}, last)
		s.Close()
		if taken != c.taken || (err == nil) != c.taken || c.taken && sent > 50<<20 {
			t.Errorf("%s: taken away: %v, after %d bytes; %v", name, taken, sent, err)
		}
	}
}

// counted counts the bytes sent.
type counted struct {
	http.ResponseWriter
	n *int
}

func (c counted) Write(p []byte) (int, error) {
	n, err := c.ResponseWriter.Write(p)
	*c.n += n
	return n, err
}

// zeros is a document of zeros.
type zeros struct{ at, size int64 }

func (z *zeros) Read(p []byte) (int, error) {
	if z.at >= z.size {
		return 0, io.EOF
	}
	n := min(int64(len(p)), z.size-z.at)
	clear(p[:n])
	z.at += n
	return int(n), nil
}

func (z *zeros) Seek(to int64, _ int) (int64, error) {
	z.at = to
	return to, nil
}

// A written document is read back, however large it is.
func TestAFileMayBeLargerThanADocument(t *testing.T) {
	size := int64(testsize.Of(40, 513)) << 20
	hash, _, err := transport.Hash(&zeros{size: size})
	if err != nil {
		t.Fatal(err)
	}
	there := false
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == http.MethodPut:
			_, _ = io.Copy(io.Discard, r.Body)
			there = true
		case !there:
			w.WriteHeader(http.StatusNotFound)
		default:
			_, _ = io.Copy(w, &zeros{size: size})
		}
	}))
	defer s.Close()
	p := transport.Put{Target: transport.Target{Address: s.URL + "/film.mp4"}, Body: &zeros{size: size}, Size: size, Hash: hash}
	if w, err := webdav.New(client(t, web.Options{})).Write(t.Context(), p); err != nil || w.Hash != hash {
		t.Errorf("%+v, %v", w, err)
	}
}

// The parent folders are found by trying to create them, the innermost first.
func TestEachMissingFolderIsMadeOnce(t *testing.T) {
	f := &faulty{folders: map[string]bool{"/": true, "/tree/": true}}
	root := strings.TrimSuffix(f.serve(t), "a.xml")
	c := webdav.New(client(t, web.Options{}))
	for _, name := range []string{"tree/a/b/1.jpg", "tree/a/b/2.jpg", "tree/a/3.jpg"} {
		p := put(transport.Target{Address: root + name}, name)
		p.Folders = true
		written(t, c, p)
	}
	var asked []string
	for _, a := range f.asked {
		if strings.HasPrefix(a, "MKCOL") {
			asked = append(asked, a)
		}
	}
	if want := []string{"MKCOL /tree/a/b/", "MKCOL /tree/a/", "MKCOL /tree/a/b/"}; !slices.Equal(asked, want) {
		t.Errorf("asked for %q, want %q", asked, want)
	}
}
