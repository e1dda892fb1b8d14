package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// sidebarWidth is the least width of the sidebar, in sizes of text.
const sidebarWidth = 12

// layOut puts the parts into the window. What takes turns in the middle
// scrolls where it needs more room than there is, so that the toolbar and the
// status bar are always in sight.
func (w *Window) layOut() {
	w.beside = widget.Least(sidebarWidth, 0, w.sidebar.Object())
	w.center = container.NewHSplit(w.beside, w.scrolled())
	w.center.SetOffset(0.2)
	w.window.SetPadded(false)
	w.window.SetContent(widget.Border(w.toolbar.object, w.status.Object(), nil, nil, container.New(givingWay{w}, w.center)))
	w.window.SetMainMenu(w.commands.MainMenu())
}

// scrolled is the middle, which scrolls where it needs more room than there is.
func (w *Window) scrolled() fyne.CanvasObject {
	w.middle = container.NewScroll(w.pages.stage)
	return w.middle
}

// revealFocused brings what got the focus into sight.
func (w *Window) revealFocused(f fyne.Focusable) {
	if o, drawn := f.(fyne.CanvasObject); drawn {
		w.reveal(o)
	}
}

// labelRows is the room for the label above what is brought into sight, in sizes of text.
const labelRows = 2

// reveal scrolls the middle so far that something in it is in sight: its end, and then its
// beginning.
func (w *Window) reveal(o fyne.CanvasObject) {
	if w.middle == nil || w.pages.stage.MinSize().Height <= w.middle.Size().Height || !within(w.pages.stage, o) {
		return
	}
	w.middle.Refresh() // what has grown has its new size then
	d := fyne.CurrentApp().Driver()
	top := d.AbsolutePositionForObject(o).Y - d.AbsolutePositionForObject(w.pages.stage).Y
	label := labelRows * fynetheme.TextSize()
	least, most := top+o.Size().Height-w.middle.Size().Height, max(top-label, 0)
	if at := w.middle.Offset.Y; at < least || at > most {
		w.middle.ScrollToOffset(fyne.NewPos(w.middle.Offset.X, min(max(at, least), most)))
	}
}

// within tells whether an object is somewhere in a container.
func within(c *fyne.Container, o fyne.CanvasObject) bool {
	for _, each := range c.Objects {
		inner, is := each.(*fyne.Container)
		if each == o || is && within(inner, o) {
			return true
		}
	}
	return false
}

// roomForSidebar is the width below which the sidebar gives way to the page that
// resolves, in sizes of text: there versions stand beside each other.
const roomForSidebar = 66

// givingWay gives the whole width to the page that resolves where there is little.
type givingWay struct{ *Window }

// MinSize is that of both sides.
func (givingWay) MinSize(objects []fyne.CanvasObject) fyne.Size { return objects[0].MinSize() }

// Layout hides the sidebar where it gives way.
func (l givingWay) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	if hidden := l.resolving() && size.Width < roomForSidebar*fynetheme.TextSize(); hidden != l.beside.Hidden {
		l.beside.Hidden = hidden
		objects[0].Refresh()
	}
	objects[0].Resize(size)
}

// sideBySide lays out sidebar and page, after another page was shown.
func (w *Window) sideBySide() {
	if w.center != nil {
		givingWay{w}.Layout([]fyne.CanvasObject{w.center}, w.center.Size())
	}
}

// listen takes the keys that reach no widget, and what is dropped.
func (w *Window) listen() {
	c := w.window.Canvas()
	c.SetOnTypedKey(func(ev *fyne.KeyEvent) { w.key(ev) })
	c.SetOnTypedRune(func(r rune) { w.rune(r) })
	w.window.SetOnDropped(func(_ fyne.Position, dropped []fyne.URI) { w.drop(dropped) })
}

// toolbar is the row of buttons on top. Where they do not fit they scroll; what
// waits to be resolved is always in sight.
type toolbar struct {
	object     *fyne.Container
	conflicted *widget.Button
	conflicts  int
}

func newToolbar(w *Window) *toolbar {
	t := &toolbar{conflicted: widget.NewIconButton(w.keys, theme.Icon(theme.IconFlag, theme.Attention), "", func() { w.pages.resolve.Next() })}
	t.conflicted.Hide()
	buttons := container.NewHBox(
		widget.NewIconButton(w.keys, fynetheme.ViewRefreshIcon(), wording.L("Sync"), w.Sync),
		widget.NewIconButton(w.keys, fynetheme.ContentAddIcon(), wording.L("New list"), w.showNewList),
		widget.NewButton(w.keys, wording.L("Subscribe"), w.showSubscribeEmpty),
		widget.NewButton(w.keys, wording.L("Share list"), w.showShare))
	t.object = container.NewPadded(widget.Border(nil, nil, nil, t.conflicted, container.NewHScroll(buttons)))
	return t
}

// show shows the number of conflicts; without any there is no button.
func (t *toolbar) show(n int) {
	if n == t.conflicts {
		return
	}
	t.conflicts = n
	t.conflicted.Hidden = n == 0 // before its text: a hidden button does not draw its icon
	t.conflicted.SetText(wording.N("{{.N}} conflicts", n, wording.Data{"N": n}))
	widget.LayOut(t.object)
}
