package window

import (
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/pace"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget/textedit"
)

// longText returns a text with a number of lines.
func longText(lines int) string {
	var b strings.Builder
	for i := range lines {
		b.WriteString("line " + strconv.Itoa(i) + " of a long text with some words in it\n")
	}
	return b.String()
}

// Of 1,000 lines with one changed, the others are folded, and typing a title is not slower
// than a person types. The limit is far above the usual time, and far below that of redrawing
// everything.
func TestALongTextIsFoldedAndCanBeTypedIn(t *testing.T) {
	d, laptop, it := shared(t)
	text := longText(1000)
	change(t, d.engine, it.Set, it.ID, "text", text)
	must(t, two(d.engine.Sharing.Publish(t.Context(), it.Set)))
	sync(t, laptop)
	change(t, laptop, it.Set, it.ID, "text", strings.Replace(text, "line 500 of", "line 500 from", 1))
	must(t, two(laptop.Sharing.Publish(t.Context(), it.Set)))
	change(t, d.engine, it.Set, it.ID, "title", "Whole milk")
	d.syncs()
	d.press(fyne.KeyF8)
	d.rest()
	if lines := d.win.pages.resolve.Grid().List.Rows(); lines > 20 {
		t.Errorf("the grid has %d lines", lines)
	}
	d.types("e")
	if took := pace.Yards(func() { d.types("abc") }); took > 500 {
		t.Errorf("three letters took %.0f yards", took)
	}
	title := d.win.pages.resolve.Shown().Session.Cells()[0].Result
	same(t, "typed", title, "Whole milkabc")
}

// Ctrl+F, which the menu receives before any field, searches the focused text, or the items if
// no text has the focus.
func TestCtrlFFindsInTheTextWithTheFocus(t *testing.T) {
	d := withList(t, "Milk")
	d.mark(0)
	change(t, d.engine, d.win.item.Set, d.win.item.ID, "text", longText(3000))
	d.win.Reload()
	d.rest()
	find := &desktop.CustomShortcut{KeyName: fyne.KeyF, Modifier: fyne.KeyModifierControl}
	d.win.shortcut(find)
	same(t, "searched", d.fyne.Canvas().Focused() == d.win.items.Searching(), true)
	d.win.focus(d.win.detail.Focus())
	text, is := d.fyne.Canvas().Focused().(*textedit.Editor)
	for range 20 {
		if !is {
			d.press(fyne.KeyTab)
			text, is = d.fyne.Canvas().Focused().(*textedit.Editor)
		}
	}
	if !is {
		t.Fatal("no text gets the focus")
	}
	d.win.shortcut(find)
	d.types("LINE 2000")
	same(t, "found", text.Selected(), "line 2000")
	d.press(fyne.KeyEscape)
	same(t, "the focus is in the text", d.fyne.Canvas().Focused() == fyne.Focusable(text), true)
}

// A formatted note is searched in its source.
func TestCtrlFFindsInAFormattedNote(t *testing.T) {
	for name, focus := range map[string]func(d *desk){
		"the title":  func(d *desk) {},
		"the button": func(d *desk) { d.press(fyne.KeyTab) },
		"the text": func(d *desk) {
			d.fyne.Content().Refresh()
			var text fyne.Position
			uitest.WalkAt(d.fyne.Canvas().Content(), text, func(o fyne.CanvasObject, at fyne.Position) {
				if _, is := o.(interface {
					fyne.Tappable
					ParseMarkdown(string)
				}); is {
					text = at
				}
			})
			test.TapCanvas(d.fyne.Canvas(), text.AddXY(5, 5))
		},
	} {
		d := newDesk(t)
		must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: "Notes", Kind: string(record.Note)})))
		must(t, two(d.engine.Edit.AddAll(t.Context(), "Notes", []record.Values{{"title": "Trip", "text": "# Packing\n\ntent"}}, edit.AddOptions{})))
		d.again()
		d.mark(0)
		find := &desktop.CustomShortcut{KeyName: fyne.KeyF, Modifier: fyne.KeyModifierControl}
		d.win.shortcut(find)
		same(t, "from the list", d.fyne.Canvas().Focused() == d.win.items.Searching(), true)
		d.win.focus(d.win.detail.Focus())
		focus(d)
		d.win.shortcut(find)
		d.types("TENT")
		d.press(fyne.KeyEscape)
		text, is := d.fyne.Canvas().Focused().(*textedit.Editor)
		if !is || text.Selected() != "tent" {
			t.Errorf("%s: the focus is in %T", name, d.fyne.Canvas().Focused())
		}
	}
}

// BenchmarkALetterInALongNote measures everything that the window does for a letter typed into
// the notes of a todo, including the draft.
func BenchmarkALetterInALongNote(b *testing.B) {
	for name, lines := range map[string]int{"1 KB": 25, "60 KB": 1400, "300 KB": 7000} {
		b.Run(name, func(b *testing.B) {
			d := withList(b, "Milk")
			d.mark(0)
			change(b, d.engine, d.win.item.Set, d.win.item.ID, "text", longText(lines))
			d.win.Reload()
			d.rest()
			d.win.focus(d.win.detail.Focus())
			for range 20 {
				if _, is := d.fyne.Canvas().Focused().(*textedit.Editor); !is {
					d.press(fyne.KeyTab)
				}
			}
			for b.Loop() {
				d.types("x")
			}
		})
	}
}
