// Package textedit edits texts of any length: what a key costs depends on what is in
// sight, and not on the length of the text. It knows nothing of items.
//
// A buffer holds the lines, a model adds cursor, selection and undo, a view wraps the
// lines that are in sight, and an Editor draws them and takes keys and the mouse.
package textedit

import (
	"time"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/ui/widget"
)

// Editor is a field of several lines. Keys that it has no use for are handed up.
type Editor struct {
	fynewidget.DisableableWidget
	// OnChanged is called after everything that a person changed.
	OnChanged func()
	// OnResized is called when the editor needs another height than before.
	OnResized func()
	// ReadOnly editors can be read, searched and copied from.
	ReadOnly bool

	widget.Opener
	keys        *widget.Keys
	placeholder string
	minRows     int
	object      *fyne.Container
	bar         *bar

	model  *model
	view   *view
	finder *finder
	// ends is set where the cursor is at the end of a row after which its line goes on,
	// and not at the beginning of the next one.
	ends bool
	// goal is where Up and Down go in a row, while goals is set.
	goal  float32
	goals bool

	// edits counts them.
	edits   int
	mouse   mouse
	focused bool
	now     func() time.Time
	// drawing is what shows the text, once there is such a thing.
	drawing *drawing
}

// New is an editor without text that shows at least so many rows.
func New(keys *widget.Keys, placeholder string, rows int) *Editor {
	e := &Editor{Opener: widget.NewOpener(keys), keys: keys, placeholder: placeholder, minRows: rows, now: time.Now}
	e.ExtendBaseWidget(e)
	e.begin("")
	e.bar = newBar(e)
	e.object = widget.Border(nil, e.bar.object, nil, nil, e)
	return e
}

// Object is the editor with the bar that finds in it, which is shown when it is needed.
func (e *Editor) Object() fyne.CanvasObject { return e.object }

func (e *Editor) begin(text string) {
	before := e.view
	e.model = newModel(text)
	e.view = newView(&e.model.buffer, measure)
	if before != nil {
		e.view.resize(before.wrap.width, before.height)
	}
	needle := ""
	if e.finder != nil {
		needle = e.finder.needle
	}
	e.finder = &finder{text: &e.model.buffer}
	e.finder.search(needle)
	e.ends, e.goals = false, false
	e.model.changed = func(c change) {
		e.edits++
		e.view.changed(c)
		e.finder.changed(c)
	}
}

// measure is the width of a text in the theme's size.
func measure(text string) float32 {
	return fyne.MeasureText(text, fynetheme.TextSize(), fyne.TextStyle{}).Width
}

// Put replaces the text where it differs, and tells nobody: OnChanged is for what a person
// types. What was typed before can no longer be undone.
func (e *Editor) Put(text string) {
	if text == e.Text() {
		return
	}
	e.begin(text)
	e.bar.count()
	e.Refresh()
}

// Text is the whole text: the very bytes that were put, but for what was edited.
func (e *Editor) Text() string { return e.model.text() }

// Empty reports whether there is no text.
func (e *Editor) Empty() bool { return e.model.empty() }

// GoToEnd moves the cursor behind the last letter.
func (e *Editor) GoToEnd() {
	e.model.moveTo(e.model.end(), false)
	e.moved()
}

// GoTo moves the cursor to an offset in the text.
func (e *Editor) GoTo(offset int) {
	e.model.moveTo(e.model.snapped(offset), false)
	e.moved()
}

// Selected is the text that is selected.
func (e *Editor) Selected() string { return e.model.selected() }

func (e *Editor) writable() bool { return !e.ReadOnly && !e.Disabled() }

// edit changes the text and shows where that was.
func (e *Editor) edit(do func()) {
	if !e.writable() {
		return
	}
	before := e.edits
	do()
	e.moved()
	if e.edits != before {
		e.bar.count()
		if e.OnChanged != nil {
			e.OnChanged()
		}
	}
}

// moved shows the cursor where it now is.
func (e *Editor) moved() {
	e.ends, e.goals = false, false
	e.show()
}

// show brings the cursor into sight and draws.
func (e *Editor) show() {
	e.view.reveal(e.cursorRow())
	e.draw()
}

func (e *Editor) draw() {
	if e.drawing != nil {
		e.drawing.draw()
	}
}

func (e *Editor) cursorRow() rowAt { return e.view.rowOf(e.model.cursor, e.ends) }

// FocusGained shows the cursor and the ring.
func (e *Editor) FocusGained() {
	e.focused = true
	e.draw()
	if e.drawing != nil {
		e.drawing.focus(true)
	}
	if e.keys.Focused != nil {
		e.keys.Focused(e)
	}
}

// FocusLost hides them.
func (e *Editor) FocusLost() {
	e.focused = false
	e.model.history.seal()
	e.draw()
	if e.drawing != nil {
		e.drawing.focus(false)
	}
}

// AcceptsTab is never: Tab goes to the next field.
func (e *Editor) AcceptsTab() bool { return false }
