package folder_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/library/folder"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// to makes a folder of this computer the place to which a world is published.
func (w *world) to(place string) *world {
	w.o.Address = place
	return w
}

// checkAt checks that what is found from a root feed on is the folder.
func (w *world) checkAt(root string) seen {
	w.t.Helper()
	s := crawl(w.t, transport.OnDisk{Files: transport.Disk{}}, root)
	for name, text := range w.files() {
		if got := s.files[filepath.Join(filepath.Dir(root), filepath.FromSlash(name))]; got != text {
			w.t.Errorf("%s is %q, and should be %q", name, got, text)
		}
	}
	if len(s.files) != len(w.files()) {
		w.t.Errorf("%d files are found, and there are %d", len(s.files), len(w.files()))
	}
	return s
}

func TestPublishingToAFolder(t *testing.T) {
	out := t.TempDir()
	w := album(t).to(filepath.Join(out, "pub"))
	w.put("2025/Übung #1?/100%.jpg", "six")
	root := filepath.Join(out, "pub", folder.RootName)
	if r := w.publish(); r.Address != root {
		t.Errorf("it is published at %s", r.Address)
	}
	w.checkAt(root).exact(t)
	w.remove("2025")
	w.publish()
	w.checkAt(root)
	if _, err := os.Stat(filepath.Join(out, "pub", "2025", "c.jpg")); !errors.Is(err, os.ErrNotExist) {
		t.Error("a file that is gone is still there:", err)
	}
}

func TestAnAddressThatEndsInXMLIsThatOfTheRootFeed(t *testing.T) {
	root := filepath.Join(t.TempDir(), "album.xml")
	w := album(t).to(root)
	w.publish()
	w.checkAt(root).exact(t)
}

func TestAFolderThatIsNotThereIsMadeOnlyAtFirst(t *testing.T) {
	out := t.TempDir()
	w := album(t).to(filepath.Join(out, "not", "there"))
	var missing *transport.Error
	if _, err := w.run(); !errors.As(err, &missing) || missing.Trouble != transport.NotFound {
		t.Error(err)
	}
	if err := os.Mkdir(filepath.Join(out, "not"), 0o700); err != nil {
		t.Fatal(err)
	}
	w.publish()
	if err := os.RemoveAll(filepath.Join(out, "not", "there")); err != nil { // its drive was disconnected
		t.Fatal(err)
	}
	if _, err := w.run(); !errors.As(err, &missing) || missing.Trouble != transport.NotFound {
		t.Error(err)
	}
}

// TestAFirstRunThatWasKilledIsAFirstRunAgain kills a run before it has written anything.
func TestAFirstRunThatWasKilledIsAFirstRunAgain(t *testing.T) {
	w := album(t).to(filepath.Join(t.TempDir(), "pub"))
	root := filepath.Join(w.o.Address, folder.RootName)
	if err := w.store.Update(t.Context(), func(s store.Writer) error {
		key, err := s.PutPublishedFolder(store.PublishedFolder{Folder: w.folder, Address: root, Title: "t", Group: folder.ByStem, Revision: 1})
		return errors.Join(err, s.PutFolderFile(key, store.FolderFile{Path: "a.jpg", Hash: "looked at"}))
	}); err != nil {
		t.Fatal(err)
	}
	w.publish()
	w.checkAt(root)
}

// TestWhatAKilledRunLeftIsTakenAway checks that only temporary files of the interrupted writes
// are deleted.
func TestWhatAKilledRunLeftIsTakenAway(t *testing.T) {
	w := album(t).to(filepath.Join(t.TempDir(), "pub"))
	w.publish()
	pub := func(name string) string { return filepath.Join(w.o.Address, filepath.FromSlash(name)) }
	for _, name := range []string{"2025/.c.jpg1098694888519886917", "2025/.crossfeed-content.xml4552070148", ".b.jpg123456789", "2025/.c.jpg", "2025/.c.jpg12", "2025/.d.jpg123456789", "2025/c.jpg123456789"} {
		if err := os.WriteFile(pub(name), []byte("piece"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	key := w.folders()[0].Key
	if err := w.store.Update(t.Context(), func(s store.Writer) error {
		var file store.FolderFile
		err := s.FolderFiles(key, func(f store.FolderFile) error {
			if f.Path == "2025/c.jpg" {
				file = f
			}
			return nil
		})
		file.Pending = file.Hash
		feeds, other := s.FolderFeeds(key)
		for _, f := range feeds {
			if f.Path == "2025/"+folder.RootName {
				f.Pending = f.Hash
				err = errors.Join(err, s.PutFolderFeed(key, f))
			}
		}
		return errors.Join(err, other, s.PutFolderFile(key, file))
	}); err != nil {
		t.Fatal(err)
	}
	w.publish()
	var left []string
	for _, name := range []string{".", "2025"} {
		entries, err := os.ReadDir(pub(name))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if strings.Contains(e.Name(), "jpg") || strings.HasPrefix(e.Name(), ".") {
				left = append(left, e.Name())
			}
		}
	}
	if got := strings.Join(left, " "); got != ".b.jpg123456789 a.jpg b.jpg .c.jpg .c.jpg12 .d.jpg123456789 c.jpg c.jpg123456789" {
		t.Error(got)
	}
}

func TestPublishingInPlaceWritesFeedsAlone(t *testing.T) {
	w := album(t)
	w.to(w.folder)
	root := filepath.Join(w.folder, folder.RootName)
	before := w.files()
	if got := counted(w.publish()); got != "5 new, 0 changed, 0 removed, 0 same, 0 files, 4 feeds" {
		t.Error(got)
	}
	w.checkAt(root).exact(t)
	w.now = w.now.Add(time.Hour)
	w.put("2025/may/d.jpg", "changed")
	w.remove("2026/e.jpg")
	if got := counted(w.publish()); got != "0 new, 1 changed, 1 removed, 3 same, 0 files, 3 feeds" {
		t.Error(got)
	}
	w.checkAt(root)
	if err := folder.Stop(t.Context(), w.parts(), w.folders()[0].Key, true); err != nil {
		t.Fatal(err)
	}
	for name := range before {
		if name == "2026/e.jpg" {
			continue
		}
		if _, err := os.Stat(filepath.Join(w.folder, name)); err != nil {
			t.Error("a file went with its feeds:", err)
		}
	}
	for _, feed := range []string{"", "2025", "2025/may", "2026"} {
		if _, err := os.Stat(filepath.Join(w.folder, feed, folder.RootName)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the feed of %q stays: %v", feed, err)
		}
	}
}

func TestAFolderIsNotPublishedIntoItself(t *testing.T) {
	w := album(t)
	beside := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(w.folder, beside); err != nil {
		t.Skip(err)
	}
	for _, place := range []string{
		filepath.Join(w.folder, "pub"), filepath.Join(w.folder, "2025"), filepath.Join(w.folder, "2025", "x.xml"),
		filepath.Dir(w.folder), filepath.Join(filepath.Dir(filepath.Dir(w.folder)), "all.xml"), filepath.Join(beside, "pub"), filepath.Join(beside, "2025"),
	} {
		w.to(place)
		if _, err := w.run(); !errors.Is(err, folder.ErrWithin) {
			t.Errorf("%s: %v", place, err)
		}
	}
	w.to(beside)
	if got := counted(w.publish()); !strings.HasSuffix(got, "0 files, 4 feeds") {
		t.Errorf("a link to the folder is the folder: %s", got)
	}
}

func TestAFolderTakesThePlaceOfAFile(t *testing.T) {
	w := newWorld(t, "a", "file", "b", "two").to(filepath.Join(t.TempDir(), "pub"))
	root := filepath.Join(w.o.Address, folder.RootName)
	w.publish()
	w.remove("a")
	w.put("a/c.jpg", "three")
	if got := counted(w.publish()); got != "1 new, 0 changed, 1 removed, 1 same, 1 files, 3 feeds" {
		t.Error(got)
	}
	w.checkAt(root)
	w.remove("a")
	w.put("a", "file again")
	if got := counted(w.publish()); got != "1 new, 0 changed, 1 removed, 1 same, 1 files, 2 feeds" {
		t.Error(got)
	}
	w.checkAt(root)
}

func TestWhereAFolderIsPublishedAlreadyIsKnown(t *testing.T) {
	w := album(t)
	w.publish()
	w.o.Address = ""
	w.put("b.jpg", "changed")
	if got := counted(w.publish()); got != "0 new, 1 changed, 0 removed, 4 same, 1 files, 1 feeds" {
		t.Error(got)
	}
	if _, err := folder.Publish(context.Background(), w.parts(), folder.Options{Folder: t.TempDir()}); err == nil {
		t.Error("a folder that is published nowhere is published")
	}
}

func TestANameThatThePlaceDoesNotTakeIsPassedOver(t *testing.T) {
	w := newWorld(t, strings.Repeat("n", 250)+".jpg", "long", "a.jpg", "one").to(filepath.Join(t.TempDir(), "pub"))
	r := w.publish()
	if passed(r) != strings.Repeat("n", 250)+".jpg" || counted(r) != "1 new, 0 changed, 0 removed, 0 same, 1 files, 1 feeds" {
		t.Error(counted(r), r.Passed)
	}
}

// TestAFolderThatMovesInPlaceTakesItsFeedAlong renames and copies folders with the feeds in
// them.
func TestAFolderThatMovesInPlaceTakesItsFeedAlong(t *testing.T) {
	w := album(t)
	w.to(w.folder)
	root := filepath.Join(w.folder, folder.RootName)
	w.publish()
	if err := os.Rename(filepath.Join(w.folder, "2025"), filepath.Join(w.folder, "old")); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(w.folder, "copy"), os.DirFS(filepath.Join(w.folder, "2026"))); err != nil {
		t.Fatal(err)
	}
	w.now = w.now.Add(time.Hour)
	if r := w.publish(); len(r.Passed) > 0 {
		t.Error(r.Passed)
	}
	w.checkAt(root)
	stranger := filepath.Join(w.folder, "new", folder.RootName)
	w.put("new/a.jpg", "new")
	if err := os.WriteFile(stranger, []byte("a stranger's"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := w.run(); !errors.Is(err, folder.ErrOccupied) {
		t.Error(err)
	}
}
