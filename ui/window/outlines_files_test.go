package window

import (
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/ui/window/place"
)

// subscriptions is a list as a feed reader exports it.
const subscriptions = "../../testdata/opml/liferea.opml"

func TestAListOfFeedsBecomesAnOutline(t *testing.T) {
	d := newDesk(t)
	d.importByKeys(subscriptions)
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	d.win.choose(place.Place{Kind: place.List, Set: "liferea"})
	d.rest()
	if len(d.win.now.Tree) < 10 || !strings.Contains(d.titles(), ">") {
		t.Errorf("the outline is %s", d.titles())
	}
	before := d.titles()
	path := filepath.Join(t.TempDir(), "again.opml")
	d.exportByKeys(path)
	d.importByKeys(path)
	shown := d.win.pages.importing().Shown()
	same(t, "into", shown.Into, "liferea")
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "the outline", d.titles(), before)
}

// An outline that somebody shares is a feed, and is subscribed to; any other is
// imported.
func TestADroppedOutlineIsImportedUnlessItIsShared(t *testing.T) {
	d := some(t)
	shared := filepath.Join(t.TempDir(), "shared.opml")
	must(t, two(d.engine.PublishAt(t.Context(), "Feeds", shared)))
	for path, imports := range map[string]bool{subscriptions: true, shared: false} {
		absolute, err := filepath.Abs(path)
		must(t, err)
		d.win.drop(dropped(absolute))
		d.rest()
		same(t, path, d.win.pages.shown == page(d.win.pages.importing()), imports)
		d.press(fyne.KeyEscape)
		d.rest()
	}
}
