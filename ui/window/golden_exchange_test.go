//go:build ci

package window

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/theme"
	"crossfeed/ui/window/exchange"
)

// previewed is a desk that shows what a file of every sort of entry would bring.
func previewed(t *testing.T) *desk {
	d := withContacts(t, "Family",
		card("1", "Given Family", "TEL;TYPE=HOME:030 23125001"), card("2", "Other Family"), card("3", "Third Contact"), card("4", "Fourth Contact"))
	for _, r := range d.win.now.Rows {
		if r.Title == "Third Contact" {
			must(t, two(d.engine.Delete(t.Context(), "Family", r.ID)))
		}
	}
	d.win.Reload()
	d.rest()
	text := card("1", "Given Family", "TEL;TYPE=HOME:030 23125002", "BDAY:1985-04-12") + card("2", "Other Family") + card("3", "Third Contact") + card("4", "Fourth Contact") +
		card("5", "Fifth Contact", "BDAY:2026-13-45") + card("6", "Sixth Contact") + card("7", "Seventh Contact") + "Dear reader,\r\nhere they are.\r\n"
	d.importByKeys(file(t, "contacts.vcf", text))
	// The path has the folder of the test in it.
	d.win.pages.importing().Name("/home/me/contacts.vcf")
	d.press(fyne.KeyDown)
	d.press(fyne.KeyDown)
	d.types(" ")
	return d
}

func TestPictureOfAnImport(t *testing.T) { previewed(t).matches("import") }

func TestPictureOfAnImportInTheDark(t *testing.T) {
	d := previewed(t)
	fyne.CurrentApp().Settings().SetTheme(inVariant{theme.New(1), fynetheme.VariantDark})
	d.matchesPicture("import-dark")
}

func TestPictureOfAnImportInASmallWindow(t *testing.T) {
	d := previewed(t)
	d.fyne.Resize(fyne.NewSize(900, 600))
	d.win.readFiles(exchange.Asked{Paths: []string{"/home/me/" + strings.Repeat("a long name ", 6) + ".vcf", "/home/me/letter.txt"}})
	d.matches("import-failed")
}

func TestPictureOfAnExport(t *testing.T) {
	d := withContacts(t, "Family", card("1", "Given Family"))
	d.press(fyne.KeyE, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.press(fyne.KeyReturn)
	d.matches("export")
}

// paired is a desk on the page of two contacts that differ in fields of every
// sort.
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
	fyne.CurrentApp().Settings().SetTheme(inVariant{theme.New(1), fynetheme.VariantDark})
	d.themed()
}

func TestPictureOfDuplicatesInASmallWindow(t *testing.T) {
	d := paired(t)
	d.fyne.Resize(fyne.NewSize(900, 600))
	d.matchesPicture("duplicates-small")
}

func TestPictureOfAListWithDuplicates(t *testing.T) {
	d := paired(t)
	d.press(fyne.KeyEscape)
	d.matches("contacts")
}
