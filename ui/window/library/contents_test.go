package library

import (
	"context"
	"fmt"
	"image"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	lib "crossfeed/engine/library"
	"crossfeed/engine/store"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/work/worktest"
)

// onDisk is a source with one file.
type onDisk struct{ path string }

func (onDisk) Content(context.Context, int64, string, bool) (lib.Page, error) {
	return lib.Page{}, nil
}

func (o onDisk) ContentPath(context.Context, int64, string) (string, error) { return o.path, nil }

func (onDisk) Open(path string) (io.ReadCloser, error) { return os.Open(path) }

// previewOf returns the preview of a file with a name and these bytes.
func previewOf(t *testing.T, name string, data []byte) preview {
	t.Helper()
	path := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := contents{onDisk{path}}.of(t.Context(), 1, lib.File{ContentLink: store.ContentLink{Address: "/" + name, Name: name}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Texts are decoded as UTF-8, otherwise as Windows-1252; HTML is converted to plain text; and
// characters that no font has become dots.
func TestTextsAreRead(t *testing.T) {
	for name, c := range map[string]struct{ data, want string }{
		"utf8.txt":   {"\ufeffGrüße", "Grüße"},
		"latin1.txt": {"Gr\xfc\xdfe \x80", "Grüße €"},
		"page.html":  {"<p>one</p><p>two &amp; three</p>", "one\ntwo & three"},
		"odd.log":    {"a\x00b\tc\n", "a·b\tc\n"},
		"photo.pdf":  {"%PDF", ""},
	} {
		if got := previewOf(t, name, []byte(c.data)); got.text != c.want || got.cut {
			t.Errorf("%s: %+v, want %q", name, got, c.want)
		}
	}
}

// Of a long text only the beginning is shown, and no character is cut in half.
func TestALongTextIsCut(t *testing.T) {
	got := previewOf(t, "long.txt", []byte("x"+strings.Repeat("ü", 200_000)))
	if !got.cut || len(got.text) > mostText || strings.Trim(got.text, "xü") != "" {
		t.Errorf("%d bytes, cut %v, ends in %q", len(got.text), got.cut, got.text[len(got.text)-3:])
	}
}

// Two thumbnails are created at a time, each once. If a row was scrolled out of sight before
// its turn, its thumbnail is not created.
func TestThumbnailsAreMadeForRowsInSight(t *testing.T) {
	test.NewTempApp(t)
	seam := &worktest.Manual{Ctx: t.Context()}
	var made []string
	told := 0
	th := newThumbs(seam, func(_ context.Context, library int64, address string) (image.Image, error) {
		made = append(made, fmt.Sprint(library, address))
		return image.NewRGBA(image.Rect(0, 0, 1, 1)), nil
	}, func() { told++ })
	file := func(name string) lib.File {
		return lib.File{ContentLink: store.ContentLink{Address: name}}
	}
	first, second, third := widget.NewMediaRow(&widget.Keys{}), widget.NewMediaRow(&widget.Keys{}), widget.NewMediaRow(&widget.Keys{})
	th.of(first, 1, file("a"))
	th.of(second, 1, file("b"))
	th.of(third, 1, file("c"))
	if len(th.running) != mostMade {
		t.Fatalf("%d are being made", len(th.running))
	}
	th.of(second, 1, file("d")) // b was scrolled out of sight
	th.leave(third)             // and c
	seam.Run()
	if got := strings.Join(made, " "); got != "1a 1d" {
		t.Errorf("made: %s", got)
	}
	if th.of(first, 1, file("a")) == nil || th.of(second, 1, file("d")) == nil || told != 2 {
		t.Errorf("told %d times", told)
	}
	if len(made) != 2 {
		t.Errorf("made again: %v", made)
	}
}
