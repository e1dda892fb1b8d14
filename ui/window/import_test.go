package window

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/lists"
	"crossfeed/engine/lists/transfer"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/ui/theme"
	"crossfeed/ui/uitest"
	"crossfeed/ui/window/snapshot"
)

// card returns a contact in vCard format.
func card(uid, name string, more ...string) string {
	lines := append([]string{"BEGIN:VCARD", "VERSION:3.0", "UID:" + uid, "FN:" + name}, more...)
	return strings.Join(append(lines, "END:VCARD", ""), "\r\n")
}

// todo returns a calendar with one todo.
func todo(uid, title string) string {
	return strings.Join([]string{"BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//", "BEGIN:VTODO", "UID:" + uid, "SUMMARY:" + title, "END:VTODO", "END:VCALENDAR", ""}, "\r\n")
}

// file writes a file into a temporary folder.
func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	must(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// withContacts returns a desk with a list of imported contacts.
func withContacts(t *testing.T, list string, cards ...string) *desk {
	t.Helper()
	d := newDesk(t)
	d.bring(list, strings.Join(cards, ""))
	return d
}

// bring imports cards into a list, and creates the list if necessary.
func (d *desk) bring(list, cards string) {
	d.t.Helper()
	_, err := d.engine.Lists.Create(d.t.Context(), lists.New{Name: list, Kind: string(record.Contact)})
	if err != nil && !errors.Is(err, store.ErrNameTaken) {
		d.t.Fatal(err)
	}
	plan, err := d.engine.Lists.Preview(d.t.Context(), list, "cards.vcf", strings.NewReader(cards), nil)
	must(d.t, err)
	must(d.t, two(d.engine.Lists.Import(d.t.Context(), list, plan, nil)))
	d.win.Reload()
	d.rest()
}

// importByKeys opens the page and types a path.
func (d *desk) importByKeys(path string) {
	d.press(fyne.KeyI, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.types(path)
	d.press(fyne.KeyReturn)
	d.rest()
}

// titlesIn returns the titles of the items in a list.
func (d *desk) titlesIn(list string) string {
	d.t.Helper()
	rows, err := d.engine.Lists.Items(d.t.Context(), list, store.Query{})
	must(d.t, err)
	var all []string
	for _, r := range rows {
		all = append(all, r.Title)
	}
	return strings.Join(all, ", ")
}

// Ctrl+Shift+I, a path, Enter: the preview; Ctrl+Enter imports; Ctrl+Z undoes.
func TestImportingByKeys(t *testing.T) {
	d := newDesk(t)
	d.importByKeys(file(t, "family.vcf", card("1", "First")+card("2", "Second")))
	shown := d.win.pages.importing().Shown()
	same(t, "new", shown.Plan.Count(transfer.New), 2)
	same(t, "a list is to be made", shown.New, true)
	same(t, "called", shown.Into, "family")
	same(t, "nothing happened yet", len(d.win.now.Lists), 0)
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "titles", d.titlesIn("family"), "First, Second")
	same(t, "shown", d.win.at, snapshot.Place{Kind: snapshot.KindList, Set: "family"})
	same(t, "status", d.win.status.Text(), "Imported: 2 new. Ctrl+Z undoes it.")
	same(t, "kind", d.win.now.Lists[0].Kind, "contact")
	d.press(fyne.KeyZ, fyne.KeyModifierControl)
	d.rest()
	same(t, "after undo", d.titlesIn("family"), "")
}

// A second import of the same file changes nothing, and the preview says so.
func TestASecondImportFindsEverythingTheSame(t *testing.T) {
	cards := card("1", "First") + card("2", "Second")
	d := withContacts(t, "Family", cards)
	d.importByKeys(file(t, "cards.vcf", cards))
	shown := d.win.pages.importing().Shown()
	same(t, "into", shown.Into, "Family")
	same(t, "the same", shown.Plan.Count(transfer.Same), 2)
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "still on the page", d.win.pages.shown == page(d.win.pages.importing()), true)
}

// Ctrl+Enter reads a path that was typed since the preview, and never imports the preview of
// another path.
func TestAPathThatWasTypedIsReadBeforeAnythingIsImported(t *testing.T) {
	d := newDesk(t)
	d.importByKeys(file(t, "a.vcf", card("1", "First")))
	d.win.pages.importing().Typed(file(t, "b.vcf", card("2", "Second")))
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "lists", len(d.win.now.Lists), 0)
	same(t, "shown", d.win.pages.importing().Shown().Name, "b")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "imported", d.titlesIn("b"), "Second")
}

// Space excludes an entry or, on a heading, the whole group.
func TestEntriesAreTakenInAndOut(t *testing.T) {
	d := withContacts(t, "Family", card("1", "First"), card("4", "Fourth"))
	must(t, two(d.engine.Edit.Delete(t.Context(), "Family", d.itemRows()[1].ID)))
	path := file(t, "cards.vcf", card("1", "Renamed")+card("2", "Second")+card("3", "Third")+card("4", "Fourth"))
	d.importByKeys(path)
	plan := d.win.pages.importing().Shown().Plan
	same(t, "deleted here", plan.Count(transfer.Deleted), 1)
	d.press(fyne.KeyDown) // Second, below the heading of new entries
	d.types(" ")
	d.press(fyne.KeyDown)
	d.press(fyne.KeyDown) // the heading of changed entries
	d.types(" ")
	d.press(fyne.KeyEnd) // Fourth, which was deleted
	d.types(" ")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "titles", d.titlesIn("Family"), "First, Fourth, Third")
	same(t, "status", d.win.status.Text(), "Imported: 1 new, 1 restored. Ctrl+Z undoes it.")
}

// The preview names each field that would change.
func TestThePreviewNamesWhatChanges(t *testing.T) {
	d := withContacts(t, "Family", card("1", "First"))
	d.importByKeys(file(t, "cards.vcf", card("1", "First", "TEL:1234", "BDAY:1985-04-12")))
	same(t, "fields", strings.Join(d.win.pages.importing().Shown().Plan.Entries[0].Fields, " "), "phones birthday")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "status", d.win.status.Text(), "Imported: 1 changed. Ctrl+Z undoes it.")
}

// An unreadable card does not prevent importing the others.
func TestOneUnreadableEntryLeavesTheRest(t *testing.T) {
	d := newDesk(t)
	d.importByKeys(file(t, "cards.vcf", card("1", "First")+"BEGIN:VCARD\r\nVERSION:3.0\r\nUID:2\r\n"))
	shown := d.win.pages.importing().Shown()
	same(t, "unreadable", shown.Plan.Count(transfer.Unreadable)+shown.Plan.Count(transfer.New), 2)
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "First is there", strings.Contains(d.titlesIn("cards"), "First"), true)
}

func TestAFileThatCannotBeImportedSaysWhy(t *testing.T) {
	for name, c := range map[string]struct{ path, says string }{
		"neither":  {file(t, "letter.vcf", "Dear reader"), "letter.vcf cannot be imported. Choose a calendar (.ics), contacts (.vcf), an outline (.opml), a table (.csv) or a feed (.xml)."},
		"missing":  {"/nowhere/cards.vcf", "File not found: /nowhere/cards.vcf"},
		"on a web": {"https://example.org/a.ics", "a.ics could not be read: Only files of this computer can be used here. "},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.importByKeys(c.path)
			if got := d.win.pages.importing().Problem(); !strings.HasPrefix(got, c.says) {
				t.Errorf("it says %q, want %q", got, c.says)
			}
			same(t, "the focus is where a path is typed", d.fyne.Canvas().Focused() == d.win.pages.importing().Focus(), true)
		})
	}
}

// dropped returns files as the system passes them on.
func dropped(paths ...string) []fyne.URI {
	var all []fyne.URI
	for _, p := range paths {
		all = append(all, storage.NewFileURI(p))
	}
	return all
}

// Dropped files are recognised by name or content. Anything else is attached to the shown item.
func TestWhatIsDroppedGoesWhereItBelongs(t *testing.T) {
	d := withList(t)
	backup := filepath.Join(t.TempDir(), "saved.zip")
	must(t, two(onRealStore(t, store.Home{File: "1"}).engine.Backups.Write(t.Context(), backup, false, nil)))
	home, importing, subscribe := page(d.win.pages.home), page(d.win.pages.importing()), page(d.win.pages.subscribe())
	for name, c := range map[string]struct {
		paths []string
		want  page
		says  string
	}{
		"a calendar":               {[]string{file(t, "a.ics", todo("1", "Milk"))}, importing, "Milk"},
		"cards of another ending":  {[]string{file(t, "a.txt", card("1", "First"))}, importing, "First"},
		"no cards in a card file":  {[]string{file(t, "a.vcf", "Dear reader")}, importing, "a.vcf"},
		"a picture and a calendar": {[]string{file(t, "a.jpg", "\xff\xd8"), file(t, "a.ics", todo("1", "Milk"))}, importing, "Milk"},
		"a feed":                   {[]string{file(t, "a.xml", "<rss/>")}, subscribe, "a.xml"},
		"a picture and a feed":     {[]string{file(t, "a.jpg", "\xff\xd8"), file(t, "b.xml", "<rss/>")}, subscribe, "b.xml"},
		"a damaged feed":           {[]string{file(t, "a.rss", "<rs")}, subscribe, "a.rss"},
		"a folder":                 {[]string{t.TempDir()}, subscribe, ""},
		"an address":               {[]string{"https://example.com/feed.xml?a=b"}, subscribe, "https://example.com/feed.xml?a=b"},
		"the address of a feed":    {[]string{"feed://example.com/feed.xml"}, subscribe, "feed://example.com/feed.xml"},
		"a backup":                 {[]string{backup}, d.win.pages.restore(), backup},
		"a picture":                {[]string{file(t, "a.jpg", "\xff\xd8")}, home, "“a.jpg” is not a feed, an invitation, a backup or a file to import."},
		"other zip files":          {[]string{file(t, "a.zip", "PK\x03\x04")}, home, "“a.zip” is not a feed"},
	} {
		d.win.goHome()
		d.win.drop(dropped(c.paths...))
		d.rest()
		if d.win.pages.shown != c.want || !d.shows(c.says) && !strings.Contains(d.win.status.Text(), c.says) {
			t.Errorf("%s leads to %T, and says %q", name, d.win.pages.shown, d.win.status.Text())
		}
	}
}

func TestDroppedFilesAreAttachedToTheShownItem(t *testing.T) {
	d := todos(t, "Pay")
	d.mark(0)
	d.win.drop(dropped(file(t, "Invoice.pdf", "12 euros"), file(t, "photo.jpg", "\xff\xd8")))
	d.rest()
	same(t, "both are shown", d.shows("Invoice.pdf") && d.shows("photo.jpg"), true)
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	all, err := record.ParseAttachments(d.value("Pay", "files"))
	must(t, err)
	same(t, "saved", len(all), 2)
}

// The desktop passes on links and files that somebody opens.
func TestWhatTheDesktopOpensIsShownFirst(t *testing.T) {
	d := withList(t)
	for name, c := range map[string]struct {
		what string
		want page
		says string
	}{
		"a calendar":       {file(t, "a.ics", todo("1", "Milk")), d.win.pages.importing(), "Milk"},
		"a feed":           {"feed://example.com/groceries.xml", d.win.pages.subscribe(), "example.com/groceries.xml"},
		"a damaged link":   {"crossfeed://invite?v=1", d.win.pages.invitation(), "invitation"},
		"a damaged letter": {file(t, "a.crossfeed", "Dear reader"), d.win.pages.invitation(), "No invitation found"},
	} {
		d.win.Open(c.what)
		d.rest()
		if d.win.pages.shown != c.want || !d.shows(c.says) {
			t.Errorf("%s leads to %T", name, d.win.pages.shown)
		}
	}
}

// Several files are one import; those of another kind follow afterwards.
func TestSeveralFilesAtOnce(t *testing.T) {
	d := newDesk(t)
	d.win.drop(dropped(file(t, "a.vcf", card("1", "First")), file(t, "b.ics", todo("2", "Milk")), file(t, "c.vcf", card("3", "Third")), "/nowhere.vcf"))
	d.rest()
	shown := d.win.pages.importing().Shown()
	same(t, "new", shown.Plan.Count(transfer.New), 2)
	same(t, "later", len(shown.Later), 1)
	same(t, "failed", len(shown.Failed), 1)
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "contacts", d.titlesIn("a"), "First, Third")
	same(t, "now the todos", d.win.pages.importing().Shown().Plan.Kind, record.Todo)
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "todos", d.titlesIn("b"), "Milk")
	d.press(fyne.KeyZ, fyne.KeyModifierControl)
	d.press(fyne.KeyZ, fyne.KeyModifierControl)
	d.rest()
	same(t, "contacts after undo", d.titlesIn("a"), "")
}

// Another list is chosen with the keyboard, and the plan is made for it.
func TestAnotherListCanBeChosen(t *testing.T) {
	d := withContacts(t, "Family", card("1", "First"))
	d.bring("Work", card("9", "Ines"))
	d.importByKeys(file(t, "cards.vcf", card("1", "First")))
	same(t, "the same in the list that is shown", d.win.pages.importing().Shown().Plan.Count(transfer.Same), 1)
	d.win.pages.importing().Choose(1)
	d.rest()
	same(t, "into", d.win.pages.importing().Shown().Into, "Work")
	same(t, "new there", d.win.pages.importing().Shown().Plan.Count(transfer.New), 1)
	d.win.pages.importing().Choose(2)
	d.rest()
	same(t, "a new list", d.win.pages.importing().Shown().New, true)
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "its items", d.titlesIn("cards"), "First")
}

// A list of another kind may have the name of the file.
func TestANewListHasANameOfItsOwn(t *testing.T) {
	d := withList(t, "Milk")
	d.importByKeys(file(t, "groceries.vcf", card("1", "First")))
	same(t, "into", d.win.pages.importing().Shown().Into, "groceries 2")
}

// halting has an import that a person cancels halfway.
type halting struct {
	Lists
	during func()
}

func (h halting) Import(ctx context.Context, set string, plan *transfer.Plan, progress func(done, all int)) (transfer.Done, error) {
	return h.Lists.Import(ctx, set, plan, func(done, all int) {
		progress(done, all)
		if done == 1 {
			h.during()
		}
	})
}

// Cancelling leaves neither items nor the new list behind, and the preview is unchanged.
func TestAnImportCanBeCancelled(t *testing.T) {
	d := newDesk(t)
	d.win.Lists = halting{d.win.Lists, func() { d.win.stopWork() }}
	d.importByKeys(file(t, "cards.vcf", card("1", "First")+card("2", "Second")))
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "status", d.win.status.Text(), "Canceled. Nothing was left half done.")
	same(t, "lists", len(d.win.now.Lists), 0)
	same(t, "the preview is still there", d.win.pages.importing().Shown().Plan.Count(transfer.New), 2)
	d.win.Lists = d.engine.Lists
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "titles", d.titlesIn("cards"), "First, Second")
}

// An item that changed after the preview is not overwritten.
func TestWhatChangedMeanwhileIsTold(t *testing.T) {
	d := withContacts(t, "Family", card("1", "First"))
	d.importByKeys(file(t, "cards.vcf", card("1", "Renamed")))
	change(t, d.engine, "Family", d.itemRows()[0].ID, "nickname", "Nick")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "status", d.win.status.Text(), "Imported: nothing. 1 could not be changed: The item changed in the meantime")
	same(t, "titles", d.titlesIn("Family"), "First")
}

// Of ten thousand cards only the visible rows are drawn, and keys take effect at once.
func TestTenThousandCards(t *testing.T) {
	d := newDesk(t)
	cards, status := testsize.Of(1_001, 10_000), "Imported: 9,999 new. Ctrl+Z undoes it."
	if cards < 10_000 {
		status = "Imported: 1,000 new. Ctrl+Z undoes it."
	}
	var text strings.Builder
	for i := range cards {
		text.WriteString(card(strconv.Itoa(i), "Contact "+strconv.Itoa(i)))
	}
	d.importByKeys(file(t, "many.vcf", text.String()))
	d.press(fyne.KeyEnd)
	d.types(" ")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "status", d.win.status.Text(), status)
}

// The buttons of the pages are in sight however large the text and small the window.
func TestTheButtonsOfTheNewPagesAreInSight(t *testing.T) {
	d := twice(t)
	uitest.SetTheme(theme.New(1.5))
	d.fyne.Resize(fyne.NewSize(800, 600))
	d.importByKeys(file(t, strings.Repeat("a long name ", 8)+".vcf", card("1", "First")))
	for key, p := range map[fyne.KeyName]page{fyne.KeyI: d.win.pages.importing(), fyne.KeyD: d.win.pages.duplicates()} {
		d.press(key, fyne.KeyModifierControl, fyne.KeyModifierShift)
		d.rest()
		d.fyne.Content().Refresh()
		if least := p.Object().MinSize(); least.Width > 620 {
			t.Errorf("%s: the page asks for %v", key, least)
		}
		if got := bottom(p.Object()); got > bottom(d.win.status.Object()) {
			t.Errorf("%s: the page ends at %v", key, got)
		}
	}
}

// The list of entries keeps its height, whichever row is selected.
func TestTheListOfAnImportKeepsItsHeight(t *testing.T) {
	d := newDesk(t)
	d.importByKeys(file(t, "ada.vcf", card("1", "Ada")))
	list := d.win.pages.importing().Focus().(fyne.CanvasObject)
	before := list.Size()
	d.press(fyne.KeyDown)
	d.rest()
	same(t, "size", list.Size(), before)
}

// An outline on the web that is not shared cannot be subscribed to. The form, the pane of a
// subscription to it, and the import page download it and go on as with a file.
func TestAnOutlineOnTheWebIsImported(t *testing.T) {
	const text = `<opml version="2.0"><head><title>Plan</title></head><body><outline text="One"><outline text="Two"/></outline></body></opml>`
	for name, open := range map[string]func(*desk, string){
		"the form": func(d *desk, at string) {
			d.press(fyne.KeyO, ctrl)
			d.types(at)
			d.press(fyne.KeyReturn)
			d.rest()
			same(t, "why", d.shows("The outline has no sync information, so it cannot be merged. Import it as a list."), true)
			d.clicks("Import…")
		},
		"a subscription": func(d *desk, at string) {
			must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: "Other", Kind: "outline"})))
			must(t, two(d.engine.Subscriptions.Subscribe(t.Context(), "Other", at)))
			must(t, two(d.engine.Sync(t.Context(), subscribe.SyncOptions{})))
			d.again()
			d.win.choose(snapshot.Place{Kind: snapshot.KindFeed, Set: "Other", Location: at})
			d.rest()
			d.clicks("Import…")
		},
		"the import page": func(d *desk, at string) { d.importByKeys(at) },
	} {
		t.Run(name, func(t *testing.T) {
			s := strangers(t)
			web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != "/plan.opml" {
					http.NotFound(w, r)
					return
				}
				w.Header().Set("Content-Type", "text/x-opml")
				_, _ = io.WriteString(w, text)
			}))
			t.Cleanup(web.Close)
			d := s.desk
			open(d, web.URL+"/plan.opml")
			d.rest()
			same(t, "the preview", d.win.pages.shown == page(d.win.pages.importing()) && d.shows("One"), true)
			web.Close() // it is not downloaded again
			if name == "a subscription" {
				d.win.pages.importing().Choose(1) // a new list
				d.rest()
			}
			d.press(fyne.KeyReturn, ctrl)
			d.rest()
			same(t, "imported", d.titlesIn("plan"), "One, Two")
		})
	}
}

func TestAnOutlineOnTheWebThatCannotBeReadIsExplained(t *testing.T) {
	d := strangers(t).desk
	web := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(web.Close)
	d.importByKeys(web.URL + "/plan.opml")
	same(t, "why", d.win.pages.importing().Problem(), "plan.opml could not be read: Nothing found at "+web.URL+"/plan.opml. Check the address, or ask the person who gave it to you.")
}
