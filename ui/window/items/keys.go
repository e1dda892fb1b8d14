package items

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"crossfeed/ui/widget"
)

// key folds and unfolds what is below a row. Left on what has nothing there goes to
// what it is part of, Right on what is unfolded to its first part.
func (p *Pane) key(ev *fyne.KeyEvent) bool {
	at := p.list.Marked()
	if at == widget.Nothing || !p.now.Subtasks {
		return false
	}
	r := p.now.Rows[at]
	switch {
	case ev.Name == fyne.KeyRight && r.Folded:
		p.fold(r, false)
	case ev.Name == fyne.KeyRight && r.Parts > 0:
		p.markRow(at + 1)
	case ev.Name == fyne.KeyLeft && r.Parts > 0 && !r.Folded:
		p.fold(r, true)
	case ev.Name == fyne.KeyLeft && r.Depth > 0:
		p.markRow(p.above(at))
	case ev.Name == fyne.KeyLeft, ev.Name == fyne.KeyRight:
	default:
		return false
	}
	return true
}

// above is the row that a subtask is part of.
func (p *Pane) above(at int) int {
	depth := p.now.Rows[at].Depth
	for at > 0 && p.now.Rows[at].Depth >= depth {
		at--
	}
	return at
}

func (p *Pane) markRow(i int) {
	p.list.Mark(i)
	p.events.Item(p.now.Rows[i])
}

// shortcut moves what is chosen up and down, where the order is by hand, and in
// and out of the todo above.
func (p *Pane) shortcut(s fyne.Shortcut) bool {
	custom, is := s.(*desktop.CustomShortcut)
	if !is || custom.Modifier != fyne.KeyModifierAlt {
		return false
	}
	if p.now.IsOutline() {
		return p.put(custom.KeyName)
	}
	switch custom.KeyName {
	case fyne.KeyUp:
		p.shift(-1)
	case fyne.KeyDown:
		p.shift(1)
	case fyne.KeyRight:
		p.moveIn()
	case fyne.KeyLeft:
		p.moveOut()
	default:
		return false
	}
	return true
}
