package window

import (
	"context"

	"fyne.io/fyne/v2"

	"crossfeed/engine/store"
	"crossfeed/ui/theme"
	"crossfeed/ui/window/frame"
	"crossfeed/ui/wording"
)

// listStyle is a color or an icon that a list can have.
type listStyle struct {
	menu, text string
	icon       fyne.Resource
	change     func(*store.Display)
}

func listStyles() (all []listStyle) {
	for _, name := range append(theme.ListColors(), "") {
		all = append(all, listStyle{wording.L("color", "Color"), wording.ListColor(name), theme.Icon(theme.IconDot, theme.ListColor(name)), func(d *store.Display) { d.Color = name }})
	}
	for _, name := range append(theme.ListIcons(), "") {
		all = append(all, listStyle{wording.L("icon", "Icon"), wording.ListIcon(name), theme.ListIcon(name, "", ""), func(d *store.Display) { d.Icon = name }})
	}
	return all
}

// styleCommands change the color and the icon of the chosen list.
func (c *listPages) styleCommands(menu string) (all frame.Shortcuts) {
	for _, l := range listStyles() {
		all = append(all, frame.Command{Menu: menu, Submenu: l.menu, Text: l.text, Icon: l.icon,
			Run: c.atList(func(list string) { c.styleList(list, l.change) }), Applies: func() bool { return c.isAtList() && c.wouldStyle(c.at.Set, l.change) }})
	}
	return all
}

// styleMenus change the color and the icon of a list, in its context menu.
func (c *listPages) styleMenus(list string) (menus []*fyne.MenuItem) {
	for _, l := range listStyles() {
		if len(menus) == 0 || menus[len(menus)-1].Label != l.menu {
			menus = append(menus, &fyne.MenuItem{Label: l.menu, ChildMenu: fyne.NewMenu("")})
		}
		below := menus[len(menus)-1].ChildMenu
		below.Items = append(below.Items, &fyne.MenuItem{Label: l.text, Icon: l.icon, Action: func() { c.styleList(list, l.change) }, Disabled: !c.wouldStyle(list, l.change)})
	}
	return menus
}

// styleList changes the color or the icon of a list.
func (c *listPages) styleList(list string, change func(*store.Display)) {
	c.run(func(ctx context.Context) error { return c.Edit.StyleList(ctx, list, change) }, func() {
		c.status.ShowMessage(wording.L("changed-the-look-of-the-list", "Changed the look of “{{.List}}”. Ctrl+Z undoes it.", wording.Data{"List": list}))
		c.Reload()
	})
}

// wouldStyle reports whether the color or the icon of a list would change.
func (c *listPages) wouldStyle(list string, change func(*store.Display)) bool {
	l, there := c.now.List(list)
	if !there {
		return false
	}
	d := l.Display
	change(&d)
	return d != l.Display
}
