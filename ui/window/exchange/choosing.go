package exchange

import (
	"fyne.io/fyne/v2"

	"crossfeed/engine/transfer"
	"crossfeed/ui/widget"
)

// turn takes an entry in or out, or all of a group.
func (p *Page) turn(i int) {
	l := p.lines[i]
	if p.busy || !canTake(l.state) || l.isProblem() {
		return
	}
	plan := p.shown.Plan
	if l.isHeading() {
		plan.Choose(l.state, taken(plan, l.state) < plan.Count(l.state))
	} else {
		plan.Entries[l.entry].Take = !plan.Entries[l.entry].Take
	}
	p.list.Refresh()
	p.showNumber()
}

// tapLead is a click on the sign of a row, which marks the row too.
func (p *Page) tapLead(i int) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(p.list); c != nil {
		c.Focus(p.list)
	}
	p.list.Mark(i)
	p.about(i)
	p.turn(i)
}

// fold shows the entries of a group, or does not. The mark stays on its row, or
// goes to the heading that hides it.
func (p *Page) fold(s transfer.State, folded bool) {
	var marked line
	if m := p.list.Marked(); m != widget.Nothing {
		marked = p.lines[m]
	}
	p.folded[s] = folded
	p.lines = linesOf(p.shown.Plan, p.folded)
	at := widget.Nothing
	for i, l := range p.lines {
		if l == marked || l.isHeading() && l.state == marked.state {
			at = i
		}
		if l == marked {
			break
		}
	}
	p.list.SetRows(len(p.lines), at)
}

// key folds and unfolds groups.
func (p *Page) key(ev *fyne.KeyEvent) bool {
	at := p.list.Marked()
	if at == widget.Nothing {
		return false
	}
	l := p.lines[at]
	switch ev.Name {
	case fyne.KeyLeft:
		p.fold(l.state, true)
	case fyne.KeyRight:
		p.fold(l.state, false)
	default:
		return false
	}
	return true
}

// enter folds and unfolds by Enter, which on an entry takes it in or out.
func (p *Page) enter(i int) {
	if l := p.lines[i]; l.isHeading() {
		p.fold(l.state, !p.folded[l.state])
		return
	}
	p.turn(i)
}
