package widget

import (
	"math"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// Dragged shows where the row would go.
func (s *seat) Dragged(ev *fyne.DragEvent) {
	l := s.list
	s.dragged += ev.Dragged.DY
	s.aside += ev.Dragged.DX
	s.pointer = ev.Position
	if l.OnDragged == nil && l.OnDraggedOver == nil || l.several.left || !l.choosable(s.row) {
		return
	}
	if l.several.drag == Nothing {
		l.several.drag = s.row
	}
	if l.OnAway != nil && s.goesAway(ev) {
		return
	}
	if l.OnDraggedOver != nil {
		l.hovers(ev.AbsolutePosition, s.aside)
		return
	}
	height := s.Size().Height + fynetheme.Padding()
	to := l.several.drag + int(math.Round(float64(s.dragged/height)))
	l.several.drop = min(max(to, 0), l.rows-1)
	l.Refresh()
}

// DragEnd moves the row there. A pointer that moved a little between press and
// release meant a click, for which Fyne then makes no other event.
func (s *seat) DragEnd() {
	l := s.list
	from, to, still := l.several.drag, l.several.drop, s.still()
	away := l.several.away
	l.comesBack()
	l.several.drag, l.several.drop, s.dragged, s.aside = Nothing, Nothing, 0, 0
	l.Refresh()
	switch {
	case l.several.left:
		l.several.left = false
	case away:
		l.stopHovering()
		l.OnAway(from, l.several.at, true)
	case still:
		l.stopHovering()
		s.clicked()
	case l.OnDraggedOver != nil && from != Nothing:
		l.drop(from)
	case from != Nothing && from != to:
		l.OnDragged(from, to)
	}
}

// goesAway tells whether the pointer is beside the list, where other parts of the window
// may take the row. Above and below it the rows are scrolled. A row that is dragged to
// another depth may leave the list on its way.
func (s *seat) goesAway(ev *fyne.DragEvent) bool {
	l := s.list
	if ev.Position.X >= 0 && ev.Position.X < s.Size().Width {
		l.comesBack()
		return false
	}
	if !l.OnAway(l.several.drag, ev.AbsolutePosition, false) && l.OnDraggedOver != nil {
		l.comesBack()
		return false
	}
	l.stopHovering()
	l.several.drop, l.several.away, l.several.at = Nothing, true, ev.AbsolutePosition
	l.Refresh()
	return true
}

// comesBack ends what goesAway began.
func (l *List) comesBack() {
	if l.several.away {
		l.several.away = false
		l.OnBack()
	}
}

// still tells that the row was hardly dragged: up and down, and where that counts
// to the sides.
func (s *seat) still() bool {
	least := s.Size().Height / 2
	beside := s.list.OnDraggedOver != nil && max(s.aside, -s.aside) >= least
	return max(s.dragged, -s.dragged) < least && !beside
}

// leaveDrag leaves the row that is being dragged where it is, and tells whether there
// is one.
func (l *List) leaveDrag() bool {
	if l.several == nil || l.several.drag == Nothing {
		return false
	}
	l.comesBack()
	l.several.drag, l.several.drop, l.several.left = Nothing, Nothing, true
	l.stopHovering()
	l.Refresh()
	return true
}

// clicked is Tapped for what is at the pointer.
func (s *seat) clicked() {
	if inside, has := s.inside.(interface{ clickedAt(fyne.Position) bool }); !has || !inside.clickedAt(s.pointer) {
		s.Tapped(nil)
	}
}
