package textedit

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// bar is the search bar below the text.
type bar struct {
	editor *Editor
	object *fyne.Container
	entry  *widget.Entry
	found  *widget.Line
}

func newBar(e *Editor) *bar {
	b := &bar{editor: e, found: widget.NewLine("", widget.TextStyle{Color: theme.Quiet})}
	keys := e.keys.Behind(widget.Keys{Key: b.key})
	b.entry = widget.NewEntry(keys, wording.L("find-in-this-text", "Find in this text"))
	b.entry.OnChanged = b.search
	b.entry.OnSubmitted = func(string) { e.findAgain(e.shifted()) }
	up := widget.NewQuietButton(keys, fynetheme.MoveUpIcon(), "", func() { e.findAgain(true) })
	down := widget.NewQuietButton(keys, fynetheme.MoveDownIcon(), "", func() { e.findAgain(false) })
	shut := widget.NewQuietButton(keys, fynetheme.CancelIcon(), "", func() { b.close() })
	const countWidth = 6
	aside := container.NewHBox(widget.Least(countWidth, 0, widget.Middle(b.found)), up, down, shut)
	b.object = widget.Border(nil, nil, nil, aside, b.entry)
	b.object.Hide()
	return b
}

// key handles the keys that the entry does not use.
func (b *bar) key(ev *fyne.KeyEvent) bool {
	switch ev.Name {
	case fyne.KeyEscape:
		return b.close()
	case fyne.KeyF3:
		b.editor.findAgain(b.editor.shifted())
	case fyne.KeyUp:
		b.editor.findAgain(true)
	case fyne.KeyDown:
		b.editor.findAgain(false)
	default:
		return false
	}
	return true
}

// longestNeedle limits the length, in bytes, of a selection that Find searches for: Fyne's
// entry takes seconds to show a line of 80 KB.
const longestNeedle = 200

// Find shows the bar, with the selected text.
func (e *Editor) Find() {
	if text := e.model.selected(); text != "" && len(text) <= longestNeedle && !strings.ContainsAny(text, "\r\n") {
		e.bar.entry.Put(text)
		e.finder.search(text)
	}
	e.bar.show(true)
	e.bar.count()
	widget.Focus(e.bar.entry, e)
}

// close hides the bar, and reports whether it was visible.
func (b *bar) close() bool {
	if !b.object.Visible() {
		return false
	}
	b.show(false)
	widget.Focus(b.editor, b.editor)
	return true
}

func (b *bar) show(shown bool) {
	if b.object.Visible() == shown {
		return
	}
	b.object.Hidden = !shown
	widget.LayOut(b.editor.object)
	if b.editor.OnResized != nil {
		b.editor.OnResized()
	}
}

// search finds the typed text, starting at the current match.
func (b *bar) search(needle string) {
	e := b.editor
	e.finder.search(needle)
	from, _ := e.model.selection()
	e.goTo(e.finder.next(from))
}

// findAgain goes to the next or previous match; if there is no search text yet, it shows the
// bar.
func (e *Editor) findAgain(backwards bool) {
	if e.finder.needle == "" {
		e.Find()
		return
	}
	from, to := e.model.selection()
	if backwards {
		e.goTo(e.finder.previous(from))
	} else {
		e.goTo(e.finder.next(to))
	}
}

// goTo selects a match.
func (e *Editor) goTo(from, to Pos, found bool) {
	if found {
		e.model.selectFrom(from, to)
		if row := e.cursorRow(); !slices.Contains(e.view.inSight(), row) {
			e.view.scrollTo(e.view.step(row, -e.view.height/2)) // with the text around it
		}
		e.moved()
	}
	e.bar.count()
}

// count shows the number of matches, and which of them is selected.
func (b *bar) count() {
	if !b.object.Visible() {
		return
	}
	from, _ := b.editor.model.selection()
	number, total := b.editor.finder.count(from)
	switch data := map[string]any{"N": number, "M": total}; {
	case b.editor.finder.needle == "":
		b.found.SetText("")
	case total == 0:
		b.found.SetText(wording.L("not-found", "not found"))
	case number == 0:
		b.found.SetText(wording.L("m-found", "{{.M}} found", data))
	default:
		b.found.SetText(wording.L("n-of-m", "{{.N}} of {{.M}}", data))
	}
}
