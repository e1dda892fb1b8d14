package window

import (
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage"

	"crossfeed/ui/window/place"
)

// drawing is a file with a picture of a thousand pixels a side.
func drawing(t *testing.T) fyne.URIReadCloser {
	t.Helper()
	path := filepath.Join(t.TempDir(), "ada.png")
	file, err := os.Create(path)
	must(t, err)
	must(t, png.Encode(file, image.NewGray(image.Rect(0, 0, 1000, 1000))))
	must(t, file.Close())
	r, err := storage.Reader(storage.NewFileURI(path))
	must(t, err)
	return r
}

// A picture is made small before it is used.
func TestAChosenPictureIsMadeSmall(t *testing.T) {
	d := todos(t, "One")
	used := ""
	d.win.shrink(drawing(t), func(value string) { used = value })
	d.rest()
	same(t, "a picture", strings.HasPrefix(used, "data:image/"), true)
}

// A picture that is ready when its item is no longer shown is not used for what
// is.
func TestAPictureIsForTheItemThatItWasChosenFor(t *testing.T) {
	d := todos(t, "One")
	d.mark(0)
	d.win.shrink(drawing(t), func(string) { t.Error("it was used elsewhere") })
	d.win.choose(place.Place{Kind: place.Deleted})
	d.rest()
}

func TestWhatIsNoPictureIsSaid(t *testing.T) {
	d := todos(t, "One")
	path := filepath.Join(t.TempDir(), "ada.png")
	must(t, os.WriteFile(path, []byte("no picture"), 0o600))
	r, err := storage.Reader(storage.NewFileURI(path))
	must(t, err)
	d.win.shrink(r, func(string) { t.Error("it was used") })
	d.rest()
	same(t, "said", strings.Contains(d.win.status.Text(), "picture"), true)
}
