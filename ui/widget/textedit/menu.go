package textedit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	fynewidget "fyne.io/fyne/v2/widget"
)

// showMenu offers at a place of the window what can be done with the text.
func (e *Editor) showMenu(at fyne.Position) {
	c := fyne.CurrentApp().Driver().CanvasForObject(e)
	if c == nil {
		return
	}
	fynewidget.ShowPopUpMenuAtPosition(e.menu(), c, at)
}

// menu is what can be done with the text. What does not apply is disabled.
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
		item(lang.L("Undo"), writable && e.model.history.canUndo(), typed(&fyne.ShortcutUndo{})),
		item(lang.L("Redo"), writable && e.model.history.canRedo(), typed(&fyne.ShortcutRedo{})),
		fyne.NewMenuItemSeparator(),
		item(lang.L("Cut"), writable && selects, typed(&fyne.ShortcutCut{Clipboard: clipboard})),
		item(lang.L("Copy"), selects, typed(&fyne.ShortcutCopy{Clipboard: clipboard})),
		item(lang.L("Paste"), writable && clipboard.Content() != "", typed(&fyne.ShortcutPaste{Clipboard: clipboard})),
		item(lang.L("Select all"), !e.model.empty(), typed(&fyne.ShortcutSelectAll{})),
		fyne.NewMenuItemSeparator(),
		item(lang.L("Find…"), !e.model.empty(), e.Find),
	)
}
