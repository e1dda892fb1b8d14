package widget

import (
	"math"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// Dragged shows where the row would go.
func (s *seat) Dragged(ev *fyne.DragEvent) {
	l := s.list
	if l.OnDragged == nil || !l.choosable(s.row) {
		return
	}
	if l.several.drag == Nothing {
		l.several.drag, s.dragged = s.row, 0
	}
	s.dragged += ev.Dragged.DY
	height := s.Size().Height + fynetheme.Padding()
	to := l.several.drag + int(math.Round(float64(s.dragged/height)))
	l.several.drop = min(max(to, 0), l.rows-1)
	l.Refresh()
}

// DragEnd moves the row there.
func (s *seat) DragEnd() {
	l := s.list
	from, to := l.several.drag, l.several.drop
	l.several.drag, l.several.drop = Nothing, Nothing
	l.Refresh()
	if from != Nothing && from != to {
		l.OnDragged(from, to)
	}
}
