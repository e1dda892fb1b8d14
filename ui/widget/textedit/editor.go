// Package textedit edits texts of any length: the cost of a key press depends on what is
// visible, and not on the length of the text. It knows nothing about items.
//
// A buffer holds the lines, a model adds cursor, selection and undo, a view wraps the visible
// lines, and an Editor draws them and handles keys and the mouse.
package textedit

import (
	"time"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/ui/widget"
)

// Editor is a field of several lines. It forwards the keys that it does not use.
type Editor struct {
	fynewidget.DisableableWidget
	// OnChanged is called after every change made by a person.
	OnChanged func()
	// OnResized is called when the editor needs a different height.
	OnResized func()
	// ReadOnly editors only allow reading, searching and copying.
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
	// ends is set if the cursor is at the end of a row within a line, and not at the beginning
	// of the next row, which is the same position.
	ends bool
	// goal is the x coordinate for Up and Down, while goals is set.
	goal  float32
	goals bool

	// edits counts the edits.
	edits   int
	mouse   mouse
	focused bool
	now     func() time.Time
	// drawing is the renderer, once it exists.
	drawing *drawing
}

// New returns an empty editor with room for at least rows rows.
func New(keys *widget.Keys, placeholder string, rows int) *Editor {
	e := &Editor{Opener: widget.NewOpener(keys), keys: keys, placeholder: placeholder, minRows: rows, now: time.Now}
	e.ExtendBaseWidget(e)
	e.begin("")
	e.bar = newBar(e)
	e.object = widget.Border(nil, e.bar.object, nil, nil, e)
	return e
}

// Object returns the editor with its search bar, which is hidden until needed.
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

// measure returns the width of a text in the theme's size.
func measure(text string) float32 {
	return fyne.MeasureText(text, fynetheme.TextSize(), fyne.TextStyle{}).Width
}

// Put replaces the text if it differs, without calling OnChanged, and clears the undo history.
func (e *Editor) Put(text string) {
	if text == e.Text() {
		return
	}
	e.begin(text)
	e.bar.count()
	e.Refresh()
}

// Text returns the whole text: exactly the bytes that were put, except for edits.
func (e *Editor) Text() string { return e.model.text() }

// Empty reports whether there is no text.
func (e *Editor) Empty() bool { return e.model.empty() }

// GoToEnd moves the cursor to the end of the text.
func (e *Editor) GoToEnd() {
	e.model.moveTo(e.model.end(), false)
	e.moved()
}

// GoTo moves the cursor to an offset in the text.
func (e *Editor) GoTo(offset int) {
	e.model.moveTo(e.model.snapped(offset), false)
	e.moved()
}

// Selected returns the selected text.
func (e *Editor) Selected() string { return e.model.selected() }

func (e *Editor) writable() bool { return !e.ReadOnly && !e.Disabled() }

// edit changes the text and scrolls to the change.
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

// moved shows the cursor at its new position.
func (e *Editor) moved() {
	e.ends, e.goals = false, false
	e.show()
}

// show scrolls to the cursor and draws.
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
		e.keys.Handle(func() { e.keys.Focused(e) })
	}
}

// FocusLost hides the cursor and the ring.
func (e *Editor) FocusLost() {
	e.focused = false
	e.model.history.seal()
	e.draw()
	if e.drawing != nil {
		e.drawing.focus(false)
	}
}

// AcceptsTab returns false: Tab goes to the next field.
func (e *Editor) AcceptsTab() bool { return false }
