package settle

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/settle/session"
	"crossfeed/ui/say"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
)

// resultLines are as many lines as a field of several lines shows at least. It
// grows into what room there is; a longer text scrolls.
const resultLines = 3

// resultRow is one field of the result, with a button for each version.
type resultRow struct {
	field session.Cell
	entry *widget.Entry
	from  *widget.Line
	picks *fyne.Container
}

func newResultRow(p *Page, f session.Cell) *resultRow {
	r := &resultRow{field: f, from: widget.NewLine("", widget.Look{}), picks: container.NewHBox()}
	r.entry = widget.NewEntry(p.keys, say.Field(f.Field))
	if f.Lines || f.Form.Rows() {
		r.entry = widget.NewLines(p.keys, say.Field(f.Field), resultLines)
	}
	r.entry.OnChanged = func(text string) { p.typed(f.Field, text) }
	return r
}

func (r *resultRow) show(p *Page, c session.Cell, versions []session.Candidate, deletes bool) {
	r.from.Hidden, r.entry.Hidden, r.picks.Hidden = c.Alike, c.Alike, c.Alike
	r.from.Set(fromText(c, deletes), fromLook(c, deletes))
	r.entry.Put(c.Result)
	r.pick(p, versions)
}

// pick makes a button for every version. They are made anew only where their
// number changed, so that the focus stays.
func (r *resultRow) pick(p *Page, versions []session.Candidate) {
	for n := len(r.picks.Objects); n < len(versions); n++ {
		r.picks.Add(widget.NewButton(p.keys, versions[n].Letter, func() { p.takeField(r.field.Field, n) }))
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
