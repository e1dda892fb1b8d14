package theme

import (
	"slices"

	"fyne.io/fyne/v2"
)

// ListColors are the names of the colors of lists, each the color of a version.
func ListColors() []string {
	return []string{"blue", "orange", "green", "purple", "red", "teal", "yellow", "gray"}
}

// ListColor returns the color with one of these names, or Quiet for any other name.
func ListColor(name string) fyne.ThemeColorName {
	if n := slices.Index(ListColors(), name); n >= 0 {
		return Version(n)
	}
	return Quiet
}

// ListIcons are the names of the icons that a person can give to a list.
func ListIcons() []string {
	return []string{"home", "work", "cart", "heart", IconStar, "book", "travel", "gift", "music", "plant"}
}

// ListIcon returns the icon of a list, in its color. A list without another icon has that of its
// kind.
func ListIcon(name, color, kind string) fyne.Resource {
	if !slices.Contains(ListIcons(), name) {
		name = kindIcon(kind)
	}
	return Icon(name, ListColor(color))
}

// kindIcon returns the icon of a kind of list.
func kindIcon(kind string) string {
	switch kind {
	case "todo":
		return IconTodos
	case "contact":
		return IconContacts
	case "note":
		return IconNotes
	case "outline":
		return IconOutline
	}
	return IconList
}
