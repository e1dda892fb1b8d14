package engine_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/enginetest/cachetest"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/library"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

const (
	photosFolder = "https://photos.example/tree/"
	photosRoot   = photosFolder + "crossfeed-content.xml"
)

// shelf is a desk with servers and a cache, but without lists.
type shelf struct {
	*desk
	places  *transporttest.Places
	content cache.Root
	store   store.Store
}

func newShelf(t *testing.T) *shelf {
	t.Helper()
	return newShelfOn(t, &transporttest.Places{Files: &transporttest.Memory{}}, memory.New(), cache.Disk{Folder: t.TempDir()}, newClock())
}

func newShelfOn(t *testing.T, places *transporttest.Places, st store.Store, content cache.Root, c engine.Clock) *shelf {
	t.Helper()
	e, err := engine.Open(t.Context(), engine.Parts{
		Store: st, Clock: c, Random: rand.NewChaCha8([32]byte{1}), Files: places.Files, Places: places, Content: content, Endpoint: "desk", Here: here,
	})
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{tester: t, Engine: e, memory: st, t: t}
	d.clock, _ = c.(*clock)
	return &shelf{d, places, content, st}
}

// again returns the same desk after a restart of the program.
func (s *shelf) again() *shelf { return newShelfOn(s.t, s.places, s.store, s.content, s.clock) }

// link returns a csx:link with its attributes.
func link(address string, attributes ...string) string {
	return "<csx:link " + strings.Join(attributes, " ") + ">" + address + "</csx:link>"
}

// entry returns an item of a feed, built at a minute.
func entry(title string, minute int, inside ...string) string {
	return fmt.Sprintf("<item><guid>%s</guid><title>%s</title><csx:lastBuildDate>%s</csx:lastBuildDate>%s</item>", title, title, built(minute), strings.Join(inside, ""))
}

func built(minute int) string {
	return time.Date(2026, 5, 1, 0, minute, 0, 0, time.UTC).Format("Mon, 02 Jan 2006 15:04:05 GMT")
}

// tree returns a feed.
func tree(title string, minute int, items ...string) string {
	return `<rss version="2.0" xmlns:csx="http://schemas.microsoft.com/rss/2007/contentsyncextensions"><channel><title>` + title +
		`</title><link>https://photos.example/</link><description/><lastBuildDate>` + built(minute) + `</lastBuildDate>` + strings.Join(items, "") + `</channel></rss>`
}

func (s *shelf) serve(address, text string) {
	s.places.Serve(address, transporttest.Served{Text: text})
}

// serveTree serves a tree: a photo, a film on demand, a hidden item, a nested feed with one
// more photo, and another nested feed on demand.
func (s *shelf) serveTree() {
	s.serve(photosRoot, tree("Photos", 1,
		entry("sea", 1, link("sea.jpg")),
		entry("film", 1, link("film.mov", `onDemand="true"`)),
		entry("index", 1, `<csx:link>index.txt</csx:link>`),
		strings.Replace(entry("hidden", 1, link("hidden.txt")), "<item>", `<item csx:hiddenItem="true">`, 1),
		entry("winter", 1, link("winter/feed.xml", `nestedFeed="true"`)),
		entry("summer", 1, link("summer/feed.xml", `nestedFeed="true"`, `onDemand="true"`)),
	))
	s.serve(photosFolder+"winter/feed.xml", tree("Winter", 1, entry("snow", 1, link("snow.jpg"))))
	s.serve(photosFolder+"summer/feed.xml", tree("Summer", 1, entry("sun", 1, link("sun.jpg"))))
	for _, name := range []string{"sea.jpg", "film.mov", "index.txt", "hidden.txt", "winter/snow.jpg", "summer/sun.jpg"} {
		s.serve(photosFolder+name, "the bytes of "+name)
	}
}

func (s *shelf) add(o library.Options) library.Library {
	s.Helper()
	l, err := s.Library.Add(s.t.Context(), photosFolder, o)
	s.check(err)
	return l
}

func (s *shelf) sync(l library.Library) contentsync.Report {
	s.Helper()
	r, err := s.Library.Sync(s.t.Context(), l.Key, library.SyncOptions{})
	s.check(err)
	return r
}

// libraryNow returns the current state of a library.
func (s *shelf) libraryNow(key int64) library.Library {
	s.Helper()
	all, err := s.Library.All(s.t.Context())
	s.check(err)
	for _, l := range all {
		if l.Key == key {
			return l
		}
	}
	s.Fatalf("there is no library %d", key)
	return library.Library{}
}

// states returns the states of what a feed links to, by the last part of the address.
func (s *shelf) states(l library.Library, feed string) map[string]library.State {
	s.Helper()
	page, err := s.Library.Page(s.t.Context(), l.Key, feed, true)
	s.check(err)
	states := map[string]library.State{}
	for _, i := range page.Items {
		for _, f := range i.Files {
			states[strings.TrimPrefix(f.Address, photosFolder)] = f.State
		}
	}
	return states
}

// isState checks the state of one link of the root feed.
func (s *shelf) isState(l library.Library, name string, want library.State) {
	s.Helper()
	if got := s.states(l, "")[name]; got != want {
		s.Errorf("%s is %q, and should be %q", name, got, want)
	}
}

func TestALibraryIsAddedAtTheFeedOfAFolder(t *testing.T) {
	s := newShelf(t)
	s.serveTree()
	l := s.add(library.Options{})
	if l.Address != photosRoot || l.Name != "Photos" || l.Plain || !l.Added.Equal(s.clock.Now()) {
		t.Errorf("got %+v", l)
	}
	for _, r := range s.places.Requests() {
		if r.Address != photosRoot {
			t.Errorf("%s was asked for", r.Address)
		}
	}
	if _, err := s.Library.Add(t.Context(), photosRoot, library.Options{}); !errors.Is(err, store.ErrLibraryThere) {
		t.Errorf("got %v", err)
	}
}

func TestAnAddressThatEndsInASlashMayBeAFeedItself(t *testing.T) {
	s := newShelf(t)
	s.serve("https://news.example/feed/", tree("News", 1, entry("one", 1)))
	l, err := s.Library.Add(t.Context(), "https://news.example/feed/", library.Options{})
	if err != nil || l.Address != "https://news.example/feed/" || !l.Plain {
		t.Errorf("got %+v, %v", l, err)
	}
}

func TestAFolderOfThisComputerIsAdded(t *testing.T) {
	s := newShelf(t)
	files := s.places.Files.(*transporttest.Memory)
	files.Folder("/photos")
	files.Put("/photos/crossfeed-content.xml", tree("Here", 1, entry("one", 1, link("one.txt"))))
	files.Put("/photos/one.txt", "one")
	l, err := s.Library.Add(t.Context(), "/photos", library.Options{})
	if err != nil || l.Address != "/photos/crossfeed-content.xml" {
		t.Fatalf("got %+v, %v", l, err)
	}
	if r := s.sync(l); r.Files != 1 || len(r.Failed) != 0 {
		t.Errorf("got %+v", r)
	}
}

func TestWhatIsNoFeedIsNotAdded(t *testing.T) {
	for address, want := range map[string]transport.Trouble{
		"https://photos.example/page": transport.NotFeed,
		"https://photos.example/gone": transport.NotFound,
		"https://photos.example/":     transport.NotFound,
	} {
		s := newShelf(t)
		s.serve("https://photos.example/page", "<html><body>Photos</body></html>")
		_, err := s.Library.Add(t.Context(), address, library.Options{})
		var e *transport.Error
		if !errors.As(err, &e) || e.Trouble != want {
			t.Errorf("%s: got %v", address, err)
		}
		if all, err := s.Library.All(t.Context()); err != nil || len(all) != 0 {
			t.Errorf("%s: there are %v, %v", address, all, err)
		}
	}
}

func TestOptionsOfALibraryAreChecked(t *testing.T) {
	s := newShelf(t)
	s.serveTree()
	for _, o := range []library.Options{{Every: time.Second}, {Every: 1000 * time.Hour}, {Room: -1}, {Access: transport.Access{Proxy: "::"}}} {
		if _, err := s.Library.Add(t.Context(), photosFolder, o); err == nil {
			t.Errorf("%+v was taken", o)
		}
	}
	l := s.add(library.Options{})
	s.sync(l)
	s.check(s.Library.Change(t.Context(), l.Key, func(o *library.Options) { o.Title, o.Room, o.Every, o.Paused = "Ours", 5, time.Hour, true }))
	if got := s.libraryNow(l.Key); got.Name != "Ours" || got.Room != 5 || got.Every != time.Hour || !got.Paused || !got.Next.IsZero() {
		t.Errorf("got %+v", got)
	}
	if err := s.Library.Change(t.Context(), l.Key, func(o *library.Options) { o.Every = 1 }); err == nil {
		t.Error("an interval of a nanosecond was taken")
	}
	if err := s.Library.Change(t.Context(), 99, func(*library.Options) {}); !errors.Is(err, store.ErrNoLibrary) {
		t.Errorf("got %v", err)
	}
}

func TestALibraryIsFoundByNameAddressAndNumber(t *testing.T) {
	s := newShelf(t)
	s.serveTree()
	s.serve("https://other.example/feed.xml", tree("Other", 1, entry("one", 1, link("one.jpg"))))
	l := s.add(library.Options{})
	other, err := s.Library.Add(t.Context(), "https://other.example/feed.xml", library.Options{})
	s.check(err)
	for _, name := range []string{"Photos", "photos", photosRoot, photosFolder, "https://photos.example/tree/../tree/", fmt.Sprint(l.Key)} {
		if got, err := s.Library.Named(t.Context(), name); err != nil || got.Key != l.Key {
			t.Errorf("%s: got %+v, %v", name, got, err)
		}
	}
	if _, err := s.Library.Named(t.Context(), "Nothing"); !errors.Is(err, store.ErrNoLibrary) {
		t.Errorf("got %v", err)
	}
	s.check(s.Library.Change(t.Context(), other.Key, func(o *library.Options) { o.Title = "Photos" }))
	_, err = s.Library.Named(t.Context(), "Photos")
	if err == nil || errors.Is(err, store.ErrNoLibrary) || !strings.Contains(err.Error(), photosRoot) {
		t.Errorf("got %v", err)
	}
}

func TestAPageTellsWhatHasBecomeOfEachLink(t *testing.T) {
	s := newShelf(t)
	s.serveTree()
	s.places.Serve(photosFolder+"index.txt", transporttest.Served{Err: &transport.Error{Trouble: transport.Forbidden, Address: photosFolder + "index.txt"}})
	l := s.add(library.Options{})
	page, err := s.Library.Page(t.Context(), l.Key, "", false)
	if err != nil || page.Address != photosRoot || len(page.Items) != 0 {
		t.Errorf("before the first run there is %+v, %v", page, err)
	}
	s.sync(l)
	for name, want := range map[string]library.State{
		"sea.jpg": library.Here, "film.mov": library.OnDemand, "index.txt": library.Failed, "hidden.txt": library.Here,
		"winter/feed.xml": library.Here, "summer/feed.xml": library.OnDemand,
	} {
		s.isState(l, name, want)
	}
	page, err = s.Library.Page(t.Context(), l.Key, "", false)
	if err != nil || page.HiddenItems != 1 || len(page.Items) != 5 || page.Title != "Photos" {
		t.Errorf("got %d items and %d hidden, %v", len(page.Items), page.HiddenItems, err)
	}
	sea, index := page.Items[0].Files[0], page.Items[2].Files[0]
	if sea.Size != int64(len("the bytes of sea.jpg")) || sea.Whole != sea.Size || sea.Since.IsZero() || sea.Waits {
		t.Errorf("got %+v", sea)
	}
	if index.Error == "" || index.Trouble != transport.Forbidden || index.Tried.IsZero() || !index.Waits || index.Whole != -1 {
		t.Errorf("got %+v", index)
	}
	if _, err := s.Library.Page(t.Context(), 99, "", false); !errors.Is(err, store.ErrNoLibrary) {
		t.Errorf("got %v", err)
	}
}

func TestWhatIsOnDemandIsGotAndRemovedByAPerson(t *testing.T) {
	s := newShelf(t)
	s.serveTree()
	l := s.add(library.Options{})
	s.sync(l)
	film := photosFolder + "film.mov"
	if _, err := s.Library.Path(t.Context(), l.Key, film); !errors.Is(err, library.ErrNotHere) {
		t.Errorf("got %v", err)
	}
	r, err := s.Library.Get(t.Context(), l.Key, library.SyncOptions{}, film, photosFolder+"summer/feed.xml")
	if err != nil || r.Files != 2 {
		t.Errorf("got %+v, %v", r, err)
	}
	s.isState(l, "film.mov", library.Here)
	if got := s.states(l, photosFolder+"summer/feed.xml")["summer/sun.jpg"]; got != library.Here {
		t.Errorf("what is in the feed is %q", got)
	}
	path, err := s.Library.Path(t.Context(), l.Key, film)
	s.check(err)
	if b, err := os.ReadFile(path); err != nil || string(b) != "the bytes of film.mov" {
		t.Errorf("there is %q, %v", b, err)
	}
	freed, err := s.Library.RemoveFiles(t.Context(), l.Key, film)
	if err != nil || freed != int64(len("the bytes of film.mov")) {
		t.Errorf("%d bytes, %v", freed, err)
	}
	s.isState(l, "film.mov", library.Removed)
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	if _, err := s.Library.Get(t.Context(), l.Key, library.SyncOptions{}, photosFolder+"nothing"); err == nil {
		t.Error("what nothing links to was got")
	}
}

func TestAFileThatAnotherProgramTouchedIsNotOpened(t *testing.T) {
	s := newShelf(t)
	s.serveTree()
	l := s.add(library.Options{})
	s.sync(l)
	sea := photosFolder + "sea.jpg"
	path, err := s.Library.Path(t.Context(), l.Key, sea)
	s.check(err)
	for _, touch := range []func() error{
		func() error { return errors.Join(os.Chmod(path, 0o600), os.WriteFile(path, []byte("shorter"), 0o600)) },
		func() error { return os.Remove(path) },
	} {
		s.check(touch())
		if _, err := s.Library.Path(t.Context(), l.Key, sea); !errors.Is(err, library.ErrNotHere) || !strings.Contains(err.Error(), sea) {
			t.Errorf("got %v", err)
		}
		_, err := s.Library.Get(t.Context(), l.Key, library.SyncOptions{}, sea)
		s.check(err)
		again, err := s.Library.Path(t.Context(), l.Key, sea)
		if err != nil || again != path {
			t.Errorf("after getting it again it lies at %s, %v", again, err)
		}
	}
}

func TestRemovingALibraryTakesItsFilesAway(t *testing.T) {
	s := newShelf(t)
	s.serveTree()
	l := s.add(library.Options{})
	s.sync(l)
	path, err := s.Library.Path(t.Context(), l.Key, photosFolder+"sea.jpg")
	s.check(err)
	s.check(s.Library.Remove(t.Context(), l.Key))
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	if keys, err := s.content.Libraries(); err != nil || len(keys) != 0 {
		t.Errorf("left are %v, %v", keys, err)
	}
	if err := s.Library.Remove(t.Context(), l.Key); !errors.Is(err, store.ErrNoLibrary) {
		t.Errorf("got %v", err)
	}
	s.add(library.Options{})
}

func TestFilesOfALibraryThatIsGoneAreSweptAtTheNextStart(t *testing.T) {
	m := cachetest.New()
	s := newShelfOn(t, &transporttest.Places{Files: &transporttest.Memory{}}, memory.New(), m, newClock())
	s.serveTree()
	l := s.add(library.Options{})
	s.sync(l)
	m.CutAt(2) // the first step takes the lock
	if err := s.Library.Remove(t.Context(), l.Key); !errors.Is(err, cachetest.ErrCut) {
		t.Fatalf("got %v", err)
	}
	m.Restart(true)
	if len(m.Files()) == 0 {
		t.Fatal("nothing is left to sweep")
	}
	_, err := s.again().Library.SyncAll(t.Context(), true, library.SyncOptions{})
	s.check(err)
	if left := m.Files(); len(left) != 0 {
		t.Errorf("left are %v", left)
	}
}

func TestWithoutACacheEveryUseIsAnError(t *testing.T) {
	s := newShelfOn(t, &transporttest.Places{Files: &transporttest.Memory{}}, memory.New(), nil, newClock())
	ctx := context.Background()
	_, errAdd := s.Library.Add(ctx, photosFolder, library.Options{})
	_, errSync := s.Library.SyncAll(ctx, false, library.SyncOptions{})
	_, errGet := s.Library.Get(ctx, 1, library.SyncOptions{}, photosRoot)
	_, errRemove := s.Library.RemoveFiles(ctx, 1, photosRoot)
	_, errPath := s.Library.Path(ctx, 1, photosRoot)
	for i, err := range []error{errAdd, errSync, errGet, errRemove, errPath, s.Library.Remove(ctx, 1)} {
		if !errors.Is(err, cache.ErrNone) {
			t.Errorf("call %d: got %v", i, err)
		}
	}
	if all, err := s.Library.All(ctx); err != nil || len(all) != 0 {
		t.Errorf("got %v, %v", all, err)
	}
}
