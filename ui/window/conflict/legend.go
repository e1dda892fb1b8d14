package conflict

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"crossfeed/ui/widget"
	"crossfeed/ui/widget/grid"
)

// legend says what the numbers beside the results mean.
type legend struct {
	object *fyne.Container
	notes  []string
	// none leaves it out: the line of the result says why, of the marked field.
	none bool
}

func newLegend() *legend { return &legend{object: widget.Flow()} }

// show shows reasons, and tells whether they are other ones than before.
func (l *legend) show(notes []string) bool {
	if slices.Equal(notes, l.notes) {
		return false
	}
	l.notes, l.object.Objects = notes, nil
	for i, text := range notes {
		line := widget.NewWholeLine(text+"  ", quietCaption())
		l.object.Add(container.NewHBox(grid.NewFootnote(i+1), widget.Middle(line)))
	}
	l.leaveOut(l.none)
	return true
}

// leaveOut leaves the legend out, or not.
func (l *legend) leaveOut(none bool) {
	l.none = none
	l.object.Hidden = none || len(l.notes) == 0
}
