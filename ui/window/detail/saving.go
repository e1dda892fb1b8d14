package detail

// Save asks for what a person changed to be saved. While something is not valid
// nothing is, and the focus goes there.
func (p *Pane) Save() {
	if !p.open || p.shown.Version.Deleted {
		return
	}
	if wrong := p.editor.Check(); len(wrong) > 0 {
		p.editor.Go(wrong[0])
		p.events.Refused()
		return
	}
	values := p.editor.Resolved()
	if len(values) > 0 {
		p.events.Typed(p.shown.Item, values)
	}
	p.events.Save(p.shown.Item, values)
}

func (p *Pane) typed() {
	if p.open {
		p.events.Typed(p.shown.Item, p.editor.Typed())
	}
}
