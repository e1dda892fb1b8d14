package library

import (
	"context"
	"fmt"
	"image"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"crossfeed/engine"
	"crossfeed/engine/store"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/work"
)

// Thumbnails are made two at a time, each once, and one whose row was scrolled away before
// its turn is not made at all.
func TestThumbnailsAreMadeForRowsInSight(t *testing.T) {
	test.NewTempApp(t)
	seam := &work.Manual{Ctx: t.Context()}
	var made []string
	told := 0
	th := newThumbs(seam, func(_ context.Context, library int64, address string) (image.Image, error) {
		made = append(made, fmt.Sprint(library, address))
		return image.NewRGBA(image.Rect(0, 0, 1, 1)), nil
	}, func() { told++ })
	file := func(name string) engine.ContentEntryFile {
		return engine.ContentEntryFile{ContentLink: store.ContentLink{Address: name}}
	}
	first, second, third := widget.NewMediaRow(), widget.NewMediaRow(), widget.NewMediaRow()
	th.of(first, 1, file("a"))
	th.of(second, 1, file("b"))
	th.of(third, 1, file("c"))
	if len(th.running) != mostMade {
		t.Fatalf("%d are being made", len(th.running))
	}
	th.of(second, 1, file("d")) // b was scrolled away
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
