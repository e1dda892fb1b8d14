package widget

import (
	"strings"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// TypedKey moves the mark, enters the marked row, or hands the key up.
func (l *List) TypedKey(ev *fyne.KeyEvent) {
	if IsEnter(ev.Name) && l.marked != Nothing && l.OnEntered != nil {
		l.OnEntered(l.marked)
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

// move is the row where the search for the next mark begins, and its
// direction.
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

// goTo marks the first row from there on that can be marked.
func (l *List) goTo(row, step int) {
	for ; row >= 0 && row < l.rows; row += step {
		if l.choosable(row) {
			l.mark(row)
			return
		}
	}
}

// mark moves the mark for a person; where it is there already, what else is
// chosen changes.
func (l *List) mark(row int) {
	if row == l.marked {
		l.follow(row)
		l.Refresh()
		return
	}
	l.Select(row)
}

// page is the number of rows that fit, less one that stays for orientation.
func (l *List) page() int {
	height := l.CreateItem().MinSize().Height + l.Theme().Size(fynetheme.SizeNamePadding)
	return max(int(l.Size().Height/height)-1, 1)
}

// TypedRune looks for the row that begins with what was typed. A character
// that no row goes on with begins a new search below the mark; Space never begins
// one.
func (l *List) TypedRune(r rune) {
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

// spaces tells whether Space does something with a row.
func (l *List) spaces(row int) bool {
	return l.OnSpace != nil && row != Nothing && (l.Spaces == nil || l.Spaces(row))
}

func (l *List) jump(prefix string, from int) bool {
	for i := range l.rows {
		row := (from + i) % l.rows
		if l.choosable(row) && hasPrefixFold(l.Text(row), prefix) {
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

// TypedShortcut chooses all rows, or hands the shortcut up.
func (l *List) TypedShortcut(s fyne.Shortcut) {
	if _, all := s.(*fyne.ShortcutSelectAll); all && l.several != nil {
		l.chooseAll()
		return
	}
	l.keys.shortcut(s)
}
