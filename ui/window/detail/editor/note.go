package editor

import (
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"

	"crossfeed/ui/widget"
	"crossfeed/ui/window/field"
)

// note builds the editor of notes: the title, and the text in all the room that
// is left.
func (e *Editor) note(d field.Desk) {
	d.Resized = func() { e.object.Refresh() }
	title := newRow("title", "", field.NewTitle(d, lang.L("Title")), true)
	text := newRow("text", "", field.NewMarkdown(d, lang.L("Text")), true)
	e.object = container.NewPadded(widget.Border(title.object, text.remark.Object(), nil, nil, text.control.Object()))
	e.first = title.control.Focus()
	e.rows = []*row{title, text}
}
