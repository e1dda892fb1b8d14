package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// key gets every key that types nothing and that the focused widget did not
// use.
func (w *Window) key(ev *fyne.KeyEvent) bool {
	if w.chooser != nil && ev.Name == fyne.KeyEscape {
		w.chooser.Dismiss()
		return true
	}
	return w.commands.Pressed(ev.Name, w.Held())
}

// rune gets every character that the focused widget did not use.
func (w *Window) rune(r rune) bool { return w.pages.shown.Rune(r) }

// shortcut gets keys with Control, Alt or Super, where the menu did not take
// them before. The page in sight comes first.
func (w *Window) shortcut(s fyne.Shortcut) bool {
	if p, own := w.pages.shown.(keyed); own && p.Shortcut(s) {
		return true
	}
	if s.ShortcutName() == saves.ShortcutName() {
		w.saveChanges()
		return true
	}
	return w.commands.Shortcut(s)
}

// saves is the key that other programs save with.
var saves = &desktop.CustomShortcut{KeyName: fyne.KeyS, Modifier: control}

// saveChanges saves an item or a resolution. It does not confirm a form, as Ctrl+Enter
// does: a form may share a list.
func (w *Window) saveChanges() {
	if w.pages.shown == page(w.pages.home) || w.settling() {
		w.savePage()
	}
}
