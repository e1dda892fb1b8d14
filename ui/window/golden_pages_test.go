//go:build ci

package window

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/edit"
	"crossfeed/engine/lists"
	"crossfeed/ui/theme"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/exchange"
	"crossfeed/ui/window/snapshot"
)

func TestPictureOfResolvingManyAtOnce(t *testing.T) {
	d, _ := parted(t)
	d.manyAtOnce()
	d.press(fyne.KeyTab)
	d.press(fyne.KeyDown)
	d.matchesPicture("batch")
}

func TestPictureOfResolvingManyAtOnceInTheDark(t *testing.T) {
	d, _ := parted(t)
	uitest.SetTheme(uitest.InVariant(theme.New(1), fynetheme.VariantDark))
	d.manyAtOnce()
	d.chooseRule(1)
	d.press(fyne.KeyTab)
	d.press(fyne.KeyDown)
	d.press(fyne.KeyDown)
	d.types(" ")
	d.matches("batch-dark")
}

func TestPictureOfResolvingManyAtOnceInASmallWindow(t *testing.T) {
	d, _ := parted(t)
	d.fyne.Resize(fyne.NewSize(800, 600))
	d.manyAtOnce()
	d.matches("batch-small")
}

func TestPictureOfThePlaceOfWhatIsToBeResolved(t *testing.T) {
	d, _ := parted(t)
	d.win.choose(snapshot.Place{Kind: snapshot.KindConflicts})
	d.rest()
	d.matches("conflicted")
}

// In a small window the editor scrolls, and its buttons stay in sight.
func TestPictureOfAnEditorInASmallWindow(t *testing.T) {
	d := party(t)
	d.fyne.Resize(fyne.NewSize(900, 600))
	d.mark(d.row("Call the plumber") - 2)
	d.press(fyne.KeyReturn)
	d.press(fyne.KeyHome)
	d.types("Ca")
	d.matches("editor-small")
}

func TestPictureOfTheWindowInHighContrast(t *testing.T) {
	d := party(t)
	uitest.SetTheme(uitest.InVariant(theme.New(1).WithContrast(true), fynetheme.VariantDark))
	d.mark(d.row("Call the plumber") - 2)
	d.matchesPicture("contrast")
}

// previewed returns a desk with the preview of a file that has every kind of entry.
func previewed(t *testing.T) *desk {
	d := withContacts(t, "Family",
		card("1", "Given Family", "TEL;TYPE=HOME:030 23125001"), card("2", "Other Family"), card("3", "Third Contact"), card("4", "Fourth Contact"))
	for _, r := range d.win.now.Rows {
		if r.Title == "Third Contact" {
			must(t, two(d.engine.Edit.Delete(t.Context(), "Family", r.ID)))
		}
	}
	d.win.Reload()
	d.rest()
	text := card("1", "Given Family", "TEL;TYPE=HOME:030 23125002", "BDAY:1985-04-12") + card("2", "Other Family") + card("3", "Third Contact") + card("4", "Fourth Contact") +
		card("5", "Fifth Contact", "BDAY:2026-13-45") + card("6", "Sixth Contact") + card("7", "Seventh Contact") + "Dear reader,\r\nhere they are.\r\n"
	d.importByKeys(file(t, "contacts.vcf", text))
	// The real path contains the folder of the test.
	d.win.pages.importing().Name("/home/me/contacts.vcf")
	d.press(fyne.KeyDown)
	d.press(fyne.KeyDown)
	d.types(" ")
	return d
}

func TestPictureOfAnImport(t *testing.T) { previewed(t).matches("import") }

func TestPictureOfAnImportInTheDark(t *testing.T) {
	d := previewed(t)
	uitest.SetTheme(uitest.InVariant(theme.New(1), fynetheme.VariantDark))
	d.matchesPicture("import-dark")
}

func TestPictureOfAnImportInASmallWindow(t *testing.T) {
	d := previewed(t)
	d.fyne.Resize(fyne.NewSize(900, 600))
	d.win.transfers.readFiles(exchange.Asked{Paths: []string{"/home/me/" + strings.Repeat("a long name ", 6) + ".vcf", "/home/me/letter.txt"}})
	d.matches("import-failed")
}

func TestPictureOfAnExport(t *testing.T) {
	d := withContacts(t, "Family", card("1", "Given Family"))
	d.press(fyne.KeyE, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.press(fyne.KeyReturn)
	d.matches("export")
}

// paired returns a desk with two contacts that differ in fields of every kind.
func paired(t *testing.T) *desk {
	d := withContacts(t, "Family",
		card("1", "Given Family", "N:Family;Given;;;", "TEL;TYPE=HOME:030 23125001", "TEL;TYPE=CELL:0171 3920001", "ROLE:Cook", "BDAY:--0412",
			"ADR;TYPE=HOME:;;1 High Street;Example City;;12345;Germany", "ORG:Bakery", "CATEGORIES:friends,choir", "NOTE:Met at the fair. Likes rye bread and long walks by the river."),
		card("2", "Given M. Family", "N:Family;Given;M.;;", "TEL;TYPE=HOME:+49 30 23125001", "EMAIL;TYPE=WORK:given.family@bakery.example", "ROLE:Chef", "BDAY:1985-04-12",
			"ORG:Bakery", "CATEGORIES:friends", "NOTE:Sings alto."),
		card("3", "Second Contact", "EMAIL:second@example.org"), card("4", "S. Contact", "EMAIL:second@example.org"))
	d.press(fyne.KeyD, fyne.KeyModifierControl, fyne.KeyModifierShift)
	return d
}

func TestPictureOfDuplicates(t *testing.T) { paired(t).matches("duplicates") }

func TestPictureOfDuplicatesInTheDark(t *testing.T) {
	d := paired(t)
	uitest.SetTheme(uitest.InVariant(theme.New(1), fynetheme.VariantDark))
	d.themed()
}

func TestPictureOfDuplicatesInASmallWindow(t *testing.T) {
	d := paired(t)
	d.fyne.Resize(fyne.NewSize(900, 600))
	d.matchesPicture("duplicates-small")
}

func TestPictureOfAllDuplicates(t *testing.T) {
	d := paired(t)
	d.clicks("Merge all…")
	d.matchesPicture("duplicates-all")
}

func TestPictureOfAListWithDuplicates(t *testing.T) {
	d := paired(t)
	d.press(fyne.KeyEscape)
	d.matches("contacts")
}

func TestPictureOfAHistory(t *testing.T) {
	d, it := crowd(t, 4)
	d.win.history.openDecided(it)
	d.rest()
	d.showsHistory()
	d.press(fyne.KeyDown)
	d.matches("lineage")
}

func TestPictureOfAHistoryInASmallWindow(t *testing.T) {
	d, it := decided(t)
	d.fyne.Resize(fyne.NewSize(800, 600))
	d.win.history.openDecided(it)
	d.rest()
	d.showsHistory()
	d.matches("lineage-small")
}

func TestPictureOfResolvingAContact(t *testing.T) {
	d, _ := contactInTwoPlaces(t)
	d.fyne.Resize(fyne.NewSize(1280, 860))
	d.matches("resolve-contact")
}

func TestPictureOfResolvingATodoInTheDark(t *testing.T) {
	d, _ := todoInTwoPlaces(t)
	uitest.SetTheme(uitest.InVariant(theme.New(1), fynetheme.VariantDark))
	d.fyne.Resize(fyne.NewSize(1280, 860))
	d.matches("resolve-todo-dark")
}

// dark switches the window to the dark theme, small resizes it to a small screen.
func (d *desk) dark() {
	uitest.SetTheme(uitest.InVariant(theme.New(1), fynetheme.VariantDark))
}

func (d *desk) small() { d.fyne.Resize(fyne.NewSize(800, 600)) }

// calledSample returns the address book of the sample with two names, one of which is being
// typed.
func calledSample(t *testing.T) *desk {
	d := sampled(t)
	must(t, d.engine.Names.Set(t.Context(), "desk", "the desk in the kitchen"))
	d.win.Reload()
	d.rest()
	d.press(fyne.KeyF7)
	d.rest()
	d.press(fyne.KeyDown)
	d.press(fyne.KeyReturn)
	d.types("Old laptop")
	return d
}

func TestPictureOfPeople(t *testing.T) { calledSample(t).matchesPicture("people") }

func TestPictureOfPeopleInTheDark(t *testing.T) {
	d := calledSample(t)
	d.dark()
	d.themed()
}

func TestPictureOfPeopleInASmallWindow(t *testing.T) {
	d := calledSample(t)
	d.small()
	d.matches("people-small")
}

// decidedSample returns the resolution log of the sample: one resolution took a version, one
// kept the winner and was undone, and one merged fields.
func decidedSample(t *testing.T) *desk {
	d := sampled(t)
	open, err := d.engine.Conflicts.List(t.Context())
	must(t, err)
	for n, u := range open {
		s, err := d.engine.Conflicts.Session(t.Context(), u.Set, u.ID)
		must(t, err)
		must(t, s.Take(n%2))
		for _, c := range s.Cells() {
			if c.Field == "title" && n > 1 {
				must(t, s.Type("title", c.Result+", resolved"))
			}
		}
		must(t, two(d.engine.Conflicts.Resolve(t.Context(), u.Set, s)))
		if n == 1 {
			must(t, two(d.engine.Edit.Undo(t.Context(), edit.UndoOptions{Published: true})))
			must(t, two(d.engine.Edit.Redo(t.Context())))
		}
	}
	must(t, two(d.engine.Edit.Undo(t.Context(), edit.UndoOptions{Published: true})))
	d.win.Reload()
	d.rest()
	d.showsDecisions()
	d.press(fyne.KeyDown)
	return d
}

func TestPictureOfResolutions(t *testing.T) { decidedSample(t).matches("decisions") }

func TestPictureOfResolutionsInTheDark(t *testing.T) {
	d := decidedSample(t)
	d.dark()
	d.matchesPicture("decisions-dark")
}

func TestPictureOfResolutionsInASmallWindow(t *testing.T) {
	d := decidedSample(t)
	d.small()
	d.matches("decisions-small")
}

func TestPictureOfTheSearchThroughAllLists(t *testing.T) {
	d := cellar(t)
	d.searches("milk")
	drawnIn[*widget.Check](t, d.win.pages.search().Object()).Tapped(&fyne.PointEvent{})
	d.matchesPicture("search")
	d.dark()
	d.themed()
	d.types(" shake")
	d.matches("search-nothing-dark")
}

func TestPictureOfTheSearchThroughAllListsInASmallWindowInGerman(t *testing.T) {
	inGerman(t)
	d := cellar(t)
	d.small()
	d.searches("milk")
	d.matches("search-small-german")
}

func TestPictureOfTheSettings(t *testing.T) {
	d := sampled(t)
	d.press(fyne.KeyComma, ctrl)
	d.matches("settings")
	d.small()
	d.dark()
	d.types("alarms")
	d.matches("settings-found-dark")
}

func TestPictureOfTheGuideInASmallWindow(t *testing.T) {
	d := sampled(t)
	d.small()
	d.dark()
	d.runs("Guide")
	d.themed()
}

// inFolders returns a desk with lists in folders, some with colors and icons.
func inFolders(t *testing.T) *desk {
	d := todos(t, "milk today", "bread tomorrow #shop", "call Ada")
	for _, l := range []struct{ name, color, icon, folder string }{
		{"Garden", "Green", "Plant", "Home"}, {"Trip", "Blue", "Travel", "Home"}, {"Reading", "Purple", "Book", ""}, {"Errands", "Red", "Shopping", ""},
	} {
		if l.name != "Errands" {
			must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: l.name, Kind: "todo"})))
			d.win.Reload()
			d.rest()
		}
		d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: l.name})
		d.rest()
		d.runs(l.color)
		d.runs(l.icon)
		if l.folder != "" {
			d.runs("Move to folder…")
			d.types(l.folder)
			d.press(fyne.KeyReturn)
			d.rest()
		}
	}
	d.win.choose(snapshot.Place{Kind: snapshot.KindToday})
	d.rest()
	return d
}

func TestPictureOfListsInFolders(t *testing.T) { inFolders(t).matchesPicture("folders") }

func TestPictureOfListsInFoldersInTheDark(t *testing.T) {
	d := inFolders(t)
	uitest.SetTheme(uitest.InVariant(theme.New(1), fynetheme.VariantDark))
	d.themed()
	d.matchesPicture("folders-dark")
}
