package window

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	lib "crossfeed/engine/library"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
)

// An ordinary feed without items would leave its list empty, too.
func TestAnOrdinaryFeedWithoutItemsLeadsToTheLibrary(t *testing.T) {
	d := withList(t, "Milk")
	a := d.goAfar()
	a.found = found()
	a.found.Feeds[0] = subscribe.FoundFeed{Address: feedAfar, Title: "Blog", Format: "rss", Kind: "note"}
	d.press(fyne.KeyO, fyne.KeyModifierControl)
	d.types(feedAfar)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "said", d.shows("It cannot be merged into a list. The library downloads its new items."), true)
	same(t, "offers", d.shows("Follow in library"), true)
	same(t, "offers to import nothing", d.shows("Import…"), false)
	same(t, "asks for a list", d.shows("Merge into"), false)
}

// One key press after the probe follows an ordinary feed in the library, RSS or Atom, and no
// list is created. The second time, the library is shown.
func TestAnOrdinaryFeedIsFollowedInTheLibrary(t *testing.T) {
	for name, text := range map[string]string{
		"posts.xml": `<rss version="2.0"><channel><title>Posts</title><link>http://example.org/</link><description>x</description><item><title>One</title></item></channel></rss>`,
		"atom.xml":  `<feed xmlns="http://www.w3.org/2005/Atom"><title>Posts</title><id>urn:x</id><updated>2026-05-22T10:00:00Z</updated><entry><title>One</title><id>urn:y</id><updated>2026-05-22T10:00:00Z</updated></entry></feed>`,
	} {
		t.Run(name, func(t *testing.T) {
			d := withList(t, "Milk")
			at := file(t, name, text)
			before := len(d.win.now.Lists)
			d.press(fyne.KeyO, ctrl)
			d.types(at)
			d.press(fyne.KeyReturn)
			d.rest()
			same(t, "what it is", d.shows("ordinary feed without sync information"), true)
			same(t, "settings of subscriptions", d.shows("More"), false)
			d.press(fyne.KeyReturn)
			d.rest()
			same(t, "the library", d.win.at.Kind, snapshot.KindLibrary)
			same(t, "its item", d.shows("One"), true)
			same(t, "lists", len(d.win.now.Lists), before)
			key := d.win.at.Key
			d.press(fyne.KeyO, ctrl)
			d.types(at)
			d.press(fyne.KeyReturn)
			d.rest()
			same(t, "said", d.shows("It is in your library already."), true)
			d.press(fyne.KeyReturn)
			d.rest()
			same(t, "shown", d.win.at, snapshot.Place{Kind: snapshot.KindLibrary, Key: key})
			same(t, "libraries", len(d.win.now.Libraries), 1)
		})
	}
}

// The present items of an ordinary feed can be imported instead.
func TestTheItemsOfAnOrdinaryFeedAreImported(t *testing.T) {
	d := withList(t, "Milk")
	d.press(fyne.KeyO, ctrl)
	d.types(file(t, "posts.xml", `<rss version="2.0"><channel><title>Posts</title><link>http://example.org/</link><description>x</description><item><title>One</title></item></channel></rss>`))
	d.press(fyne.KeyReturn)
	d.rest()
	d.clicks("Import…")
	d.rest()
	same(t, "the preview", d.win.pages.shown == page(d.win.pages.importing()) && d.shows("One"), true)
}

// Of the feeds that a page names, each has its own next step.
func TestTheNextStepFollowsTheSelectedFeed(t *testing.T) {
	d := withList(t, "Milk")
	a := d.goAfar()
	a.found = found()
	a.found.Page = true
	a.found.Feeds = append(a.found.Feeds, subscribe.FoundFeed{Address: "https://example.org/b.xml", Title: "Other", Kind: "note", Format: "atom"})
	d.press(fyne.KeyO, ctrl)
	d.types(feedAfar)
	d.press(fyne.KeyReturn)
	d.rest()
	for _, which := range []int{1, 0, 1} {
		d.win.pages.subscribe().Which(which)
		d.rest()
		same(t, "step", d.win.pages.subscribe().Button().(*widget.Button).Text, []string{"Subscribe", "Follow in library"}[which])
		same(t, "asks for a list", d.shows("Merge into"), which == 0)
	}
}

// namingFeeds returns a desk with a library, and the form for an outline that names three feeds,
// one of which is in the library.
func namingFeeds(t *testing.T) (*desk, *shelf) {
	t.Helper()
	d, s := shelved(t)
	a := d.goAfar()
	a.found = found()
	a.found.Feeds[0] = subscribe.FoundFeed{Address: feedAfar, Title: "My feeds", Format: "opml", Kind: "outline", Items: 4, Names: []store.Offered{
		{Link: "https://example.org/a.xml", Title: "Garden"}, {Link: "https://example.org/b.xml"}, {Link: holidays + "crossfeed-content.xml", Title: "Holidays"},
	}}
	d.press(fyne.KeyO, ctrl)
	d.types(feedAfar)
	d.press(fyne.KeyReturn)
	d.rest()
	return d, s
}

// The feeds that an outline names are followed at once, except those that a person unticks or
// that are in the library already.
func TestTheFeedsOfAnOutlineAreFollowedAtOnce(t *testing.T) {
	d, s := namingFeeds(t)
	same(t, "shared", d.shows("SSE"), false)
	same(t, "the one in the library", d.shows("Holidays"), true) // in the sidebar
	same(t, "step", d.win.pages.subscribe().Button().(*widget.Button).Text, "Follow 2 feeds in library")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "asked", strings.Join(s.asked, ", "), "add https://example.org/a.xml, add https://example.org/b.xml")
	same(t, "place", d.win.at.Kind, snapshot.KindLibrary)
	same(t, "said", d.win.status.Text(), "Following 2 feeds.")
	same(t, "names", slices.ContainsFunc(s.libraries, func(l lib.Library) bool { return l.Name == "Garden" }), true)

	d, s = namingFeeds(t)
	d.ticks("Garden")
	same(t, "step", d.win.pages.subscribe().Button().(*widget.Button).Text, "Follow 1 feed in library")
	d.ticks("https://example.org/b.xml")
	same(t, "step with none", d.win.pages.subscribe().Button().(*widget.Button).Text, "Import…")
	d.ticks("https://example.org/b.xml")
	d.press(fyne.KeyReturn, ctrl)
	d.rest()
	same(t, "asked", s.last(), "add https://example.org/b.xml")
}

// ticks clicks a tick box of the form.
func (d *desk) ticks(text string) {
	d.t.Helper()
	for _, o := range uitest.Drawn(d.win.pages.shown.Object()) {
		if box, is := o.(*widget.Check); is && box.Text == text {
			box.SetChecked(!box.Checked)
			d.rest()
			return
		}
	}
	d.t.Fatalf("there is no box %q", text)
}

// An outline that names feeds is dropped to follow them. One without is imported.
func TestADroppedOutlineWithFeedsOffersToFollowThem(t *testing.T) {
	for text, follows := range map[string]bool{
		`<outline text="One" xmlUrl="https://example.org/a.xml"/>`: true,
		`<outline text="One"/>`: false,
	} {
		d := withList(t, "Milk")
		d.win.openFiles([]string{file(t, "feeds.opml", `<opml version="2.0"><head><title>Feeds</title></head><body>`+text+`</body></opml>`)})
		d.rest()
		same(t, text+": subscribes", d.win.pages.shown == page(d.win.pages.subscribe()), follows)
		same(t, text+": imports", d.win.pages.shown == page(d.win.pages.importing()), !follows)
		same(t, text+": follows", d.shows("Follow 1 feed in library"), follows)
	}
}

func TestPictureOfAnOutlineThatNamesFeeds(t *testing.T) {
	d, _ := namingFeeds(t)
	d.matches("found-outline")
}
