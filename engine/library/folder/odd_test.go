package folder_test

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/library/folder"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// passed returns the skipped files, by their paths.
func passed(r folder.Report) string {
	var all []string
	for _, p := range r.Passed {
		all = append(all, p.Path)
	}
	return strings.Join(all, " ")
}

func TestNamesOfAllKinds(t *testing.T) {
	w := newWorld(t,
		"with space.jpg", "1", "Übung.jpg", "2", "a#b.jpg", "3", "100%.jpg", "4", "why?.jpg", "5", "a&b<c>.jpg", "6", "%41.jpg", "7",
		"A.jpg", "8", "a.JPG", "9", "x", "10", "x.y/x", "11", "c:d.jpg", "12", `back\slash.jpg`, "13", "+.jpg", "14", "a;b=c.jpg", "15",
		strings.Repeat("n", 240)+".jpg", "16", "line\nbreak.jpg", "17", "ends with dot.", "18", "Fotos #1/100%/ä?/b.jpg", "19", "crossfeed.xml", "20")
	if got := counted(w.publish()); !strings.HasPrefix(got, "19 new") { // A.jpg and a.JPG form one item
		t.Error(got)
	}
	w.check().exact(t)
}

func TestWhatIsNeverPublished(t *testing.T) {
	w := newWorld(t, ".hidden", "1", ".git/config", "2", folder.RootName, "3", "x/crossfeed-content.0001.xml", "4", "a.jpg", "5")
	for _, link := range [][2]string{{".", "loop"}, {"a.jpg", "link.jpg"}, {"/etc/passwd", "passwd"}} {
		if err := os.Symlink(link[0], filepath.Join(w.folder, link[1])); err != nil {
			t.Skip(err)
		}
	}
	if err := os.WriteFile(filepath.Join(w.folder, "bad\xff.jpg"), nil, 0o600); err != nil {
		t.Log(err)
	}
	r := w.publish()
	if got := passed(r); got != "bad?.jpg link.jpg loop passwd" {
		t.Error(got)
	}
	if got := counted(r); got != "1 new, 0 changed, 0 removed, 0 same, 1 files, 1 feeds" {
		t.Error(got)
	}
}

// odd is a disk on which one path cannot be read, or changes while it is read.
type odd struct {
	transport.Disk
	path string
	// reading is called when the path is opened for the nth time.
	reading func(n int) error
	n       int
}

func (o *odd) Entries(path string) ([]transport.Entry, error) {
	if path == o.path {
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrPermission}
	}
	return o.Disk.Entries(path)
}

func (o *odd) Inside(folder string) transport.Lookup { return oddInside{o.Disk.Inside(folder), o} }

type oddInside struct {
	transport.Lookup
	odd *odd
}

func (o oddInside) Open(path string) (io.ReadCloser, error) {
	if path == o.odd.path {
		o.odd.n++
		if err := o.odd.reading(o.odd.n); err != nil {
			return nil, err
		}
	}
	return o.Lookup.Open(path)
}

// publishOn publishes from an odd disk.
func (w *world) publishOn(o *odd) (folder.Report, error) {
	p := w.parts()
	p.Files = o
	return folder.Publish(context.Background(), p, w.o)
}

func TestWhatCannotBeReadStaysAsItWasPublished(t *testing.T) {
	denied := func(int) error { return &fs.PathError{Op: "open", Path: "it", Err: fs.ErrPermission} }
	t.Run("a file", func(t *testing.T) {
		w := album(t)
		w.publish()
		w.put("b.jpg", "changed")
		r, err := w.publishOn(&odd{path: filepath.Join(w.folder, "b.jpg"), reading: denied})
		if err != nil || counted(r) != "0 new, 0 changed, 0 removed, 5 same, 0 files, 0 feeds" {
			t.Error(counted(r), err)
		}
		if len(r.Passed) != 1 || r.Passed[0] != (folder.Passed{Path: "b.jpg", Err: folder.ErrPermission}) {
			t.Error(r.Passed)
		}
		w.publish()
		w.check()
	})
	t.Run("a new file", func(t *testing.T) {
		w := album(t)
		r, err := w.publishOn(&odd{path: filepath.Join(w.folder, "b.jpg"), reading: denied})
		if err != nil || passed(r) != "b.jpg" || counted(r) != "4 new, 0 changed, 0 removed, 0 same, 5 files, 4 feeds" {
			t.Error(counted(r), r.Passed, err)
		}
	})
	t.Run("a folder", func(t *testing.T) {
		w := album(t)
		w.publish()
		w.put("2025/may/d.jpg", "changed")
		w.put("b.jpg", "changed")
		r, err := w.publishOn(&odd{path: filepath.Join(w.folder, "2025")})
		if err != nil || passed(r) != "2025" || counted(r) != "0 new, 1 changed, 0 removed, 4 same, 1 files, 1 feeds" {
			t.Error(counted(r), r.Passed, err)
		}
		w.publish()
		w.check()
	})
}

func TestAFileThatChangesOrGoesWhileItIsSent(t *testing.T) {
	for name, change := range map[string]func(path string) error{
		"longer":  func(path string) error { return os.WriteFile(path, []byte("longer than before"), 0o600) },
		"shorter": func(path string) error { return os.WriteFile(path, []byte("s"), 0o600) },
		"other":   func(path string) error { return os.WriteFile(path, []byte("tow"), 0o600) },
		"gone":    os.Remove,
		"a link":  func(path string) error { return errors.Join(os.Remove(path), os.Symlink("/etc/passwd", path)) },
	} {
		for _, published := range []bool{false, true} {
			w := album(t)
			if published {
				w.publish()
				w.put("b.jpg", "two")
			}
			w.put("b.jpg", "thr")
			path := filepath.Join(w.folder, "b.jpg")
			r, err := w.publishOn(&odd{path: path, reading: func(n int) error {
				if n == 2 { // the first time, it was hashed
					return change(path)
				}
				return nil
			}})
			s := crawl(t, w.places, at+folder.RootName)
			got, there := s.files[address("b.jpg")]
			longer := name == "longer" && got == "thr" // the hashed part of a file that has grown since, but never less
			if err != nil || !longer && (passed(r) != "b.jpg" || there != published || published && got != "two") {
				t.Errorf("%s, published before %v: passed %v, found %q %v, %v", name, published, r.Passed, got, there, err)
			}
			if name != "a link" {
				w.publish()
				w.check()
			}
		}
	}
}

func TestASecondWriterIsNotWrittenOver(t *testing.T) {
	t.Run("at the root, before anything is written", func(t *testing.T) {
		w := album(t)
		w.other(folder.RootName)
		if _, err := w.run(); !errors.Is(err, folder.ErrOccupied) || len(w.places.writes) > 0 {
			t.Errorf("%v, written: %s", err, w.places.written())
		}
		if len(w.folders()) > 0 {
			t.Error("the publication is kept")
		}
	})
	t.Run("at a feed", func(t *testing.T) {
		w := album(t)
		w.other("2025/" + folder.RootName)
		if _, err := w.run(); !errors.Is(err, folder.ErrOccupied) || w.places.Text(at+folder.RootName) != "" {
			t.Error(err)
		}
		if all := w.folders(); len(all) != 1 || all[0].Health.Trouble != transport.SecondWriter || all[0].Health.Failures != 1 {
			t.Errorf("%+v", all)
		}
	})
	t.Run("at a file", func(t *testing.T) {
		w := album(t)
		w.other("b.jpg")
		r := w.publish()
		if passed(r) != "b.jpg" || counted(r) != "4 new, 0 changed, 0 removed, 0 same, 5 files, 4 feeds" {
			t.Error(counted(r), r.Passed)
		}
		w.places.Leave(address("b.jpg"))
		w.publish()
		w.check()
	})
	t.Run("at what was published", func(t *testing.T) {
		w := album(t)
		w.publish()
		w.other(folder.RootName)
		w.put("b.jpg", "changed")
		if _, err := w.run(); !errors.Is(err, folder.ErrOccupied) {
			t.Error(err)
		}
	})
	t.Run("at what is to be removed", func(t *testing.T) {
		w := album(t)
		w.publish()
		w.other("b.jpg")
		w.remove("b.jpg")
		if r := w.publish(); passed(r) != "b.jpg" {
			t.Error(r.Passed)
		}
		if w.places.Text(address("b.jpg")) != "somebody else's" {
			t.Error("it was removed")
		}
	})
}

// other lets somebody else write.
func (w *world) other(name string) { w.places.Serve(address(name), served("somebody else's")) }

func TestTwoFoldersAreNotPublishedAtOnePlace(t *testing.T) {
	w := album(t)
	w.publish()
	o := w.o
	o.Folder = t.TempDir()
	if _, err := folder.Publish(context.Background(), w.parts(), o); !errors.Is(err, store.ErrPublishedThere) {
		t.Error(err)
	}
	o.Address = at + "other.xml"
	if _, err := folder.Publish(context.Background(), w.parts(), o); !errors.Is(err, store.ErrPublishedThere) {
		t.Error(err)
	}
}

func TestAFolderThatBecameEmptyIsLeftAsItWas(t *testing.T) {
	w := album(t)
	w.publish()
	for _, name := range []string{"2025", "2026", "a.jpg", "a.txt", "b.jpg"} {
		w.remove(name)
	}
	if _, err := w.run(); !errors.Is(err, folder.ErrEmptied) || len(w.places.writes)+len(w.places.removed) > 0 {
		t.Error(err, w.places.written(), w.places.removed)
	}
	w.remove("")
	if _, err := w.run(); err == nil || len(w.places.writes)+len(w.places.removed) > 0 {
		t.Error(err, w.places.written(), w.places.removed)
	}
}

func TestAnEmptyFolderHasAnEmptyFeed(t *testing.T) {
	w := newWorld(t)
	if err := os.MkdirAll(filepath.Join(w.folder, "empty", "too"), 0o700); err != nil {
		t.Fatal(err)
	}
	if got := counted(w.publish()); got != "0 new, 0 changed, 0 removed, 0 same, 0 files, 1 feeds" {
		t.Error(got)
	}
	w.check()
}

func TestADryRunWritesNothing(t *testing.T) {
	w := album(t)
	w.o.Dry = true
	if got := counted(w.publish()); got != "5 new, 0 changed, 0 removed, 0 same, 6 files, 4 feeds" || len(w.places.writes) > 0 || len(w.folders()) > 0 {
		t.Error(got, w.places.written(), w.folders())
	}
	w.o.Dry = false
	w.publish()
	w.put("2025/c.jpg", "changed")
	before, _ := w.store.Revision(t.Context())
	w.o.Dry, w.o.Title = true, "other"
	if got := counted(w.publish()); got != "0 new, 1 changed, 0 removed, 4 same, 1 files, 2 feeds" || len(w.places.writes) > 0 {
		t.Error(got, w.places.written())
	}
	if after, _ := w.store.Revision(t.Context()); after != before {
		t.Error("the store was written to")
	}
}

func TestStoppingTakesAwayOnlyWhatWasWritten(t *testing.T) {
	w := album(t)
	w.publish()
	w.other("2025/c.jpg")
	w.places.Serve(at+"beside.txt", served("beside"))
	key := w.folders()[0].Key
	w.places.calls, w.places.fail = 0, 4
	if err := folder.Stop(t.Context(), w.parts(), key, true); !errors.Is(err, errBroken) || len(w.folders()) != 1 {
		t.Fatal(err)
	}
	if w.places.removed[0] != at+folder.RootName {
		t.Errorf("%s went first", w.places.removed[0])
	}
	w.places.fail = 0
	if err := folder.Stop(t.Context(), w.parts(), key, true); err != nil {
		t.Fatal(err)
	}
	if len(w.places.all) != 1 || w.places.Text(at+"beside.txt") != "beside" || w.places.Text(address("2025/c.jpg")) != "somebody else's" {
		t.Error(w.places.all)
	}
	if err := folder.Stop(t.Context(), w.parts(), key, true); !errors.Is(err, store.ErrNoPublication) {
		t.Error(err)
	}
}

func TestStoppingLeavesWhatWasWritten(t *testing.T) {
	w := album(t)
	w.publish()
	if err := folder.Stop(t.Context(), w.parts(), w.folders()[0].Key, false); err != nil || len(w.folders()) > 0 {
		t.Fatal(err)
	}
	w.check()
}

func TestAStoppedStopIsPublishedAnew(t *testing.T) {
	w := album(t)
	before := w.publish().Built
	w.places.calls, w.places.fail = 0, 6
	if err := folder.Stop(t.Context(), w.parts(), w.folders()[0].Key, true); !errors.Is(err, errBroken) {
		t.Fatal(err)
	}
	w.places.fail = 0
	w.put("b.jpg", "changed")
	if r := w.publish(); !r.Built.After(before) {
		t.Error(r.Built)
	}
	w.check().exact(t)
}

// TestPatternsKnowBothWaysToWriteAnAccent uses both encodings, which look the same to a
// person.
func TestPatternsKnowBothWaysToWriteAnAccent(t *testing.T) {
	for _, pattern := range []string{"\u00fc.txt", "u\u0308.txt", "b\u00f6se/*.txt", "./bo\u0308se/**", "b\u00f6se/"} {
		w := newWorld(t, "bo\u0308se/u\u0308.txt", "secret", "bo\u0308se/\u00fc.jpg", "", "a.jpg", "one")
		w.o.Ignored = []string{pattern}
		w.publish()
		if text := w.places.Text(address("bo\u0308se/u\u0308.txt")); text != "" {
			t.Errorf("%+q does not keep it from being published", pattern)
		}
	}
}

// TestALinkToTheFolderIsTheFolder passes a link as the folder to publish.
func TestALinkToTheFolderIsTheFolder(t *testing.T) {
	w := album(t)
	w.o.Folder = filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(w.folder, w.o.Folder); err != nil {
		t.Skip(err)
	}
	if r := w.publish(); len(r.Passed) > 0 {
		t.Error(r.Passed)
	}
	w.check()
}

// TestAFileThatIsForbiddenIsPassedOver uses a server that rejects certain files. The rest is
// published, unless the server rejects everything.
func TestAFileThatIsForbiddenIsPassedOver(t *testing.T) {
	forbidden := func(name string) *world {
		w := album(t)
		w.places.Serve(address(name), transporttest.Served{Err: &transport.Error{Trouble: transport.Forbidden, Address: address(name), Status: 403}})
		return w
	}
	w := forbidden("b.jpg")
	for range 2 {
		if r := w.publish(); passed(r) != "b.jpg" {
			t.Error(counted(r), r.Passed)
		}
	}
	if s := crawl(t, w.places, at+folder.RootName); len(s.files) != 5 {
		t.Errorf("%d files are found", len(s.files))
	}
	w = forbidden("a.jpg") // the first one sent
	if _, err := w.run(); err == nil {
		t.Error("nothing was sent, and nothing is said")
	}
}

// TestATextIsReadAsAnEditorWroteIt includes the encodings of Windows.
func TestATextIsReadAsAnEditorWroteIt(t *testing.T) {
	long := strings.Repeat("\u00fc", 3999) // a character is cut at the end of the part that is read
	for text, want := range map[string]string{
		"\u00dcbung": "\u00dcbung", "\ufeff\u00dcbung": "\u00dcbung", "\xdcbung \x80 5": "\u00dcbung \u20ac 5",
		"\xff\xfe\xdc\x00b\x00": "\u00dcb", "\xfe\xff\x00\xdc\x00b": "\u00dcb", "": "",
		"x" + long: "x" + long[:2*1999], "\xff\xfe\xdc\x00b": "\u00dc",
	} {
		w := newWorld(t, "a.jpg", "one", "a.txt", text)
		w.publish()
		if got := w.check().feeds[at+folder.RootName].Items[0].Text; got != want {
			t.Errorf("%.20q is read as %.30q, want %.30q", text, got, want)
		}
	}
}

// A person's own file may have that name.
func TestAFileWithTheNameOfTheRootFeedIsTold(t *testing.T) {
	w := newWorld(t, "Album.xml", "mine", "sub/album.xml", "mine, too").to(at + "album.xml")
	r := w.publish()
	if passed(r) != "Album.xml" || r.Files != 1 {
		t.Error(r.Passed, counted(r))
	}
	w = newWorld(t, "a.jpg", "one")
	w.to(filepath.Join(w.folder, "album.xml"))
	for range 2 {
		if r := w.publish(); len(r.Passed) > 0 {
			t.Error("in place:", r.Passed)
		}
	}
}

func TestHealthTellsOfFailures(t *testing.T) {
	w := album(t)
	w.publish()
	w.places.Offline(true)
	for range 2 {
		w.now = w.now.Add(time.Hour)
		w.put("b.jpg", "changed "+w.now.String())
		if _, err := w.run(); err == nil {
			t.Fatal("offline, and nothing failed")
		}
	}
	h := w.folders()[0].Health
	if h.Failures != 2 || h.Trouble != transport.Offline || h.ErrorSince != noon.Add(time.Hour) || h.LastSuccess != noon || h.LastTry != w.now {
		t.Errorf("%+v", h)
	}
	w.places.Offline(false)
	w.publish()
	if h := w.folders()[0].Health; h.Failures != 0 || h.Error != "" || h.LastSuccess != w.now {
		t.Errorf("%+v", h)
	}
	w.check()
}
