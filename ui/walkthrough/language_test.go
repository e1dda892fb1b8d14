//go:build display

package walkthrough_test

import (
	"image"
	_ "image/png"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"crossfeed/ui/walkthrough"
)

// The empty window looks the same in a language without a translation as in English, and
// different in German.
func TestTheWindowIsInTheLanguageOfTheSystem(t *testing.T) {
	program, err := filepath.Abs(*binary)
	if err != nil {
		t.Fatal(err)
	}
	display, err := walkthrough.StartDisplay(t.Context(), 800, 600)
	if err != nil {
		t.Fatal(err)
	}
	defer display.Stop()
	album := &walkthrough.Album{Folder: filepath.Join(*pictures, t.Name())}
	shown := func(locale string) image.Image {
		w, err := display.Open(t.Context(), program, filepath.Join(t.TempDir(), "data"), "LC_ALL="+locale, "LANGUAGE=")
		if err != nil {
			t.Fatal(err)
		}
		defer w.Kill()
		if err := w.Rest(t.Context()); err != nil {
			t.Fatal(err)
		}
		path, err := album.Take(t.Context(), display, locale)
		if err != nil {
			t.Fatal(err)
		}
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		picture, _, err := image.Decode(file)
		if err != nil {
			t.Fatal(err)
		}
		return picture
	}
	english := shown("C.UTF-8")
	if !reflect.DeepEqual(shown("fr_FR.UTF-8"), english) {
		t.Error("the window of a system in French is not in English")
	}
	if reflect.DeepEqual(shown("de_DE.UTF-8"), english) {
		t.Error("the window of a system in German is in English")
	}
}
