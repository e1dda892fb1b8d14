package contenttest_test

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"crossfeed/engine/enginetest/cachetest"
	"crossfeed/engine/enginetest/contenttest"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/transport"
)

// inFolder compares a world in a local folder. The reference and the world use addresses of
// the form file:///…, the engine uses paths.
func inFolder(t *testing.T, seed uint64) []string {
	dir := t.TempDir()
	w := contenttest.New(seed, asURL(dir))
	places := &opened{Places: transport.OnDisk{Files: transport.Disk{}}}
	r, err := newReader(t.Context(), asPath(w.Root()), memory.New(), places, cachetest.New())
	check(t, err)
	r.named = asURL
	return compare(t, w, r, func() map[string]string {
		pages := w.Pages()
		lay(t, dir, pages)
		return pages
	}, places.taken)
}

func asURL(path string) string { return (&url.URL{Scheme: "file", Path: path}).String() }

func asPath(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		panic(err)
	}
	return u.Path
}

// lay makes a folder contain exactly these pages.
func lay(t *testing.T, dir string, pages map[string]string) {
	t.Helper()
	for _, entry := range entries(t, dir) {
		check(t, os.RemoveAll(filepath.Join(dir, entry.Name())))
	}
	for address, text := range pages {
		path := asPath(address)
		if !strings.HasPrefix(path, dir) {
			t.Fatal(path)
		}
		check(t, os.MkdirAll(filepath.Dir(path), 0o755))
		check(t, os.WriteFile(path, []byte(text), 0o644))
	}
}

func entries(t *testing.T, dir string) []os.DirEntry {
	t.Helper()
	all, err := os.ReadDir(dir)
	check(t, err)
	return all
}

// opened records requests.
type opened struct {
	transport.Places
	mu    sync.Mutex
	asked []string
}

func (o *opened) note(address string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.asked = append(o.asked, asURL(address))
}

// taken returns the requests since the last call.
func (o *opened) taken() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	defer func() { o.asked = nil }()
	return slices.Clone(o.asked)
}

func (o *opened) Read(ctx context.Context, r transport.Request) (*transport.Response, error) {
	o.note(r.Address)
	return o.Places.Read(ctx, r)
}

func (o *opened) Download(ctx context.Context, d transport.Download) (*transport.Stream, error) {
	o.note(d.Address)
	return o.Places.Download(ctx, d)
}
