package theme

import (
	"strconv"
	"sync"

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
	return icon{theme.NewColoredResource(fyne.NewStaticResource(name+".svg", drawing), color)}
}

// icon remembers what it looks like in a color: Fyne colors a drawing again whenever it
// refreshes what the drawing is in, and that took an eighth of the time of a new window.
type icon struct{ *theme.ThemedResource }

// colored has the contents of icons by name and color.
var colored sync.Map

type coloredIcon struct {
	name       string
	r, g, b, a uint32
}

// Content is the drawing in the color of the current theme.
func (i icon) Content() []byte {
	key := coloredIcon{name: i.Name()}
	key.r, key.g, key.b, key.a = theme.Color(i.ThemeColorName()).RGBA()
	if known, ok := colored.Load(key); ok {
		return known.([]byte)
	}
	content := i.ThemedResource.Content()
	colored.Store(key, content)
	return content
}

// Shape is the figure of the nth version, counted from 0, in its colour: it
// tells versions apart where colours do not.
func Shape(n int) fyne.Resource {
	return Icon("shape"+strconv.Itoa(n%Versions), Version(n))
}
