package detail

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/field"
	"crossfeed/ui/wording"
)

// todo builds the editor of todos: the tick box and the title in one line, and the other
// fields below.
func (e *editor) todo(d field.Desk) {
	p, d := newPage(d)
	words := widget.NewLine("", widget.TextStyle{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText})
	changed := d.Changed
	var done *field.Done
	d.Changed = func() {
		words.SetText(done.Words())
		changed()
	}
	done = field.NewDone(d)
	title := newRow("title", "", field.NewTitle(d, wording.L("what-needs-to-be-done", "What needs to be done?")), true)
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

// todoRows returns the labelled fields. The ones that most todos use are always shown.
func todoRows(d field.Desk) []*row {
	labelled := func(name string, c field.Control, common bool) *row {
		return newRow(name, wording.Field(name), c, common)
	}
	when := wording.L("tomorrow-nov-27-fri-6pm", "tomorrow, Nov 27, fri 6pm")
	return []*row{
		labelled("due", field.NewDate(d, when), true),
		labelled("start", field.NewDate(d, when), false),
		labelled("priority", field.NewPriority(d), true),
		labelled("tags", field.NewTags(d), true),
		newRow("text", wording.L("notes", "Notes"), field.NewLines(d, "", 4), true),
		labelled("repeat", field.NewRepeat(d), false),
		labelled("alarms", field.NewAlarms(d), false),
		labelled("location", field.NewLine(d, ""), false),
		labelled("url", field.NewLine(d, "https://"), false),
		labelled("files", field.NewFiles(d), false),
	}
}

// nameParts is the number of fields that a button shows and hides.
const nameParts = 5

// contact builds the editor of contacts: picture and name at the top, the parts of the name
// behind a button, and the other fields below. A contact without a picture shows the first
// attached one instead, or the initials.
func (e *editor) contact(d field.Desk) {
	p, d := newPage(d)
	picture := field.NewPicture(d)
	changed := d.Changed
	var files *field.Rows
	var name *row
	standIn := func(bool) {
		picture.ShowAttached(files.Value())
		picture.ShowInitials(name.control.Value())
	}
	d.Changed = func() {
		standIn(true)
		changed()
	}
	files = field.NewFiles(d)
	name = newRow("name", "", field.NewTitle(d, wording.Field("name")), true)
	rows := contactRows(d, picture, files)
	var parts *widget.Button
	unfold := func(open bool) {
		for _, r := range rows[:nameParts] {
			r.folded, r.opened = !open, open
		}
		parts.SetText(partsText(open))
		p.draw()
	}
	parts = widget.NewQuietButton(d.Keys, nil, partsText(false), func() { unfold(rows[0].folded) })
	unfold(false)
	head := widget.Border(nil, nil, picture.Thumbnail(), parts, name.object)
	p.fill([]fyne.CanvasObject{head}, rows)
	e.page, e.object, e.first = p, p.object, name.control.Focus()
	e.rows = append([]*row{name}, rows...)
	e.drawn = standIn
}

func partsText(open bool) string {
	if open {
		return wording.L("hide-name-fields", "Hide name fields")
	}
	return wording.L("all-name-fields", "All name fields")
}

// contactRows returns the labelled fields, starting with the nameParts.
func contactRows(d field.Desk, picture *field.Picture, files *field.Rows) []*row {
	labelled := func(name string, c field.Control, common bool) *row {
		return newRow(name, wording.Field(name), c, common)
	}
	line := func(name string) *row { return labelled(name, field.NewLine(d, ""), false) }
	common := func(r *row) *row {
		r.common = true
		return r
	}
	return []*row{
		line("prefix"), line("given"), line("middle"), line("family"), line("suffix"),
		line("nickname"),
		labelled("phones", field.NewPhones(d), true),
		labelled("emails", field.NewMails(d), true),
		labelled("addresses", field.NewAddresses(d), false),
		labelled("urls", field.NewPages(d), false),
		labelled("messengers", field.NewMessengers(d), false),
		common(line("organisation")), line("jobtitle"), line("role"),
		labelled("birthday", field.NewBirthday(d, wording.L("1985-04-12", "1985-04-12")), true),
		labelled("tags", field.NewTags(d), false),
		newRow("text", wording.L("notes", "Notes"), field.NewLines(d, "", 4), true),
		labelled("picture", picture, false),
		labelled("files", files, false),
		labelled("custom", field.NewCustom(d), false),
	}
}

// note builds the editor of notes: the title, the text in all the remaining space, and the
// files, if any.
func (e *editor) note(d field.Desk) {
	var files *row
	d.Resized = func() {
		files.draw()
		e.object.Refresh()
	}
	files = newRow("files", "", field.NewFiles(d), false)
	title := newRow("title", "", field.NewTitle(d, wording.L("title", "Title")), true)
	text := newRow("text", "", field.NewMarkdown(d, wording.L("text", "Text")), true)
	below := container.NewVBox(text.remark.Object(), files.object)
	e.object = container.NewPadded(widget.Border(title.object, below, nil, nil, text.control.Object()))
	e.first = title.control.Focus()
	e.rows = []*row{title, text, files}
	e.drawn = func(bool) { d.Resized() }
}

// outline builds the editor of outline items: the title, the addresses with buttons to open
// them, and the note.
func (e *editor) outline(d field.Desk) {
	p, d := newPage(d)
	title := newRow("title", "", field.NewTitle(d, wording.L("title", "Title")), true)
	rows := []*row{
		newRow("xmlUrl", wording.Field("xmlUrl"), field.NewAddress(d, wording.L("open", "Open")), false),
		newRow("htmlUrl", wording.Field("htmlUrl"), field.NewAddress(d, wording.L("open", "Open")), false),
		newRow("note", wording.Field("note"), field.NewLines(d, "", noteRows), true),
		newRow("type", wording.Field("type"), field.NewLine(d, wording.L("for-example-rss", "for example: rss")), false),
	}
	p.fill([]fyne.CanvasObject{title.object}, rows)
	e.page, e.object, e.first = p, p.object, title.control.Focus()
	e.rows = append([]*row{title}, rows...)
}

// noteRows is the minimum number of lines for the note of an outline item.
const noteRows = 6
