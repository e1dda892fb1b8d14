package window

import (
	"cmp"
	"encoding/json"

	"fyne.io/fyne/v2"

	"crossfeed/ui/window/snapshot"
)

// leftKey is the setting with how the window was left.
const leftKey = "left"

// left is how the window was left, so that the next start shows the same.
type left struct {
	// Page is the name of the kind of At.
	Page string         `json:"page"`
	At   snapshot.Place `json:"at"`
	Item snapshot.Item  `json:"item"`
	// Width and Height are those of the window, Sidebar and Rows the shares of the sidebar and
	// of the rows next to an item.
	Width   float32 `json:"width"`
	Height  float32 `json:"height"`
	Sidebar float64 `json:"sidebar"`
	Rows    float64 `json:"rows"`
}

// leftNames are the stored names of kinds of places besides smartNames. After the items held for
// review, the first list is shown.
var leftNames = map[snapshot.Kind]string{
	snapshot.KindConflicts: "conflicts", snapshot.KindList: "list", snapshot.KindFeed: "feed", snapshot.KindDeleted: "trash",
	snapshot.KindTag: "tag", snapshot.KindLibrary: "library", snapshot.KindPublished: "published",
}

// leastSize is the smallest size in which a window is shown again.
const leastSize = 200

// recalled returns how the window was left; zero at the first start.
func (s *shell) recalled() (l left) {
	if json.Unmarshal([]byte(s.Settings.String(leftKey)), &l) != nil {
		return left{} // a person may have edited the file
	}
	l.At.Kind = snapshot.KindNone
	for _, names := range []map[snapshot.Kind]string{leftNames, smartNames} {
		for kind, name := range names {
			if name == l.Page {
				l.At.Kind = kind
			}
		}
	}
	return l
}

// storeLeft stores how the window is left.
func (w *Window) storeLeft() {
	size := w.window.Canvas().Size()
	l := left{Page: cmp.Or(leftNames[w.at.Kind], smartNames[w.at.Kind]), At: w.at, Item: w.item, Width: size.Width, Height: size.Height, Sidebar: w.center.Offset, Rows: w.pages.home.split.Offset}
	l.At.Kind = snapshot.KindNone
	if text, err := json.Marshal(l); err == nil {
		w.Settings.SetString(leftKey, string(text))
	}
}

// recallSize gives the window and its panes the sizes in which they were left.
func (w *Window) recallSize() {
	l := w.recalled()
	if l.Width >= leastSize && l.Height >= leastSize {
		w.window.Resize(fyne.NewSize(l.Width, l.Height))
	}
	if share := func(of float64) bool { return of > 0 && of < 1 }; share(l.Sidebar) && share(l.Rows) {
		w.center.SetOffset(l.Sidebar)
		w.pages.home.split.SetOffset(l.Rows)
	}
}
