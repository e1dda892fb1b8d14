package window

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/ui/window/snapshot"
)

// End to end: a folder is published and added as a library elsewhere; then a file is changed,
// published again and synced, and the change is shown.
func TestAFolderGoesFromOneToAnother(t *testing.T) {
	folder, out := t.TempDir(), t.TempDir()
	write := func(name, text string) {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o700))
		must(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	write("Day one/diary.txt", "It rained.")
	write("map.txt", "Left, then right.")
	d := newDesk(t)
	d.press(fyne.KeyP, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.types(folder)
	d.press(fyne.KeyTab)
	d.press(fyne.KeyTab)
	d.types(out)
	d.goesOn()
	same(t, "published", strings.HasPrefix(d.win.status.Text(), "Published: 2 new, 0 changed, 0 removed. Written: files 2, feeds 2"), true)

	d.press(fyne.KeyL, fyne.KeyModifierControl)
	d.types(out)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "found", d.shows("2 items · contains 1 feed · 1 file"), true)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "synced", strings.Contains(d.win.status.Text(), "2 files downloaded"), true)
	key := d.win.at.Key
	d.types("map")
	d.rest()
	same(t, "read", d.shows("Left, then right."), true)

	write("map.txt", "Right, then left, and over the bridge.")
	d.win.choose(snapshot.Place{Kind: snapshot.KindPublished, Key: d.win.now.Published[0].Key})
	d.rest()
	d.press(fyne.KeyR, fyne.KeyModifierControl)
	d.rest()
	same(t, "published again", strings.HasPrefix(d.win.status.Text(), "Published: 0 new, 1 changed, 0 removed. Written: files 1, feeds 1"), true)
	d.win.libraries.showLibrary(key)
	d.rest()
	d.press(fyne.KeyR, fyne.KeyModifierControl)
	d.rest()
	same(t, "synced again", strings.Contains(d.win.status.Text(), "1 file downloaded"), true)
	d.types("map")
	d.rest()
	same(t, "read again", d.shows("over the bridge"), true)
}
