package detail

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"crossfeed/ui/say"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/field"
)

// nameParts are the fields that stand behind a button.
const nameParts = 5

// contact builds the editor of contacts: the picture, for which the first attached one
// stands in, and the name above, the parts of the name behind a button, and the fields below.
func (e *editor) contact(d field.Desk) {
	p, d := newPage(d)
	picture := field.NewPicture(d)
	changed := d.Changed
	var files *field.Rows
	standIn := func(bool) { picture.StandIn(files.Value()) }
	d.Changed = func() {
		standIn(true)
		changed()
	}
	files = field.NewFiles(d)
	name := newRow("name", "", field.NewTitle(d, say.Field("name")), true)
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
		return lang.L("Hide the parts")
	}
	return lang.L("Name parts")
}

// contactRows are the fields with labels, those of the name first.
func contactRows(d field.Desk, picture *field.Picture, files *field.Rows) []*row {
	labelled := func(name string, c field.Control, common bool) *row {
		return newRow(name, say.Field(name), c, common)
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
		labelled("birthday", field.NewBirthday(d, lang.L("1985-04-12 or 12.4.")), true),
		labelled("tags", field.NewTags(d), false),
		newRow("text", lang.L("Notes"), field.NewLines(d, "", 4), true),
		labelled("picture", picture, false),
		labelled("files", files, false),
		labelled("custom", field.NewCustom(d), false),
	}
}
