package conflict

import (
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/conflicts"
	"crossfeed/ui/widget"
)

// edit moves the cursor behind the result of a field, or of the first that differs
// where the field is "".
func (p *Page) edit(name string) {
	c := p.cell(name)
	if c == nil {
		c = p.firstField()
	}
	switch {
	case c == nil || p.busy:
		return
	case untyped(c.Field):
		p.events.Say(lang.L("This can be chosen from a version, but not typed."))
		return
	}
	if p.spot().field != c.Field {
		p.markField(c.Field, p.resultColumn())
	}
	if p.editor.field != c.Field {
		p.editor.make(*c)
		p.share()
	}
	p.shown.Session.EndTyping()
	control := p.editor.control.Focus()
	widget.Focus(control, p.object)
	if text, is := control.(interface{ GoToEnd() }); is {
		text.GoToEnd()
	}
}

// firstField is the first that a person has to choose, or else the first that
// differs, or the first of all.
func (p *Page) firstField() *conflicts.Cell {
	cells := p.shown.Session.Cells()
	for _, wanted := range []func(conflicts.Cell) bool{
		func(c conflicts.Cell) bool { return c.Open },
		func(c conflicts.Cell) bool { return !c.Alike },
		func(conflicts.Cell) bool { return true },
	} {
		for _, c := range cells {
			if wanted(c) && !untyped(c.Field) {
				return &c
			}
		}
	}
	return nil
}

// turned goes from the control of a field to that of the next that differs (1) or
// the one before (-1): Tab came to the end of it. Past the last one is the button
// that saves, before the first the grid.
func (e *editor) turned(step int) {
	p := e.page
	if back := e.turns[0].backwards(); back != (step < 0) {
		widget.Focus(e.control.Focus(), p.object)
		return
	}
	cells := p.differing()
	at := 0
	for i, c := range cells {
		if c.Field == e.field {
			at = i + step
		}
	}
	switch {
	case at < 0:
		widget.Focus(p.grid, p.object)
	case at >= len(cells):
		widget.Focus(p.foot.save, p.object)
	default:
		p.edit(cells[at].Field)
	}
}

// differing are the fields that can be typed and are not the same in all.
func (p *Page) differing() []conflicts.Cell {
	var all []conflicts.Cell
	for _, c := range p.shown.Session.Cells() {
		if !c.Alike && !untyped(c.Field) {
			all = append(all, c)
		}
	}
	return all
}
