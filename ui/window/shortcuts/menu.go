package shortcuts

import "fyne.io/fyne/v2"

// MainMenu is the menu of the table's commands.
func (t Table) MainMenu() *fyne.MainMenu {
	main := &fyne.MainMenu{}
	for _, c := range t {
		menu := menuNamed(main, c.Menu)
		item := fyne.NewMenuItem(c.Text, c.Run)
		if c.Key != "" {
			item.Shortcut = c.shortcut()
		}
		menu.Items = append(menu.Items, item)
	}
	return main
}

func menuNamed(main *fyne.MainMenu, title string) *fyne.Menu {
	for _, m := range main.Items {
		if m.Label == title {
			return m
		}
	}
	m := fyne.NewMenu(title)
	main.Items = append(main.Items, m)
	return m
}
