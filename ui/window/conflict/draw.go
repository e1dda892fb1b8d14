package conflict

import "fyne.io/fyne/v2"

// draw shows the whole session, but the cells, which are compared first.
func (p *Page) draw() {
	p.head.show(p)
	p.cards = nil
	var heads []fyne.CanvasObject
	if hasBase(p.shown.Session) {
		heads = append(heads, newOriginal(p))
	}
	all := p.shown.Session.Candidates()
	for _, n := range orderOf(all) {
		card := newCard(p, all[n])
		p.cards = append(p.cards, card)
		heads = append(heads, card.object)
	}
	p.grid.Frozen = frozenOf(all, hasBase(p.shown.Session))
	p.grid.SetHeads(append(heads, newResultHead(p)))
	p.drawDraft()
}

// drawDraft shows what changes with every decision, but the cells.
func (p *Page) drawDraft() {
	p.drops = dropsOf(p.shown.Session)
	for _, c := range p.cards {
		c.show(p.shown.Session)
	}
	if changed := p.shown.Session.Changed(); p.back.Visible() != changed {
		p.back.Hidden = !changed
		p.back.Refresh()
	}
	p.head.showSituation(p)
	p.editor.follow()
	p.foot.show(p.shown.Session, p.drops)
}

// changed is called after every decision.
func (p *Page) changed() {
	p.drawDraft()
	p.compare()
	p.answer()
	p.events.Changed()
}

// drawLaid shows the cells as they were compared and wrapped.
func (p *Page) drawLaid(l laid) {
	p.laid = l
	p.grid.SetRows(l.rows)
	p.editor.note()
	p.arrange() // the sentences may need other heights than before
}

// nothingDiffers tells whether every field is the same in all: then there is nothing
// to see but those.
func (p *Page) nothingDiffers() bool {
	for _, c := range p.shown.Session.Cells() {
		if !c.Alike {
			return false
		}
	}
	return true
}

// Shares of the height for the grid.
const (
	shareOfAll   = 1
	shareOfLines = 0.86
	shareOfTexts = 0.72 // and of what else is tall
)

// share leaves as much room for the editor as what is in it needs, unless a person
// shared the room otherwise.
func (p *Page) share() {
	wanted := float64(shareOfLines)
	switch c := p.cell(p.editor.field); {
	case c == nil:
		wanted = shareOfAll
	case tall(*c):
		wanted = shareOfTexts
	}
	switch p.split.Offset {
	case shareOfAll, shareOfLines, shareOfTexts:
		p.split.SetOffset(wanted)
	}
}
