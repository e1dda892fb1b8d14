package detail

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"crossfeed/ui/say"
	"crossfeed/ui/window/field"
)

// outline builds the editor of outlines: the title, the addresses, each with what
// opens it, and the note.
func (e *editor) outline(d field.Desk) {
	p, d := newPage(d)
	title := newRow("title", "", field.NewTitle(d, lang.L("Title")), true)
	rows := []*row{
		newRow("xmlUrl", say.Field("xmlUrl"), field.NewAddress(d, lang.L("Open")), false),
		newRow("htmlUrl", say.Field("htmlUrl"), field.NewAddress(d, lang.L("Open")), false),
		newRow("note", say.Field("note"), field.NewLines(d, "", noteRows), true),
		newRow("type", say.Field("type"), field.NewLine(d, lang.L("rss, for a feed")), false),
	}
	p.fill([]fyne.CanvasObject{title.object}, rows)
	e.page, e.object, e.first = p, p.object, title.control.Focus()
	e.rows = append([]*row{title}, rows...)
}

// noteRows is the number of lines that the note of an outline shows at least.
const noteRows = 6
