package folder_test

import (
	"context"
	"path"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"crossfeed/engine/library/folder"
	"crossfeed/engine/transport"
)

// folding is a place that ignores case and the encoding of accents, like the file systems of
// Windows and macOS. Documents keep the spelling with which they were first written.
type folding struct {
	*watched
	spelling map[string]string
}

func fold(address string) string { return strings.ToLower(norm.NFD.String(unescaped(address))) }

func unescaped(address string) string {
	plain, err := transport.Parse(address)
	if err != nil {
		return address
	}
	return path.Join(path.Dir(plain), transport.Name(plain))
}

func (f folding) as(t transport.Target) transport.Target {
	if is, there := f.spelling[fold(t.Address)]; there {
		t.Address = is
	}
	return t
}

func (f folding) Names(ctx context.Context, t transport.Target) ([]string, error) {
	var names []string
	for folded, is := range f.spelling {
		if strings.HasPrefix(folded, fold(t.Address + "x")[:len(fold(t.Address+"x"))-1]) && f.watched.all[is] {
			names = append(names, transport.Name(is))
		}
	}
	slices.Sort(names)
	return names, nil
}

func (f folding) Read(ctx context.Context, r transport.Request) (*transport.Response, error) {
	r.Target = f.as(r.Target)
	return f.watched.Read(ctx, r)
}

func (f folding) Download(ctx context.Context, d transport.Download) (*transport.Stream, error) {
	d.Target = f.as(d.Target)
	return f.watched.Download(ctx, d)
}

func (f folding) Write(ctx context.Context, put transport.Put) (transport.Written, error) {
	asked := put.Address
	put.Target = f.as(put.Target)
	done, err := f.watched.Write(ctx, put)
	if err == nil && put.Address == asked {
		f.spelling[fold(asked)] = asked
	}
	return done, err
}

func (f folding) Remove(ctx context.Context, t transport.Target, last transport.Written) error {
	asked := t.Address
	t = f.as(t)
	err := f.watched.Remove(ctx, t, last)
	if err == nil {
		delete(f.spelling, fold(asked))
	}
	return err
}

// publishOnFolding publishes to a case-insensitive place.
func (w *world) publishOnFolding(f folding) folder.Report {
	w.t.Helper()
	p := w.parts()
	p.Places = f
	r, err := folder.Publish(w.t.Context(), p, w.o)
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

// found checks that a reader there finds the folder.
func (w *world) found(f folding) {
	w.t.Helper()
	s := crawl(w.t, f, at+folder.RootName)
	for name, text := range w.files() {
		if got := s.files[address(name)]; got != text {
			w.t.Errorf("%s is %q, and should be %q", name, got, text)
		}
	}
}

// TestANameThatIsOnlyWrittenOtherwise renames files and folders so that a case-insensitive
// place takes the new name for the old one.
func TestANameThatIsOnlyWrittenOtherwise(t *testing.T) {
	for name, change := range map[string]func(*world){
		"a file":                   func(w *world) { w.remove("IMG.jpg"); w.put("img.jpg", "one") },
		"a file that changed, too": func(w *world) { w.remove("IMG.jpg"); w.put("img.jpg", "other") },
		"a folder":                 func(w *world) { w.remove("Fotos"); w.put("fotos/a.jpg", "two"); w.put("fotos/new.jpg", "three") },
		"a folder around":          func(w *world) { w.remove("Fotos"); w.put("fotos/sub/new.jpg", "three") },
		"an accent":                func(w *world) { w.remove("\u00fc.jpg"); w.put("u\u0308.jpg", "four") },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, "IMG.jpg", "one", "Fotos/a.jpg", "two", "\u00fc.jpg", "four", "z.jpg", "z")
			f := folding{w.places, map[string]string{}}
			w.publishOnFolding(f)
			w.found(f)
			change(w)
			if r := w.publishOnFolding(f); len(r.Passed) > 0 {
				t.Error(r.Passed)
			}
			w.found(f)
			w.places.writes = nil
			if w.publishOnFolding(f); len(w.places.writes) > 0 {
				t.Errorf("once more: %s", w.places.written())
			}
		})
	}
}

// TestDuplicatesAreNotWrittenOverEachOther publishes files whose names are equal there.
func TestDuplicatesAreNotWrittenOverEachOther(t *testing.T) {
	w := newWorld(t, "A.jpg", "one", "a.JPG", "one and more", "\u00fc.png", "x", "u\u0308.png", "xyz")
	f := folding{w.places, map[string]string{}}
	for range 3 {
		r := w.publishOnFolding(f)
		if passed(r) != "a.JPG \u00fc.png" {
			t.Error(r.Passed)
		}
		s := crawl(t, f, at+folder.RootName)
		if len(s.files) != 2 || s.files[address("A.jpg")] != "one" || s.files[address("u\u0308.png")] != "xyz" {
			t.Errorf("%q", s.files)
		}
	}
}
