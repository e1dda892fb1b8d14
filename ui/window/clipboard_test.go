package window

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/ui/window/snapshot"
)

// groceriesAndErrands returns a desk that shows Groceries, which has three items, and an empty list
// Errands.
func groceriesAndErrands(t *testing.T) *desk {
	t.Helper()
	d := withList(t, "Milk", "Bread", "Tea")
	must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: "Errands", Kind: string(record.Todo)})))
	change(t, d.engine, "Groceries", d.idOf("Milk"), "text", "two litres\nfrom the farm")
	d.again()
	return d
}

func (d *desk) goes(list string) {
	d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: list})
	d.rest()
	d.win.focus(d.win.items.List())
}

func board() string { return fyne.CurrentApp().Clipboard().Content() }

// Other programs get the titles as text, with the notes indented below. Pasted into another
// list, copies have all fields.
func TestItemsAreCopied(t *testing.T) {
	d := groceriesAndErrands(t)
	d.mark(0)
	d.press(fyne.KeyC, ctrl)
	d.rest()
	same(t, "one", board(), "Milk\n\ttwo litres\n\tfrom the farm")
	same(t, "status", d.win.status.Text(), "Copied: “Milk”.")
	d.goes("Errands")
	d.press(fyne.KeyV, ctrl)
	d.rest()
	same(t, "pasted", d.titlesIn("Errands"), "Milk")
	rows, err := d.engine.Lists.Items(t.Context(), "Errands", store.Query{})
	must(t, err)
	same(t, "notes", d.item(snapshot.Item{Set: "Errands", ID: rows[0].ID}).Winner.Content.Text(), "two litres\nfrom the farm")
	d.goes("Groceries")
	d.mark(0)
	d.press(fyne.KeyA, ctrl)
	d.press(fyne.KeyC, ctrl)
	d.rest()
	same(t, "several", board(), "Milk\n\ttwo litres\n\tfrom the farm\nBread\nTea")
	d.press(fyne.KeyV, ctrl)
	d.rest()
	same(t, "pasted in the same list", len(d.rows(store.Query{})), 6)
	d.press(fyne.KeyZ, ctrl)
	d.rest()
	same(t, "undone", d.titlesIn("Groceries"), "Milk, Bread, Tea")
}

// Items that are cut stay in their list until they are pasted elsewhere.
func TestItemsThatAreCutAreMovedWhenTheyArePasted(t *testing.T) {
	d := groceriesAndErrands(t)
	d.mark(0)
	d.press(fyne.KeyDown, fyne.KeyModifierShift)
	d.press(fyne.KeyX, ctrl)
	d.rest()
	same(t, "cut", d.titlesIn("Groceries"), "Milk, Bread, Tea")
	same(t, "status", d.win.status.Text(), "Cut: 2 items. Press Ctrl+V in another list to move.")
	d.press(fyne.KeyV, ctrl)
	d.rest()
	same(t, "pasted where they are", d.titlesIn("Groceries"), "Milk, Bread, Tea")
	d.goes("Errands")
	d.press(fyne.KeyV, ctrl)
	d.rest()
	same(t, "left", d.titlesIn("Groceries"), "Tea")
	same(t, "moved", d.titlesIn("Errands"), "Milk, Bread")
	d.press(fyne.KeyV, ctrl)
	d.rest()
	same(t, "pasted again", d.titlesIn("Errands"), "Milk, Bread")
	d.press(fyne.KeyZ, ctrl)
	d.rest()
	same(t, "undone", d.titlesIn("Groceries"), "Milk, Bread, Tea")
}

// A cut ends with the items that were cut, not with others that are moved meanwhile.
func TestACutOutlivesTheMoveOfOtherItems(t *testing.T) {
	d := groceriesAndErrands(t)
	d.mark(0)
	d.press(fyne.KeyX, ctrl)
	d.rest()
	d.mark(1)
	d.press(fyne.KeyM, ctrl)
	d.press(fyne.KeyDown)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "moved by the menu", d.titlesIn("Errands"), "Bread")
	d.goes("Errands")
	d.press(fyne.KeyV, ctrl)
	d.rest()
	same(t, "left", d.titlesIn("Groceries"), "Tea")
	same(t, "pasted", d.titlesIn("Errands"), "Bread, Milk")
}

// Each line of a text becomes an item. One button, or Ctrl+Z, undoes all of them.
func TestLinesArePastedAsItems(t *testing.T) {
	d := groceriesAndErrands(t)
	d.goes("Errands")
	fyne.CurrentApp().Clipboard().SetContent("Bank\r\n\r\n  Post 5pm #town\r\nBaker\r\n")
	d.press(fyne.KeyV, ctrl)
	d.rest()
	same(t, "pasted", d.titlesIn("Errands"), "Bank, Post 5pm #town, Baker")
	same(t, "status", d.win.status.Text(), "3 items added.")
	d.clock.now = d.clock.now.Add(2 * time.Second)
	d.clickIn(d.win.status.Object(), "Undo")
	d.rest()
	same(t, "undone", d.titlesIn("Errands"), "")
}

// Another window gets what a text can carry: titles and notes.
func TestItemsArePastedInAnotherWindowWithTheirNotes(t *testing.T) {
	d := groceriesAndErrands(t)
	change(t, d.engine, "Groceries", d.idOf("Bread"), "text", "\trye\n\n  dark")
	d.again()
	d.mark(0)
	d.press(fyne.KeyA, ctrl)
	d.press(fyne.KeyC, ctrl)
	d.rest()
	copied := board()
	for _, kind := range []record.Kind{record.Todo, record.Contact, record.Note, record.Outline} {
		other := newDesk(t)
		must(t, two(other.engine.Lists.Create(t.Context(), lists.New{Name: "Other", Kind: string(kind)})))
		other.again()
		other.goes("Other")
		fyne.CurrentApp().Clipboard().SetContent(copied)
		other.press(fyne.KeyV, ctrl)
		other.rest()
		rows, err := other.engine.Lists.Items(t.Context(), "Other", store.Query{})
		must(t, err)
		notes := map[string]string{}
		for _, r := range rows {
			notes[r.Title] = record.Read(other.item(snapshot.Item{Set: "Other", ID: r.ID}).Winner.Content).Get("text")
		}
		same(t, string(kind), fmt.Sprintf("%q", notes), `map["Bread":"\trye\n\n  dark" "Milk":"two litres\nfrom the farm" "Tea":""]`)
	}
}

func TestIndentedLinesAreNotesOfTheLineAbove(t *testing.T) {
	for text, want := range map[string]string{
		"a\n\tb\nc":            `["a" "b\n"] ["c" ""]`,
		"a\n\tb\n\n\n\tc\n\nd": `["a" "b\n\n\nc\n"] ["d" ""]`,
		"a\n\t\tb\n\t\n\t- c":  `["a" "\tb\n\n- c"]`,
		"a\n  b":               `["a" ""] ["b" ""]`,
		"\n\ta\n\tb\nc":        `["a" ""] ["b" ""] ["c" ""]`,
		"a\tb":                 `["a\tb" ""]`,
	} {
		var got []string
		for _, v := range linesToItems(text) {
			got = append(got, fmt.Sprintf("%q", []string{v["title"], v["text"]}))
		}
		same(t, strconv.Quote(text), strings.Join(got, " "), want)
	}
}

// In an outline the lines follow the chosen item, in their order.
func TestLinesArePastedBelowTheChosenItemOfAnOutline(t *testing.T) {
	d := feeds(t, "News", ">Heise", "Home")
	d.at("Heise")
	fyne.CurrentApp().Clipboard().SetContent("One\nTwo\n")
	d.press(fyne.KeyV, ctrl)
	d.rest()
	var titles []string
	for _, r := range d.win.now.Tree {
		titles = append(titles, r.Title)
	}
	same(t, "pasted", strings.Join(titles, ", "), "News, Heise, One, Two, Home")
}

// Nothing is pasted where no items can be added, nor more than a person can have meant.
func TestNothingIsPastedWhereItDoesNotBelong(t *testing.T) {
	d := groceriesAndErrands(t)
	fyne.CurrentApp().Clipboard().SetContent("One")
	d.win.choose(snapshot.Place{Kind: snapshot.KindDeleted})
	d.rest()
	d.win.items.FocusList()
	d.press(fyne.KeyV, ctrl)
	d.rest()
	same(t, "status", d.win.status.Text(), "Choose a list to paste into.")
	d.goes("Errands")
	fyne.CurrentApp().Clipboard().SetContent(strings.Repeat("x\n", mostPasted+1))
	d.win.items.FocusList()
	d.press(fyne.KeyV, ctrl)
	d.rest()
	same(t, "pasted", d.titlesIn("Errands"), "")
	same(t, "status", d.win.status.Text(), "Nothing pasted: the clipboard has more than 1,000 lines. Import them from a file.")
}
