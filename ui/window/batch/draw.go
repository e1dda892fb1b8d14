package batch

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/say"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
)

func (p *Page) drawLine(i int, into fyne.CanvasObject) {
	if i >= len(p.lines) {
		return
	}
	row, l := into.(*widget.RichRow), p.lines[i]
	row.OnLead = func() { p.tapLead(i) }
	if l.isHeading() {
		row.Set(p.headingCells(l))
	} else {
		row.Set(p.itemCells(p.rows[l.row]))
	}
}

// headingCells show how many of a group are taken in.
func (p *Page) headingCells(l line) widget.RichCells {
	c := widget.RichCells{Text: groupText(l.left), Look: widget.Look{Style: fyne.TextStyle{Bold: true}}}
	all := p.able()
	if l.left {
		c.Note = say.Number(len(p.rows) - all)
		return c
	}
	n := len(p.taken())
	c.Lead, c.Note = tick(n, all), say.Number(all)
	if n != all {
		c.Note = ofAll(n, all)
	}
	return c
}

// itemCells show what becomes of an item.
func (p *Page) itemCells(r Row) widget.RichCells {
	c := widget.RichCells{Text: say.Title(r.Title), Depth: 1, Aside: p.what(r), Note: r.Set}
	switch {
	case r.Session == nil:
		c.Lead = theme.Icon(theme.IconFlag, theme.Attention)
	case p.isTaken(r):
		c.Lead = tick(1, 1)
	default:
		c.Lead, c.Look.Color = tick(0, 1), theme.Quiet
	}
	return c
}

// tick is the check of a group: all are taken in, none, or some.
func tick(n, all int) fyne.Resource {
	switch n {
	case 0:
		return fynetheme.CheckButtonIcon()
	case all:
		return fynetheme.NewPrimaryThemedResource(fynetheme.CheckButtonCheckedIcon())
	}
	return fynetheme.NewPrimaryThemedResource(fynetheme.Icon(fynetheme.IconNameCheckButtonPartial))
}
