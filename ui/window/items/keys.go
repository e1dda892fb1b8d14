package items

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"crossfeed/ui/widget"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/snapshot"
)

// key folds and unfolds subtasks; Left on what has none goes to what it is part
// of.
func (p *Pane) key(ev *fyne.KeyEvent) bool {
	at := p.list.Marked()
	if at == widget.Nothing || !p.now.Subtasks {
		return false
	}
	r := p.now.Rows[at]
	switch {
	case ev.Name == fyne.KeyRight && r.Folded:
		p.events.Fold(r.Item(), false)
	case ev.Name == fyne.KeyLeft && r.Parts > 0 && !r.Folded:
		p.events.Fold(r.Item(), true)
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

// shortcut moves what is chosen up and down, where the order is by hand.
func (p *Pane) shortcut(s fyne.Shortcut) bool {
	custom, is := s.(*desktop.CustomShortcut)
	if !is || custom.Modifier != fyne.KeyModifierAlt {
		return false
	}
	switch custom.KeyName {
	case fyne.KeyUp:
		p.shift(-1)
	case fyne.KeyDown:
		p.shift(1)
	default:
		return false
	}
	return true
}

// byHand tells whether the rows stand as a person put them.
func (p *Pane) byHand() bool {
	a := p.now.Arrangement
	return p.now.Place.Kind == place.List && p.now.Search == "" && a.Sort == snapshot.ByHand && a.Group == snapshot.Ungrouped
}

// shift moves what is chosen past the row before or after it that is part of
// the same.
func (p *Pane) shift(step int) {
	chosen := p.list.Chosen()
	if len(chosen) == 0 || !p.byHand() {
		return
	}
	beside := p.siblings(chosen[0])
	first := slices.Index(beside, chosen[0])
	last := first
	for last+1 < len(beside) && slices.Contains(chosen, beside[last+1]) {
		last++
	}
	moved := p.items(p.rowsAt(beside[first : last+1]))
	switch {
	case step < 0 && first >= 2:
		p.events.Place(moved, p.now.Rows[beside[first-2]].Item())
	case step < 0 && first == 1:
		p.events.Place(moved, place.Item{})
	case step > 0 && last+1 < len(beside):
		p.events.Place(moved, p.now.Rows[beside[last+1]].Item())
	}
}

// siblings are the rows that are part of the same todo, or of none.
func (p *Pane) siblings(at int) []int {
	depth := p.now.Rows[at].Depth
	first := at
	for first > 0 && p.now.Rows[first-1].Depth >= depth {
		first--
	}
	var all []int
	for i := first; i < len(p.now.Rows) && p.now.Rows[i].Depth >= depth; i++ {
		if p.now.Rows[i].Depth == depth {
			all = append(all, i)
		}
	}
	return all
}

func (p *Pane) rowsAt(places []int) []snapshot.Row {
	rows := make([]snapshot.Row, len(places))
	for i, at := range places {
		rows[i] = p.now.Rows[at]
	}
	return rows
}

// drag puts a row into the place of another one that is part of the same.
func (p *Pane) drag(row, to int) {
	beside := p.siblings(row)
	from, at := slices.Index(beside, row), slices.Index(beside, to)
	if !p.byHand() || at < 0 {
		return
	}
	moved := []place.Item{p.now.Rows[row].Item()}
	switch {
	case at == 0:
		p.events.Place(moved, place.Item{})
	case at > from:
		p.events.Place(moved, p.now.Rows[to].Item())
	default:
		p.events.Place(moved, p.now.Rows[beside[at-1]].Item())
	}
}
