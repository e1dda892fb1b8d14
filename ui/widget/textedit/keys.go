package textedit

import (
	"runtime"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/driver/mobile"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// Keyboard returns the keyboard of a phone on which Return begins a new line.
func (e *Editor) Keyboard() mobile.KeyboardType { return mobile.DefaultKeyboard }

// TypedRune types a letter. Text from an input method arrives here once it is complete: Fyne
// shows nothing before.
func (e *Editor) TypedRune(r rune) { e.keys.Handle(func() { e.typedRune(r) }) }

func (e *Editor) typedRune(r rune) {
	if !e.Repeats(r) {
		e.edit(func() { e.model.typed(string(r)) })
	}
}

// KeyDown implements desktop.Keyable.
func (e *Editor) KeyDown(*fyne.KeyEvent) {}

// KeyUp records that a key was released.
func (e *Editor) KeyUp(ev *fyne.KeyEvent) { e.Released(ev.Name) }

// TypedKey moves, edits, or forwards the key.
func (e *Editor) TypedKey(ev *fyne.KeyEvent) { e.keys.Handle(func() { e.typedKey(ev) }) }

func (e *Editor) typedKey(ev *fyne.KeyEvent) {
	if e.RepeatsKey(ev.Name) || e.handlesKey(ev.Name) {
		return
	}
	if e.keys.Key != nil {
		e.keys.Key(ev)
	}
}

func (e *Editor) handlesKey(key fyne.KeyName) bool {
	if _, menu := widget.MenuKey(key, e.held()); menu {
		e.showMenu(e.cursorPosition())
		return true
	}
	switch key {
	case fyne.KeyF3:
		e.findAgain(e.shifted())
	case fyne.KeyEscape:
		return e.bar.close()
	default:
		return e.moves(key, e.shifted()) || e.typesKey(key)
	}
	return true
}

// moves moves the cursor if the key does that, and reports whether it does.
func (e *Editor) moves(key fyne.KeyName, extend bool) bool {
	m := e.model
	from, to := m.selection()
	switch {
	case key == fyne.KeyLeft && m.selects() && !extend:
		m.moveTo(from, false)
	case key == fyne.KeyRight && m.selects() && !extend:
		m.moveTo(to, false)
	case key == fyne.KeyLeft:
		m.moveTo(m.previous(m.cursor), extend)
	case key == fyne.KeyRight:
		m.moveTo(m.next(m.cursor), extend)
	default:
		return e.movesInRows(key, extend)
	}
	e.moved()
	return true
}

// movesInRows moves the cursor by visible rows.
func (e *Editor) movesInRows(key fyne.KeyName, extend bool) bool {
	row := e.cursorRow()
	switch key {
	case fyne.KeyHome, fyne.KeyEnd:
		from, to := e.view.span(row)
		at := Pos{row.line, from}
		if key == fyne.KeyEnd {
			at.Col = to
		}
		e.model.moveTo(at, extend)
		e.ends, e.goals = key == fyne.KeyEnd && row.row < len(e.view.of(row.line)), false
		e.show()
	case fyne.KeyUp:
		e.toRow(row, -1, extend)
	case fyne.KeyDown:
		e.toRow(row, 1, extend)
	case fyne.KeyPageUp:
		e.page(row, -1, extend)
	case fyne.KeyPageDown:
		e.page(row, 1, extend)
	default:
		return false
	}
	return true
}

// page moves by as many rows as are visible minus one, for orientation.
func (e *Editor) page(row rowAt, direction int, extend bool) {
	by := max(e.view.height-1, 1) * direction
	e.view.scroll(by)
	e.toRow(row, by, extend)
}

// toRow moves up or down by rows; beyond the first and the last row it moves to the beginning
// and the end of the text.
func (e *Editor) toRow(row rowAt, by int, extend bool) {
	if !e.goals {
		e.goal, e.goals = e.view.x(e.model.cursor, row), true
	}
	target := e.view.step(row, by)
	at, ends := e.view.at(target, e.goal)
	if target == row {
		if at, ends = (Pos{}), false; by > 0 {
			at = e.model.end()
		}
	}
	e.model.moveTo(at, extend)
	e.ends = ends
	e.show()
}

// typesKey types what a key stands for, and reports whether it stands for anything.
func (e *Editor) typesKey(key fyne.KeyName) bool {
	m := e.model
	switch {
	case key == fyne.KeyBackspace:
		e.edit(func() { m.erase(m.previous(m.cursor)) })
	case key == fyne.KeyDelete:
		e.edit(func() { m.erase(m.next(m.cursor)) })
	case widget.IsEnter(key):
		e.edit(func() { m.typed("\n") })
	default:
		return false
	}
	return true
}

// TypedShortcut copies, pastes, undoes, moves by words, or forwards the shortcut. Undo never
// affects anything outside this field.
func (e *Editor) TypedShortcut(s fyne.Shortcut) { e.keys.Handle(func() { e.typedShortcut(s) }) }

func (e *Editor) typedShortcut(s fyne.Shortcut) {
	switch s := s.(type) {
	case *fyne.ShortcutUndo:
		e.edit(func() { e.model.undo() })
	case *fyne.ShortcutRedo:
		e.edit(func() { e.model.redo() })
	case *fyne.ShortcutSelectAll:
		e.selectAll()
	case *fyne.ShortcutCopy:
		e.copyTo(s.Clipboard)
	case *fyne.ShortcutCut:
		e.copyTo(s.Clipboard)
		e.eraseSelection()
	case *fyne.ShortcutPaste:
		e.edit(func() { e.model.insert(s.Clipboard.Content()) })
	default:
		if own, is := s.(*desktop.CustomShortcut); is && e.handlesShortcut(own.KeyName, own.Modifier) {
			return
		}
		if e.keys.Shortcut != nil {
			e.keys.Shortcut(s)
		}
	}
}

// modifiers returns the modifiers for moving by words and to the ends, and for all other
// shortcuts.
func modifiers() (byWord, shortcut fyne.KeyModifier) {
	if runtime.GOOS == "darwin" {
		return fyne.KeyModifierAlt, fyne.KeyModifierSuper
	}
	return fyne.KeyModifierControl, fyne.KeyModifierControl
}

func (e *Editor) handlesShortcut(key fyne.KeyName, held fyne.KeyModifier) bool {
	byWord, shortcut := modifiers()
	extend := held&fyne.KeyModifierShift != 0
	held &^= fyne.KeyModifierShift
	m := e.model
	switch {
	case held == byWord && key == fyne.KeyLeft:
		m.moveTo(m.previousWord(m.cursor), extend)
	case held == byWord && key == fyne.KeyRight:
		m.moveTo(m.nextWord(m.cursor), extend)
	case held == shortcut && key == fyne.KeyHome:
		m.moveTo(Pos{}, extend)
	case held == shortcut && key == fyne.KeyEnd:
		m.moveTo(m.end(), extend)
	case extend && held == shortcut && key == fyne.KeyZ:
		e.edit(func() { m.redo() })
		return true
	case !extend && held == shortcut && key == fyne.KeyF:
		e.Find()
		return true
	default:
		return !extend && held == byWord && e.erasesWord(key)
	}
	e.moved()
	return true
}

func (e *Editor) erasesWord(key fyne.KeyName) bool {
	m := e.model
	switch key {
	case fyne.KeyBackspace:
		e.edit(func() { m.erase(m.previousWord(m.cursor)) })
	case fyne.KeyDelete:
		e.edit(func() { m.erase(m.nextWord(m.cursor)) })
	default:
		return false
	}
	return true
}

func (e *Editor) selectAll() {
	e.model.selectAll()
	e.ends, e.goals = false, false
	e.draw() // the visible part stays in place
}

func (e *Editor) copyTo(c fyne.Clipboard) {
	if e.model.selects() {
		c.SetContent(e.model.selected())
	}
}

func (e *Editor) eraseSelection() {
	if e.model.selects() {
		e.edit(func() { e.model.erase(e.model.cursor) })
	}
}

func (e *Editor) shifted() bool { return e.held()&fyne.KeyModifierShift != 0 }

// held returns the modifier keys that are held down.
func (e *Editor) held() fyne.KeyModifier {
	if e.keys.Held == nil {
		return 0
	}
	return e.keys.Held()
}

// showMenu opens the context menu at a position in the window.
func (e *Editor) showMenu(at fyne.Position) {
	c := fyne.CurrentApp().Driver().CanvasForObject(e)
	if c == nil {
		return
	}
	fynewidget.ShowPopUpMenuAtPosition(e.menu(), c, at)
}

// menu returns the context menu. Actions that do not apply are disabled.
func (e *Editor) menu() *fyne.Menu {
	clipboard := fyne.CurrentApp().Clipboard()
	item := func(text string, can bool, do func()) *fyne.MenuItem {
		i := fyne.NewMenuItem(text, do)
		i.Disabled = !can
		return i
	}
	typed := func(s fyne.Shortcut) func() { return func() { e.TypedShortcut(s) } }
	writable, selects := e.writable(), e.model.selects()
	return fyne.NewMenu("",
		item(wording.L("undo", "Undo"), writable && e.model.history.canUndo(), typed(&fyne.ShortcutUndo{})),
		item(wording.L("redo", "Redo"), writable && e.model.history.canRedo(), typed(&fyne.ShortcutRedo{})),
		fyne.NewMenuItemSeparator(),
		item(wording.L("cut", "Cut"), writable && selects, typed(&fyne.ShortcutCut{Clipboard: clipboard})),
		item(wording.L("copy", "Copy"), selects, typed(&fyne.ShortcutCopy{Clipboard: clipboard})),
		item(wording.L("paste", "Paste"), writable && clipboard.Content() != "", typed(&fyne.ShortcutPaste{Clipboard: clipboard})),
		item(wording.L("select-all", "Select all"), !e.model.empty(), typed(&fyne.ShortcutSelectAll{})),
		fyne.NewMenuItemSeparator(),
		item(wording.L("find", "Find…"), !e.model.empty(), e.Find),
	)
}
