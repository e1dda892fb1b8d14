package window

import (
	"bytes"
	"cmp"
	"context"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine"
	lib "crossfeed/engine/library"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/library/folder"
	"crossfeed/engine/sharing"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// shelf is an engine whose libraries are set by the test, and whose calls are recorded.
type shelf struct {
	Engine
	Sharing
	libraries []lib.Library
	published []store.PublishedFolder
	// pages are the feeds by their addresses, "" for the root.
	pages map[string]lib.Page
	paths map[string]string
	found lib.Found
	err   error
	// readers is the error of determining who can read what is published.
	readers error

	report   contentsync.Report
	progress []contentsync.Progress
	// during is called while a library is synced.
	during func()
	sent   folder.Report
	sentAs folder.Options
	// fresh is the number of files that publishing would make readable.
	fresh     int
	changed   lib.Options
	added     lib.Options
	asked     []string
	contented int
}

func (s *shelf) note(what ...string) error {
	s.asked = append(s.asked, strings.Join(what, " "))
	return s.err
}

func (s *shelf) last() string {
	if len(s.asked) == 0 {
		return ""
	}
	return s.asked[len(s.asked)-1]
}

func (s *shelf) View(ctx context.Context, read func(engine.View) error) error {
	return s.Engine.View(ctx, func(v engine.View) error { return read(shelfView{v, s}) })
}

// shelfView is a view of a shelf in which everything has changed.
type shelfView struct {
	engine.View
	shelf *shelf
}

func (v shelfView) Changes(ctx context.Context, since int64) (store.Change, error) {
	return changedAll(v.View.Changes(ctx, since))
}

func (v shelfView) Libraries(ctx context.Context) ([]lib.Library, error) {
	return v.shelf.Libraries(ctx)
}

func (v shelfView) PublishedFolders(ctx context.Context) ([]store.PublishedFolder, error) {
	return v.shelf.PublishedFolders(ctx)
}

// changedAll replaces a change with one of everything.
func changedAll(c store.Change, err error) (store.Change, error) {
	return store.Change{Revision: c.Revision, Keys: []store.Key{store.AllKey}}, err
}

// shelfLibrary implements Library for a shelf.
type shelfLibrary struct{ *shelf }

func (s *shelf) Libraries(context.Context) ([]lib.Library, error) { return s.libraries, nil }

func (s *shelf) PublishedFolders(context.Context) ([]store.PublishedFolder, error) {
	return s.published, nil
}

func (s shelfLibrary) Probe(_ context.Context, at string, _ lib.Options) (lib.Found, error) {
	return s.found, s.note("look", at)
}

func (s shelfLibrary) Add(_ context.Context, at string, o lib.Options) (lib.Library, error) {
	s.added = o
	if err := s.note("add", at); err != nil {
		return lib.Library{}, err
	}
	l := lib.Library{Library: store.Library{Key: 9, Address: at, Title: o.Title}, Name: cmp.Or(o.Title, s.found.Title, at)}
	s.libraries = append(s.libraries, l)
	return l, nil
}

func (s shelfLibrary) AddAll(ctx context.Context, feeds []store.Offered, done func(int)) (added []lib.Library, failed map[string]error, err error) {
	for i, f := range feeds {
		l, err := s.Add(ctx, f.Link, lib.Options{Title: f.Title})
		if err != nil {
			return added, map[string]error{f.Link: err}, nil
		}
		added = append(added, l)
		done(i + 1)
	}
	return added, nil, nil
}

func (s shelfLibrary) Change(_ context.Context, _ int64, change func(*lib.Options)) error {
	change(&s.changed)
	return s.note("change")
}

func (s shelfLibrary) Remove(context.Context, int64) error {
	s.libraries = s.libraries[1:]
	return s.note("remove library")
}

func (s shelfLibrary) Sync(ctx context.Context, key int64, o lib.SyncOptions) (contentsync.Report, error) {
	return s.run(ctx, key, o, "sync")
}

func (s shelfLibrary) Get(ctx context.Context, key int64, o lib.SyncOptions, addresses ...string) (contentsync.Report, error) {
	return s.run(ctx, key, o, append([]string{"get"}, addresses...)...)
}

func (s *shelf) run(ctx context.Context, key int64, o lib.SyncOptions, what ...string) (contentsync.Report, error) {
	for _, p := range s.progress {
		p.Library = key
		o.Progress(p)
	}
	if s.during != nil {
		s.during()
	}
	r := s.report
	if ctx.Err() != nil {
		r.Stopped = ctx.Err()
	}
	return r, s.note(what...)
}

func (s shelfLibrary) Page(_ context.Context, _ int64, feed string, hidden bool) (lib.Page, error) {
	s.contented++
	page := s.pages[feed]
	var items []lib.Entry
	for _, i := range page.Items {
		if i.Hidden && !hidden {
			page.HiddenItems++
			continue
		}
		items = append(items, i)
	}
	page.Items = items
	return page, nil
}

func (s shelfLibrary) RemoveFiles(_ context.Context, _ int64, addresses ...string) (int64, error) {
	return 2_400_000, s.note(append([]string{"remove"}, addresses...)...)
}

func (s shelfLibrary) MarkRead(_ context.Context, _ int64, feed string, read bool, ids ...string) error {
	how, unread := "read", -1
	if !read {
		how, unread = "unread", 1
	}
	page := s.pages[feed]
	for i := range page.Items {
		if slices.Contains(ids, page.Items[i].ID) {
			page.Items[i].Read = read
			s.libraries[0].Unread += unread
		}
	}
	return s.note(append([]string{how}, ids...)...)
}

// shelfEditor implements Editor for a shelf.
type shelfEditor struct {
	Editor
	*shelf
}

func (s shelfEditor) MarkAllRead(context.Context, int64) (int, error) {
	unread := s.libraries[0].Unread
	s.libraries[0].Unread = 0
	for _, page := range s.pages {
		for i := range page.Items {
			page.Items[i].Read = true
		}
	}
	return unread, s.note("read all")
}

func (s shelfLibrary) Path(_ context.Context, _ int64, address string) (string, error) {
	if path := s.paths[address]; path != "" {
		return path, nil
	}
	return "", &transport.Error{Trouble: transport.NotFound, Address: address}
}

func (s *shelf) WhoCanRead(context.Context, sharing.Options) (transport.Readers, error) {
	return transport.Readers{Who: transport.Everyone}, s.readers
}

func (s shelfLibrary) CountFolder(context.Context, folder.Options) (int, error) { return 12, nil }

func (s shelfLibrary) PublishFolder(_ context.Context, o folder.Options) (folder.Report, error) {
	s.sentAs = o
	o.Progress(folder.Progress{Checked: 12, Written: 3, ToWrite: 12})
	if s.fresh > 0 {
		if err := o.Exposes(s.fresh, o.Address); err != nil {
			return folder.Report{}, err
		}
	}
	if err := s.note("publish", o.Folder, "to", o.Address); err != nil {
		return folder.Report{}, err
	}
	s.published = []store.PublishedFolder{{Key: 4, Folder: o.Folder, Address: "https://dav.example.org/holidays/" + folder.RootName,
		OnDemand: o.OnDemand, Health: store.LibraryHealth{LastTry: noon, LastSuccess: noon}}}
	r := s.sent
	r.Key, r.Address = 4, s.published[0].Address
	return r, nil
}

func (s shelfLibrary) StopFolder(_ context.Context, _ int64, remove bool) error {
	s.published = nil
	if remove {
		return s.note("stop and remove")
	}
	return s.note("stop")
}

const holidays = "https://dav.example.org/holidays/"

// linked returns a file in a state.
func linked(name string, state lib.State, size int64) lib.File {
	f := lib.File{ContentLink: store.ContentLink{Address: holidays + name, Name: name}, State: state, Whole: -1}
	if state == lib.Here || state == lib.Stale {
		f.Size, f.Whole, f.Since = size, size, noon.Add(-time.Hour)
	}
	return f
}

func entryOf(id, title string, files ...lib.File) lib.Entry {
	e := lib.Entry{ContentItem: store.ContentItem{ID: id, Title: title, Published: noon.AddDate(0, 0, -2)}, Files: files}
	e.Built, e.Read = e.Published, true
	return e
}

func nested(name string, state lib.State) lib.File {
	f := linked(name, state, 0)
	f.Nested = true
	return f
}

// shelved returns a desk with a library of photos that has a bit of everything.
func shelved(t *testing.T) (*desk, *shelf) {
	t.Helper()
	d := withList(t, "Milk")
	s := &shelf{Engine: d.win.Engine, Sharing: d.win.Sharing, paths: map[string]string{}}
	s.libraries = []lib.Library{{
		Library: store.Library{Key: 1, Address: holidays + folder.RootName, Health: store.LibraryHealth{LastTry: noon, LastSuccess: noon.Add(-3 * time.Minute)}},
		Name:    "Holidays", Use: store.ContentUse{Feeds: 2, Items: 9, Files: 4, Bytes: 3_200_000_000, Waiting: 2, Failed: 1},
	}}
	failed := linked("storm.jpg", lib.Failed, 0)
	failed.Trouble, failed.Error, failed.Tried = transport.NotFound, "404", noon
	beach := entryOf("beach", "On the beach", linked("beach.jpg", lib.Here, 2_400_000))
	beach.Text = "<p>The first day.</p><p>Warm &amp; windy.</p>"
	secret := entryOf("raw", "Raw data", linked("raw.bin", lib.Here, 10))
	secret.Hidden = true
	s.pages = map[string]lib.Page{
		"": {ContentFeed: store.ContentFeed{Address: holidays + folder.RootName, Title: "Holidays", Processed: noon}, Items: []lib.Entry{
			entryOf("day1", "Day one", nested("day1.xml", lib.Here)),
			entryOf("day2", "Day two", nested("day2.xml", lib.OnDemand)),
			beach,
			entryOf("show", "All of us", linked("us-1.jpg", lib.Here, 1_000_000), linked("us-2.jpg", lib.Waiting, 0)),
			entryOf("notes", "Diary", linked("diary.txt", lib.Here, 812)),
			entryOf("film", "The film", linked("film.mov", lib.OnDemand, 0)),
			entryOf("storm", "The storm that came over the sea in the evening of the second day", failed),
			entryOf("gone", "A map", linked("map.pdf", lib.Removed, 0)),
			entryOf("menu", "Menu", linked("menu.pdf", lib.Stale, 90_000)),
			entryOf("setup", "A game", linked("setup.exe", lib.Here, 5_000_000)),
			secret,
		}},
		holidays + "day1.xml": {ContentFeed: store.ContentFeed{Address: holidays + "day1.xml", Title: "Day one", Processed: noon}, Items: []lib.Entry{
			entryOf("sun", "Sunrise", linked("sunrise.jpg", lib.Waiting, 0)),
			entryOf("hill", "The hill", linked("hill.txt", lib.Here, 20)),
		}},
	}
	s.putFile(t, "beach.jpg", pictureOf(t, 400, 250, color.RGBA{R: 230, G: 190, B: 120, A: 255}))
	s.putFile(t, "us-1.jpg", pictureOf(t, 300, 300, color.RGBA{R: 70, G: 120, B: 190, A: 255}))
	s.putFile(t, "diary.txt", []byte("Monday\nWe arrived late.\n\nTuesday\nFish for dinner, and a long walk along the beach to the old lighthouse and back.\n"))
	for _, name := range []string{"menu.pdf", "setup.exe", "raw.bin", "hill.txt"} {
		s.putFile(t, name, []byte("up on it"))
	}
	d.win.Engine, d.win.Sharing, d.win.Library = s, s, shelfLibrary{s}
	d.win.Edit = shelfEditor{d.win.Edit, s}
	d.win.Reload()
	d.rest()
	return d, s
}

// putFile puts a file on the disk.
func (s *shelf) putFile(t *testing.T, name string, data []byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	must(t, os.WriteFile(path, data, 0o600))
	s.paths[holidays+name] = path
}

// pictureOf returns a PNG file of a size: a sky above a ground of a colour.
func pictureOf(t *testing.T, w, h int, ground color.RGBA) []byte {
	t.Helper()
	p := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			c := color.RGBA{R: 150, G: 200, B: 240, A: 255}
			if y > h*2/3 {
				c = ground
			}
			p.SetRGBA(x, y, c)
		}
	}
	var b bytes.Buffer
	must(t, png.Encode(&b, p))
	return b.Bytes()
}
