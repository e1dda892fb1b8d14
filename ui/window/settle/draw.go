package settle

// draw shows the whole session.
func (p *Page) draw() {
	p.head.show(p.shown)
	p.panels.show(p.shown)
	p.drawDraft()
}

// drawDraft shows what changes with every decision.
func (p *Page) drawDraft() {
	p.panels.showDraft(p.shown.Session)
	p.result.show(p.shown.Session)
	p.foot.show(p.shown.Session.Outcome())
}

// changed is called after every decision.
func (p *Page) changed() {
	p.warned = false
	p.drawDraft()
	p.events.Changed()
}

// arrange puts the parts where they belong: the head may have grown. It draws
// none of them anew, which takes long where the result is a long text.
func (p *Page) arrange() { p.frame.Layout.Layout(p.frame.Objects, p.frame.Size()) }
