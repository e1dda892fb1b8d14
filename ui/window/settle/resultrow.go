package settle

import (
	"errors"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/record"
	"crossfeed/engine/settle/session"
	"crossfeed/ui/say"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/field"
)

// narrow is the width, in sizes of text, below which entries take two lines.
const narrow = 60

// resultRow is one field of the result: a control for its form, and a button for
// each version.
type resultRow struct {
	field   session.Cell
	control field.Control
	from    *widget.Line
	picks   *fyne.Container
	remark  *widget.Remark
	// object holds the control and what is wrong with what was typed.
	object *fyne.Container
}

func newResultRow(p *Page, c session.Cell, reveal func(*resultRow)) *resultRow {
	r := &resultRow{field: c, from: widget.NewLine("", widget.Look{}), picks: container.NewHBox(), remark: widget.NewRemark()}
	desk := field.Desk{
		Keys:    p.keys.Behind(widget.Keys{Focused: func(fyne.Focusable) { reveal(r) }}),
		Speaker: p.speaker, Picture: p.events.Picture,
		Changed: func() { p.typed(c.Field, field.Resolved(r.control)) },
		Resized: func() { p.result.resize() },
		Narrow:  func() bool { return p.object.Size().Width < narrow*fynetheme.TextSize() },
	}
	r.control = field.New(desk, record.Field{Name: c.Field, Form: c.Form})
	r.object = container.NewVBox(r.control.Object(), r.remark.Object())
	if c.Lines {
		r.object = widget.Border(nil, r.remark.Object(), nil, nil, r.control.Object())
	}
	return r
}

func (r *resultRow) show(p *Page, c session.Cell, versions []session.Candidate, deletes bool) {
	r.from.Hidden, r.object.Hidden, r.picks.Hidden = c.Alike, c.Alike, c.Alike
	r.from.Set(fromText(c, deletes), fromLook(c, deletes))
	if field.Resolved(r.control) != c.Result {
		r.control.Put(c.Result)
	}
	r.remark.Say(problemOf(c))
	r.pick(p, versions)
}

// problemOf says why the result cannot be what was typed; "" where it can.
func problemOf(c session.Cell) string {
	var wrong *record.ValueError
	if c.Problem == nil || !errors.As(c.Problem, &wrong) {
		return ""
	}
	return say.Problem(wrong.Problem)
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
