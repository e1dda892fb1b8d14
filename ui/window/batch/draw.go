package batch

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/say"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
)

// shares are the widths of the columns: item, result, what is dropped, list.
var shares = []float32{5, 7, 6, 2}

func (p *Page) drawLine(i int, into fyne.CanvasObject) {
	if i >= len(p.lines) {
		return
	}
	row, l := into.(*widget.ColumnsRow), p.lines[i]
	row.OnLead = func() { p.tapLead(i) }
	if l.isHeading() {
		p.drawHeading(row, l)
	} else {
		p.drawItem(row, p.rows[l.row])
	}
}

var (
	bold  = widget.Look{Style: fyne.TextStyle{Bold: true}}
	quiet = widget.Look{Color: theme.Quiet}
)

// drawHeading shows how many rows of a group are included, and names the columns.
func (p *Page) drawHeading(row *widget.ColumnsRow, l line) {
	all, n := p.able(), len(p.taken())
	count, lead := ofAll(n, all), tick(n, all)
	result, drops := lang.L("Result"), lang.L("Drops")
	if n == all {
		count = say.Number(all)
	}
	if l.left {
		count, lead = say.Number(len(p.rows)-all), nil
		result, drops = lang.L("To choose"), ""
	}
	row.SetLead(lead)
	row.Set(0, groupText(l.left)+"  "+count, bold)
	row.Set(1, result, quiet)
	row.Set(2, drops, quiet)
	row.Set(3, "", quiet)
}

// drawItem shows what becomes of an item.
func (p *Page) drawItem(row *widget.ColumnsRow, r Row) {
	look := widget.Look{}
	switch {
	case r.Session == nil:
		row.SetLead(theme.Icon(theme.IconFlag, theme.Attention))
	case p.isTaken(r):
		row.SetLead(tick(1, 1))
	default:
		row.SetLead(tick(0, 1))
		look = quiet
	}
	row.Set(0, say.Title(r.Title), look)
	row.Set(1, p.what(r), look)
	row.Set(2, r.Drops, look)
	row.Set(3, r.Set, quiet)
}

// tick is the check of a group: all are included, none, or some.
func tick(n, all int) fyne.Resource {
	switch n {
	case 0:
		return fynetheme.CheckButtonIcon()
	case all:
		return fynetheme.NewPrimaryThemedResource(fynetheme.CheckButtonCheckedIcon())
	}
	return fynetheme.NewPrimaryThemedResource(fynetheme.Icon(fynetheme.IconNameCheckButtonPartial))
}
