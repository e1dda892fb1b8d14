// Package theme is the look of Crossfeed: Fyne's own theme with additional colors for versions
// and differences, and with a size that the user chooses.
package theme

import (
	"image/color"
	"strconv"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"crossfeed/assets"
)

// Theme wraps a theme of Fyne's. Crossfeed's own colors come from the palettes of this
// package, everything else from the wrapped theme.
type Theme struct {
	fyne.Theme
	scale float32
	// high is set for high contrast.
	high bool
	// look is Light or Dark, or "" for that of the system.
	look string
}

// The looks of a theme that does not follow the system.
const (
	Light = "light"
	Dark  = "dark"
)

// New returns Fyne's default theme with every size multiplied by scale; 1 changes nothing.
func New(scale float32) *Theme { return &Theme{Theme: theme.DefaultTheme(), scale: scale} }

// WithContrast returns the theme with or without high contrast.
func (t *Theme) WithContrast(high bool) *Theme {
	other := *t
	other.high = high
	return &other
}

// WithLook returns the theme that is always Light or Dark, or follows the system for "".
func (t *Theme) WithLook(look string) *Theme {
	other := *t
	other.look = look
	return &other
}

// Color returns a color; Crossfeed's own names take precedence.
func (t *Theme) Color(name fyne.ThemeColorName, variant fyne.ThemeVariant) color.Color {
	switch t.look {
	case Light:
		variant = theme.VariantLight
	case Dark:
		variant = theme.VariantDark
	}
	if c, ours := t.palette(variant)[name]; ours {
		return c
	}
	return t.Theme.Color(name, variant)
}

func (t *Theme) palette(variant fyne.ThemeVariant) colors {
	switch {
	case t.high && variant == theme.VariantDark:
		return contrastDark
	case t.high:
		return contrastLight
	case variant == theme.VariantDark:
		return dark
	}
	return light
}

// Size returns Fyne's size times the scale. Lines and rings keep their width.
func (t *Theme) Size(name fyne.ThemeSizeName) float32 {
	size := t.Theme.Size(name)
	switch name {
	case theme.SizeNameSeparatorThickness, theme.SizeNameInputBorder:
		return size
	}
	return size * t.scale
}

// Larger is the current theme of the program with larger text: for the one line that
// identifies an item.
type Larger struct{}

const larger = 1.25

// Color returns the color of the program's theme.
func (Larger) Color(name fyne.ThemeColorName, v fyne.ThemeVariant) color.Color {
	return now().Color(name, v)
}

// Font returns the font of the program's theme.
func (Larger) Font(s fyne.TextStyle) fyne.Resource { return now().Font(s) }

// Icon returns the icon of the program's theme.
func (Larger) Icon(name fyne.ThemeIconName) fyne.Resource { return now().Icon(name) }

// Size returns the size of the program's theme, larger for text.
func (Larger) Size(name fyne.ThemeSizeName) float32 {
	if name == theme.SizeNameText {
		return now().Size(name) * larger
	}
	return now().Size(name)
}

func now() fyne.Theme { return fyne.CurrentApp().Settings().Theme() }

// Limits and step of the size set by Ctrl+plus and Ctrl+minus.
const (
	LeastScale    = 0.7
	GreatestScale = 2.0
	scaleStep     = 0.1
)

// Scaled returns the scale that is steps up (or down if negative), within the limits.
func Scaled(scale float32, steps int) float32 {
	return min(max(scale+float32(steps)*scaleStep, LeastScale), GreatestScale)
}

// Crossfeed's own icons, by the name of their file.
const (
	IconFlag    = "flag"
	IconOK      = "ok"
	IconProblem = "problem"
	IconPaused  = "paused"
	IconDraft   = "draft"
	IconList    = "list"
	// IconDot shows a color.
	IconDot     = "shape0"
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

// Box returns the check box of a todo.
func Box(done, cancelled bool) fyne.Resource {
	name := IconOpen
	switch {
	case done:
		name = IconDone
	case cancelled:
		name = IconCancelled
	}
	return Icon(name, Quiet)
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
