package folder_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/enginetest/cachetest"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/servertest"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/library/folder"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// kinds are the kinds of places to which a folder is published.
var kinds = []struct {
	name  string
	begin func(testing.TB) string
}{
	{"a folder", func(t testing.TB) string { return filepath.Join(t.TempDir(), "pub") }},
	{"Apache", func(t testing.TB) string {
		return servertest.Apache(t, servertest.Options{}).Places[servertest.Open] + "pub/"
	}},
	{"nginx", func(t testing.TB) string {
		return servertest.Nginx(t, servertest.Options{}).Places[servertest.Open] + "pub/"
	}},
	{"rclone", func(t testing.TB) string {
		return servertest.Rclone(t, servertest.Options{}).Places[servertest.Open] + "pub/"
	}},
	{"a bucket", func(t testing.TB) string { return servertest.S3(t).Address("pub/holidays/") }},
}

// subscriber has the library of a published folder.
type subscriber struct {
	t      *testing.T
	places transport.Places
	store  *memory.Store
	cache  *cachetest.Memory
	key    int64
	root   string
}

func subscribe(t *testing.T, places transport.Places, root string) *subscriber {
	s := &subscriber{t, places, memory.New(), cachetest.New(), 0, root}
	if err := s.store.Update(t.Context(), func(w store.Writer) (err error) {
		s.key, err = w.PutLibrary(store.Library{Address: root})
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return s
}

// sync syncs the library, and returns its files by their paths from the root.
func (s *subscriber) sync(now contentsync.Clock) (files map[string]string, report contentsync.Report) {
	s.t.Helper()
	report, err := contentsync.Sync(context.Background(), contentsync.Parts{Store: s.store, Places: s.places, Cache: s.cache, Clock: now},
		contentsync.Options{Library: s.key, Root: true})
	if err != nil || report.Stopped != nil || len(report.Failed) > 0 || len(report.Problems) > 0 {
		s.t.Fatalf("%+v: %v", report, err)
	}
	files = map[string]string{}
	if err := s.store.View(context.Background(), func(r store.Reader) error {
		return r.ContentFiles(s.key, func(f store.ContentFile) error {
			text, err := s.text(s.cache.Library(s.key), f.Name)
			files[f.Address] = text
			return err
		})
	}); err != nil {
		s.t.Fatal(err)
	}
	return files, report
}

func (s *subscriber) text(c cache.Cache, name string) (string, error) {
	f, err := c.Open(name)
	if err != nil {
		return "", err
	}
	b, err := io.ReadAll(f)
	return string(b), errors.Join(err, f.Close())
}

// reads checks that a subscriber has the folder after a sync.
func (w *world) reads(s *subscriber) contentsync.Report {
	w.t.Helper()
	got, report := s.sync(w)
	want := map[string]string{}
	for name, text := range w.files() {
		to := transport.Sibling(s.root, strings.Split(name, "/")[0])
		for _, n := range strings.Split(name, "/")[1:] {
			to = transport.Join(to, n)
		}
		to, err := transport.Parse(to)
		if err != nil {
			w.t.Fatal(err)
		}
		want[to] = text
	}
	for to, text := range want {
		if got[to] != text {
			w.t.Errorf("%s is %q, and should be %q", to, got[to], text)
		}
	}
	if len(got) != len(want) {
		w.t.Errorf("there are %d files, and should be %d", len(got), len(want))
	}
	return report
}

// TestPublishedFoldersAreSynced publishes to every kind of place, and syncs with the
// consumer's side of the engine.
func TestPublishedFoldersAreSynced(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel() // servers are slow
			places := engine.NewPlaces(engine.PlacesOptions{Files: transport.Disk{}, Getenv: func(string) string { return "" }})
			w := album(t)
			for i, name := range []string{"with space.jpg", "Übung.jpg", "a#b.jpg", "100%.jpg", "why?.jpg", "a&b.jpg", "+.jpg", "c:d.jpg", "Fotos #1/100%/ä?/b.jpg", "a;b=c.jpg", "~x.jpg", "%41.jpg"} {
				w.put(name, strings.Repeat("x", i+1))
			}
			w.put("large.bin", strings.Repeat("0123456789abcdef", 1<<16))
			w.o.Address = k.begin(t)
			p := w.parts()
			p.Places = places
			publish := func(want string) {
				t.Helper()
				w.now = w.now.Add(time.Hour)
				r, err := folder.Publish(t.Context(), p, w.o)
				if err != nil || counted(r) != want || len(r.Passed) > 0 {
					t.Fatalf("%s\nwant %s: %v, %v", counted(r), want, r.Passed, err)
				}
			}
			publish("18 new, 0 changed, 0 removed, 0 same, 19 files, 7 feeds")
			root := w.folders()[0].Address
			s := subscribe(t, places, root)
			w.reads(s)
			crawl(t, places, root).exact(t)
			publish("0 new, 0 changed, 0 removed, 18 same, 0 files, 0 feeds")
			for _, name := range []string{"a#b.jpg", "Übung.jpg"} {
				there := transport.Target{Address: transport.Sibling(root, name)}
				sum, _, err := transport.Hash(strings.NewReader(w.files()[name]))
				if err := errors.Join(err, places.Remove(t.Context(), there, transport.Written{Hash: sum})); err != nil {
					t.Fatal(err)
				}
			}
			publish("0 new, 0 changed, 0 removed, 18 same, 2 files, 0 feeds")
			w.o.Whole = true
			publish("0 new, 0 changed, 0 removed, 18 same, 0 files, 0 feeds")
			w.o.Whole = false

			// nginx distinguishes documents by their size and modification time in seconds.
			time.Sleep(1100 * time.Millisecond)
			w.put("2025/may/d.jpg", "changed")
			publish("0 new, 1 changed, 0 removed, 17 same, 1 files, 3 feeds")
			if r := w.reads(s); r.Files != 1 || r.Processed != 3 {
				t.Errorf("one file changed, and %d came, in %d feeds", r.Files, r.Processed)
			}
			w.remove("2025/may")
			w.remove("Fotos #1")
			w.put("2026/new.jpg", "new")
			publish("1 new, 0 changed, 2 removed, 16 same, 1 files, 3 feeds")
			w.reads(s)
			if err := folder.Stop(t.Context(), p, w.folders()[0].Key, true); err != nil {
				t.Fatal(err)
			}
			w.checkNothingLeft(places, root)
		})
	}
}

// checkNothingLeft checks that nothing is left where a folder was published.
func (w *world) checkNothingLeft(places transport.Places, root string) {
	w.t.Helper()
	for _, name := range []string{path.Base(folder.RootName), "a.jpg", "2026"} {
		_, err := places.Read(context.Background(), transport.Request{Target: transport.Target{Address: transport.Sibling(root, name)}, Whole: true})
		var at *transport.Error
		if name != "2026" && (!errors.As(err, &at) || at.Trouble != transport.NotFound) {
			w.t.Errorf("%s is still there: %v", name, err)
		}
	}
	if transport.KindOf(root) == transport.Local {
		if all, err := os.ReadDir(filepath.Dir(root)); err != nil || len(all) > 0 {
			w.t.Errorf("%d are still there: %v", len(all), err)
		}
	}
}
