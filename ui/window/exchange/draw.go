package exchange

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/transfer"
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
	row.OnFold = func() { p.fold(l.state, !p.folded[l.state]) }
	switch {
	case l.isHeading():
		row.Set(p.headingCells(l.state))
	case l.isProblem():
		row.Set(p.problemCells(l))
	default:
		row.Set(entryCells(p.shown.Plan.Entries[l.entry]))
	}
}

// headingCells show how many of a group are taken.
func (p *Page) headingCells(s transfer.State) widget.RichCells {
	all := p.shown.Plan.Count(s)
	c := widget.RichCells{Text: groupText(s), Look: widget.Look{Style: fyne.TextStyle{Bold: true}}, Fold: widget.FoldOpen, Note: say.Number(all)}
	if p.folded[s] {
		c.Fold = widget.FoldClosed
	}
	if canTake(s) {
		n := taken(p.shown.Plan, s)
		c.Lead = tick(n, all)
		if n != all {
			c.Note = ofAll(n, all)
		}
	}
	return c
}

// tick is the check of a group: all are taken, none, or some.
func tick(n, all int) fyne.Resource {
	switch n {
	case 0:
		return fynetheme.CheckButtonIcon()
	case all:
		return fynetheme.NewPrimaryThemedResource(fynetheme.CheckButtonCheckedIcon())
	}
	return fynetheme.NewPrimaryThemedResource(fynetheme.Icon(fynetheme.IconNameCheckButtonPartial))
}

// entryCells show an entry; an outline stands further in for each that it is in.
func entryCells(e transfer.Planned) widget.RichCells {
	c := widget.RichCells{Text: say.Title(e.Title()), Depth: 1 + e.Level, Fold: widget.FoldRoom, Aside: changes(e), Note: at(e, e.Line)}
	if len(e.Problems) > 0 {
		c.Marks = []fyne.Resource{theme.Icon(theme.IconProblem, theme.Attention)}
	}
	switch {
	case e.State == transfer.Unreadable:
		c.Lead, c.Marks = theme.Icon(theme.IconProblem, theme.Attention), nil
		c.Text = unreadableText(e)
	case canTake(e.State) && e.Take:
		c.Lead = tick(1, 1)
	case canTake(e.State):
		c.Lead, c.Look.Color = tick(0, 1), theme.Quiet
	default:
		c.Look.Color = theme.Quiet
	}
	return c
}

func unreadableText(e transfer.Planned) string {
	if len(e.Problems) == 0 {
		return say.Title("")
	}
	return problemText(e, 0)
}

func (p *Page) problemCells(l line) widget.RichCells {
	e := p.shown.Plan.Entries[l.entry]
	return widget.RichCells{
		Text: problemText(e, l.problem), Depth: 2 + e.Level, Fold: widget.FoldRoom, Note: at(e, e.Problems[l.problem].Line),
		Look: widget.Look{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText},
	}
}
