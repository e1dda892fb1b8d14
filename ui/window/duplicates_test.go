package window

import (
	"context"
	"errors"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/lists"
	"crossfeed/engine/record"
)

// twice returns a desk with a list that contains two contacts twice.
func twice(t *testing.T) *desk {
	return withContacts(t, "Family",
		card("1", "Given Family", "TEL;TYPE=HOME:030 23125001", "ROLE:Cook"),
		card("2", "Family, Given", "TEL;TYPE=CELL:0171 3920002", "EMAIL:given@example.org", "ROLE:Chef"),
		card("3", "Third Contact"),
		card("4", "Second Contact", "EMAIL:second@example.org"),
		card("5", "S. Contact", "EMAIL:SECOND@example.org"))
}

// shownPair returns the names of the pair on the page.
func (d *desk) shownPair() string {
	pair, there := d.win.pages.duplicates().Pair()
	if !there {
		return ""
	}
	return pair.A.Winner.Title() + " | " + pair.B.Winner.Title()
}

// contact returns the contact with a name.
func (d *desk) contact(name string) record.Record {
	d.t.Helper()
	for _, r := range d.win.now.Rows {
		if r.Title == name {
			it, err := d.engine.Lists.Item(d.t.Context(), r.Set, r.ID)
			must(d.t, err)
			return record.Read(it.Winner.Content)
		}
	}
	d.t.Fatalf("there is no %s", name)
	return record.Record{}
}

// A button shows the number of pairs, if there are any.
func TestPossibleDuplicatesArePointedOut(t *testing.T) {
	d := twice(t)
	same(t, "shown", d.win.pages.home.duplicates.Visible(), true)
	same(t, "says", d.win.pages.home.duplicates.Text, "2 possible duplicates")
	d.press(fyne.KeyN, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.types("Reading")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "in another list", d.win.pages.home.duplicates.Visible(), false)
}

// Ctrl+Shift+D, Ctrl+Enter: the first pair becomes one contact with the values of both; Ctrl+Z
// restores both.
func TestMergingByKeys(t *testing.T) {
	d := twice(t)
	d.press(fyne.KeyD, fyne.KeyModifierControl, fyne.KeyModifierShift)
	same(t, "the first pair", d.shownPair(), "Given Family | Family, Given")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "status", d.win.status.Text(), "Merged “Given Family”. Ctrl+Z undoes it.")
	same(t, "titles", d.titlesIn("Family"), "Given Family, Third Contact, Second Contact, S. Contact")
	merged := d.contact("Given Family")
	same(t, "phones", merged.Get("phones"), "[home] 030 23125001\n[cell] 0171 3920002")
	same(t, "e-mail", merged.Get("emails"), "given@example.org")
	same(t, "role", merged.Get("role"), "Cook")
	same(t, "the next pair", d.shownPair(), "Second Contact | S. Contact")
	d.press(fyne.KeyZ, fyne.KeyModifierControl)
	d.rest()
	same(t, "contacts after undo", len(d.itemRows()), 5)
	same(t, "pairs after undo", d.win.pages.home.duplicates.Text, "2 possible duplicates")
}

// Tab goes from one tick box to the next. If a field can hold only one value, ticking one side
// clears the other.
func TestTheOtherSideCanBeTaken(t *testing.T) {
	d := twice(t)
	d.press(fyne.KeyD, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.press(fyne.KeyTab) // the name of B
	d.types(" ")
	d.press(fyne.KeyTab) // the phone of A
	d.types(" ")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	merged := d.contact("Family, Given")
	same(t, "phones", merged.Get("phones"), "[cell] 0171 3920002")
	same(t, "role", merged.Get("role"), "Cook")
}

// A contact without a name is invalid, whatever other values it has.
func TestAMergeWithoutANameIsRefused(t *testing.T) {
	d := withContacts(t, "Family", card("1", "Given", "TEL:030 23125001"), card("2", "Other", "TEL:030/23125001"))
	d.press(fyne.KeyD, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.types(" ")
	d.press(fyne.KeyTab)
	for range 2 { // the phones
		d.press(fyne.KeyTab)
		d.types(" ")
	}
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "says", d.win.pages.duplicates().Problem(), "Name: A name is missing.")
	same(t, "contacts", len(d.itemRows()), 2)
}

// 0 marks two contacts as different, also after a restart.
func TestPeopleWhoAreNotTheSameAreRemembered(t *testing.T) {
	d := twice(t)
	d.press(fyne.KeyD, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.types("0")
	d.rest()
	same(t, "the next pair", d.shownPair(), "Second Contact | S. Contact")
	same(t, "left", d.win.pages.home.duplicates.Text, "1 possible duplicate")
	d.open()
	same(t, "after a start", d.win.pages.home.duplicates.Text, "1 possible duplicate")
	d.press(fyne.KeyD, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.types("0")
	d.rest()
	same(t, "none is left", d.win.pages.shown == page(d.win.pages.home), true)
	same(t, "nothing is deleted", len(d.itemRows()), 5)
}

// Ctrl+Right and Ctrl+Left cycle through the pairs.
func TestGoingFromPairToPair(t *testing.T) {
	d := twice(t)
	d.press(fyne.KeyD, fyne.KeyModifierControl, fyne.KeyModifierShift)
	for _, step := range []struct {
		key  fyne.KeyName
		want string
	}{{fyne.KeyRight, "Second Contact | S. Contact"}, {fyne.KeyRight, "Given Family | Family, Given"}, {fyne.KeyLeft, "Second Contact | S. Contact"}} {
		d.press(step.key, fyne.KeyModifierControl)
		same(t, string(step.key), d.shownPair(), step.want)
	}
	d.press(fyne.KeyEscape)
	same(t, "after Esc", d.win.pages.shown == page(d.win.pages.home), true)
}

// A contact that changed in the meantime is shown again, and not merged with its old values.
func TestAMergeDoesNotWriteOverWhatChangedMeanwhile(t *testing.T) {
	d := twice(t)
	d.press(fyne.KeyD, fyne.KeyModifierControl, fyne.KeyModifierShift)
	pair, _ := d.win.pages.duplicates().Pair()
	change(t, d.engine, "Family", pair.B.ID(), "nickname", "Nick")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "contacts", len(d.itemRows()), 5)
	same(t, "status", d.win.status.Text(), "The item changed in the meantime.")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "nickname", d.contact("Given Family").Get("nickname"), "Nick")
}

// counting counts the searches for duplicates.
type counting struct {
	Lists
	searches *int
}

func (c counting) Duplicates(ctx context.Context, set string) ([]lists.Duplicate, error) {
	*c.searches++
	return c.Lists.Duplicates(ctx, set)
}

// A list that did not change is not searched again.
func TestDuplicatesAreLookedForOnlyWhereSomethingChanged(t *testing.T) {
	d := twice(t)
	looks := 0
	d.win.Lists = counting{d.win.Lists, &looks}
	d.win.Reload()
	d.rest()
	same(t, "nothing changed", looks, 0)
	change(t, d.engine, "Family", d.itemRows()[0].ID, "nickname", "Nick")
	d.win.Reload()
	d.rest()
	same(t, "one changed", looks, 1)
	d.press(fyne.KeyF, fyne.KeyModifierControl)
	d.types("an")
	d.rest()
	same(t, "while searching", looks, 1)
}

func TestDuplicatesAreLookedForInListsOfContacts(t *testing.T) {
	d := withList(t, "Milk", "Milk")
	d.press(fyne.KeyD, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.rest()
	same(t, "says", strings.HasPrefix(d.win.status.Text(), "Choose a list of contacts first, then find duplicates."), true)
}

// blind cannot search for duplicates.
type blind struct{ Lists }

func (blind) Duplicates(context.Context, string) ([]lists.Duplicate, error) {
	return nil, errors.New("the disk is away")
}

// A page that waits for a search that fails does not wait forever.
func TestAFailureToLookForDuplicatesIsTold(t *testing.T) {
	d := twice(t)
	d.win.duplicates.lists = map[string]duplicateSearch{}
	d.win.Lists = blind{d.win.Lists}
	d.press(fyne.KeyD, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.rest()
	same(t, "status", d.win.status.Text(), "It could not be done: the disk is away")
	same(t, "back at the list", d.win.pages.shown == page(d.win.pages.home), true)
}

func TestAListWithoutDuplicatesSaysSo(t *testing.T) {
	d := withContacts(t, "Family", card("1", "Given"))
	d.press(fyne.KeyD, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.rest()
	same(t, "shown", d.win.pages.shown == page(d.win.pages.duplicates()), true)
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "contacts", len(d.itemRows()), 1)
}

// All pairs at once, after a preview: Space leaves one out, and one Ctrl+Z restores all.
func TestMergingAllDuplicatesAtOnce(t *testing.T) {
	d := twice(t)
	before := d.titlesIn("Family")
	d.press(fyne.KeyD, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.clicks("Merge all…")
	for _, text := range []string{"Merge 2 pairs of contacts?", "Given Family + Family, Given", "becomes “Given Family”"} {
		same(t, text, d.sees(text), true)
	}
	d.types(" ")
	same(t, "one is left out", d.sees("Merge 1 pair of contacts?"), true)
	d.types(" ")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "status", d.win.status.Text(), "Merged 2 pairs. Ctrl+Z undoes it.")
	same(t, "contacts", len(d.itemRows()), 3)
	same(t, "phones", d.contact("Given Family").Get("phones"), "[home] 030 23125001\n[cell] 0171 3920002")
	same(t, "no duplicates", d.win.pages.home.duplicates.Visible(), false)
	d.press(fyne.KeyZ, fyne.KeyModifierControl)
	d.rest()
	same(t, "after undo", d.titlesIn("Family"), before)
}
