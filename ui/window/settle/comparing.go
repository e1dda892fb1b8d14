package settle

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
}

// stop gives the comparison up.
func (c *comparing) stop() {
	c.last.Cancel()
	c.running, c.again = false, false
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
	m, open := momentOf(p.shown.Session, p.speaker), maps.Clone(p.open)
	shape, ruler := p.grid.Shape(), p.grid.Ruler()
	m.known = p.known
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
