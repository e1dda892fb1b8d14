package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"crossfeed/ui/widget"
)

// sidebarWidth is the least width of the sidebar, in sizes of text.
const sidebarWidth = 12

// layOut puts the parts into the window. What takes turns in the middle
// scrolls where it needs more room than there is, so that the toolbar and the
// status bar are always in sight.
func (w *Window) layOut() {
	center := container.NewHSplit(widget.Least(sidebarWidth, 0, w.sidebar.Object()), container.NewScroll(w.pages.stage))
	center.SetOffset(0.2)
	w.window.SetPadded(false)
	w.window.SetContent(widget.Border(w.toolbar.object, w.status.Object(), nil, nil, center))
	w.window.SetMainMenu(w.commands.MainMenu())
}

// listen takes the keys that reach no widget, and what is dropped.
func (w *Window) listen() {
	c := w.window.Canvas()
	c.SetOnTypedKey(func(ev *fyne.KeyEvent) { w.key(ev) })
	c.SetOnTypedRune(func(r rune) { w.rune(r) })
	w.window.SetOnDropped(func(_ fyne.Position, dropped []fyne.URI) { w.drop(dropped) })
}
