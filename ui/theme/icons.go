package theme

import (
	"strconv"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"crossfeed/assets"
)

// Crossfeed's own icons, by the name of their file.
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

// Icon returns an icon in a color of the theme. The name must be one of the constants.
func Icon(name string, color fyne.ThemeColorName) fyne.Resource {
	drawing, err := assets.Icons.ReadFile("icons/" + name + ".svg")
	if err != nil {
		panic("icon: " + err.Error())
	}
	return icon{theme.NewColoredResource(fyne.NewStaticResource(name+".svg", drawing), color)}
}

// Icon returns one of Fyne's own icons.
func (t *Theme) Icon(name fyne.ThemeIconName) fyne.Resource {
	drawing := t.Theme.Icon(name)
	switch name {
	case theme.IconNameCheckButton, theme.IconNameCheckButtonChecked, theme.IconNameCheckButtonFill, theme.IconNameCheckButtonPartial:
		return drawing // Fyne colors check boxes itself
	}
	if themed, is := drawing.(*theme.ThemedResource); is {
		return icon{themed}
	}
	return drawing
}

// icon caches its appearance per color: Fyne recolors an icon whenever it refreshes the widget
// around it, and that took an eighth of the time of a new window.
type icon struct{ *theme.ThemedResource }

// colored caches the contents of icons by name and color.
var colored sync.Map

type coloredIcon struct {
	name       string
	r, g, b, a uint32
}

// Content returns the icon in the color of the current theme.
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

// Shape returns the shape of the nth version, counted from 0, in its color: it distinguishes
// versions without relying on colors.
func Shape(n int) fyne.Resource {
	return Icon("shape"+strconv.Itoa(n%Versions), Version(n))
}

// Icons of items and lists.
const (
	// IconOpen, IconDone and IconCancelled are the check box of a todo.
	IconOpen      = "open"
	IconDone      = "done"
	IconCancelled = "cancelled"
	// IconTodos, IconContacts, IconNotes and IconOutline are lists of a kind.
	IconTodos    = "todos"
	IconContacts = "contacts"
	IconNotes    = "notes"
	IconOutline  = "outline"
	// IconFeed is an outline that refers to a feed, IconLeaf a row without children.
	IconFeed = "feed"
	IconLeaf = "leaf"
	// IconToday, IconUpcoming, IconOverdue and IconTag are smart lists.
	IconToday    = "today"
	IconUpcoming = "upcoming"
	IconOverdue  = "overdue"
	IconTag      = "tag"
	// IconRepeat, IconAlarm and IconPriority are properties of a todo.
	IconRepeat   = "repeat"
	IconAlarm    = "alarm"
	IconPriority = "priority"
)

// Icons of libraries, and of the states of their files.
const (
	IconLibrary = "library"
	IconFolder  = "folder"
	IconFile    = "file"
	IconPhoto   = "photo"
	// IconPublish is for published things.
	IconPublish = "publish"
	// IconWaiting, IconDownload, IconRemoved and IconStale are files that are queued, that are
	// on demand, that were removed, and that are newer on the server.
	IconWaiting  = "waiting"
	IconDownload = "download"
	IconRemoved  = "removed"
	IconStale    = "stale"
)
