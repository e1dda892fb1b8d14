package window

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"crossfeed/engine/edit"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/ui/uitest"
	"crossfeed/ui/window/snapshot"
)

// unread returns a desk with the page of a library in which two items are unread.
func unread(t *testing.T) (*desk, *shelf) {
	t.Helper()
	d, s := shelved(t)
	s.pages[""].Items[2].Read, s.pages[""].Items[4].Read = false, false
	s.libraries[0].Unread = 2
	d.atShelf()
	return d, s
}

// atShelf shows the library, with its first row selected.
func (d *desk) atShelf() {
	d.win.Reload()
	d.rest()
	d.win.choose(snapshot.Place{Kind: snapshot.KindLibrary, Key: 1})
	d.rest()
	d.win.focus(d.win.pages.library().Focus())
	d.press(fyne.KeyHome)
	d.rest()
}

// An item counts as read once it was selected for a moment. Who only passes by reads nothing.
func TestAnItemIsReadOnceItWasSelectedForAMoment(t *testing.T) {
	d, s := unread(t)
	same(t, "in the head", d.shows("2 unread"), true)
	d.press(fyne.KeyDown)
	d.press(fyne.KeyDown)
	d.press(fyne.KeyDown)
	d.seam.Elapse(time.Minute)
	d.rest()
	same(t, "read in passing", s.last(), "")
	d.press(fyne.KeyUp)
	d.seam.Elapse(time.Minute)
	d.rest()
	same(t, "read", s.last(), "read beach")
	same(t, "in the head", d.shows("1 unread"), true)
}

// An item that was selected for less than a moment stays unread when its page is left.
func TestAnItemStaysUnreadIfItsPageIsLeftAtOnce(t *testing.T) {
	d, s := unread(t)
	d.press(fyne.KeyDown)
	d.press(fyne.KeyDown)
	d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: "Groceries"})
	d.rest()
	d.seam.Elapse(time.Minute)
	d.rest()
	same(t, "asked", s.last(), "")
}

// A key marks the chosen items as read, another one all of them.
func TestItemsAreMarkedAsReadByKeys(t *testing.T) {
	d, s := unread(t)
	d.press(fyne.KeyA, fyne.KeyModifierControl)
	d.press(fyne.KeyU, fyne.KeyModifierControl)
	d.rest()
	same(t, "read", s.last(), "read beach notes")
	same(t, "the button", d.shows("Mark all as read"), false)

	d, s = unread(t)
	d.press(fyne.KeyU, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.rest()
	same(t, "read", s.last(), "read all")
	same(t, "said", d.win.status.Text(), "Marked 2 items as read. Ctrl+Z undoes it.")
}

// The same key marks read items as unread, and they stay so while they are selected.
func TestReadItemsAreMarkedAsUnreadByTheSameKey(t *testing.T) {
	d, s := unread(t)
	d.press(fyne.KeyDown)
	d.press(fyne.KeyDown)
	same(t, "the button", d.shows("Mark as read  Ctrl+U"), true)
	d.press(fyne.KeyU, ctrl)
	d.rest()
	same(t, "read", s.last(), "read beach")
	same(t, "the button", d.shows("Mark as unread  Ctrl+U"), true)
	d.press(fyne.KeyU, ctrl)
	d.rest()
	same(t, "unread", s.last(), "unread beach")
	d.seam.Elapse(time.Minute)
	d.rest()
	same(t, "after a moment", s.last(), "unread beach")
	same(t, "in the head", d.shows("2 unread"), true)

	d.press(fyne.KeyDown, shift)
	same(t, "some read", d.shows("Mark as read  Ctrl+U") && d.shows("Mark as unread"), true)
	d.runs("Toggle read")
	same(t, "read", s.last(), "read beach")
	d.runs("Toggle read")
	same(t, "unread", s.last(), "unread beach show")
}

// Marking all items is an edit: Ctrl+Z undoes it after what was done since and before what was
// done earlier, on any page. What a person read since stays read.
func TestMarkingAllAsReadIsUndoneByKeys(t *testing.T) {
	d := onRealStore(t, store.Home{File: "1"})
	d.makeList("Groceries")
	d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: "Groceries"})
	d.rest()
	must(t, two(d.engine.Edit.Add(t.Context(), "Groceries", record.Values{"title": "Milk"}, edit.AddOptions{})))
	posts := filepath.Join(t.TempDir(), "posts.xml")
	writePosts(t, posts, "One", "Two", "Three")
	d.follows(posts)
	library := d.win.at
	keys := func(key fyne.KeyName, modifiers ...fyne.KeyModifier) {
		d.press(key, modifiers...)
		d.rest()
	}
	d.win.focus(d.win.pages.library().Focus())
	keys(fyne.KeyHome)
	keys(fyne.KeyU, ctrl)
	same(t, "unread", d.unread(), "Two Three")
	keys(fyne.KeyU, ctrl, fyne.KeyModifierShift)
	same(t, "said", d.win.status.Text(), "Marked 2 items as read. Ctrl+Z undoes it.")
	same(t, "unread", d.unread(), "")
	keys(fyne.KeyU, ctrl, fyne.KeyModifierShift)
	same(t, "said", d.win.status.Text(), "Everything is read already.")
	keys(fyne.KeyZ, ctrl)
	same(t, "said", d.win.status.Text(), "Undone: marking all of “Posts” as read. Ctrl+Y redoes it.")
	same(t, "unread", d.unread(), "Two Three")
	same(t, "in the head", d.shows("2 unread"), true)
	keys(fyne.KeyY, ctrl)
	same(t, "said", d.win.status.Text(), "Redone: marking all of “Posts” as read.")
	same(t, "unread", d.unread(), "")

	d.win.focus(d.win.pages.library().Focus())
	d.press(fyne.KeyHome)
	d.press(fyne.KeyDown)
	d.seam.Elapse(time.Minute)
	d.rest()
	must(t, two(d.engine.Edit.Add(t.Context(), "Groceries", record.Values{"title": "Eggs"}, edit.AddOptions{})))
	d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: "Groceries"})
	d.rest()
	keys(fyne.KeyZ, ctrl)
	same(t, "said", d.win.status.Text(), "Undone: adding “Eggs”. Ctrl+Y redoes it.")
	keys(fyne.KeyZ, ctrl)
	same(t, "said in the list", d.win.status.Text(), "Undone: marking all of “Posts” as read. Ctrl+Y redoes it.")
	same(t, "unread", d.unread(), "Three")
	d.win.choose(library)
	d.rest()
	keys(fyne.KeyZ, ctrl)
	same(t, "said in the library", d.win.status.Text(), "Undone: adding “Milk”. Ctrl+Y redoes it.")
}

func TestPictureOfALibraryWithUnreadItems(t *testing.T) {
	d, _ := unread(t)
	d.matches("library-unread")
}

// writePosts writes a feed with items of these titles.
func writePosts(t *testing.T, path string, titles ...string) {
	t.Helper()
	items := ""
	for _, title := range titles {
		items += "<item><title>" + title + "</title><guid>" + title + "</guid></item>"
	}
	must(t, os.WriteFile(path, []byte(`<rss version="2.0"><channel><title>Posts</title><link>http://example.org/</link><description>x</description>`+
		items+`</channel></rss>`), 0o600))
}

// follows follows an ordinary feed in the library, and shows it.
func (d *desk) follows(feed string) {
	d.t.Helper()
	d.press(fyne.KeyO, ctrl)
	d.types(feed)
	d.press(fyne.KeyReturn)
	d.rest()
	d.press(fyne.KeyReturn)
	d.rest()
}

// unread returns the unread items of the first library.
func (d *desk) unread() string {
	d.t.Helper()
	var titles []string
	all, err := d.engine.Library.All(d.t.Context())
	must(d.t, err)
	page, err := d.engine.Library.Page(d.t.Context(), all[0].Key, "", false)
	must(d.t, err)
	for _, i := range page.Items {
		if !i.Read {
			titles = append(titles, i.Title)
		}
	}
	same(d.t, "unread in all", all[0].Unread, len(titles))
	return strings.Join(titles, " ")
}

// What a feed brings is unread and counted in the sidebar. What was read stays so after a sync.
func TestNewItemsOfAFollowedFeedAreUnread(t *testing.T) {
	d := withList(t, "Milk")
	posts := filepath.Join(t.TempDir(), "posts.xml")
	writePosts(t, posts, "One", "Two")
	d.follows(posts)
	key := d.win.at.Key
	inSidebar := func() string {
		var texts []string
		uitest.Walk(d.win.sidebar.Object(), func(o fyne.CanvasObject) {
			if text, is := o.(*canvas.Text); is && text.Visible() {
				texts = append(texts, text.Text)
			}
		})
		_, row, _ := strings.Cut(strings.Join(texts, " "), "Posts ")
		count, _, _ := strings.Cut(row, " ")
		return count
	}
	same(t, "in the sidebar", inSidebar(), "2")
	d.win.focus(d.win.pages.library().Focus())
	d.press(fyne.KeyHome)
	d.seam.Elapse(time.Minute)
	d.rest()
	same(t, "in the sidebar", inSidebar(), "1")
	writePosts(t, posts, "New", "One", "Two")
	d.win.libraries.syncLibrary(key)
	d.rest()
	same(t, "in the sidebar", inSidebar(), "2")
	all, err := d.engine.Library.All(t.Context())
	must(t, err)
	same(t, "stored", all[0].Unread, 2)
}

// A backup has which items were read, although the items are downloaded again after it is
// restored.
func TestItemsStayReadWhenABackupIsRestored(t *testing.T) {
	d := onRealStore(t, store.Home{File: "1"})
	d.makeList("Groceries")
	posts, backup := filepath.Join(t.TempDir(), "posts.xml"), filepath.Join(t.TempDir(), "backup.zip")
	writePosts(t, posts, "One", "Two", "Three")
	d.follows(posts)
	d.win.focus(d.win.pages.library().Focus())
	d.press(fyne.KeyHome)
	d.press(fyne.KeyU, ctrl)
	d.rest()
	same(t, "unread", d.unread(), "Two Three")
	must(t, two(d.engine.Backups.Write(t.Context(), backup, false, nil)))

	d = onRealStore(t, store.Home{File: "2"})
	d.makeList("Other")
	d.runs("Restore a backup…")
	d.types(backup)
	d.press(fyne.KeyReturn)
	d.rest()
	writePosts(t, posts, "New", "One", "Two", "Three")
	all, err := d.engine.Library.All(t.Context())
	must(t, err)
	d.win.libraries.syncLibrary(all[0].Key)
	d.rest()
	same(t, "unread", d.unread(), "New Two Three")
}

// A library has a context menu in the sidebar, as a list has.
func TestALibraryHasAContextMenuInTheSidebar(t *testing.T) {
	d, s := unread(t)
	choose := func(line int) {
		d.win.focus(d.win.sidebar.Focus())
		d.press(fyne.KeyF10, shift)
		for range line {
			d.press(fyne.KeyDown)
		}
		d.press(fyne.KeyReturn)
		d.rest()
	}
	choose(1)
	same(t, "first", s.last(), "sync")
	choose(2)
	same(t, "second", s.last(), "read all")
	choose(3)
	same(t, "third", d.win.pages.shown, page(d.win.pages.librarySettings()))
	d.press(fyne.KeyEscape)
	choose(4)
	same(t, "fourth", d.shows("Remove “Holidays” from the library?"), true)
}

// An ordinary feed shows the newest items first. Their links are readable, and a key opens the
// page of an item.
func TestAnOrdinaryFeedIsReadFromTheNewestItemWithItsLinks(t *testing.T) {
	d := withList(t, "Milk")
	posts := filepath.Join(t.TempDir(), "posts.xml")
	must(t, os.WriteFile(posts, []byte(`<rss version="2.0"><channel><title>Posts</title><link>http://example.org/</link><description>x</description>
		<item><title>Undated</title><guid>0</guid></item>
		<item><title>Old</title><guid>1</guid><pubDate>Fri, 27 Nov 2026 08:00:00 GMT</pubDate></item>
		<item><title>New</title><guid>2</guid><link>https://example.org/new</link><pubDate>Sat, 28 Nov 2026 08:00:00 GMT</pubDate>
			<description>&lt;ul&gt;&lt;li&gt;See &lt;a href="/more"&gt;this&lt;/a&gt;&lt;/ul&gt;</description></item>
		<item><title>Undated, too</title><guid>3</guid></item></channel></rss>`), 0o600))
	d.follows(posts)
	same(t, "unread", d.unread(), "New Old Undated Undated, too")
	d.win.focus(d.win.pages.library().Focus())
	d.press(fyne.KeyHome)
	same(t, "text", d.shows("• See this (https://example.org/more)"), true)
	d.press(fyne.KeyReturn)
	same(t, "opened", strings.Join(d.browsed, " "), "https://example.org/new")
	d.clicks("Open link…")
	d.press(fyne.KeyDown)
	d.press(fyne.KeyReturn)
	same(t, "opened then", strings.Join(d.browsed[1:], " "), "https://example.org/more")
}
