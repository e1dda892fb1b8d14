package detail

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/say"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/field"
)

// todo builds the editor of todos: the tick and the title in one line, and the
// fields below.
func (e *editor) todo(d field.Desk) {
	p, d := newPage(d)
	words := widget.NewLine("", widget.Look{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText})
	changed := d.Changed
	var done *field.Done
	d.Changed = func() {
		words.SetText(done.Words())
		changed()
	}
	done = field.NewDone(d)
	title := newRow("title", "", field.NewTitle(d, lang.L("What is to be done?")), true)
	rows := todoRows(d)
	title.object.Add(words)
	tick := newRow("done", "", done, true)
	head := widget.Border(nil, nil, tick.object, nil, title.object)
	p.fill([]fyne.CanvasObject{head}, rows)
	e.page, e.object, e.first = p, p.object, title.control.Focus()
	e.rows = append([]*row{tick, title}, rows...)
	e.drawn = func(bool) {
		words.SetText(done.Words())
		words.Hidden = done.Words() == ""
	}
}

// todoRows are the fields with labels, the ones that most todos have always
// there.
func todoRows(d field.Desk) []*row {
	labelled := func(name string, c field.Control, common bool) *row {
		return newRow(name, say.Field(name), c, common)
	}
	when := lang.L("tomorrow, 27.11., fri 18:00")
	return []*row{
		labelled("due", field.NewDate(d, when), true),
		labelled("start", field.NewDate(d, when), false),
		labelled("priority", field.NewPriority(d), true),
		labelled("tags", field.NewTags(d), true),
		newRow("text", lang.L("Notes"), field.NewLines(d, "", 4), true),
		labelled("repeat", field.NewRepeat(d), false),
		labelled("alarms", field.NewAlarms(d), false),
		labelled("location", field.NewLine(d, ""), false),
		labelled("url", field.NewLine(d, "https://"), false),
		labelled("files", field.NewFiles(d), false),
	}
}
