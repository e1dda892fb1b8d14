package conformance

import (
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

var folderRules = []rule{
	{"come back with all their fields, in the order in which they were added", func(t *testing.T, s store.Store) {
		z, full := addFolder(t, s, "z"), fullFolder("y")
		full.Key = putFolder(t, s, full)
		x := addFolder(t, s, "x")
		equal(t, "folders", folders(t, s), []store.PublishedFolder{z, full, x})
	}},
	{"are replaced where they are", func(t *testing.T, s store.Store) {
		a, b := addFolder(t, s, "a"), addFolder(t, s, "b")
		grow(t, s, a.Key)
		a.Address, a.Revision, a.OnDemand = "c", 7, []string{"*.mov"}
		equal(t, "key", putFolder(t, s, a), a.Key)
		equal(t, "folders", folders(t, s), []store.PublishedFolder{a, b})
		equal(t, "files", len(folderFiles(t, s, a.Key)), 2)
	}},
	{"are one for an address, and several for a folder", func(t *testing.T, s store.Store) {
		a, b := addFolder(t, s, "a"), addFolder(t, s, "b")
		equal(t, "folder", a.Folder, b.Folder)
		wantError(t, tryFolder(t, s, store.PublishedFolder{Address: "a"}), store.ErrPublishedThere)
		wantError(t, tryFolder(t, s, store.PublishedFolder{Key: b.Key, Address: "a"}), store.ErrPublishedThere)
		wantError(t, tryFolder(t, s, store.PublishedFolder{Key: 99, Address: "c"}), store.ErrNoPublication)
		equal(t, "folders", folders(t, s), []store.PublishedFolder{a, b})
	}},
	{"are apart from what they were put with and read as", func(t *testing.T, s store.Store) {
		f := fullFolder("a")
		f.Key = putFolder(t, s, f)
		f.OnDemand[0] = "spoilt"
		folders(t, s)[0].Ignored[0] = "spoilt"
		want := fullFolder("a")
		want.Key = f.Key
		equal(t, "folders", folders(t, s), []store.PublishedFolder{want})
	}},
	{"are forgotten with all that is kept of them, and their key is never given again", testRemoveFolder},
	{"have feeds, items and files with all their fields, by their paths and identifiers", testFolderTree},
	{"have one of each path and identifier", testFolderReplaced},
	{"have items and files as many as there are", testFolderMany},
	{"end with the first error of each", func(t *testing.T, s store.Store) {
		key := addFolder(t, s, "a").Key
		grow(t, s, key)
		asked := 0
		wantError(t, s.View(t.Context(), func(r store.Reader) error {
			return r.FolderFiles(key, func(store.FolderFile) error { asked++; return errOwn })
		}), errOwn)
		wantError(t, s.View(t.Context(), func(r store.Reader) error {
			return r.FolderItems(key, func(store.FolderItem) error { asked++; return errOwn })
		}), errOwn)
		equal(t, "asked", asked, 2)
	}},
	{"are needed for what is kept of them", testNeedFolder},
}

// fullFolder returns a published folder with every field set.
func fullFolder(address string) store.PublishedFolder {
	return store.PublishedFolder{
		Folder: "/photos/\xff", Address: address, Access: access, Title: "Photos", Group: "stem",
		OnDemand: []string{"*.mov", "a\xff/**"}, Hidden: []string{"h"}, Ignored: []string{"i", "j"},
		Health:   store.LibraryHealth{LastTry: noon.Add(time.Nanosecond), LastSuccess: noon, Error: "no", Trouble: transport.SecondWriter, ErrorSince: noon, Failures: 2},
		Revision: 5,
	}
}

var written = transport.Written{ETag: "W/\"\xe9\"", Hash: "bb"}

func folderFeed(path string) store.FolderFeed {
	return store.FolderFeed{Path: path, Built: noon.Add(time.Nanosecond), Hash: "aa", Last: written, Pending: "cc"}
}

func folderItem(feed, id string) store.FolderItem {
	return store.FolderItem{Feed: feed, ID: id, Built: noon, Mark: "aa", Files: []string{"b\xff.jpg", "a.jpg"}, Nested: "n.xml"}
}

func folderFile(path string) store.FolderFile {
	return store.FolderFile{Path: path, Size: 1 << 40, Changed: noon.Add(time.Nanosecond), Number: math.MaxUint64 - 1, Hash: "aa", Last: written, Pending: "cc"}
}

// grow puts two of each kind.
func grow(t *testing.T, s store.Store, key int64) {
	t.Helper()
	update(t, s, func(w store.Writer) error {
		return errors.Join(
			w.PutFolderFeed(key, folderFeed("b/f.xml")), w.PutFolderFeed(key, store.FolderFeed{Path: "B"}),
			w.PutFolderItem(key, folderItem("b", "2")), w.PutFolderItem(key, store.FolderItem{Feed: "b", ID: "1"}), w.PutFolderItem(key, folderItem("a", "3")),
			w.PutFolderFile(key, folderFile("b/\xff.jpg")), w.PutFolderFile(key, store.FolderFile{Path: "a.jpg"}),
		)
	})
}

func testFolderTree(t *testing.T, s store.Store) {
	key, other := addFolder(t, s, "a").Key, addFolder(t, s, "b").Key
	grow(t, s, key)
	equal(t, "feeds", folderFeeds(t, s, key), []store.FolderFeed{{Path: "B"}, folderFeed("b/f.xml")})
	equal(t, "items", folderItems(t, s, key), []store.FolderItem{folderItem("a", "3"), {Feed: "b", ID: "1"}, folderItem("b", "2")})
	equal(t, "files", folderFiles(t, s, key), []store.FolderFile{{Path: "a.jpg"}, folderFile("b/\xff.jpg")})
	wantNoTree(t, s, other)
	wantNoTree(t, s, 99)
}

func testFolderReplaced(t *testing.T, s store.Store) {
	key := addFolder(t, s, "a").Key
	grow(t, s, key)
	update(t, s, func(w store.Writer) error {
		return errors.Join(w.PutFolderFeed(key, store.FolderFeed{Path: "b/f.xml"}), w.PutFolderItem(key, store.FolderItem{Feed: "b", ID: "2"}),
			w.PutFolderFile(key, store.FolderFile{Path: "b/\xff.jpg"}))
	})
	equal(t, "feeds", folderFeeds(t, s, key), []store.FolderFeed{{Path: "B"}, {Path: "b/f.xml"}})
	equal(t, "items", folderItems(t, s, key), []store.FolderItem{folderItem("a", "3"), {Feed: "b", ID: "1"}, {Feed: "b", ID: "2"}})
	equal(t, "files", folderFiles(t, s, key), []store.FolderFile{{Path: "a.jpg"}, {Path: "b/\xff.jpg"}})
	forget := func(w store.Writer) error {
		return errors.Join(w.RemoveFolderFeed(key, "B"), w.RemoveFolderItem(key, "b", "1"), w.RemoveFolderFile(key, "a.jpg"))
	}
	update(t, s, forget)
	equal(t, "feeds left", folderFeeds(t, s, key), []store.FolderFeed{{Path: "b/f.xml"}})
	equal(t, "items left", folderItems(t, s, key), []store.FolderItem{folderItem("a", "3"), {Feed: "b", ID: "2"}})
	equal(t, "files left", folderFiles(t, s, key), []store.FolderFile{{Path: "b/\xff.jpg"}})
	before := revision(t, s)
	update(t, s, forget)
	equal(t, "revision after they are forgotten again", revision(t, s), before)
}

func testFolderMany(t *testing.T, s store.Store) {
	key := addFolder(t, s, "a").Key
	var items []store.FolderItem
	var files []store.FolderFile
	update(t, s, func(w store.Writer) (err error) {
		for n := range 1100 {
			items = append(items, folderItem(fmt.Sprint("feed ", n/400), fmt.Sprintf("%05d", n)))
			files = append(files, folderFile(fmt.Sprintf("%05d", n)))
			err = errors.Join(err, w.PutFolderItem(key, items[n]), w.PutFolderFile(key, files[n]))
		}
		return err
	})
	equal(t, "items", folderItems(t, s, key), items)
	equal(t, "files", folderFiles(t, s, key), files)
}

func testRemoveFolder(t *testing.T, s store.Store) {
	stays, gone := addFolder(t, s, "b"), addFolder(t, s, "a")
	grow(t, s, gone.Key)
	grow(t, s, stays.Key)
	forget := func(w store.Writer) error { return w.RemovePublishedFolder(gone.Key) }
	update(t, s, forget)
	wantError(t, s.Update(t.Context(), forget), store.ErrNoPublication)
	equal(t, "folders", folders(t, s), []store.PublishedFolder{stays})
	wantNoTree(t, s, gone.Key)
	equal(t, "files of the other", len(folderFiles(t, s, stays.Key)), 2)
	again := addFolder(t, s, "a")
	if again.Key == gone.Key {
		t.Errorf("key %d was given twice", again.Key)
	}
	wantNoTree(t, s, again.Key)
}

// testNeedFolder calls every method with a key that does not exist.
func testNeedFolder(t *testing.T, s store.Store) {
	for name, write := range map[string]func(store.Writer) error{
		"PutFolderFeed":    func(w store.Writer) error { return w.PutFolderFeed(99, folderFeed("f")) },
		"PutFolderItem":    func(w store.Writer) error { return w.PutFolderItem(99, folderItem("f", "i")) },
		"PutFolderFile":    func(w store.Writer) error { return w.PutFolderFile(99, folderFile("f")) },
		"RemoveFolderFeed": func(w store.Writer) error { return w.RemoveFolderFeed(99, "f") },
		"RemoveFolderItem": func(w store.Writer) error { return w.RemoveFolderItem(99, "f", "i") },
		"RemoveFolderFile": func(w store.Writer) error { return w.RemoveFolderFile(99, "f") },
	} {
		t.Run(name, func(t *testing.T) { wantError(t, s.Update(t.Context(), write), store.ErrNoPublication) })
	}
}

func wantNoTree(t *testing.T, s store.Store, key int64) {
	t.Helper()
	equal(t, "feeds", len(folderFeeds(t, s, key)), 0)
	equal(t, "items", len(folderItems(t, s, key)), 0)
	equal(t, "files", len(folderFiles(t, s, key)), 0)
}

func addFolder(t *testing.T, s store.Store, address string) store.PublishedFolder {
	t.Helper()
	f := store.PublishedFolder{Folder: "/photos", Address: address}
	f.Key = putFolder(t, s, f)
	return f
}

func putFolder(t *testing.T, s store.Store, f store.PublishedFolder) (key int64) {
	t.Helper()
	update(t, s, func(w store.Writer) (err error) {
		key, err = w.PutPublishedFolder(f)
		return err
	})
	return key
}

func tryFolder(t *testing.T, s store.Store, f store.PublishedFolder) error {
	return s.Update(t.Context(), func(w store.Writer) error {
		_, err := w.PutPublishedFolder(f)
		return err
	})
}

func folders(t *testing.T, s store.Store) []store.PublishedFolder {
	t.Helper()
	return get(t, s, store.Reader.PublishedFolders)
}

func folderFeeds(t *testing.T, s store.Store, key int64) []store.FolderFeed {
	t.Helper()
	return get(t, s, func(r store.Reader) ([]store.FolderFeed, error) { return r.FolderFeeds(key) })
}

func folderItems(t *testing.T, s store.Store, key int64) []store.FolderItem {
	t.Helper()
	return get(t, s, func(r store.Reader) (all []store.FolderItem, err error) {
		err = r.FolderItems(key, func(i store.FolderItem) error { all = append(all, i); return nil })
		return all, err
	})
}

func folderFiles(t *testing.T, s store.Store, key int64) []store.FolderFile {
	t.Helper()
	return get(t, s, func(r store.Reader) (all []store.FolderFile, err error) {
		err = r.FolderFiles(key, func(f store.FolderFile) error { all = append(all, f); return nil })
		return all, err
	})
}
