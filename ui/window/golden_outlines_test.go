//go:build ci

package window

import (
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/theme"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
)

// bookcase returns an outline with a closed branch, feeds, and an item with a note.
func bookcase(t *testing.T) *desk {
	t.Helper()
	d := feeds(t, "Work", ">News", ">>Heise https://heise.example/feed", ">>Golem https://golem.example/rss",
		">>A feed with a rather long name that does not fit beside everything else https://long.example/rss",
		">Go", ">>The Go Blog https://go.example/blog.atom", ">>Release notes https://go.example/releases",
		"Home", ">Garden", ">>Roses https://roses.example/feed", ">Kitchen", "Someday")
	change(t, d.engine, "Feeds", "heise", "note", "News about computers, since 1996.\nRead it in the morning.")
	change(t, d.engine, "Feeds", "heise", "htmlUrl", "https://heise.example/")
	d.win.Reload()
	d.rest()
	d.at("Go").press(fyne.KeyLeft)
	d.at("Heise")
	return d
}

func TestPictureOfAnOutline(t *testing.T) { bookcase(t).matchesPicture("outline") }

func TestPictureOfAnOutlineInTheDark(t *testing.T) {
	d := bookcase(t)
	uitest.SetTheme(uitest.InVariant(theme.New(1), fynetheme.VariantDark))
	d.press(fyne.KeyDown, fyne.KeyModifierShift)
	d.matches("outline-dark")
}

func TestPictureOfAnOutlineInASmallWindow(t *testing.T) {
	d := bookcase(t)
	d.fyne.Resize(fyne.NewSize(800, 600))
	d.matches("outline-small")
}

func TestPictureOfAnOutlineInLargeText(t *testing.T) {
	d := bookcase(t)
	uitest.SetTheme(uitest.InVariant(theme.New(1.5), fynetheme.VariantLight))
	d.fyne.Resize(fyne.NewSize(1280, 1060))
	d.matchesPicture("outline-large")
}

func TestPictureOfASearchInAnOutline(t *testing.T) {
	d := bookcase(t)
	d.press(fyne.KeyF, fyne.KeyModifierControl)
	d.types("o")
	d.rest()
	d.press(fyne.KeyReturn)
	d.press(fyne.KeyHome)
	d.matches("outline-search")
}

func TestPictureOfPuttingIntoABranch(t *testing.T) {
	d := bookcase(t)
	d.press(fyne.KeyP, fyne.KeyModifierControl)
	d.types("g")
	d.matches("outline-into")
}

func TestPictureOfDraggingBetweenRows(t *testing.T) {
	d := bookcase(t)
	d.drags("Someday", fyne.NewDelta(2*widget.Indent(1), -6.4*rowHeight))
	d.matches("outline-between")
}

func TestPictureOfDraggingOntoARow(t *testing.T) {
	d := bookcase(t)
	d.drags("Someday", fyne.NewDelta(0, -2*rowHeight))
	d.matches("outline-onto")
}

func TestPictureOfPlacesThatCollide(t *testing.T) {
	d := movedApart(t)
	d.press(fyne.KeyDown)
	d.matches("places")
}

func TestPictureOfPlacesThatCollideInTheDark(t *testing.T) {
	d := movedApart(t)
	uitest.SetTheme(uitest.InVariant(theme.New(1), fynetheme.VariantDark))
	d.fyne.Resize(fyne.NewSize(900, 600))
	d.press(fyne.KeyDown)
	d.themed()
}

func TestPictureOfPlacesThatCollideInASmallWindow(t *testing.T) {
	d := movedApart(t)
	d.fyne.Resize(fyne.NewSize(800, 600))
	d.press(fyne.KeyDown)
	d.matchesPicture("places-small")
}

func TestPictureOfPlacesThatCollideInLargeText(t *testing.T) {
	d := movedApart(t)
	uitest.SetTheme(uitest.InVariant(theme.New(1.5), fynetheme.VariantLight))
	d.fyne.Resize(fyne.NewSize(1280, 1060))
	d.press(fyne.KeyDown)
	d.matches("places-large")
}

func TestPictureOfACircleInASmallWindow(t *testing.T) {
	d := circle(t)
	uitest.SetTheme(uitest.InVariant(theme.New(1), fynetheme.VariantLight))
	d.fyne.Resize(fyne.NewSize(800, 600))
	d.press(fyne.KeyF8)
	d.rest()
	d.matches("circle-small")
}

func TestPictureOfAnImportOfOutlines(t *testing.T) {
	d := newDesk(t)
	d.importByKeys(file(t, "feeds.opml", `<opml version="2.0"><head/><body>
<outline text="Work">
<outline text="News">
<outline text="Heise" type="rss" xmlUrl="https://heise.example/feed"/>
<outline text="Golem" type="rss" xmlUrl="https://golem.example/rss"/>
</outline>
<outline text="Mail"/>
</outline>
<outline text="Home"/>
</body></opml>`))
	d.win.pages.importing().Name("/home/me/feeds.opml")
	d.matches("import-outline")
}

func TestPictureOfANewOutline(t *testing.T) {
	d := newDesk(t)
	d.press(fyne.KeyN, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.types("Feeds")
	d.press(fyne.KeyTab)
	for range 3 {
		d.press(fyne.KeyRight)
	}
	same(t, "explained", d.pageShows("Nested items in your own order"), true)
	d.matches("new-list")
}

func TestPictureOfACircle(t *testing.T) {
	d := circle(t)
	d.press(fyne.KeyF8)
	d.rest()
	d.matches("circle")
}

func TestPictureOfAnOutlineWithACircle(t *testing.T) {
	d := circle(t)
	d.press(fyne.KeyEnd)
	d.matches("outline-circle")
}

// party returns a list of todos with a bit of everything: groups, subtasks, overdue and
// completed todos, and three chosen rows.
func party(t *testing.T) *desk {
	t.Helper()
	d := todos(t,
		"Return the library books yesterday #town", "Call the plumber today 18:00 p1 #house",
		"Bake the cake tomorrow p2 #party", "Buy flour and eggs #shop", "Borrow the big tin",
		"Water the plants every 3 days #house", "Invite everybody fri #party p3", "Sort the photos")
	d.sub("Buy flour and eggs", "Bake the cake")
	d.sub("Borrow the big tin", "Bake the cake")
	d.mark(d.row("Borrow the big tin"))
	d.types(" ")
	d.rest()
	press(t, d.win.items, "Sort", "Group by due date")
	d.rest()
	return d
}

func (d *desk) chooseThree() {
	d.mark(d.row("Call the plumber") - 2)
	d.press(fyne.KeyDown, fyne.KeyModifierShift)
	d.press(fyne.KeyDown, fyne.KeyModifierShift)
}

func TestPictureOfTodos(t *testing.T) {
	d := party(t)
	d.chooseThree()
	d.matchesPicture("todos")
}

func TestPictureOfTodosInTheDark(t *testing.T) {
	d := party(t)
	uitest.SetTheme(uitest.InVariant(theme.New(1), fynetheme.VariantDark))
	d.chooseThree()
	d.matchesPicture("todos-dark")
}

func TestPictureOfDraggingIntoASection(t *testing.T) {
	d := inSections(t)
	d.drags("towel", fyne.NewDelta(0, -5*rowHeight))
	d.matches("sections")
}

func TestPictureOfSectionsInTheDark(t *testing.T) {
	d := inSections(t)
	uitest.SetTheme(uitest.InVariant(theme.New(1), fynetheme.VariantDark))
	d.markTitle("cheese")
	d.matchesPicture("sections-dark")
}

func TestPictureOfQuickEntryInASmallWindow(t *testing.T) {
	d := party(t)
	d.fyne.Resize(fyne.NewSize(900, 600))
	d.win.focus(d.win.items.Adding())
	d.types("milk next fri 18:00 #dairy #shop p1")
	d.matchesPicture("quick-entry")
}
