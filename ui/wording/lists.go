package wording

// ListColor returns the name of a color of lists; "" is for lists without one.
func ListColor(name string) string {
	switch name {
	case "blue":
		return L("color-blue", "Blue")
	case "orange":
		return L("color-orange", "Orange")
	case "green":
		return L("color-green", "Green")
	case "purple":
		return L("color-purple", "Purple")
	case "red":
		return L("color-red", "Red")
	case "teal":
		return L("color-teal", "Teal")
	case "yellow":
		return L("color-yellow", "Yellow")
	case "gray":
		return L("color-gray", "Gray")
	}
	return L("no-color", "No color")
}

// ListIcon returns the name of an icon of lists; "" is for the icon of its kind.
func ListIcon(name string) string {
	switch name {
	case "home":
		return L("icon-home", "House")
	case "work":
		return L("icon-work", "Work")
	case "cart":
		return L("icon-cart", "Shopping")
	case "heart":
		return L("icon-heart", "Heart")
	case "star":
		return L("icon-star", "Star")
	case "book":
		return L("icon-book", "Book")
	case "travel":
		return L("icon-travel", "Travel")
	case "gift":
		return L("icon-gift", "Gift")
	case "music":
		return L("icon-music", "Music")
	case "plant":
		return L("icon-plant", "Plant")
	}
	return L("icon-of-the-type", "Icon of the type")
}
