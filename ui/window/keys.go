package window

import "fyne.io/fyne/v2"

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
	return w.commands.Shortcut(s)
}
