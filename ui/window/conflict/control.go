package conflict

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/record"
	"crossfeed/ui/window/field"
)

// controlOf is a control for a field of the session that is shown. A picture may
// come when another field is marked, or another session is shown: it is for this
// one alone.
func (p *Page) controlOf(c conflicts.Cell) (control field.Control) {
	s := p.shown.Session
	control = field.New(field.Desk{
		Keys: p.keys, Speaker: p.speaker, Picture: p.events.Picture,
		Changed: func() {
			if s == p.shown.Session {
				p.typed(c.Field, field.Resolved(control))
			}
		},
		Resized: func() { p.editor.object.Refresh() },
		Narrow:  func() bool { return p.object.Size().Width < narrow },
	}, record.Field{Name: c.Field, Form: c.Form})
	return control
}

// scrolled scrolls a control that is taller than the room; one of a line is always
// whole.
func scrolled(control fyne.CanvasObject) fyne.CanvasObject {
	const most = 5                         // a date and what it means
	inside := container.NewPadded(control) // a scroll cuts off the ring of what is at its edge
	scroll := container.NewVScroll(container.NewVBox(inside))
	scroll.SetMinSize(fyne.NewSize(0, min(inside.MinSize().Height, most*fynetheme.TextSize())))
	return scroll
}

// narrow is the width below which entries take two lines, in Fyne's units.
const narrow = 840
