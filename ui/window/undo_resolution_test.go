package window

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"crossfeed/engine"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/lists"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
)

// publications counts publications.
type publications struct {
	Sharing
	published *int
}

func (c publications) Publish(ctx context.Context, list string) (string, error) {
	*c.published++
	return c.Sharing.Publish(ctx, list)
}

// resolving returns a desk on the conflict page, and a count of its publications since.
func resolving(t *testing.T) (d *desk, laptop *engine.Engine, published *int) {
	t.Helper()
	d, laptop = parted(t)
	published = new(int)
	d.win.Sharing = publications{d.win.Sharing, published}
	d.press(fyne.KeyF8)
	d.rest()
	return d, laptop, published
}

// resolve takes the current version of the item on the page, and saves it.
func (d *desk) resolve() snapshot.Item {
	d.t.Helper()
	it := d.win.pages.resolve.Shown().Item
	before := len(d.win.now.Conflicts)
	d.clock.now = d.clock.now.Add(time.Second) // it has to be seen first
	d.types("1")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(d.t, "conflicts", len(d.win.now.Conflicts), before-1)
	return it
}

func conflictsAt(t *testing.T, e *engine.Engine, it snapshot.Item) int {
	t.Helper()
	sync(t, e)
	there, err := e.Lists.Item(t.Context(), it.Set, it.ID)
	must(t, err)
	return len(there.Conflicts)
}

// Resolutions are published together, five seconds after the last one.
func TestResolutionsArePublishedTogether(t *testing.T) {
	d, laptop, published := resolving(t)
	first := d.resolve()
	d.seam.Elapse(4 * time.Second)
	second := d.resolve()
	d.seam.Elapse(4 * time.Second)
	same(t, "published after 4 seconds", *published, 0)
	same(t, "the first at the laptop", conflictsAt(t, laptop, first), 1)
	d.seam.Elapse(time.Second)
	same(t, "published after 5 seconds", *published, 1)
	same(t, "the first at the laptop", conflictsAt(t, laptop, first), 0)
	same(t, "the second at the laptop", conflictsAt(t, laptop, second), 0)
	d.seam.Elapse(time.Minute)
	same(t, "published later", *published, 1)
}

// To the tenth of a second: a resolution is published no sooner and no later than five seconds
// after it was saved, and each one restarts the wait of those before it.
func TestAResolutionIsPublishedFiveSecondsAfterTheLastOne(t *testing.T) {
	const tenth = time.Second / 10
	for name, pauses := range map[string][]time.Duration{
		"one":                        nil,
		"two, three seconds apart":   {3 * time.Second},
		"two, 4.9 seconds apart":     {5*time.Second - tenth},
		"three, three seconds apart": {3 * time.Second, 3 * time.Second},
	} {
		d, laptop, published := resolving(t)
		all := []snapshot.Item{d.resolve()}
		for _, pause := range pauses {
			d.seam.Elapse(pause)
			all = append(all, d.resolve())
		}
		d.seam.Elapse(5*time.Second - tenth)
		same(t, name+": published after 4.9 seconds", *published, 0)
		for _, it := range all {
			same(t, name+": "+it.ID+" at the laptop after 4.9 seconds", conflictsAt(t, laptop, it), 1)
		}
		d.seam.Elapse(tenth)
		same(t, name+": published after 5 seconds", *published, 1)
		for _, it := range all {
			same(t, name+": "+it.ID+" at the laptop after 5 seconds", conflictsAt(t, laptop, it), 0)
		}
	}
}

// Lists that wait to be published follow a renaming in the meantime.
func TestResolutionsThatWaitArePublishedUnderTheNameOfTheList(t *testing.T) {
	d, laptop, published := resolving(t)
	it := d.resolve()
	must(t, two(d.engine.Edit.RenameList(t.Context(), it.Set, "Food")))
	d.win.Reload()
	d.rest()
	same(t, "waits", d.win.WaitsToPublish("Food"), true)
	same(t, "waits by its former name", d.win.WaitsToPublish(it.Set), false)
	d.seam.Elapse(publishPause)
	d.rest()
	same(t, "published", *published, 1)
	same(t, "at the laptop", conflictsAt(t, laptop, it), 0)
	same(t, "status", strings.Contains(d.win.status.Text(), "could not"), false)
}

// A scheduled sync leaves a resolution to the window, and undo is silent. A sync that a person
// requests publishes it.
func TestASyncThatNobodyAskedForPublishesNoWaitingResolution(t *testing.T) {
	scheduled := func(d *desk) {
		must(d.t, two(d.engine.Sync(d.t.Context(), subscribe.SyncOptions{Due: true, Hold: d.win.WaitsToPublish})))
	}
	for name, syncs := range map[string]func(d *desk){"by schedule": scheduled, "by the window": func(d *desk) { d.win.AutoSync() }} {
		d, laptop, published := resolving(t)
		it := d.resolve()
		d.seam.Elapse(time.Second)
		syncs(d)
		d.rest()
		same(t, name+": at the laptop", conflictsAt(t, laptop, it), 1)
		d.win.edits.undoResolution()
		d.rest()
		same(t, name+": conflicts after undo", len(d.win.now.Conflicts), 5)
		again := d.resolve()
		syncs(d)
		d.seam.Elapse(publishPause)
		same(t, name+": published in the end", *published, 1)
		same(t, name+": at the laptop in the end", conflictsAt(t, laptop, again), 0)
	}
	d, laptop, _ := resolving(t)
	it := d.resolve()
	d.win.Sync()
	d.rest()
	same(t, "at the laptop, after a sync that was asked for", conflictsAt(t, laptop, it), 0)
}

func TestResolutionsArePublishedWhenThePageIsLeft(t *testing.T) {
	d, laptop, published := resolving(t)
	it := d.resolve()
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "published", *published, 1)
	same(t, "at the laptop", conflictsAt(t, laptop, it), 0)
}

func TestResolutionsArePublishedWhenTheWindowIsClosed(t *testing.T) {
	d, laptop, published := resolving(t)
	it := d.resolve()
	d.win.Close()
	d.rest()
	same(t, "published", *published, 1)
	same(t, "at the laptop", conflictsAt(t, laptop, it), 0)
}

// The status bar offers to undo what was just saved.
func TestTheStatusBarUndoesAResolution(t *testing.T) {
	d, _, _ := resolving(t)
	it := d.resolve()
	d.clickIn(d.win.status.Object(), "Undo")
	same(t, "conflicts", len(d.win.now.Conflicts), 5)
	same(t, "the page shows", d.win.pages.resolve.Shown().Item, it)
}

// It undoes the resolution that it names, even if another one was saved since, such as by a
// command: both for a single resolution and for many at once.
func TestTheStatusBarUndoesTheResolutionThatItNames(t *testing.T) {
	for _, many := range []bool{false, true} {
		d, _, _ := resolving(t)
		bread := snapshot.Item{Set: "Errands", ID: d.idOf("Bread")}
		if many {
			d.press(fyne.KeyEscape)
			d.manyAtOnce()
			d.press(fyne.KeyReturn, fyne.KeyModifierControl)
			d.rest()
		} else {
			same(t, "resolved", d.resolve(), bread)
		}
		soup := snapshot.Item{Set: "Errands", ID: d.idOf("Soup")}
		s, err := d.engine.Conflicts.Session(t.Context(), soup.Set, soup.ID)
		must(t, err)
		must(t, s.Take(0))
		must(t, two(d.engine.Conflicts.Resolve(t.Context(), soup.Set, s)))
		d.win.Reload()
		d.rest()
		d.clickIn(d.win.status.Object(), "Undo")
		what := fmt.Sprint("many at once: ", many, ": conflicts of ")
		same(t, what+"Bread", len(d.item(bread).Conflicts), 1)
		same(t, what+"Soup", len(d.item(soup).Conflicts), 0)
	}
}

// Until a resolution is published, nobody has to be asked: the menu undoes it, and the laptop
// never receives it. No key of the page does that.
func TestTheMenuUndoesAResolutionSilently(t *testing.T) {
	d, laptop, _ := resolving(t)
	it := d.resolve()
	for range 3 {
		d.press(fyne.KeyZ, fyne.KeyModifierControl)
		d.rest()
	}
	same(t, "conflicts after Ctrl+Z on the page", len(d.win.now.Conflicts), 4)
	d.win.edits.undoResolution() // the command of the menu
	d.rest()
	same(t, "conflicts", len(d.win.now.Conflicts), 5)
	same(t, "the page shows", d.win.pages.resolve.Shown().Item, it)
	same(t, "said", strings.HasPrefix(d.win.status.Text(), "Undone: resolving “"+d.item(it).Winner.Title()+"”."), true)
	d.seam.Elapse(time.Minute)
	same(t, "at the laptop", conflictsAt(t, laptop, it), 1)
	there, err := laptop.Conflicts.History(t.Context(), it.Set, it.ID, 0)
	must(t, err)
	for _, v := range there.Archived {
		if v.Version.Updates > 2 {
			t.Errorf("the laptop received update %d", v.Version.Updates)
		}
	}
}

// A resolution that others may have received is undone once the person agrees.
func TestUndoAsksOnceWhereOthersMayHaveTheResolution(t *testing.T) {
	d, _, _ := resolving(t)
	it := d.resolve()
	title := d.item(it).Winner.Title()
	d.press(fyne.KeyEscape)
	d.rest()
	asked := "Others may have received the resolution of “" + title + "”. Undo it for everyone?"
	for _, c := range []struct {
		answer    string
		conflicts int
	}{{"Keep", 4}, {"Undo for everyone", 5}} {
		d.press(fyne.KeyZ, fyne.KeyModifierControl)
		d.rest()
		same(t, "asks", d.win.status.Text(), asked)
		same(t, "conflicts before the answer", len(d.win.now.Conflicts), 4)
		d.clickIn(d.win.status.Object(), c.answer)
		same(t, "conflicts after "+c.answer, len(d.win.now.Conflicts), c.conflicts)
	}
}

// Enter on the question keeps the resolution: the harmless button has the focus.
func TestAHastyEnterKeepsAPublishedResolution(t *testing.T) {
	d, _, _ := resolving(t)
	d.resolve()
	d.press(fyne.KeyEscape)
	d.rest()
	before := d.fyne.Canvas().Focused()
	d.press(fyne.KeyZ, fyne.KeyModifierControl)
	d.rest()
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "conflicts", len(d.win.now.Conflicts), 4)
	same(t, "the focus is back", d.fyne.Canvas().Focused() == before, true)
}

// The log undoes the selected resolution, whatever was done since.
func TestTheLogUndoesTheMarkedResolution(t *testing.T) {
	d, _, _ := resolving(t)
	first := d.resolve()
	d.resolve()
	d.press(fyne.KeyL, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.rest()
	d.press(fyne.KeyDown)
	marked, there := d.win.pages.decisions().Marked()
	same(t, "marked", there && snapshot.Item{Set: marked.Set, ID: marked.Item} == first, true)
	d.click("Undo")
	d.rest()
	same(t, "conflicts", len(d.win.now.Conflicts), 4)
	var undone []bool
	for _, e := range decisionsOf(t, d) {
		undone = append(undone, e.Undone)
	}
	same(t, "undone are the newer and the older", undone[0] || !undone[1], false)
}

// The log and the status bar ask, too, before they undo a resolution that others may have
// received.
func TestTheLogAndTheStatusBarAskWhereAResolutionIsPublished(t *testing.T) {
	for name, undo := range map[string]func(d *desk){
		"the status bar": func(d *desk) { d.clickIn(d.win.status.Object(), "Undo") },
		"the log": func(d *desk) {
			d.showsDecisions()
			d.click("Undo")
			d.rest()
		},
	} {
		d, _, published := resolving(t)
		it := d.resolve()
		title := d.item(it).Winner.Title()
		d.seam.Elapse(publishPause)
		same(t, name+": published", *published, 1)
		undo(d)
		shown := d.win.pages.shown
		same(t, name+": asks", d.win.status.Text(), "Others may have received the resolution of “"+title+"”. Undo it for everyone?")
		same(t, name+": conflicts before the answer", len(d.win.now.Conflicts), 4)
		same(t, name+": asks on the same page", d.win.pages.shown == shown, true)
		d.clickIn(d.win.status.Object(), "Undo for everyone")
		same(t, name+": conflicts after it", len(d.win.now.Conflicts), 5)
	}
}

// A double click on Undo does not answer the question that appears under it, wherever on the
// button it is. Further clicks at the same position keep the resolution.
func TestADoubleClickOnUndoUndoesNothingForOthers(t *testing.T) {
	for _, size := range []fyne.Size{{Width: 800, Height: 600}, {Width: 1180, Height: 740}} {
		for _, part := range []float32{0.05, 0.5, 0.95} {
			d, _, published := resolving(t)
			d.fyne.Resize(size)
			d.resolve()
			d.seam.Elapse(publishPause)
			d.clock.now = d.clock.now.Add(publishPause)
			same(t, "published", *published, 1)
			what := fmt.Sprint(size, " at ", part)
			d.fyne.Content().Refresh()
			b := d.buttonIn(d.win.status.Object(), "Undo")
			at := fyne.CurrentApp().Driver().AbsolutePositionForObject(b).AddXY(part*b.Size().Width, b.Size().Height/2)
			for range 3 {
				test.TapCanvas(d.fyne.Canvas(), at)
				d.rest()
				d.fyne.Content().Refresh()
			}
			same(t, what+": asks", strings.HasSuffix(d.win.status.Text(), "Undo it for everyone?"), true)
			same(t, what+": conflicts after it", len(d.win.now.Conflicts), 4)
			d.clock.now = d.clock.now.Add(time.Second)
			test.TapCanvas(d.fyne.Canvas(), at)
			d.rest()
			same(t, what+": conflicts after one more", len(d.win.now.Conflicts), 4)
			same(t, what+": says", d.win.status.Text(), "Nothing was undone.")
		}
	}
}

func decisionsOf(t *testing.T, d *desk) []conflicts.Resolution {
	t.Helper()
	all, err := d.engine.Conflicts.Resolutions(t.Context(), "", "", 0)
	must(t, err)
	return all
}

// Ctrl+Z and Ctrl+Y on the page undo and redo the choices made there, back to the state in
// which it was opened. The resolution saved before and all other items stay unchanged, also
// when pressed in the field of the result.
func TestUndoOnThePageReachesNoOtherItem(t *testing.T) {
	d, _ := parted(t)
	d.press(fyne.KeyF8)
	d.rest()
	first := d.win.pages.resolve.Item()
	d.types("1")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	second := d.win.pages.resolve.Item()
	same(t, "goes on to another", second == first, false)
	before := d.everything()
	turn := func(after string) {
		t.Helper()
		for range 3 {
			d.press(fyne.KeyZ, fyne.KeyModifierControl)
			d.rest()
		}
		same(t, after+": something is decided", d.win.pages.resolve.Shown().Session.Changed(), false)
		for range 3 {
			d.press(fyne.KeyY, fyne.KeyModifierControl)
			d.press(fyne.KeyZ, fyne.KeyModifierControl, fyne.KeyModifierShift)
			d.rest()
		}
		same(t, after+": the page shows", d.win.pages.resolve.Item(), second)
		same(t, after+": all items", d.everything(), before)
	}
	turn("nothing")
	d.types("2")
	turn("a choice")
	same(t, "a choice, redone", d.win.pages.resolve.Shown().Session.Changed(), true)
	d.press(fyne.KeyZ, fyne.KeyModifierControl)
	d.types("e")
	d.types("hello")
	turn("typing")
	same(t, "conflicts", len(d.win.now.Conflicts), 4)
}

// No key of the window changes an item while it is pressed on the conflict page or in its
// field: neither the item on the page nor any other. On a page that such a key opens, undo and
// redo change none, either.
func TestNoKeyOnThePageOfAConflictChangesAnItem(t *testing.T) {
	d, _ := parted(t)
	d.mark(d.row("Tea"))
	d.types(" ") // what undo would revert
	d.rest()
	same(t, "done", d.win.now.Rows[d.row("Tea")].Done, true)
	d.press(fyne.KeyF8)
	d.rest()
	it, before := d.win.pages.resolve.Item(), d.everything()
	for _, c := range d.win.commands {
		keys := append([]desktop.CustomShortcut{{KeyName: c.Key, Modifier: c.Modifier}}, c.Also...)
		for _, key := range keys {
			for _, inField := range []bool{false, true} {
				if key.KeyName == "" || c.Text == "Save" || c.Text == "Sync" {
					continue
				}
				d.win.openResolve(it)
				d.rest()
				if inField {
					d.types("e")
					d.types("x")
				}
				d.press(key.KeyName, key.Modifier)
				d.rest()
				what := fmt.Sprintf("all items after %s (%s), in the field: %v", key.ShortcutName(), c.Text, inField)
				same(t, what, d.everything(), before)
				if d.win.pages.shown == page(d.win.pages.home) || d.win.batching.batchShown() {
					continue // what undo reverts is in sight
				}
				for _, then := range []fyne.KeyName{fyne.KeyZ, fyne.KeyY} {
					d.press(then, fyne.KeyModifierControl)
					d.rest()
					same(t, what+", then Ctrl+"+string(then), d.everything(), before)
				}
			}
		}
	}
}

// The status bar says where undo is.
func TestAPageThatShowsNoEditsSaysWhereUndoIs(t *testing.T) {
	d, _, _ := resolving(t)
	d.resolve()
	before := d.everything()
	d.press(fyne.KeyF1)
	d.rest()
	d.press(fyne.KeyZ, fyne.KeyModifierControl)
	d.rest()
	same(t, "undo", d.win.status.Text(), "There is nothing to undo here. Ctrl+Z undoes in a list, the menu Edit › Conflicts undoes the last resolution.")
	d.press(fyne.KeyY, fyne.KeyModifierControl)
	d.rest()
	same(t, "redo", d.win.status.Text(), "There is nothing to redo on this page.")
	same(t, "all items", d.everything(), before)
}

// The table of all conflicts undoes a resolution, and no other edit.
func TestTheTableOfConflictsUndoesResolutionsAlone(t *testing.T) {
	d, _, _ := resolving(t)
	d.resolve()
	d.press(fyne.KeyEscape)
	d.rest()
	id := d.win.now.Rows[d.row("Tea")].ID
	change(t, d.engine, "Errands", id, "title", "Green tea")
	d.win.Reload()
	d.rest()
	d.press(fyne.KeyF8, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.rest()
	d.press(fyne.KeyZ, fyne.KeyModifierControl)
	d.rest()
	same(t, "the edit stays", d.item(snapshot.Item{Set: "Errands", ID: id}).Winner.Title(), "Green tea")
	d.clickIn(d.win.status.Object(), "Undo for everyone")
	same(t, "conflicts", len(d.win.now.Conflicts), 5)
	same(t, "the edit stays", d.item(snapshot.Item{Set: "Errands", ID: id}).Winner.Title(), "Green tea")
}

// everything returns every version of every item.
func (d *desk) everything() string {
	d.t.Helper()
	text := ""
	for _, list := range d.win.now.Lists {
		rows, err := d.engine.Lists.Items(d.t.Context(), list.Name, store.Query{})
		must(d.t, err)
		for _, row := range rows {
			for _, v := range d.item(snapshot.Item{Set: list.Name, ID: row.ID}).Versions() {
				text += row.ID + " " + v.Top().String() + " " + v.Content.Hash().String() + "\n"
			}
		}
	}
	return text
}

// Undo in a field of the editor stops at the field: an earlier edit stays.
func TestUndoInAFieldRevertsNothingElse(t *testing.T) {
	d := todos(t, "milk", "bread")
	d.mark(0)
	d.types(" ")
	d.rest()
	same(t, "done", d.win.now.Rows[0].Done, true)
	d.press(fyne.KeyReturn)
	d.rest()
	before := d.everything()
	d.types("hello")
	for range 3 {
		d.press(fyne.KeyZ, fyne.KeyModifierControl)
		d.rest()
	}
	same(t, "all items", d.everything(), before)
	same(t, "still done", d.win.now.Rows[0].Done, true)
}

// phoneFeed returns a feed of notes, of which the last ones are deleted.
func phoneFeed(items []string, deleted int) string {
	var all strings.Builder
	for i, item := range items {
		updates, more := 1, ""
		if i >= len(items)-deleted {
			updates, more = 2, ` deleted="true"`
		}
		fmt.Fprintf(&all, `<item><title>%s</title><sx:sync id="%s" updates="%d"%s>`, item, item, updates, more)
		for n := updates; n > 0; n-- {
			fmt.Fprintf(&all, `<sx:history sequence="%d" when="2026-05-23T10:00:0%dZ" by="phone"/>`, n, n)
		}
		all.WriteString(`</sx:sync></item>`)
	}
	return `<rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync"><channel><title>Phone</title><link>http://example.org/</link><description>P</description>` + all.String() + `</channel></rss>`
}

// fed returns a desk that shows a feed, whose items are in its list of notes.
func fed(t *testing.T, items ...string) (d *desk, feed string) {
	t.Helper()
	d = newDesk(t)
	feed = filepath.Join(t.TempDir(), "phone.xml")
	must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: "Notes", Kind: "note"})))
	must(t, two(d.engine.Subscriptions.Subscribe(t.Context(), "Notes", feed)))
	must(t, os.WriteFile(feed, []byte(phoneFeed(items, 0)), 0o600))
	sync(t, d.engine)
	d.win.Reload()
	d.win.choose(snapshot.Place{Kind: snapshot.KindFeed, Set: "Notes", Location: feed})
	d.rest()
	return d, feed
}

// titlesNow returns the titles of the notes in the list.
func (d *desk) titlesNow() string {
	d.t.Helper()
	d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: "Notes"})
	d.rest()
	return d.titles()
}

// Undoing what a feed brought removes items that nobody else has received at once, and pauses
// the feed.
func TestWhatAFeedBroughtIsUndoneInTheWindow(t *testing.T) {
	d, _ := fed(t, "junk", "spam")
	d.clicks("Undo its changes…")
	same(t, "the page asks", d.shows("Undo the changes from “"), true)
	same(t, "nothing is undone before", d.win.now.Feeds[0].Paused, false)
	d.clicks("Undo  Ctrl+Enter")
	same(t, "said", strings.HasPrefix(d.win.status.Text(), "Reverted 2 items. The feed is paused."), true)
	same(t, "paused", d.win.now.Feeds[0].Paused, true)
	same(t, "left", d.titlesNow(), "")
}

// What a feed brought with several syncs is undone if the person ticks that, and otherwise what
// the last sync brought.
func TestAllChangesOfAFeedSinceYesterdayAreUndoneInTheWindow(t *testing.T) {
	for _, c := range []struct {
		tick       bool
		said, left string
	}{{false, "Reverted 1 item.", "junk"}, {true, "Reverted 2 items.", ""}} {
		t.Run(c.said, func(t *testing.T) {
			d, feed := fed(t, "junk")
			d.clock.now = d.clock.now.Add(time.Hour)
			must(t, os.WriteFile(feed, []byte(phoneFeed([]string{"junk", "spam"}, 0)), 0o600))
			sync(t, d.engine)
			d.win.Reload()
			d.rest()
			d.clicks("Undo its changes…")
			if c.tick {
				for range 9 {
					if _, is := d.fyne.Canvas().Focused().(*widget.Check); is {
						break
					}
					d.press(fyne.KeyTab)
				}
				d.types(" ")
			}
			d.press(fyne.KeyReturn, fyne.KeyModifierControl)
			d.rest()
			same(t, "said: "+d.win.status.Text(), strings.HasPrefix(d.win.status.Text(), c.said+" The feed is paused."), true)
			same(t, "left", d.titlesNow(), c.left)
		})
	}
}

// The status line says how many items a sync deleted, whether a person asked for it or not.
func TestTheStatusLineSaysWhatASyncDeleted(t *testing.T) {
	items := strings.Fields("a b c d e f g h i j k l")
	for name, syncs := range map[string]func(*desk){
		"Ctrl+R": func(d *desk) { d.press(fyne.KeyR, fyne.KeyModifierControl) },
		"in the background": func(d *desk) {
			reports, err := d.engine.Sync(d.t.Context(), subscribe.SyncOptions{Whole: true})
			must(d.t, err)
			now, err := WaitingIn(d.t.Context(), d.engine)
			d.win.SyncedByItself(reports, now, err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			d, feed := fed(t, items...)
			d.clock.now = d.clock.now.Add(time.Hour)
			must(t, os.WriteFile(feed, []byte(phoneFeed(items, 3)), 0o600))
			syncs(d)
			d.rest()
			same(t, "said: "+d.win.status.Text(), strings.HasSuffix(d.win.status.Text(), " · 0 changes received · 3 items deleted"), true)
			same(t, "left", d.titlesNow(), "a, b, c, d, e, f, g, h, i")
		})
	}
}

// If others may have received them, a second page says how many before updates are created.
func TestWhatAFeedBroughtIsUndoneForEveryoneOnlyAfterAsking(t *testing.T) {
	d, feed := fed(t, "junk", "spam")
	folder := t.TempDir()
	must(t, two(d.engine.Sharing.PublishAt(t.Context(), "Notes", folder)))
	d.win.choose(snapshot.Place{Kind: snapshot.KindFeed, Set: "Notes", Location: feed})
	d.rest()
	d.clicks("Undo its changes…")
	d.clicks("Undo  Ctrl+Enter")
	same(t, "the page asks", d.shows("Others may have received 2 of 2 items."), true)
	same(t, "nothing is undone before", d.win.now.Feeds[0].Paused, false)
	d.clicks("Undo for everyone  Ctrl+Enter")
	same(t, "left", d.titlesNow(), "")
	files, err := filepath.Glob(filepath.Join(folder, "*.xml"))
	must(t, err)
	published, err := os.ReadFile(files[0])
	must(t, err)
	same(t, "deletions that are published", strings.Count(string(published), `deleted="true"`), 2)
}
