package window

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/crash"
	"crossfeed/engine/edit"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/ui/theme"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/wording"
)

const ctrl = fyne.KeyModifierControl

// Outside the conflict page Ctrl+0 restores the normal text size.
func TestCtrl0BringsBackTheNormalSize(t *testing.T) {
	d := todos(t, "milk p1")
	d.mark(0)
	d.press(fyne.KeyEqual, ctrl)
	same(t, "larger", d.win.Scale > 1, true)
	d.press(fyne.Key0, ctrl)
	d.rest()
	same(t, "scale", d.win.Scale, float32(1))
	same(t, "priority", d.value("milk", "priority"), "1")
	d.press(fyne.Key4, fyne.KeyModifierAlt)
	d.rest()
	same(t, "priority after Alt+4", d.value("milk", "priority"), "")
}

// Adding an item selects it instead of the items chosen before, so that the next key acts on
// the new item.
func TestAddingAnItemChoosesIt(t *testing.T) {
	d := todos(t, "one", "two", "three")
	d.mark(0)
	d.press(fyne.KeyA, ctrl)
	same(t, "chosen", len(d.win.items.Chosen()), 3)
	d.press(fyne.KeyN, ctrl)
	d.types("four")
	d.press(fyne.KeyReturn)
	d.rest()
	d.press(fyne.KeyD, ctrl)
	d.rest()
	for _, r := range d.win.now.Rows {
		same(t, r.Title+" is done", r.Done, r.Title == "four")
	}
}

// A sync does not change which items are chosen.
func TestASyncLeavesTheChoice(t *testing.T) {
	d := todos(t, "one", "two", "three")
	d.mark(0)
	d.press(fyne.KeyDown, fyne.KeyModifierShift)
	d.win.Reload()
	d.rest()
	same(t, "chosen", len(d.win.items.Chosen()), 2)
}

// Unfinished text for a new item stays with its list, and is there when a person comes back.
func TestWhatIsHalfTypedStaysInItsList(t *testing.T) {
	d := todos(t, "milk")
	must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: "Home", Kind: "todo"})))
	d.win.Reload()
	d.rest()
	entry := d.win.items.Adding().(*widget.Entry)
	goes := func(list string) {
		d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: list})
		d.rest()
	}
	d.press(fyne.KeyN, ctrl)
	d.types("call the")
	goes("Home")
	same(t, "in Home", entry.Text(), "")
	d.press(fyne.KeyN, ctrl)
	d.types("paint")
	goes("Errands")
	same(t, "back in Errands", entry.Text(), "call the")
	d.press(fyne.KeyN, ctrl)
	d.press(fyne.KeyEnd)
	d.types(" plumber")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "rows", d.titles(), "milk, call the plumber")
	goes("Home")
	same(t, "back in Home", entry.Text(), "paint")
}

func TestCtrlSSaves(t *testing.T) {
	d := todos(t, "milk")
	d.mark(0)
	d.press(fyne.KeyReturn)
	d.press(fyne.KeyEnd)
	d.types(" and bread")
	d.press(fyne.KeyS, ctrl)
	d.rest()
	same(t, "rows", d.titles(), "milk and bread")
}

// atSidebar returns the position of a sidebar entry.
func (d *desk) atSidebar(text string) fyne.Position {
	d.t.Helper()
	l := d.win.sidebar.Focus().(*widget.List)
	height := l.CreateItem().MinSize().Height + fynetheme.Padding()
	for i := range l.Rows() {
		if l.Text(i) == text {
			return fyne.CurrentApp().Driver().AbsolutePositionForObject(l).AddXY(20, (float32(i)+0.5)*height)
		}
	}
	d.t.Fatalf("there is no %q in the sidebar", text)
	return fyne.Position{}
}

// dragsTo drags a row to a line of the sidebar.
func (d *desk) dragsTo(title, to string) {
	d.t.Helper()
	seat, target := d.seatOf(title), d.atSidebar(to)
	list := fyne.CurrentApp().Driver().AbsolutePositionForObject(d.win.items.List().(fyne.CanvasObject))
	from := list.AddXY(0, float32(d.row(title))*rowHeight)
	ev := &fyne.DragEvent{Dragged: fyne.Delta{DX: target.X - from.X, DY: target.Y - from.Y}}
	ev.Position, ev.AbsolutePosition = target.Subtract(from), target
	seat.Dragged(ev)
	seat.DragEnd()
	d.rest()
}

// Rows dragged onto a list in the sidebar move there, including all chosen ones. Dropped
// elsewhere outside their list they stay where they are.
func TestRowsAreDraggedToAnotherList(t *testing.T) {
	d := todos(t, "one", "two", "three", "four")
	must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: "Home", Kind: "todo"})))
	d.win.Reload()
	d.rest()
	d.mark(0)
	d.press(fyne.KeyDown, fyne.KeyModifierShift)
	d.dragsTo("two", "LISTS")
	same(t, "after dragging to a heading", d.titles(), "one, two, three, four")
	d.dragsTo("two", "Errands")
	same(t, "after dragging to the same list", d.titles(), "one, two, three, four")
	d.dragsTo("two", "Home")
	same(t, "after dragging two that are selected", d.titles(), "three, four")
	d.dragsTo("four", "Home")
	same(t, "after dragging one that is not chosen", d.titles(), "three")
	d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: "Home"})
	d.rest()
	same(t, "in the other list", d.titles(), "one, two, four")
}

// Rows dragged onto another place in the sidebar become what it shows, all selected ones as one
// edit. Places that no change leads to take nothing.
func TestRowsAreDraggedToOtherPlaces(t *testing.T) {
	const before = "one 2026-05-27 [home]; two []; three []; four [] done"
	for to, want := range map[string]struct{ after, said string }{
		"Today":     {"one 2026-05-24 [home]; two 2026-05-24 []; three []; four [] done", "Due Sun, May 24: 2 items. Ctrl+Z undoes it."},
		"No date":   {"one [home]; two []; three []; four [] done", "Removed the due date: 2 items. Ctrl+Z undoes it."},
		"home":      {"one 2026-05-27 [home]; two [home]; three []; four [] done", "Added the tag home: 2 items. Ctrl+Z undoes it."},
		"Completed": {"one 2026-05-27 [home] done; two [] done; three []; four [] done", "Completed: 2 items. Ctrl+Z undoes it."},
		"Trash":     {"three []; four [] done", "Deleted: 2 items. Ctrl+Z undoes it."},
		"Upcoming":  {}, "Overdue": {}, "All todos": {}, "Conflicts": {}, "LISTS": {}, "TAGS": {}, "Errands": {},
	} {
		t.Run(to, func(t *testing.T) {
			d := todos(t, "one 2026-05-27 #home", "two", "three", "four")
			d.mark(3)
			d.press(fyne.KeyD, ctrl)
			d.rest()
			same(t, "before", d.stateOf("Errands"), before)
			d.mark(0)
			d.press(fyne.KeyDown, fyne.KeyModifierShift)
			same(t, "takes them", d.win.dragAway(d.win.items.Chosen(), d.atSidebar(to), false), want.said != "")
			if want.said != "" {
				same(t, "highlighted", d.emphasized(to), true)
			}
			d.win.sidebar.SetTarget(snapshot.Place{})
			if want.said != "" {
				same(t, "highlighted later", d.emphasized(to), false)
			}
			d.dragsTo("two", to)
			if want.said == "" {
				same(t, "after", d.stateOf("Errands"), before)
				return
			}
			same(t, "after", d.stateOf("Errands"), want.after)
			same(t, "said", d.win.status.Text(), want.said)
			d.press(fyne.KeyZ, ctrl)
			d.rest()
			same(t, "undone", d.stateOf("Errands"), before)
		})
	}
}

// A place takes only the rows that can have what it shows.
func TestDraggedRowsThatDoNotFitAPlaceStayAsTheyAre(t *testing.T) {
	d := withLists(t, "A")
	must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: "Errands", Kind: "todo"})))
	must(t, two(d.engine.Edit.Add(t.Context(), "A", record.Values{"title": "note"}, edit.AddOptions{})))
	must(t, two(d.engine.Edit.Add(t.Context(), "Errands", record.Values{"title": "todo", "tags": "home"}, edit.AddOptions{})))
	d.win.Reload()
	d.rest()
	d.mark(0)
	for to, takes := range map[string]bool{"Today": false, "No date": false, "home": false, "Completed": false, "Errands": true, "Trash": true} {
		same(t, to, d.win.dragAway(d.win.items.Chosen(), d.atSidebar(to), false), takes)
	}
}

// emphasized reports whether the sidebar shows a text in bold.
func (d *desk) emphasized(text string) (bold bool) {
	uitest.Walk(d.win.sidebar.Object(), func(o fyne.CanvasObject) {
		if c, is := o.(*canvas.Text); is && c.Text == text {
			bold = c.TextStyle.Bold
		}
	})
	return bold
}

// stateOf returns the items of a list with their dates and tags.
func (d *desk) stateOf(list string) string {
	d.t.Helper()
	rows, err := d.engine.Lists.Items(d.t.Context(), list, store.Query{})
	must(d.t, err)
	var all []string
	for _, r := range rows {
		words := []string{r.Title}
		if r.Due != "" {
			words = append(words, r.Due)
		}
		if words = append(words, fmt.Sprint(r.Tags)); r.Done {
			words = append(words, "done")
		}
		all = append(all, strings.Join(words, " "))
	}
	return strings.Join(all, "; ")
}

// Rows that are dragged to a shared list stay where they are until a person agrees.
func TestRowsAreDraggedToASharedListAfterAQuestion(t *testing.T) {
	d := todos(t, "one", "two")
	at := d.family()
	d.dragsTo("two", "Family")
	same(t, "asked", d.shows("Your 1 item will be readable by everyone who can open "+at+"."), true)
	same(t, "before", d.titlesIn("Errands"), "one, two")
	d.press(fyne.KeyReturn, ctrl)
	d.rest()
	same(t, "after", d.titles(), "one")
	same(t, "there", d.titlesIn("Family"), "two")
}

// Rows that would become another kind stay where they are until a person agrees. Moving and
// converting is one edit.
func TestRowsAreConvertedAfterAQuestion(t *testing.T) {
	for name, moves := range map[string]func(*desk){
		"dragged": func(d *desk) { d.dragsTo("two", "Family") },
		"pasted": func(d *desk) {
			d.win.clipboard.cutItems()
			d.rest()
			d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: "Family"})
			d.rest()
			d.win.clipboard.pasteItems()
			d.rest()
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := todos(t, "one", "two")
			must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: "Family", Kind: "contact"})))
			d.win.Reload()
			d.rest()
			d.mark(1)
			moves(d)
			same(t, "asked", d.shows("“Family” is a list of contacts. Convert 1 item to a contact?"), true)
			same(t, "fields", d.shows("stay only in the history."), true)
			same(t, "before", d.titlesIn("Errands"), "one, two")
			d.press(fyne.KeyReturn, ctrl)
			d.rest()
			same(t, "after", d.titlesIn("Errands"), "one")
			same(t, "said", d.win.status.Text(), "Moved to Family: “two”. 1 item converted. Ctrl+Z undoes it.")
			rows, err := d.engine.Lists.Items(t.Context(), "Family", store.Query{})
			must(t, err)
			same(t, "there", rows[0].Kind, record.Contact)
			d.press(fyne.KeyZ, ctrl)
			d.rest()
			same(t, "undone", d.titlesIn("Errands")+"; "+d.titlesIn("Family"), "one, two; ")
		})
	}
}

// A list that reads an ordinary feed is not shown as an empty list with a green dot: the
// window explains what the feed is, and offers to add it to the library.
func TestAnOrdinaryFeedIsSaidToBeOneAndLeadsToTheLibrary(t *testing.T) {
	for name, text := range map[string]string{
		"posts.xml": `<rss version="2.0"><channel><title>Posts</title><link>http://example.org/</link><description>x</description><item><title>One</title></item></channel></rss>`,
		"atom.xml":  `<feed xmlns="http://www.w3.org/2005/Atom"><title>Posts</title><id>urn:x</id><updated>2026-05-22T10:00:00Z</updated><entry><title>One</title><id>urn:y</id><updated>2026-05-22T10:00:00Z</updated></entry></feed>`,
		"plan.opml": `<opml version="2.0"><head><title>Plan</title></head><body><outline text="One"/></body></opml>`, // into an outline
	} {
		t.Run(name, func(t *testing.T) {
			d := todos(t)
			file := filepath.Join(t.TempDir(), name)
			must(t, os.WriteFile(file, []byte(text), 0o600))
			list := "Errands"
			if strings.HasSuffix(name, ".opml") {
				list = "Plan"
				must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: list, Kind: "outline"})))
			}
			must(t, two(d.engine.Subscriptions.Subscribe(t.Context(), list, file)))
			must(t, two(d.engine.Sync(t.Context(), subscribe.SyncOptions{})))
			d.win.Reload()
			d.win.choose(snapshot.Place{Kind: snapshot.KindFeed, Set: list, Location: file})
			d.rest()
			var sidebar []string
			uitest.Walk(d.win.sidebar.Object(), func(o fyne.CanvasObject) {
				if text, is := o.(*canvas.Text); is {
					sidebar = append(sidebar, text.Text)
				}
			})
			said := "ordinary feed"
			if list == "Plan" {
				said = "ordinary outline"
			}
			same(t, "in the sidebar", strings.Contains(strings.Join(sidebar, "\n"), said), true)
			same(t, "in the pane", d.shows("without sync information, so nothing was merged."), true)
			uitest.Walk(d.fyne.Content(), func(o fyne.CanvasObject) {
				if i, is := o.(*canvas.Image); is && i.Resource != nil && strings.HasPrefix(i.Resource.Name(), string(theme.Good)) {
					t.Errorf("the window shows %s", i.Resource.Name())
				}
			})
			if list == "Plan" {
				same(t, "leads to the library", d.shows("Add to library…"), false)
				d.clicks("Import…")
				d.rest()
				same(t, "the preview", d.win.pages.shown == page(d.win.pages.importing()) && d.shows("One"), true)
				return
			}
			d.clicks("Add to library…")
			d.rest()
			same(t, "the form", d.win.pages.shown == page(d.win.pages.addLibrary()), true)
			same(t, "the address", d.shows(file), true)
			d.press(fyne.KeyReturn)
			d.rest()
			same(t, "what was found", d.shows("Posts"), true)
		})
	}
}

// Known errors are shown in the window's own words. For others the engine's message, which
// names the location, is shown in full.
func TestErrorsAreToldInWords(t *testing.T) {
	withList(t)
	broken := errors.New("groceries.xml:12:7: the document ends too early")
	for want, err := range map[string]error{
		"Another Crossfeed is still writing. Try again in a moment.":                                             fmt.Errorf("saving: %w", store.ErrInUse),
		"The item changed in the meantime.":                                                                      edit.ErrChanged,
		"The item has a conflict. Resolve it first.":                                                             &edit.HeldError{ID: "a", By: "a"},
		"An item in it has a conflict. Resolve that first.":                                                      fmt.Errorf("moving: %w", &edit.HeldError{ID: "a", By: "b"}),
		"This item is damaged. Everything else works. To fetch the item again, run “crossfeed verify --repair”.": fmt.Errorf("item x: %w", store.ErrDamagedItem),
		"It could not be done: " + broken.Error():                                                                broken,
		"An internal error interrupted this. Everything you saved is safe. Details: /home/me/crash.log":          fmt.Errorf("saving: %w", &crash.Error{Log: "/home/me/crash.log"}),
	} {
		same(t, err.Error(), wording.Error(err), want)
	}
	same(t, "as a reason", wording.Why(broken), broken.Error())
}

func TestAStartWithMissingChangesSaysSo(t *testing.T) {
	d := newDesk(t)
	d.win.ReportMissing(3)
	same(t, "status", d.win.status.Text(), "Saved changes are missing: 3. The database log was removed, or the database was replaced with an older copy. Sync to get published changes back, or restore a backup.")
}

func TestTheWindowSaysThatTheLastRunCrashed(t *testing.T) {
	d := newDesk(t)
	d.win.ReportCrashed("/home/me/crash.log")
	const notice = "Crossfeed quit unexpectedly last time. Everything you saved is safe. Details: /home/me/crash.log"
	same(t, "notices", strings.Join(d.win.status.Notices(), "; "), notice)
	d.win.status.ShowMessage("Synced at 12:00 · 0 changes received")
	same(t, "it stays", d.shows("Crossfeed quit unexpectedly"), true)
	d.clickIn(d.win.status.Object(), "Dismiss")
	same(t, "once it is dismissed", d.shows("Crossfeed quit unexpectedly"), false)
	same(t, "notices", len(d.win.status.Notices()), 0)
	d.press(fyne.KeyF9)
	d.rest()
	same(t, "the messages keep it", strings.Contains(d.win.pages.messages.Text(), notice), true)
}
