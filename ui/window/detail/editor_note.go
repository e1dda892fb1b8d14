package detail

import (
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"

	"crossfeed/ui/widget"
	"crossfeed/ui/window/field"
)

// note builds the editor of notes: the title, the files where there are some, and the
// text in all the room that is left.
func (e *editor) note(d field.Desk) {
	var files *row
	d.Resized = func() {
		files.draw()
		e.object.Refresh()
	}
	files = newRow("files", "", field.NewFiles(d), false)
	title := newRow("title", "", field.NewTitle(d, lang.L("Title")), true)
	text := newRow("text", "", field.NewMarkdown(d, lang.L("Text")), true)
	below := container.NewVBox(text.remark.Object(), files.object)
	e.object = container.NewPadded(widget.Border(title.object, below, nil, nil, text.control.Object()))
	e.first = title.control.Focus()
	e.rows = []*row{title, text, files}
	e.drawn = func(bool) { d.Resized() }
}
