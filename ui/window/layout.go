package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// sidebarWidth is the minimum width of the sidebar, as a multiple of the text size.
const sidebarWidth = 12

// layOut arranges the parts of the window. The pages in the middle scroll if they need more
// space than there is, so that the toolbar and the status bar are always in sight.
func (w *Window) layOut() {
	w.beside = widget.Least(sidebarWidth, 0, w.sidebar.Object())
	w.center = container.NewHSplit(w.beside, w.scrolled())
	w.center.SetOffset(0.2)
	w.window.SetPadded(false)
	w.window.SetContent(widget.Border(w.toolbar.object, w.status.Object(), nil, nil, container.New(givingWay{w}, w.center)))
	w.menu = w.commands.Menu()
	w.menu.Update()
	w.window.SetMainMenu(w.menu.Main)
}

// scrolled returns the middle of the window in a scroll container.
func (w *Window) scrolled() fyne.CanvasObject {
	w.middle = widget.NewScroll(container.ScrollBoth, w.pages.stage)
	return w.middle
}

// revealFocused scrolls the focused widget into view.
func (s *shell) revealFocused(f fyne.Focusable) {
	if o, drawn := f.(fyne.CanvasObject); drawn {
		s.reveal(o)
	}
}

// labelRows is the space reserved for the label above a revealed widget, as a multiple of the
// text size.
const labelRows = 2

// reveal scrolls the middle just far enough to show an object in it. If it does not fit, its
// beginning is shown.
func (s *shell) reveal(o fyne.CanvasObject) {
	if s.middle == nil || s.pages.stage.MinSize().Height <= s.middle.Size().Height || !within(s.pages.stage, o) {
		return
	}
	s.middle.Refresh() // gives objects that have grown their new size
	d := fyne.CurrentApp().Driver()
	top := d.AbsolutePositionForObject(o).Y - d.AbsolutePositionForObject(s.pages.stage).Y
	label := labelRows * fynetheme.TextSize()
	least, most := top+o.Size().Height-s.middle.Size().Height, max(top-label, 0)
	if at := s.middle.Offset.Y; at < least || at > most {
		s.middle.ScrollToOffset(fyne.NewPos(s.middle.Offset.X, min(max(at, least), most)))
	}
}

// within reports whether a container contains an object, at any depth.
func within(c *fyne.Container, o fyne.CanvasObject) bool {
	for _, each := range c.Objects {
		inner, is := each.(*fyne.Container)
		if each == o || is && within(inner, o) {
			return true
		}
	}
	return false
}

// roomForSidebar is the width below which the conflict page hides the sidebar, as a multiple
// of the text size: that page needs the space to show versions side by side.
const roomForSidebar = 66

// givingWay is a layout that gives the conflict page the whole width if space is scarce.
type givingWay struct{ *Window }

// MinSize returns the minimum size of sidebar and page together.
func (givingWay) MinSize(objects []fyne.CanvasObject) fyne.Size { return objects[0].MinSize() }

// Layout hides the sidebar if the conflict page needs its space.
func (l givingWay) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	if hidden := l.resolving() && size.Width < roomForSidebar*fynetheme.TextSize(); hidden != l.beside.Hidden {
		l.beside.Hidden = hidden
		objects[0].Refresh()
	}
	objects[0].Resize(size)
}

// sideBySide lays out sidebar and page again after another page was shown.
func (w *Window) sideBySide() {
	if w.center != nil {
		givingWay{w}.Layout([]fyne.CanvasObject{w.center}, w.center.Size())
	}
}

// listen registers for keys that no widget handles, and for dropped files. While nothing has
// the focus, Fyne itself runs only the shortcuts that it finds in the menu.
func (w *Window) listen() {
	c := w.window.Canvas()
	for _, s := range append(w.commands.Others(), saves) {
		c.AddShortcut(s, func(s fyne.Shortcut) { w.guard(func() { w.shortcut(s) }) })
	}
	c.SetOnTypedKey(func(ev *fyne.KeyEvent) { w.guard(func() { w.key(ev) }) })
	c.SetOnTypedRune(func(r rune) { w.guard(func() { w.rune(r) }) })
	w.window.SetCloseIntercept(func() { w.guard(w.tray.closeWindow) })
	w.window.SetOnDropped(func(_ fyne.Position, dropped []fyne.URI) { w.guard(func() { w.drop(dropped) }) })
}

// toolbar is the row of buttons at the top. The buttons scroll if they do not fit, except the
// number of conflicts, which is always in sight.
type toolbar struct {
	object     *fyne.Container
	conflicted *widget.Button
	conflicts  int
}

func newToolbar(w *Window) *toolbar {
	t := &toolbar{conflicted: widget.NewIconButton(w.keys, theme.Icon(theme.IconFlag, theme.Attention), "", func() { w.pages.resolve.Next() })}
	t.conflicted.Hide()
	buttons := container.NewHBox(
		widget.NewIconButton(w.keys, fynetheme.ViewRefreshIcon(), wording.L("sync", "Sync"), w.Sync),
		widget.NewIconButton(w.keys, fynetheme.ContentAddIcon(), wording.L("new-list", "New list"), w.lists.showNewList),
		widget.NewButton(w.keys, wording.L("subscribe", "Subscribe"), w.feeds.showSubscribeEmpty),
		widget.NewButton(w.keys, wording.L("share-list", "Share list"), w.sharing.showShare),
		widget.NewIconButton(w.keys, fynetheme.SearchIcon(), wording.L("search-everything", "Search everything"), w.finding.showSearch))
	// The padding is inside of what scrolls, which would cut off the frames in high contrast.
	t.object = widget.Border(nil, nil, nil, container.NewPadded(t.conflicted), widget.NewScroll(container.ScrollHorizontalOnly, container.NewPadded(buttons)))
	return t
}

// show shows the number of conflicts, and hides the button if there are none.
func (t *toolbar) show(n int) {
	if n == t.conflicts {
		return
	}
	t.conflicts = n
	t.conflicted.Hidden = n == 0 // before its text: a hidden button does not draw its icon
	t.conflicted.SetText(wording.N("n-conflicts", "{{.N}} conflicts", n, wording.Data{"N": n}))
	widget.LayOut(t.object)
}
