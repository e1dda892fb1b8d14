package settle

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/record"
	"crossfeed/engine/settle/session"
	"crossfeed/ui/say"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
)

// resultLines are as many lines as a field of several lines shows at least.
const resultLines = 5

// result is the draft: a field to type in for everything that is not the same
// in all versions.
type result struct {
	page   *Page
	object *fyne.Container
	scroll *container.Scroll
	rows   []*resultRow
}

// resultRow is one field of the result, with a button for each version.
type resultRow struct {
	field  record.Field
	object *fyne.Container
	entry  *widget.Entry
	from   *widget.Line
	picks  *fyne.Container
}

func newResult(p *Page) *result {
	r := &result{page: p, object: container.NewVBox()}
	title := widget.NewLine(lang.L("RESULT"), widget.Look{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText, Style: fyne.TextStyle{Bold: true}})
	r.object.Add(title)
	for _, f := range record.Fields() {
		row := newResultRow(p, f)
		r.rows = append(r.rows, row)
		r.object.Add(row.object)
	}
	r.scroll = container.NewVScroll(r.object)
	return r
}

func newResultRow(p *Page, f record.Field) *resultRow {
	r := &resultRow{field: f, picks: container.NewHBox()}
	r.entry = widget.NewEntry(p.keys, say.Field(f.Name))
	if f.Lines {
		r.entry = widget.NewLines(p.keys, say.Field(f.Name), resultLines)
	}
	r.entry.OnChanged = func(text string) { p.typed(f.Name, text) }
	r.from = widget.NewLine("", widget.Look{})
	r.object = container.NewVBox(r.from, widget.Border(nil, nil, nil, container.NewVBox(r.picks), r.entry))
	return r
}

// show draws the draft. A field that a person is typing in stays as it is:
// what it holds is what the session holds.
func (r *result) show(s *session.Session) {
	versions, deletes := s.Candidates(), s.Outcome().Deletes
	for i, c := range s.Cells() {
		r.rows[i].show(r.page, c, versions, deletes)
	}
	r.object.Refresh()
}

func (r *resultRow) show(p *Page, c session.Cell, versions []session.Candidate, deletes bool) {
	r.object.Hidden = c.Alike
	r.from.Set(fromText(c, deletes), fromLook(c, deletes))
	r.entry.Put(c.Result)
	r.pick(p, versions)
}

// pick makes a button for every version. They are made anew only where their
// number changed, so that the focus stays.
func (r *resultRow) pick(p *Page, versions []session.Candidate) {
	for n := len(r.picks.Objects); n < len(versions); n++ {
		r.picks.Add(widget.NewButton(p.keys, versions[n].Letter, func() { p.takeField(r.field.Name, n) }))
	}
	r.picks.Objects = r.picks.Objects[:len(versions)]
	for n, o := range r.picks.Objects {
		button := o.(*widget.Button)
		if versions[n].Version.Deleted {
			button.Disable()
		} else {
			button.Enable()
		}
	}
	r.picks.Refresh()
}

// fromText says where the value comes from.
func fromText(c session.Cell, deletes bool) string {
	data := say.Data{"Field": say.Field(c.Field), "Letter": c.From}
	switch {
	case deletes:
		return lang.L("{{.Field}} · deleted", data)
	case !c.Chosen:
		return lang.L("{{.Field}} · open: what A says stands here until you choose", data)
	case c.From == "":
		return lang.L("{{.Field}} · typed by you", data)
	}
	return lang.L("{{.Field}} · from {{.Letter}}", data)
}

func fromLook(c session.Cell, deletes bool) widget.Look {
	if c.Chosen || deletes {
		return widget.Look{Style: fyne.TextStyle{Bold: true}}
	}
	return widget.Look{Color: theme.Attention, Style: fyne.TextStyle{Bold: true}}
}

// focus moves the focus into the result of a field, or of the first that is not
// the same in all where the field is "".
func (r *result) focus(field string) {
	for _, row := range r.rows {
		if row.object.Visible() && (field == "" || row.field.Name == field) {
			r.scroll.ScrollToOffset(row.object.Position())
			if c := fyne.CurrentApp().Driver().CanvasForObject(row.entry); c != nil {
				c.Focus(row.entry)
			}
			return
		}
	}
}
