package folder_test

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/library/folder"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// at is where the folder of a world is published.
const at = "https://example.com/pub/"

// world is a folder, and a server on which it is published.
type world struct {
	t      testing.TB
	folder string
	places *watched
	store  *memory.Store
	now    time.Time
	o      folder.Options
	puts   int
}

var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// newWorld returns a folder with files, given as alternating names and texts.
func newWorld(t testing.TB, files ...string) *world {
	w := &world{t: t, folder: t.TempDir(), places: &watched{Places: &transporttest.Places{Files: transport.Disk{}}}, store: memory.New(), now: noon}
	w.o = folder.Options{Folder: w.folder, Address: at}
	for i := 0; i < len(files); i += 2 {
		w.put(files[i], files[i+1])
	}
	return w
}

// put writes a file that was changed about a day ago, at a unique time.
func (w *world) put(name, text string) {
	w.t.Helper()
	path := filepath.Join(w.folder, filepath.FromSlash(name))
	w.puts++
	day := noon.Add(-24*time.Hour + time.Duration(w.puts)*time.Millisecond)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600), os.Chtimes(path, day, day)); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) remove(name string) {
	w.t.Helper()
	if err := os.RemoveAll(filepath.Join(w.folder, name)); err != nil {
		w.t.Fatal(err)
	}
}

// parts returns Parts that send one file after another, so that calls can be counted.
func (w *world) parts() folder.Parts {
	return folder.Parts{Store: w.store, Places: w.places, Files: transport.Disk{}, TempFiles: transport.TempFolder{}, Clock: w, AtOnce: 1}
}

// Now returns the time in this world.
func (w *world) Now() time.Time { return w.now }

// run publishes the folder.
func (w *world) run() (folder.Report, error) {
	w.places.writes, w.places.removed = nil, nil
	return folder.Publish(context.Background(), w.parts(), w.o)
}

// publish publishes the folder, which must succeed.
func (w *world) publish() folder.Report {
	w.t.Helper()
	report, err := w.run()
	if err != nil {
		w.t.Fatal(err)
	}
	return report
}

// files returns the files in the folder that are to be published.
func (w *world) files() map[string]string {
	all := map[string]string{}
	if err := filepath.WalkDir(w.folder, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || strings.HasPrefix(d.Name(), ".") || strings.HasPrefix(d.Name(), "crossfeed-content.") {
			return err
		}
		b, err := os.ReadFile(path)
		name, _ := filepath.Rel(w.folder, path)
		all[filepath.ToSlash(name)] = string(b)
		return err
	}); err != nil {
		w.t.Fatal(err)
	}
	return all
}

// check checks that a reader who begins at the root finds the folder, and that there is
// nothing else.
func (w *world) check() seen {
	w.t.Helper()
	s := crawl(w.t, w.places, at+folder.RootName)
	want := map[string]string{}
	for name, text := range w.files() {
		want[address(name)] = text
	}
	for at, text := range s.files {
		if want[at] != text {
			w.t.Errorf("%s is %q, and should be %q", at, text, want[at])
		}
	}
	for at := range want {
		if _, there := s.files[at]; !there {
			w.t.Errorf("%s is not found from the root", at)
		}
	}
	if there := w.places.all; len(there) != len(s.feeds)+len(s.files) {
		w.t.Errorf("%d lie there, of which %d feeds and %d files are found", len(there), len(s.feeds), len(s.files))
	}
	return s
}

// address returns the address of a file of the folder.
func address(name string) string {
	names := strings.Split(name, "/")
	to := at
	for _, n := range names {
		to = transport.Join(to, n)
	}
	return to
}

// watched is a server whose nth call fails, before or after it has taken effect.
type watched struct {
	*transporttest.Places
	counting        sync.Mutex
	calls, fail     int
	after           bool
	writes, removed []string
	// all are the existing addresses, types their declared media types.
	all   map[string]bool
	types map[string]string
	// each is called after every call that changes something, before ahead of any call.
	each, before func()
}

var errBroken = errors.New("it broke")

func (p *watched) call(do func() error) error {
	n := p.count()
	if p.before != nil {
		p.before()
	}
	if n == p.fail && !p.after {
		return errBroken
	}
	err := do()
	if n == p.fail {
		err = errBroken
	}
	return err
}

// count counts a call. It locks, because subscribers make several at a time.
func (p *watched) count() int {
	p.counting.Lock()
	defer p.counting.Unlock()
	p.calls++
	return p.calls
}

func (p *watched) Read(ctx context.Context, r transport.Request) (a *transport.Response, err error) {
	err = p.call(func() (err error) { a, err = p.Places.Read(ctx, r); return err })
	return a, err
}

func (p *watched) Download(ctx context.Context, d transport.Download) (s *transport.Stream, err error) {
	err = p.call(func() (err error) { s, err = p.Places.Download(ctx, d); return err })
	return s, err
}

func (p *watched) Write(ctx context.Context, put transport.Put) (done transport.Written, err error) {
	err = p.call(func() (err error) {
		if done, err = p.Places.Write(ctx, put); err == nil {
			p.writes = append(p.writes, put.Address)
			if p.all == nil {
				p.all, p.types = map[string]bool{}, map[string]string{}
			}
			p.all[put.Address], p.types[put.Address] = true, put.Type
		}
		return err
	})
	if p.each != nil {
		p.each()
	}
	return done, err
}

func (p *watched) Remove(ctx context.Context, t transport.Target, last transport.Written) (err error) {
	err = p.call(func() (err error) {
		if err = p.Places.Remove(ctx, t, last); err == nil {
			p.removed = append(p.removed, t.Address)
			delete(p.all, t.Address)
		}
		return err
	})
	if p.each != nil {
		p.each()
	}
	return err
}

// written returns the names of what was written in the last run.
func (p *watched) written() string {
	var names []string
	for _, w := range p.writes {
		names = append(names, strings.TrimPrefix(w, at))
	}
	return strings.Join(names, " ")
}

// seen is what a reader finds, starting from a root feed.
type seen struct {
	files map[string]string
	feeds map[string]document
}

// document is a feed as a naive reader parses it.
type document struct {
	Title string `xml:"channel>title"`
	Built string `xml:"channel>lastBuildDate"`
	Items []struct {
		ID     string `xml:"guid"`
		Title  string `xml:"title"`
		Text   string `xml:"description"`
		Built  string `xml:"http://schemas.microsoft.com/rss/2007/contentsyncextensions lastBuildDate"`
		Hidden string `xml:"http://schemas.microsoft.com/rss/2007/contentsyncextensions hiddenItem,attr"`
		Inner  string `xml:",innerxml"`
	} `xml:"channel>item"`
}

// csxLink is a link anywhere in an item.
type csxLink struct {
	to               string
	nested, onDemand bool
}

// links returns the links of an item, at any depth.
func links(t testing.TB, inner string) (all []csxLink) {
	d := xml.NewDecoder(strings.NewReader(`<item xmlns:csx="http://schemas.microsoft.com/rss/2007/contentsyncextensions">` + inner + "</item>"))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		e, is := token.(xml.StartElement)
		if !is || e.Name.Local != "link" || e.Name.Space != "http://schemas.microsoft.com/rss/2007/contentsyncextensions" {
			continue
		}
		var l csxLink
		for _, a := range e.Attr {
			l.nested = l.nested || a.Name.Local == "nestedFeed" && a.Value == "true"
			l.onDemand = l.onDemand || a.Name.Local == "onDemand" && a.Value == "true"
		}
		if err := d.DecodeElement(&l.to, &e); err != nil {
			t.Fatal(err)
		}
		all = append(all, l)
	}
}

// crawl reads a tree, and checks that every link has a target, and that no item is newer than
// its channel or than its nested feed.
func crawl(t testing.TB, places transport.Places, root string) seen {
	t.Helper()
	s := seen{map[string]string{}, map[string]document{}}
	s.feed(t, places, root)
	return s
}

func (s seen) feed(t testing.TB, places transport.Places, from string) (built time.Time) {
	t.Helper()
	var d document
	if err := xml.Unmarshal([]byte(text(t, places, from)), &d); err != nil {
		t.Fatalf("%s: %v", from, err)
	}
	s.feeds[from] = d
	built = parsed(t, d.Built)
	ids := map[string]bool{}
	for _, i := range d.Items {
		is := parsed(t, i.Built)
		if is.After(built) {
			t.Errorf("%s has %s, and the item %s in it %s", from, d.Built, i.Title, i.Built)
		}
		if i.ID == "" || ids[i.ID] {
			t.Errorf("%s has no guid of its own", i.Title)
		}
		ids[i.ID] = true
		for _, l := range links(t, i.Inner) {
			to, err := transport.Resolve(from, l.to)
			if err != nil {
				t.Fatal(err)
			}
			if !l.nested {
				s.files[to] = text(t, places, to)
				continue
			}
			if nested := s.feed(t, places, to); nested.Before(is) {
				t.Errorf("%s has %s, and its item %s", to, nested, is)
			}
		}
	}
	return built
}

// exact checks that every item with a nested feed has exactly that feed's date, and every
// channel that of its newest item, except the deleted ones.
func (s seen) exact(t testing.TB, deleted ...string) {
	t.Helper()
	for from, d := range s.feeds {
		newest := ""
		for _, i := range d.Items {
			if newest == "" || parsed(t, i.Built).After(parsed(t, newest)) {
				newest = i.Built
			}
			for _, l := range links(t, i.Inner) {
				if to, _ := transport.Resolve(from, l.to); l.nested && s.feeds[to].Built != i.Built {
					t.Errorf("%s has %s, and its item %s", to, s.feeds[to].Built, i.Built)
				}
			}
		}
		if newest != d.Built && !slices.Contains(deleted, strings.TrimPrefix(from, at)) {
			t.Errorf("%s has %s, and its newest item %s", from, d.Built, newest)
		}
	}
}

func parsed(t testing.TB, date string) time.Time {
	t.Helper()
	for _, form := range []string{time.RFC1123, time.RFC1123Z} {
		if d, err := time.Parse(form, date); err == nil {
			return d
		}
	}
	t.Fatalf("%q is no date", date)
	return time.Time{}
}

func text(t testing.TB, places transport.Places, from string) string {
	t.Helper()
	if w, is := places.(*watched); is {
		places = w.Places // a check is not a call
	}
	s, err := places.Download(context.Background(), transport.Download{Request: transport.Request{Target: transport.Target{Address: from}, Whole: true}})
	if err != nil {
		t.Fatalf("nothing can be read at %s: %v", from, err)
	}
	b, err := io.ReadAll(s.Body)
	if err := errors.Join(err, s.Body.Close()); err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// folders returns the stored publications.
func (w *world) folders() (all []store.PublishedFolder) {
	w.t.Helper()
	if err := w.store.View(context.Background(), func(r store.Reader) (err error) {
		all, err = r.PublishedFolders()
		return err
	}); err != nil {
		w.t.Fatal(err)
	}
	return all
}

func counted(r folder.Report) string {
	return fmt.Sprintf("%d new, %d changed, %d removed, %d same, %d files, %d feeds", r.Added, r.Changed, r.Removed, r.Same, r.Files, r.Feeds)
}

func served(text string) transporttest.Served { return transporttest.Served{Text: text} }
