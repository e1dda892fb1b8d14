package theme

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"crossfeed/assets"
)

// Icons of Crossfeed's own, by the name of their drawing.
const (
	IconFlag    = "flag"
	IconOK      = "ok"
	IconProblem = "problem"
	IconPaused  = "paused"
	IconDraft   = "draft"
	IconList    = "list"
	IconDeleted = "deleted"

	IconCalendar = "calendar"
	IconStar     = "star"
	IconStarOff  = "staroff"
)

// Icon is a drawing in a colour of the theme. The name must be one of the
// constants.
func Icon(name string, color fyne.ThemeColorName) fyne.Resource {
	drawing, err := assets.Icons.ReadFile("icons/" + name + ".svg")
	if err != nil {
		panic("icon: " + err.Error())
	}
	return theme.NewColoredResource(fyne.NewStaticResource(name+".svg", drawing), color)
}

// Shape is the figure of the nth version, counted from 0, in its colour: it
// tells versions apart where colours do not.
func Shape(n int) fyne.Resource {
	return Icon("shape"+strconv.Itoa(n%Versions), Version(n))
}
