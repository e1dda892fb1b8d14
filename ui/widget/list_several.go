package widget

import (
	"maps"
	"slices"

	"fyne.io/fyne/v2"
)

// several are the rows that are chosen besides the marked one, which always is
// among them.
type several struct {
	rows map[int]bool
	// anchor is where a range begins that Shift stretches to the mark.
	anchor int
	// held are the modifiers that count for the mark that is being moved.
	held fyne.KeyModifier
	// drag is the row that is being dragged, drop the one in whose place it
	// would go; Nothing while none is.
	drag, drop int
	// left tells that a person thought better of the drag that goes on.
	left  bool
	hover hover
	// away tells that the pointer is outside of the list, at where in the window.
	away bool
	at   fyne.Position
}

// NewSeveral makes a list as NewList does, in which several rows can be chosen:
// a range with Shift and the arrows or a click, single rows with Control and a
// click, all with Ctrl+A. Esc goes back to the marked one.
func NewSeveral(keys *Keys, create func() fyne.CanvasObject, draw func(row int, into fyne.CanvasObject)) *List {
	l := &List{several: &several{rows: map[int]bool{}, anchor: Nothing, drag: Nothing, drop: Nothing}}
	l.Init(keys, func() fyne.CanvasObject { return newSeat(l, create()) }, func(row int, into fyne.CanvasObject) {
		s := into.(*seat)
		s.show(row)
		draw(row, s.inside)
	})
	l.ExtendBaseWidget(l)
	return l
}

// Chosen are the rows that are chosen, from above: the marked one and what was
// chosen besides it.
func (l *List) Chosen() []int {
	if l.several != nil {
		return slices.Sorted(maps.Keys(l.several.rows))
	}
	if l.marked == Nothing {
		return nil
	}
	return []int{l.marked}
}

// Choose chooses rows besides the marked one and tells nobody.
func (l *List) Choose(rows []int) {
	l.alone(l.marked)
	for _, row := range rows {
		l.several.rows[row] = true
	}
	l.Refresh()
}

// alone chooses one row and no other.
func (l *List) alone(row int) {
	if l.several == nil {
		return
	}
	clear(l.several.rows)
	l.several.anchor = row
	if row != Nothing {
		l.several.rows[row] = true
	}
}

// follow chooses what the mark chooses that came to a row.
func (l *List) follow(row int) {
	if l.several == nil || l.silent {
		return
	}
	before := len(l.several.rows)
	switch held := l.several.held; {
	case held&fyne.KeyModifierShift != 0 && l.several.anchor != Nothing:
		l.stretch(row)
	case held&fyne.KeyModifierControl != 0:
		l.several.rows[row], l.several.anchor = true, row
	default:
		l.alone(row)
	}
	if before > 1 || len(l.several.rows) > 1 {
		l.tellChosen()
	}
}

// stretch chooses all from the anchor to a row.
func (l *List) stretch(row int) {
	anchor := l.several.anchor
	l.alone(row)
	l.several.anchor = anchor
	for i := min(anchor, row); i <= max(anchor, row); i++ {
		if l.choosable(i) {
			l.several.rows[i] = true
		}
	}
}

// chooseAll chooses every row that can be chosen.
func (l *List) chooseAll() {
	if l.marked == Nothing {
		l.goTo(0, 1)
	}
	for row := range l.rows {
		if l.choosable(row) {
			l.several.rows[row] = true
		}
	}
	l.Refresh()
	l.tellChosen()
}

// collapse goes back to the marked row, and tells whether there were others.
func (l *List) collapse() bool {
	if l.several == nil || len(l.several.rows) < 2 {
		return false
	}
	l.alone(l.marked)
	l.Refresh()
	l.tellChosen()
	return true
}

// leaveOut takes a row out of what is chosen, unless it is the only one. Where
// it was the marked one the mark goes to another.
func (l *List) leaveOut(row int) {
	if len(l.several.rows) < 2 {
		return
	}
	delete(l.several.rows, row)
	if row == l.marked {
		l.holding(fyne.KeyModifierControl, func() { l.mark(l.Chosen()[0]) })
		return
	}
	l.Refresh()
	l.tellChosen()
}

// holding moves the mark with modifiers that count.
func (l *List) holding(held fyne.KeyModifier, move func()) {
	if l.several != nil {
		l.several.held = held
		defer func() { l.several.held = 0 }()
	}
	move()
}

func (l *List) tellChosen() {
	if l.OnChosen != nil {
		l.OnChosen()
	}
}
