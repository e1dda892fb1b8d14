package window

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/engine"
	"crossfeed/engine/contentsync/cache"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/location"
	"crossfeed/engine/location/reach"
	"crossfeed/ui/uitest"
	"crossfeed/ui/window/place"
)

// lures are what strangers put into descriptions, each with a %s for an address that tells
// who loads it.
var lures = map[string]string{
	"a picture":           `<img src="%s"/>`,
	"a picture in a set":  `<img srcset="%s 2x"/><picture><source srcset="%s"/></picture>`,
	"a script":            `<script src="%s"></script><script>fetch("%s")</script>`,
	"a style":             `<link rel="stylesheet" href="%s"/><style>@import "%s"; body { background: url(%s) }</style>`,
	"a frame":             `<iframe src="%s"></iframe><object data="%s"></object><embed src="%s"/>`,
	"a drawing":           `<svg xmlns="http://www.w3.org/2000/svg"><image href="%s"/></svg>`,
	"a film":              `<video src="%s" poster="%s" autoplay></video><audio src="%s" autoplay></audio>`,
	"a redirection":       `<meta http-equiv="refresh" content="0;url=%s"/><base href="%s"/>`,
	"a form":              `<form action="%s"><input type="image" src="%s"/></form>`,
	"a link of Markdown":  "[a cat](%s) and ![a dog](%s)",
	"a reference":         "![a dog][1]\n\n[1]: %s",
	"a link to a file":    `<a href="file:///etc/passwd">%s</a> [here](file:///etc/passwd)`,
	"a link to a script":  `<a href="javascript:alert(1)">%s</a> [here](javascript:alert(1))`,
	"a handler":           `<p onclick="location='%s'">press me</p>`,
	"data as an address":  `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><image href='%s'/></svg>"/>`,
	"an address as it is": "%s and file:///etc/passwd and javascript:alert(1)",
}

// strangers is a desk on the real network with a list of what strangers wrote, as notes and as
// contacts, and loaded counts the requests that the lures caused.
func strangers(t *testing.T) (d *desk, loaded *atomic.Int32) {
	t.Helper()
	loaded = &atomic.Int32{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		loaded.Add(1)
		http.NotFound(w, nil)
	}))
	t.Cleanup(s.Close)
	c := &clock{noon}
	e, err := engine.Open(t.Context(), engine.Parts{
		Store: memory.New(), Clock: c, Random: random('d'), Files: location.Disk{}, Endpoint: "desk", Content: cache.Disk{Folder: contentFolder(t)},
		Places: reach.New(reach.Options{Files: location.Disk{}, Getenv: func(string) string { return "" }}),
	})
	must(t, err)
	d = &desk{t: t, clock: c, engine: e, kept: kept{}}
	d.open()
	var notes, cards strings.Builder
	n := 0
	for name, lure := range lures {
		n++
		lure = strings.ReplaceAll(lure, "%s", s.URL+"/lure.png")
		escaped := strings.NewReplacer("&", "&amp;", "<", "&lt;", `"`, "&quot;").Replace(lure)
		sync := func(id string) string {
			return fmt.Sprintf(`<sx:sync id="%s%d" updates="1"><sx:history sequence="1" when="2026-05-22T10:00:00Z" by="stranger"/></sx:sync>`, id, n)
		}
		fmt.Fprintf(&notes, `<item><title>%s %s</title><description>%s</description><enclosure url="%s/lure.png" length="1" type="image/png"/>%s</item>`, name, escaped, escaped, s.URL, sync("note"))
		fmt.Fprintf(&cards, `<item><title>%s</title><vcard xmlns="urn:ietf:params:xml:ns:vcard-4.0"><fn><text>%s</text></fn><photo><uri>%s/lure.png</uri></photo><url><uri>javascript:alert(1)</uri></url><note><text>%s</text></note></vcard>%s</item>`, name, name, s.URL, escaped, sync("card"))
	}
	for kind, items := range map[string]string{"note": notes.String(), "todo": notes.String(), "contact": cards.String()} {
		file := filepath.Join(t.TempDir(), kind+".xml")
		must(t, os.WriteFile(file, []byte(`<rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync"><channel><title>S</title><link>http://example.org/</link><description>S</description>`+items+`</channel></rss>`), 0o600))
		must(t, two(d.engine.NewSet(t.Context(), engine.NewSet{Name: kind + "s", Kind: kind})))
		must(t, two(d.engine.Subscribe(t.Context(), kind+"s", file)))
	}
	sync(t, d.engine)
	d.win.Reload()
	d.rest()
	return d, loaded
}

// Whatever strangers write, to see it loads nothing and offers no link that is not seen to
// be one of the web.
func TestWhatStrangersWriteLoadsAndOpensNothing(t *testing.T) {
	d, loaded := strangers(t)
	for _, list := range []string{"notes", "todos", "contacts"} {
		d.win.choose(place.Place{Kind: place.List, Set: list})
		d.rest()
		same(t, "rows", d.win.items.Rows(), len(lures))
		for row := range len(lures) {
			d.mark(row)
			d.rest()
			d.inert(list)
		}
	}
	same(t, "requests", loaded.Load(), int32(0))
	same(t, "opened", strings.Join(d.browsed, " "), "")
}

// inert fails at what could lead or load by itself: a link of the toolkit, or a picture that
// has an address.
func (d *desk) inert(where string) {
	d.t.Helper()
	uitest.Walk(d.fyne.Content(), func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *fynewidget.Hyperlink:
			d.t.Errorf("%s: a link to %v", where, o.URL)
		case *canvas.Image:
			if o.File != "" {
				d.t.Errorf("%s: a picture from %s", where, o.File)
			}
		case *fynewidget.RichText:
			for _, s := range o.Segments {
				if link, is := s.(*fynewidget.HyperlinkSegment); is {
					d.t.Errorf("%s: a link to %v", where, link.URL)
				}
			}
		}
		if tapped, is := o.(fyne.Tappable); is {
			if pointed, is := o.(desktop.Cursorable); is && pointed.Cursor() == desktop.PointerCursor {
				test.Tap(tapped)
			}
		}
	})
}
