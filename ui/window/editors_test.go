package window

import (
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/record"
	"crossfeed/ui/window/drafts"
)

// From the row to the fields of a todo and back to a saved item by keys alone.
func TestATodoIsEditedByKeys(t *testing.T) {
	d := todos(t, "Call the plumber")
	d.mark(d.row("Call the plumber"))
	d.press(fyne.KeyReturn)
	d.press(fyne.KeyTab)
	d.types("tomorrow 18:00")
	draft, _ := d.win.Drafts.Get(drafts.Edit, d.win.item)
	same(t, "the draft is what was typed", draft.Fields["due"], "tomorrow 18:00")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	it, err := d.engine.Item(t.Context(), d.win.item.Set, d.win.item.ID)
	must(t, err)
	same(t, "due", record.Read(it.Winner.Content).Get("due"), "2026-05-25T18:00")
	same(t, "has a draft", d.win.Drafts.Has(d.win.item), false)
}

// What cannot be saved stays as a draft, and the window says so.
func TestWhatIsNotValidStaysADraft(t *testing.T) {
	d := todos(t, "Call the plumber")
	d.mark(d.row("Call the plumber"))
	d.press(fyne.KeyReturn)
	d.press(fyne.KeyTab)
	d.types("31.2.")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "status", d.win.status.Text(), "Not saved yet: the field with the cursor says what is wrong.")
	d.press(fyne.KeyEscape)
	d.open()
	d.mark(d.row("Call the plumber"))
	same(t, "after another start", d.win.detail.Values()["due"], "31.2.")
}

func TestHighContrastIsTurnedOnAndOff(t *testing.T) {
	d := newDesk(t)
	var told []bool
	d.win.Contrasted = func(high bool) { told = append(told, high) }
	d.press(fyne.KeyH, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.press(fyne.KeyH, fyne.KeyModifierControl, fyne.KeyModifierShift)
	if len(told) != 2 || !told[0] || told[1] {
		t.Errorf("told %v", told)
	}
}
