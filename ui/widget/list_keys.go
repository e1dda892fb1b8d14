package widget

import (
	"maps"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/display"
)

// TypedKey moves the mark, enters the marked row, or forwards the key.
func (l *List) TypedKey(ev *fyne.KeyEvent) { l.keys.Handle(func() { l.typedKey(ev) }) }

func (l *List) typedKey(ev *fyne.KeyEvent) {
	if ev.Name == fyne.KeySpace {
		l.keys.ownSpace()
	}
	if IsEnter(ev.Name) && l.marked != Nothing && l.OnEntered != nil {
		l.OnEntered(l.marked)
		return
	}
	if _, menu := MenuKey(ev.Name, l.keys.held()); menu && l.OnMenu != nil {
		l.OpenMenu()
		return
	}
	from, step, moves := l.move(ev.Name)
	if !moves {
		if ev.Name != fyne.KeyEscape || !l.leaveDrag() && !l.collapse() {
			l.keys.key(ev)
		}
		return
	}
	l.typed = ""
	l.holding(l.keys.held()&fyne.KeyModifierShift, func() { l.goTo(from, step) })
}

// move returns the row where the search for the next mark begins, and its direction.
func (l *List) move(name fyne.KeyName) (from, step int, moves bool) {
	last := l.rows - 1
	switch name {
	case fyne.KeyDown:
		return min(l.marked+1, last), 1, true
	case fyne.KeyUp:
		return max(l.marked-1, 0), -1, true
	case fyne.KeyPageDown:
		return min(l.marked+l.page(), last), -1, true
	case fyne.KeyPageUp:
		return max(l.marked-l.page(), 0), 1, true
	case fyne.KeyHome:
		return 0, 1, true
	case fyne.KeyEnd:
		return last, -1, true
	}
	return 0, 0, false
}

// goTo marks the first row, starting from row, that can be marked.
func (l *List) goTo(row, step int) {
	for ; row >= 0 && row < l.rows; row += step {
		if l.choosable(row) {
			l.mark(row)
			return
		}
	}
}

// mark moves the mark for a person; if it is already there, only the additional selection
// changes.
func (l *List) mark(row int) {
	if row == l.marked {
		l.follow(row)
		l.Refresh()
		return
	}
	l.Select(row)
}

// page returns the number of rows that fit, minus one for orientation.
func (l *List) page() int {
	height := l.CreateItem().MinSize().Height + l.Theme().Size(fynetheme.SizeNamePadding)
	return max(int(l.Size().Height/height)-1, 1)
}

// TypedRune searches for the row that begins with the typed text. If no row matches with the
// new character, it begins a new search below the mark; Space never does.
func (l *List) TypedRune(r rune) { l.keys.Handle(func() { l.typedRune(r) }) }

func (l *List) typedRune(r rune) {
	if l.keys.spent(r) {
		return
	}
	if r == ' ' && l.spaces(l.marked) {
		l.OnSpace(l.marked)
		return
	}
	if l.keys.rune(r) || l.Text == nil || r == ' ' && l.typed == "" {
		return
	}
	if !l.jump(l.typed+string(r), max(l.marked, 0)) {
		l.typed = ""
		if r != ' ' {
			l.jump(string(r), l.marked+1)
		}
	}
}

// spaces reports whether Space has a function on a row.
func (l *List) spaces(row int) bool {
	return l.OnSpace != nil && row != Nothing && (l.Spaces == nil || l.Spaces(row))
}

func (l *List) jump(prefix string, from int) bool {
	for i := range l.rows {
		row := (from + i) % l.rows
		if l.choosable(row) && hasPrefixFold(display.Clean(l.Text(row)), prefix) {
			l.typed = prefix
			l.Select(row)
			return true
		}
	}
	return false
}

func hasPrefixFold(s, prefix string) bool {
	return strings.HasPrefix(strings.ToLower(s), strings.ToLower(prefix))
}

// TypedShortcut selects all rows, or forwards the shortcut.
func (l *List) TypedShortcut(s fyne.Shortcut) { l.keys.Handle(func() { l.typedShortcut(s) }) }

func (l *List) typedShortcut(s fyne.Shortcut) {
	if _, all := s.(*fyne.ShortcutSelectAll); all && l.several != nil && !l.several.single {
		l.chooseAll()
		return
	}
	l.keys.shortcut(s)
}

// several is the state of a list with multiple selection. The marked row is always selected.
type several struct {
	rows map[int]bool
	// single is set if only one row can be selected.
	single bool
	// anchor is the fixed end of a range that is extended with Shift.
	anchor int
	// held are the modifiers that apply to the move in progress.
	held fyne.KeyModifier
	// drag is the row being dragged, drop the row that it would replace; Nothing if there is
	// none.
	drag, drop int
	// left is set if the person canceled the drag in progress.
	left  bool
	hover hover
	// away is set while the pointer is outside the list, at position at in the window.
	away bool
	at   fyne.Position
}

// NewDraggable returns a list like NewList whose rows can be dragged: see OnDraggedOver.
func NewDraggable(keys *Keys, create func() fyne.CanvasObject, draw func(row int, into fyne.CanvasObject)) *List {
	l := NewSeveral(keys, create, draw)
	l.several.single = true
	return l
}

// NewSeveral returns a list like NewList with multiple selection: ranges with Shift and the
// arrows or a click, single rows with Control and a click, all with Ctrl+A. Esc reduces the
// selection to the marked row.
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

// Chosen returns the selected rows from top to bottom, including the marked one.
func (l *List) Chosen() []int {
	if l.several != nil {
		return slices.Sorted(maps.Keys(l.several.rows))
	}
	if l.marked == Nothing {
		return nil
	}
	return []int{l.marked}
}

// HasChosen reports whether a selected row meets a condition.
func (l *List) HasChosen(condition func(row int) bool) bool {
	if l.several == nil {
		return l.marked != Nothing && condition(l.marked)
	}
	for row := range l.several.rows {
		if condition(row) {
			return true
		}
	}
	return false
}

// Choose selects rows in addition to the marked one, without calling OnChosen.
func (l *List) Choose(rows []int) {
	l.alone(l.marked)
	for _, row := range rows {
		l.several.rows[row] = true
	}
	l.Refresh()
}

// alone selects a single row.
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

// follow updates the selection after the mark moved to a row.
func (l *List) follow(row int) {
	if l.several == nil || l.silent {
		return
	}
	before := len(l.several.rows)
	switch held := l.several.held; {
	case l.several.single:
		l.alone(row)
	case held&fyne.KeyModifierShift != 0 && l.several.anchor != Nothing:
		l.stretch(row)
	case held&fyne.KeyModifierControl != 0:
		l.several.rows[row], l.several.anchor = true, row
	default:
		l.alone(row)
	}
	if before > 1 || len(l.several.rows) > 1 {
		l.notifyChosen()
	}
}

// stretch selects the rows from the anchor to a row.
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

// chooseAll selects every row that can be marked.
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
	l.notifyChosen()
}

// collapse reduces the selection to the marked row, and reports whether there were others.
func (l *List) collapse() bool {
	if l.several == nil || len(l.several.rows) < 2 {
		return false
	}
	l.alone(l.marked)
	l.Refresh()
	l.notifyChosen()
	return true
}

// leaveOut removes a row from the selection, unless it is the only one. If it was marked, the
// mark moves to another selected row.
func (l *List) leaveOut(row int) {
	if len(l.several.rows) < 2 {
		return
	}
	delete(l.several.rows, row)
	if row == l.marked {
		l.holding(fyne.KeyModifierControl, func() { l.mark(l.Chosen()[0]) })
	}
	l.Refresh()
	l.notifyChosen()
}

// holding calls move with modifiers in effect.
func (l *List) holding(held fyne.KeyModifier, move func()) {
	if l.several != nil {
		l.several.held = held
		defer func() { l.several.held = 0 }()
	}
	move()
}

func (l *List) notifyChosen() {
	if l.OnChosen != nil {
		l.OnChosen()
	}
}
