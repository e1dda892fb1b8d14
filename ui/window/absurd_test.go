//go:build !raced

package window

import (
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/pace"
	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/feed"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/trust"
	"crossfeed/ui/uitest"
	"crossfeed/ui/window/snapshot"
)

// title is a length far beyond that of any title, much a length beyond that of most values.
func title() int { return testsize.Of(60<<10, 1<<20) }

func much() int { return testsize.Of(20<<10, 100<<10) }

// harmless runs do and checks what the window draws afterwards: no text is too long or
// displayed in reversed order, and everything is drawn at once.
func (d *desk) harmless(page string, do func()) {
	d.t.Helper()
	const most = 400 // most of it is for reading such a value; drawing it completely would take thousands
	runtime.GC()     // do not count earlier garbage
	spent := pace.Spent(do)
	d.seam.OnUI = func(f func()) { spent += pace.Spent(f) }
	d.rest()
	d.seam.OnUI = nil
	if took := float64(spent) / float64(pace.Yard()); took > most {
		d.t.Errorf("%s takes %.0f yards", page, took)
	}
	uitest.AssertHarmless(d.t, page, d.fyne.Canvas().Content())
	for _, o := range d.fyne.Canvas().Overlays().List() {
		uitest.AssertHarmless(d.t, page, o)
	}
	if least := d.fyne.Canvas().Content().MinSize(); least.Width > 1180 {
		d.t.Errorf("%s: the window is %.0f wide at least", page, least.Width)
	}
}

// filled returns absurd texts for the fields of a kind that accept any text.
func filled(kind record.Kind) record.Values {
	values := record.Values{}
	for _, f := range record.Fields(kind) {
		if slices.Contains([]string{"emails", "urls", "messengers", "url"}, f.Name) { // these are validated
			continue
		}
		switch f.Form {
		case record.Line, record.Text, record.Words, record.Entries, record.Addresses, record.Custom:
			values[f.Name] = absurd("X-"+f.Name+": ", much())
		}
	}
	values[record.Fields(kind)[0].Name] = absurd("title", title())
	return values
}

// added creates a list and returns its only item.
func (d *desk) added(set string, kind record.Kind) snapshot.Item {
	d.t.Helper()
	must(d.t, two(d.engine.Lists.Create(d.t.Context(), lists.New{Name: set, Kind: string(kind)})))
	it, err := d.engine.Edit.Add(d.t.Context(), set, filled(kind), edit.AddOptions{})
	must(d.t, err)
	return snapshot.Item{Set: set, ID: it.ID()}
}

// Items with absurd values of every kind are shown as far as they fit, on every page.
func TestAbsurdItemsAreShown(t *testing.T) {
	d := newDesk(t)
	for _, kind := range []record.Kind{record.Todo, record.Contact, record.Note, record.Outline} {
		it := d.added(string(kind), kind)
		before := d.item(it)
		d.harmless(string(kind)+" list", func() {
			d.win.Reload()
			d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: it.Set})
		})
		d.harmless(string(kind)+" editor", func() { d.mark(0) })
		d.harmless(string(kind)+" history", func() { d.press(fyne.KeyH, fyne.KeyModifierControl) })
		d.press(fyne.KeyEscape)
		d.harmless(string(kind)+" search", func() {
			d.win.find()
			d.types("exe.")
		})
		d.press(fyne.KeyEscape)
		d.harmless(string(kind)+" export", d.win.transfers.showExport)
		d.press(fyne.KeyEscape)
		d.rest()
		same(t, "winner", d.item(it).Winner.Title(), before.Winner.Title())
	}
	d.harmless("messages", d.win.showMessages)
	must(t, two(d.engine.Edit.DeleteAll(t.Context(), []edit.Ref{{Set: "outline", ID: d.win.now.Rows[0].ID}})))
	d.harmless("deleted", func() {
		d.win.choose(snapshot.Place{Kind: snapshot.KindDeleted})
		d.win.Reload()
	})
}

// Conflicting versions with absurd values and author names are shown on every page that
// resolves conflicts.
func TestAbsurdVersionsAreShown(t *testing.T) {
	d, laptop, it := shared(t)
	change(t, laptop, it.Set, it.ID, "title", absurd("Oat milk", title()))
	change(t, laptop, it.Set, it.ID, "tags", absurd("dairy", much()))
	must(t, two(laptop.Sharing.Publish(t.Context(), it.Set)))
	change(t, d.engine, it.Set, it.ID, "title", absurd("Whole milk", title()))
	d.harmless("sync", func() { d.press(fyne.KeyR, fyne.KeyModifierControl) })
	d.harmless("conflict", func() { d.press(fyne.KeyF8) })
	d.harmless("choosing", func() { d.types("2") })
	d.harmless("typing", func() { d.types("e") })
	d.press(fyne.KeyEscape)
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.harmless("resolution log", func() { d.showsDecisions() })
	d.press(fyne.KeyEscape)
	d.harmless("many at once", func() { d.press(fyne.KeyF8, fyne.KeyModifierControl, fyne.KeyModifierShift) })
	d.press(fyne.KeyEscape)
	d.harmless("people", func() { d.press(fyne.KeyF7) })
}

// Absurd texts in a feed, and in items held for review, are shown as far as they fit.
func TestAnAbsurdFeedIsShown(t *testing.T) {
	d, a, sub := reader(t)
	set, err := d.engine.Lists.Named(t.Context(), "Groceries")
	must(t, err)
	sub.Health.Error = absurd("error", title())
	a.quarantined = []store.HeldItem{{
		Key: 1, Set: set.Key, Subscription: sub.Key, Feed: absurd("https://example.org/", title()), ID: absurd("id", title()), Title: absurd("title", title()), At: noon,
		Alarms: []trust.Alarm{{Kind: trust.Forged, Sequence: 3}}, Document: forged,
	}}
	a.healths = []subscribe.Health{{
		Set: "Groceries", Subscription: sub, Address: sub.Location, Seen: 7, Of: 9, Moved: absurd("https://example.org/", title()),
		Feed: store.Feed{Author: absurd("laptop", title()), Complete: absurd("https://example.org/", title()), Offers: []store.Offered{{Link: absurd("https://example.org/", title()), Title: absurd("phone", title())}}},
	}}
	d.harmless("feed", func() { d.atFeed(sub) })
	d.win.Reload()
	d.harmless("sidebar", d.win.goHome)
	d.harmless("held for review", d.win.feeds.showQuarantine)
	a.found = found()
	a.found.Feeds[0].Title, a.found.Feeds[0].Problems = absurd("Groceries", title()), []feed.Problem{{Line: 12, Rule: absurd("rule", title()), Section: "FeedSync 1.0"}}
	a.found.Feeds = append(a.found.Feeds, subscribe.FoundFeed{Address: absurd("https://example.org/", title()), Title: absurd("Other", title())})
	d.harmless("found", func() {
		d.press(fyne.KeyO, fyne.KeyModifierControl)
		d.types(feedAfar)
		d.press(fyne.KeyReturn)
	})
	d.harmless("status", func() { d.win.showMessage(absurd("said", title())) })
	d.harmless("messages", d.win.showMessages)
}

// Entries and files of a library are shown whatever names the feed gives them.
func TestAnAbsurdLibraryIsShown(t *testing.T) {
	d, s := shelved(t)
	s.libraries[0].Name = absurd("Holidays", title())
	root := s.pages[""]
	root.Items[0].Title = absurd("Day one", title())
	root.Items[2].Text, root.Items[2].Files[0].Name = "<p>"+absurd("text", title())+"</p>", absurd("beach.jpg", much())
	s.pages[""] = root
	d.win.Reload()
	d.harmless("library", func() { d.atRow("") })
	for range 4 {
		d.harmless("entry", func() { d.press(fyne.KeyDown) })
	}
}

// The preview of an import shows absurd texts.
func TestAnAbsurdImportIsShown(t *testing.T) {
	d := newDesk(t)
	for name, text := range map[string]string{
		"cards.vcf": card("1", absurd("name", title()), "TEL:"+absurd("1", title())), "todos.ics": todo("1", absurd("todo", title())),
		"feeds.opml": `<opml version="2.0"><head/><body><outline text="` + absurd("Work", title()) + `"/></body></opml>`,
	} {
		path := file(t, name, text)
		d.press(fyne.KeyI, fyne.KeyModifierControl, fyne.KeyModifierShift)
		d.types(path)
		d.harmless(name, func() { d.press(fyne.KeyReturn) })
		d.harmless("marked in "+name, func() { d.press(fyne.KeyDown) })
		d.press(fyne.KeyEscape)
		d.rest()
	}
}

// Of very many tags and phones only the first are drawn, with the number of the others. All of
// them are kept.
func TestOfManyElementsTheFirstAreShown(t *testing.T) {
	d := newDesk(t)
	var tags, phones []string
	for i := range 400 {
		tags = append(tags, "tag"+strconv.Itoa(i))
	}
	for i := range testsize.Of(300, 2_000) {
		phones = append(phones, "+49 30 "+strconv.Itoa(100_000+i))
	}
	must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: "Family", Kind: "contact"})))
	must(t, two(d.engine.Edit.Add(t.Context(), "Family", record.Values{"name": "Many", "tags": record.FormatTags(tags), "phones": strings.Join(phones, "\n")}, edit.AddOptions{})))
	d.harmless("list", func() {
		d.win.Reload()
		d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: "Family"})
	})
	d.harmless("editor", func() { d.mark(0) })
	same(t, "what is not drawn", d.shows("and 350 more"), true)
	drawn := 0
	uitest.Walk(d.fyne.Canvas().Content(), func(fyne.CanvasObject) { drawn++ })
	if drawn > 3_000 {
		t.Errorf("%d objects are drawn", drawn)
	}
}
