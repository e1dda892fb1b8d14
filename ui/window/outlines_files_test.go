package window

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"crossfeed/engine"
	"crossfeed/engine/lists"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
	"crossfeed/storage"
	"crossfeed/ui/window/snapshot"
)

// subscriptions is a list as a feed reader exports it.
const subscriptions = "../../testdata/opml/liferea.opml"

func TestAListOfFeedsBecomesAnOutline(t *testing.T) {
	d := newDesk(t)
	d.importByKeys(subscriptions)
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: "liferea"})
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

// A shared outline is a feed to subscribe to, and an outline that names feeds offers to follow them;
// any other outline is imported.
func TestADroppedOutlineIsImportedUnlessItIsShared(t *testing.T) {
	d := some(t)
	shared := filepath.Join(t.TempDir(), "shared.opml")
	must(t, two(d.engine.Sharing.PublishAt(t.Context(), "Feeds", shared)))
	plain := file(t, "plan.opml", `<opml version="2.0"><head><title>Plan</title></head><body><outline text="One"/></body></opml>`)
	for path, imports := range map[string]bool{plain: true, shared: false, subscriptions: false} {
		absolute, err := filepath.Abs(path)
		must(t, err)
		d.win.drop(dropped(absolute))
		d.rest()
		same(t, path, d.win.pages.shown == page(d.win.pages.importing()), imports)
		d.press(fyne.KeyEscape)
		d.rest()
	}
}

// onDisk returns a desk on a store in a folder that shows an imported outline of n rows in
// branches of a hundred.
func onDisk(b *testing.B, n int) *desk {
	b.Helper()
	st, err := storage.Open(b.Context(), b.TempDir())
	must(b, err)
	c := &clock{noon}
	e, err := engine.Open(b.Context(), engine.Parts{Store: st, Clock: c, Random: random('d'), Files: transport.Disk{}, Endpoint: "desk"})
	must(b, err)
	b.Cleanup(func() { e.Close() })
	d := &desk{t: b, clock: c, engine: e, settings: memorySettings{}}
	must(b, two(e.Lists.Create(b.Context(), lists.New{Name: "Feeds", Kind: "outline"})))
	plan, err := e.Lists.Preview(b.Context(), "Feeds", "feeds.opml", strings.NewReader(branches(n)), nil)
	must(b, err)
	must(b, two(e.Lists.Import(b.Context(), "Feeds", plan, nil)))
	d.open()
	d.win.focus(d.win.items.List())
	same(b, "rows", len(d.win.now.Rows), n)
	return d
}

// branches returns a file with n outline items in branches of a hundred.
func branches(n int) string {
	var b strings.Builder
	b.WriteString(`<opml version="2.0"><body>`)
	for i := range n {
		if i%branch == 0 {
			fmt.Fprintf(&b, "<outline text=\"Folder %d\">\n", i)
			continue
		}
		fmt.Fprintf(&b, "<outline text=\"Row%d\" type=\"rss\" xmlUrl=\"https://example.com/%d/feed\"/>\n", i, i)
		if (i+1)%branch == 0 {
			b.WriteString("</outline>\n")
		}
	}
	b.WriteString(`</body></opml>`)
	return b.String()
}

// BenchmarkOutlinesOnDisk measures operations on an outline of 50,000 items from the key until
// the new rows can be drawn, including everything that is read and written. It reports the
// fastest of several rounds, because other processes may slow down the rest.
func BenchmarkOutlinesOnDisk(b *testing.B) {
	d := onDisk(b, fiftyThousand)
	list := snapshot.Place{Kind: snapshot.KindList, Set: "Feeds"}
	home := func() { d.press(fyne.KeyHome); d.rest() }
	end := func() { d.press(fyne.KeyEnd); d.rest() }
	for _, c := range []struct {
		what         string
		before, work func()
	}{
		{"open the list", func() { d.win.choose(snapshot.Place{Kind: snapshot.KindConflicts}); d.rest() }, func() { d.win.choose(list) }},
		{"close a branch", func() { home(); d.press(fyne.KeyRight); home() }, func() { d.press(fyne.KeyLeft) }},
		{"open a branch", func() { home(); d.press(fyne.KeyLeft); home() }, func() { d.press(fyne.KeyRight) }},
		{"close all", home, func() { d.press(fyne.KeyUp, controlShift) }},
		{"open all", home, func() { d.press(fyne.KeyDown, controlShift) }},
		{"move up", end, func() { d.press(fyne.KeyUp, fyne.KeyModifierAlt) }},
		{"type ahead", home, func() { d.types("row49") }},
		{"search", nil, func() { d.win.search = "row4999"; d.win.readRows() }},
		{"leave the search", func() { d.win.search = "row4999"; d.win.readRows(); d.rest() }, func() { d.win.search = ""; d.win.readRows() }},
	} {
		b.Run(c.what, func(b *testing.B) {
			best := time.Hour
			for b.Loop() {
				d.clock.now = d.clock.now.Add(time.Minute)
				if c.before != nil {
					b.StopTimer()
					c.before()
					b.StartTimer()
				}
				began := time.Now()
				c.work()
				d.rest()
				best = min(best, time.Since(began))
			}
			b.ReportMetric(float64(best)/float64(time.Millisecond), "best-ms")
		})
	}
	_, n, err := d.engine.Lists.Found(b.Context(), "Feeds", store.Query{})
	must(b, err)
	same(b, "outlines", n, fiftyThousand)
}
