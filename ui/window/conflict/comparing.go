package conflict

import (
	"context"
	"maps"

	"fyne.io/fyne/v2/lang"

	"crossfeed/ui/window/work"
)

// comparing is the comparison that runs, if one does. What changes meanwhile is
// compared after it, so that somebody who types on sees it now and then.
type comparing struct {
	last    work.Last
	running bool
	again   bool
	// begun tells that one was begun of the item that is shown.
	begun bool
}

// stop gives the comparison up.
func (c *comparing) stop() {
	c.last.Cancel()
	c.running, c.again, c.begun = false, false, false
}

// compare compares what the session says now, and shows it.
func (p *Page) compare() {
	if p.shown.Session == nil || p.grid.Shape().Column == 0 {
		return
	}
	if p.work.running {
		p.work.again = true
		return
	}
	p.work.running = true
	m, open := momentOf(p.shown, p.drops, p.speaker), maps.Clone(p.open)
	shape, ruler := p.grid.Shape(), p.grid.Ruler()
	m.known = p.known
	if !p.work.begun && m.large() {
		m.most, p.work.again = firstPage, true
	}
	p.work.begun = true
	work.AskBeside(&p.work.last, p.seam, func(ctx context.Context) (laid, error) {
		l := lay(ctx, m, shape, ruler, open)
		return l, ctx.Err()
	}, p.compared)
}

func (p *Page) compared(l laid, err error) {
	p.work.running = false
	if err == nil {
		p.drawLaid(l)
	}
	if p.work.again {
		p.work.again = false
		p.compare()
	}
}

func comparingText() string { return lang.L("comparing…") }

// firstPage is the number of lines of a long text that are compared at first, so
// that they can be seen at once.
const firstPage = 200

// large tells whether comparing takes so long that it can be seen.
func (m moment) large() bool {
	const seen = 200_000
	bytes := 0
	for _, f := range m.fields {
		for _, v := range f.Values {
			bytes += len(v)
		}
	}
	return bytes > seen
}
