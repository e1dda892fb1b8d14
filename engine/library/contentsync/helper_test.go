package contentsync_test

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/enginetest/cachetest"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// at is the address of the folder with the test feeds.
const at = "https://feeds.example/"

// day1 and the following are dates of feeds and items.
var (
	day1 = time.Date(2026, 11, 1, 8, 0, 0, 0, time.UTC)
	day2 = day1.AddDate(0, 0, 1)
	day3 = day1.AddDate(0, 0, 2)
)

// world is an in-memory publisher, and an endpoint that has its library.
type world struct {
	t      *testing.T
	places *transporttest.Places
	store  *memory.Store
	cache  *cachetest.Memory
	key    int64
	limits contentsync.Limits
	whole  bool
}

type noon struct{}

func (noon) Now() time.Time { return day3.Add(4 * time.Hour) }

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, places: &transporttest.Places{}, store: memory.New(), cache: cachetest.New()}
	w.addLibrary(store.Library{Address: at + "root.xml"})
	return w
}

func (w *world) addLibrary(l store.Library) {
	w.t.Helper()
	w.update(func(s store.Writer) (err error) {
		w.key, err = s.PutLibrary(l)
		return err
	})
}

func (w *world) update(write func(store.Writer) error) {
	w.t.Helper()
	if err := w.store.Update(context.Background(), write); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) view(read func(store.Reader) error) {
	w.t.Helper()
	if err := w.store.View(context.Background(), read); err != nil {
		w.t.Fatal(err)
	}
}

// feed publishes a feed with a lastBuildDate.
func (w *world) feed(name string, built time.Time, items ...string) {
	w.places.Serve(at+name, transporttest.Served{Text: feedOf(built, items...)})
}

func (w *world) file(names ...string) {
	for _, name := range names {
		w.places.Serve(at+name, transporttest.Served{Text: "this is " + name})
	}
}

func (w *world) parts() contentsync.Parts {
	return contentsync.Parts{Store: w.store, Places: w.places, Cache: w.cache, Clock: noon{}}
}

func (w *world) options() contentsync.Options {
	return contentsync.Options{Library: w.key, Root: true, Limits: w.limits, Whole: w.whole}
}

// sync runs the algorithm, and returns what was requested, sorted and relative to at.
func (w *world) sync() []string {
	w.t.Helper()
	w.report()
	return w.asked()
}

func (w *world) report() contentsync.Report {
	w.t.Helper()
	w.places.ResetCounts()
	r, err := contentsync.Sync(context.Background(), w.parts(), w.options())
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

// asked returns what was requested in the last run.
func (w *world) asked() (names []string) {
	for address, c := range w.places.Counts() {
		for range c.Requests {
			names = append(names, strings.TrimPrefix(address, at))
		}
	}
	slices.Sort(names)
	return names
}

// here returns the files that are here, sorted and relative to at.
func (w *world) here() (names []string) {
	w.t.Helper()
	w.view(func(s store.Reader) error {
		return s.ContentFiles(w.key, func(f store.ContentFile) error {
			if f.State == store.FileHere {
				names = append(names, strings.TrimPrefix(f.Address, at))
			}
			return nil
		})
	})
	return names
}

// text returns the contents of a cached file, or "".
func (w *world) text(name string) string {
	w.t.Helper()
	f, err := w.cache.Library(w.key).Open(cache.Name(at + name))
	if err != nil {
		return ""
	}
	defer f.Close()
	b, err := io.ReadAll(f)
	if err != nil {
		w.t.Fatal(err)
	}
	return string(b)
}

// waiting returns the queue, relative to at.
func (w *world) waiting() (names []string) {
	w.t.Helper()
	w.view(func(s store.Reader) error {
		all, err := s.Wanted(w.key, 0, 1000)
		for _, one := range all {
			names = append(names, strings.TrimPrefix(one.Address, at))
		}
		return err
	})
	return names
}

// all returns everything stored of the library, and the cache. It is equal after two runs that
// did the same.
func (w *world) all() string {
	w.t.Helper()
	var b strings.Builder
	w.view(func(s store.Reader) error {
		feeds, err := s.ContentFeeds(w.key)
		for _, f := range feeds {
			fmt.Fprintf(&b, "feed %s %s %d %v %v %v\n", f.Address, f.From, f.Depth, f.Built, f.Known, f.Stale)
			err = errors.Join(err, s.ContentItems(w.key, f.Address, func(i store.ContentItem) error {
				fmt.Fprintf(&b, "  item %+v\n", i)
				return nil
			}))
		}
		err = errors.Join(err, s.ContentFiles(w.key, func(f store.ContentFile) error {
			fmt.Fprintf(&b, "file %+v %q\n", f, w.text(strings.TrimPrefix(f.Address, at)))
			return nil
		}))
		fmt.Fprintln(&b, "queue", w.waiting())
		return err
	})
	for _, path := range w.cache.Files() {
		// A leftover note has no meaning: the store knows of the file.
		if !strings.HasSuffix(path, ".note") {
			fmt.Fprintln(&b, path)
		}
	}
	return b.String()
}

// want compares lists of names; the expected names are in one string.
func want(t *testing.T, what string, got []string, names string) {
	t.Helper()
	if wanted := strings.Fields(names); !slices.Equal(got, wanted) {
		t.Errorf("%s: got %v, want %v", what, got, wanted)
	}
}

// feedOf returns an RSS feed. A zero date is left out.
func feedOf(built time.Time, items ...string) string {
	return `<?xml version="1.0"?><rss version="2.0" xmlns:csx="http://schemas.microsoft.com/rss/2007/contentsyncextensions"><channel>` +
		`<title>Library</title><link>http://feeds.example/</link><description>d</description>` + date("lastBuildDate", built) +
		strings.Join(items, "") + `</channel></rss>`
}

func date(element string, at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return "<" + element + ">" + at.Format(time.RFC1123Z) + "</" + element + ">"
}

// item returns an item with links: plain ones and "nested:" ones, each optionally prefixed
// with "demand:".
func item(id string, built time.Time, links ...string) string {
	var b strings.Builder
	for _, l := range links {
		l, demand := strings.CutPrefix(l, "demand:")
		l, nested := strings.CutPrefix(l, "nested:")
		fmt.Fprintf(&b, `<csx:link nestedFeed="%t" onDemand="%t">`, nested, demand)
		_ = xml.EscapeText(&b, []byte(l)) // a Builder never fails
		b.WriteString("</csx:link>")
	}
	return "<item><guid>" + id + "</guid><title>" + id + "</title>" + date("csx:lastBuildDate", built) + b.String() + "</item>"
}

// failed returns the failed entries of the queue, by name.
func (w *world) failed() map[string]store.ContentWanted {
	w.t.Helper()
	failed := map[string]store.ContentWanted{}
	w.view(func(s store.Reader) error {
		all, err := s.Wanted(w.key, 0, 1000)
		for _, one := range all {
			if one.Error != "" {
				failed[strings.TrimPrefix(one.Address, at)] = one
			}
		}
		return err
	})
	return failed
}

// troubleOf returns the trouble of an error.
func troubleOf(err error) transport.Trouble {
	var e *transport.Error
	if errors.As(err, &e) {
		return e.Trouble
	}
	return transport.Other
}

// limitOf returns the limit at which a run ended, or "".
func limitOf(r contentsync.Report) contentsync.LimitKind {
	var e *contentsync.LimitError
	if errors.As(r.Stopped, &e) {
		return e.Kind
	}
	return ""
}
