package window

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/engine"
	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
	"crossfeed/ui/uitest"
	"crossfeed/ui/window/snapshot"
)

// lures are contents that strangers put into descriptions. %s is an address that reveals who
// loads it.
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

// stranger writes feeds with all lures for a desk on the real network, and counts the requests
// that these cause.
type stranger struct {
	*desk
	server *httptest.Server
	folder string
	loaded atomic.Int32
}

func strangers(t *testing.T) *stranger {
	t.Helper()
	s := &stranger{folder: t.TempDir()}
	s.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		s.loaded.Add(1)
		http.NotFound(w, nil)
	}))
	t.Cleanup(s.server.Close)
	c := &clock{noon}
	e, err := engine.Open(t.Context(), engine.Parts{
		Store: memory.New(), Clock: c, Random: random('d'), Files: transport.Disk{}, Endpoint: "desk", Content: cache.Disk{Folder: contentFolder(t)},
		Places: engine.NewPlaces(engine.PlacesOptions{Files: transport.Disk{}, Getenv: func(string) string { return "" }}),
	})
	must(t, err)
	s.desk = &desk{t: t, clock: c, engine: e, settings: memorySettings{}}
	s.open()
	return s
}

// lure returns a lure that refers to the server.
func (s *stranger) lure(name string) string {
	return strings.ReplaceAll(lures[name], "%s", s.server.URL+"/lure.png")
}

// writes writes a feed of notes or contacts that somebody updated a number of times, and
// returns its file. Before their second update the items have only names.
func (s *stranger) writes(kind, by string, updates int) (file string) {
	s.t.Helper()
	escape := strings.NewReplacer("&", "&amp;", "<", "&lt;", `"`, "&quot;").Replace
	var items strings.Builder
	for n, name := range slices.Sorted(maps.Keys(lures)) {
		history := ""
		for sequence := updates; sequence > 0; sequence-- {
			history += fmt.Sprintf(`<sx:history sequence="%d" when="2026-05-22T1%d:00:00Z" by="%s"/>`, sequence, sequence, by)
		}
		sync := fmt.Sprintf(`<sx:sync id="%s%d" updates="%d">%s</sx:sync>`, kind, n, updates, history)
		lure, url := escape(s.lure(name)), s.server.URL
		switch {
		case updates == 1:
			fmt.Fprintf(&items, `<item><title>%s</title>%s</item>`, name, sync)
		case kind == "contact":
			fmt.Fprintf(&items, `<item><title>%s</title><vcard xmlns="urn:ietf:params:xml:ns:vcard-4.0"><fn><text>%s</text></fn><photo><uri>%s/lure.png</uri></photo><url><uri>javascript:alert(1)</uri></url><note><text>%s</text></note></vcard>%s</item>`, name, name, url, lure, sync)
		default:
			fmt.Fprintf(&items, `<item><title>%s %s</title><description>%s</description><enclosure url="%s/lure.png" length="1" type="image/png"/>%s</item>`, name, lure, lure, url, sync)
		}
	}
	title := escape(s.lure("a picture"))
	file = filepath.Join(s.folder, kind+".xml")
	must(s.t, os.WriteFile(file, []byte(`<rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync"><channel><title>`+title+`</title><link>javascript:alert(1)</link><description>`+title+`</description>`+items.String()+`</channel></rss>`), 0o600))
	return file
}

// reads subscribes a new list to a feed, and reads the feed.
func (s *stranger) reads(kind, address string) {
	s.t.Helper()
	must(s.t, two(s.engine.Lists.Create(s.t.Context(), lists.New{Name: kind + "s", Kind: kind})))
	must(s.t, two(s.engine.Subscriptions.Subscribe(s.t.Context(), kind+"s", address)))
	sync(s.t, s.engine)
	s.win.Reload()
	s.rest()
}

// harmed fails the test if anything was loaded or opened.
func (s *stranger) harmed() {
	s.t.Helper()
	same(s.t, "requests", s.loaded.Load(), int32(0))
	same(s.t, "opened", strings.Join(s.browsed, " "), "")
}

// inertRows selects each row of a list.
func (s *stranger) inertRows(list string) {
	s.t.Helper()
	s.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: list})
	s.rest()
	same(s.t, "rows of "+list, len(s.itemRows()), len(lures))
	for row, r := range s.win.now.Rows {
		if r.Heading == nil {
			s.mark(row)
			s.inert(list)
		}
	}
}

// Showing what strangers write loads nothing, and offers no links that are not visibly web
// addresses: in lists and forms, before subscribing,
func TestWhatStrangersWriteLoadsAndOpensNothing(t *testing.T) {
	s := strangers(t)
	for _, kind := range []string{"note", "todo", "contact"} {
		file := s.writes(kind, "stranger", 2)
		s.press(fyne.KeyO, fyne.KeyModifierControl)
		s.types(file)
		s.press(fyne.KeyReturn)
		s.rest()
		same(t, "found", s.shows("16 items"), true)
		s.inert("the preview of " + kind)
		s.press(fyne.KeyEscape)
		s.rest()
		s.reads(kind, file)
		s.inertRows(kind + "s")
	}
	s.harmed()
}

// in outlines,
func TestWhatStrangersWriteInOutlinesLoadsAndOpensNothing(t *testing.T) {
	s := strangers(t)
	other := newEngine(t, "stranger", s.clock)
	must(t, two(other.Lists.Create(t.Context(), lists.New{Name: "Plan", Kind: "outline"})))
	for name := range lures {
		must(t, two(other.Edit.Add(t.Context(), "Plan", record.Values{"title": name + " " + s.lure(name), "text": s.lure(name)}, edit.AddOptions{})))
	}
	file := filepath.Join(s.folder, "plan.opml")
	must(t, two(other.Sharing.PublishAt(t.Context(), "Plan", file)))
	s.reads("outline", file)
	s.inertRows("outlines")
	s.harmed()
}

// in conflicts, in the history and in the resolution log,
func TestWhatStrangersWriteInConflictsLoadsAndOpensNothing(t *testing.T) {
	s := strangers(t)
	s.reads("note", s.writes("note", "stranger", 1))
	for n := range len(lures) {
		change(t, s.engine, "notes", fmt.Sprint("note", n), "text", "mine")
	}
	s.writes("note", "stranger", 2)
	must(t, two(s.engine.Sync(t.Context(), subscribe.SyncOptions{AcceptLarge: true})))
	s.win.Reload()
	s.rest()
	same(t, "conflicts", len(s.win.now.Conflicts), len(lures))
	for n := range len(lures) {
		s.win.openResolve(snapshot.Item{Set: "notes", ID: fmt.Sprint("note", n)})
		s.rest()
		s.inert("the conflict")
		s.press(fyne.KeyHome)
		s.types("2")
		s.types("e")
		s.inert("the conflict, edited")
		s.press(fyne.KeyEscape)
		s.press(fyne.KeyH, fyne.KeyModifierControl)
		s.rest()
		s.inert("the history")
		s.press(fyne.KeyEscape)
	}
	s.press(fyne.KeyF8, fyne.KeyModifierControl, fyne.KeyModifierShift)
	s.rest()
	s.inert("many at once")
	s.press(fyne.KeyEscape)
	s.harmed()
}

// in items held for review,
func TestWhatStrangersWriteForReviewLoadsAndOpensNothing(t *testing.T) {
	s := strangers(t)
	s.reads("note", s.writes("note", "stranger", 1))
	s.writes("note", "stranger", 2) // overwrites everything
	s.reads("todo", s.writes("todo", s.engine.Device.ID(), 2))
	s.win.feeds.showQuarantine()
	s.rest()
	same(t, "held", len(s.win.now.Quarantined), 2*len(lures))
	shown := false
	for range 3 * len(lures) {
		s.inert("held for review")
		if !shown && s.shows("Show") {
			s.tap("Show")
			s.rest()
			shown = true
		}
		s.press(fyne.KeyDown)
		s.rest()
	}
	same(t, "what was overwritten was shown", shown, true)
	same(t, "to be read", s.shows("/lure.png"), true)
	s.harmed()
}

// and in libraries.
func TestWhatStrangersWriteInLibrariesLoadsAndOpensNothing(t *testing.T) {
	d, shelf := shelved(t)
	s := &stranger{desk: d, server: httptest.NewServer(http.NotFoundHandler())}
	t.Cleanup(s.server.Close)
	for name := range lures {
		root := shelf.pages[""]
		root.Title = s.lure(name)
		root.Items[0].Title, root.Items[2].Title, root.Items[2].Text = s.lure(name), s.lure(name), s.lure(name)
		shelf.pages[""] = root
		s.win.Reload()
		s.atRow("")
		s.rest()
		for range 3 {
			s.press(fyne.KeyDown)
			s.rest()
			s.inert("a library")
		}
	}
	same(t, "opened", strings.Join(s.browsed, " "), "")
}

// inert fails the test for objects that could load or open something by themselves: a link of
// the toolkit, or a picture with an address.
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
