package detail

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/record"
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
	rows := labelled(record.Todo, d, "title", "done")
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

// labelled returns the rows below the head, in the order of package record. A field of which
// nothing is said here has the control of its form, and is hidden while it is empty.
func labelled(k record.Kind, d field.Desk, head ...string) (rows []*row) {
	for _, f := range record.Fields(k) {
		if slices.Contains(head, f.Name) || f.Form == record.Reference || f.Form == record.Order {
			continue
		}
		rows = append(rows, newRow(f.Name, labelOf(f), controlOf(d, f), slices.Contains(common[k], f.Name)))
	}
	return rows
}

func labelOf(f record.Field) string {
	if f.Name == "text" {
		return wording.L("notes", "Notes")
	}
	return wording.Field(f.Name)
}

// common are the fields that most items of a kind use, which are always shown.
var common = map[record.Kind][]string{
	record.Todo:    {"due", "priority", "tags", "text"},
	record.Contact: {"phones", "emails", "organisation", "birthday", "text"},
	record.Outline: {"note"},
}

// controlOf returns the control of a field, with more lines and hints than on other pages.
func controlOf(d field.Desk, f record.Field) field.Control {
	switch f.Name {
	case "text":
		return field.NewLines(d, "", 4)
	case "note":
		return field.NewLines(d, "", 6)
	case "url":
		return field.NewLine(d, "https://")
	case "xmlUrl", "htmlUrl":
		return field.NewAddress(d, wording.L("open", "Open"))
	case "type":
		return field.NewLine(d, wording.L("for-example-rss", "for example: rss"))
	}
	return field.New(d, f)
}

// in returns the control of the row with that name.
func in[C field.Control](rows []*row, name string) C {
	i := slices.IndexFunc(rows, func(r *row) bool { return r.name == name })
	return rows[i].control.(C)
}

// nameParts are the first fields after the name, which a button shows and hides.
var nameParts = []string{"prefix", "given", "middle", "family", "suffix"}

// contact builds the editor of contacts: picture and name at the top, the parts of the name
// behind a button, and the other fields below. A contact without a picture shows the first
// attached one instead, or the initials.
func (e *editor) contact(d field.Desk) {
	p, d := newPage(d)
	changed := d.Changed
	var picture *field.Picture
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
	name = newRow("name", "", field.NewTitle(d, wording.Field("name")), true)
	rows := labelled(record.Contact, d, "name")
	picture, files = in[*field.Picture](rows, "picture"), in[*field.Rows](rows, "files")
	var parts *widget.Button
	unfold := func(open bool) {
		for _, r := range rows[:len(nameParts)] {
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

// card shows a contact for reading: picture, name, job and organization at the top, and what it
// has besides below. edit replaces it by the editor.
func (e *editor) card(d field.Desk, edit func()) {
	p, d := newPage(d)
	name := newRow("name", "", field.NewReadingTitle(d), true)
	job := widget.NewWords(2)
	rows := []*row{name}
	var below []*row
	for _, f := range record.Fields(record.Contact)[1:] {
		var shown field.Control = field.NewReading(d, f)
		if f.Form == record.Files {
			shown = field.NewFilesToOpen(d)
		}
		r := newRow(f.Name, labelOf(f), shown, false)
		r.folded = slices.Contains(slices.Concat(nameParts, []string{"jobtitle", "organisation", "picture"}), f.Name)
		below = append(below, r)
	}
	picture := field.NewPicture(d)
	start := widget.NewIconButton(d.Keys, theme.Icon(theme.IconDraft, fynetheme.ColorNameForeground), wording.L("edit", "Edit"), edit)
	head := widget.Border(nil, nil, picture.Thumbnail(), container.NewVBox(start), widget.Middle(container.NewVBox(name.object, job)))
	p.fill([]fyne.CanvasObject{head}, below)
	p.read = true
	e.page, e.object, e.first = p, p.object, start
	e.rows = append(rows, below...)
	e.drawn = func(enabled bool) {
		value := func(name string) string { return in[field.Control](below, name).Value() }
		picture.Put(value("picture"))
		picture.ShowAttached(value("files"))
		picture.ShowInitials(name.control.Value())
		job.Set(strings.Trim(value("jobtitle")+" · "+value("organisation"), " ·"), quiet)
		widget.Show(job, job.Text() != "")
		widget.Show(start, enabled)
	}
}

func partsText(open bool) string {
	if open {
		return wording.L("hide-name-fields", "Hide name fields")
	}
	return wording.L("all-name-fields", "All name fields")
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
	rows := labelled(record.Outline, d, "title")
	p.fill([]fyne.CanvasObject{title.object}, rows)
	e.page, e.object, e.first = p, p.object, title.control.Focus()
	e.rows = append([]*row{title}, rows...)
}
