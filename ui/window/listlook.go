package window

import (
	"context"

	"fyne.io/fyne/v2"

	"crossfeed/engine/store"
	"crossfeed/ui/theme"
	"crossfeed/ui/window/frame"
	"crossfeed/ui/wording"
)

// look is a color or an icon that a list can have.
type look struct {
	menu, text string
	icon       fyne.Resource
	change     func(*store.Display)
}

func looks() (all []look) {
	for _, name := range append(theme.ListColors(), "") {
		all = append(all, look{wording.L("color", "Color"), wording.ListColor(name), theme.Icon(theme.IconDot, theme.ListColor(name)), func(d *store.Display) { d.Color = name }})
	}
	for _, name := range append(theme.ListIcons(), "") {
		all = append(all, look{wording.L("icon", "Icon"), wording.ListIcon(name), theme.ListIcon(name, "", ""), func(d *store.Display) { d.Icon = name }})
	}
	return all
}

// lookCommands change the color and the icon of the chosen list.
func (w *Window) lookCommands(menu string) (all frame.Shortcuts) {
	for _, l := range looks() {
		all = append(all, frame.Command{Menu: menu, Submenu: l.menu, Text: l.text, Icon: l.icon,
			Run: w.atList(func(list string) { w.styleList(list, l.change) }), Applies: func() bool { return w.isAtList() && w.wouldStyle(w.at.Set, l.change) }})
	}
	return all
}

// lookMenus change the color and the icon of a list, in its context menu.
func (w *Window) lookMenus(list string) (menus []*fyne.MenuItem) {
	for _, l := range looks() {
		if len(menus) == 0 || menus[len(menus)-1].Label != l.menu {
			menus = append(menus, &fyne.MenuItem{Label: l.menu, ChildMenu: fyne.NewMenu("")})
		}
		below := menus[len(menus)-1].ChildMenu
		below.Items = append(below.Items, &fyne.MenuItem{Label: l.text, Icon: l.icon, Action: func() { w.styleList(list, l.change) }, Disabled: !w.wouldStyle(list, l.change)})
	}
	return menus
}

// styleList changes the color or the icon of a list.
func (w *Window) styleList(list string, change func(*store.Display)) {
	w.run(func(ctx context.Context) error { return w.Edit.StyleList(ctx, list, change) }, func() {
		w.status.ShowMessage(wording.L("changed-the-look-of-the-list", "Changed the look of “{{.List}}”. Ctrl+Z undoes it.", wording.Data{"List": list}))
		w.Reload()
	})
}

// wouldStyle reports whether the color or the icon of a list would change.
func (w *Window) wouldStyle(list string, change func(*store.Display)) bool {
	l, there := w.now.List(list)
	if !there {
		return false
	}
	d := l.Display
	change(&d)
	return d != l.Display
}
