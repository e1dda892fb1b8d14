//go:build display

package walkthrough_test

import (
	"encoding/json"
	"image"
	"image/color"
	"image/jpeg"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAFolderOfPhotosIsPublishedAndHadElsewhere uses the library as a new user does, in two
// windows: publish a folder of photos, add it in another store, view a photo and a text,
// change one photo, publish again and sync.
func TestAFolderOfPhotosIsPublishedAndHadElsewhere(t *testing.T) {
	p := two(t)
	photos := p.holidays()
	place := filepath.Join(p.folder, "holidays")
	p.publishesFolder(photos, place)
	p.addsLibrary(place)
	p.viewsPhotos()
	p.changesOnePhoto(filepath.Join(photos, "Harz", "peak-2.jpg"))
	p.getsTheFilm()
}

// holidays creates a folder with photos of two places, a text and a film.
func (p *pair) holidays() string {
	p.t.Helper()
	photos := filepath.Join(p.t.TempDir(), "Holidays")
	for i, name := range []string{"Harz/peak-1.jpg", "Harz/peak-2.jpg", "Sea/beach-1.jpg", "Sea/beach-2.jpg"} {
		p.paint(filepath.Join(photos, filepath.FromSlash(name)), color.RGBA{uint8(60 * i), 120, 200, 255})
	}
	for name, text := range map[string]string{"Read me.txt": "Pictures of the holidays.\nIt was foggy.\n", "Harz/peak-1.txt": "The way up, in fog.", "film.mov": strings.Repeat("film", 50_000)} {
		p.must(os.WriteFile(filepath.Join(photos, filepath.FromSlash(name)), []byte(text), 0o600))
	}
	return photos
}

// paint creates a photo: a sky above a field.
func (p *pair) paint(path string, sky color.RGBA) {
	p.t.Helper()
	p.must(os.MkdirAll(filepath.Dir(path), 0o700))
	img := image.NewRGBA(image.Rect(0, 0, 1200, 900))
	for y := range 900 {
		for x := range 1200 {
			c := sky
			if hill := 500 + (x%400-200)*(x%400-200)/200; y > hill {
				c = color.RGBA{40, uint8(90 + x%60), 30, 255}
			}
			img.SetRGBA(x, y, c)
		}
	}
	f, err := os.Create(path)
	p.must(err)
	p.must(jpeg.Encode(f, img, nil))
	p.must(f.Close())
}

// publishesFolder publishes at the desk, with films on demand only.
func (p *pair) publishesFolder(photos, place string) {
	p.t.Helper()
	p.at(p.desk)
	p.press("ctrl+shift+p")
	p.typed(photos)
	p.press("Tab", "Tab")
	p.typed(place)
	p.picture("publishing")
	p.press("Return")
	p.picture("readers")
	p.sees()
	p.press("Return")
	p.until("the root feed", func() (bool, string) {
		_, err := os.Stat(filepath.Join(place, "crossfeed-content.xml"))
		return err == nil, "nothing is published"
	})
	p.picture("published")
	p.run(p.a, "content", "publish", photos, place, "--on-demand", "*.mov")
}

// addsLibrary adds the published folder at the laptop, and waits until its photos are there.
func (p *pair) addsLibrary(place string) {
	p.t.Helper()
	p.at(p.laptop)
	p.press("ctrl+l")
	p.typed(place + "\n")
	p.picture("found")
	p.press("Return")
	p.files(map[string]string{"peak-1.jpg": "here", "peak-2.jpg": "here", "beach-1.jpg": "here", "Read me.txt": "here", "film.mov": "on demand"})
	p.picture("library")
}

// listed is a file of a library in the output of the commands.
type listed struct {
	Name, State, Address string
	Size                 int64
}

// library returns the files of the library at the laptop, by name.
func (p *pair) library() map[string]listed {
	p.t.Helper()
	out, err := p.b.Run(p.ctx, "content", "list", "Holidays", "--json")
	if err != nil {
		return nil
	}
	var tree any
	p.must(json.Unmarshal([]byte(out), &tree))
	files := map[string]listed{}
	collect(tree, files)
	return files
}

// collect collects everything that has a name, a state and an address.
func collect(v any, into map[string]listed) {
	switch v := v.(type) {
	case []any:
		for _, each := range v {
			collect(each, into)
		}
	case map[string]any:
		name, _ := v["name"].(string)
		state, _ := v["state"].(string)
		address, _ := v["address"].(string)
		size, _ := v["size"].(float64)
		if state != "" && address != "" {
			into[name] = listed{name, state, address, int64(size)}
		}
		for _, each := range v {
			collect(each, into)
		}
	}
}

// files waits until files of the library are in these states.
func (p *pair) files(want map[string]string) {
	p.t.Helper()
	p.until("files in the library", func() (bool, string) {
		have := p.library()
		for name, state := range want {
			if have[name].State != state {
				return false, name + " is " + have[name].State
			}
		}
		return true, ""
	})
}

// viewsPhotos opens a branch by its key, and views a photo and the text.
func (p *pair) viewsPhotos() {
	p.t.Helper()
	p.press("Return", "Down", "Right", "Down", "Down")
	p.picture("photo")
	p.press("End")
	p.picture("text")
	p.press("Home")
}

// changesOnePhoto changes a photo at the desk and publishes again; the laptop syncs and gets
// the new one.
func (p *pair) changesOnePhoto(path string) {
	p.t.Helper()
	before := p.library()["peak-2.jpg"].Size
	p.paint(path, color.RGBA{250, 130, 20, 255})
	p.at(p.desk)
	p.press("Return")
	p.picture("published-again")
	p.at(p.laptop)
	p.press("ctrl+r")
	p.until("the new photo", func() (bool, string) {
		now := p.library()["peak-2.jpg"].Size
		return now != before && now > 0, "it is the old one"
	})
	p.press("Down", "Down")
	p.picture("changed")
}

// getsTheFilm downloads a file that is on demand.
func (p *pair) getsTheFilm() {
	p.t.Helper()
	p.press("ctrl+f")
	p.typed("film\n")
	p.press("Down", "ctrl+g")
	p.files(map[string]string{"film.mov": "here"})
	p.picture("film")
}
