package field

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/ui/theme"
)

// enlarged shows an object in larger text. Refreshing Fyne's override itself empties the
// caches of the whole program: all texts are measured and all icons drawn again. Its theme
// follows the program's, so only what is inside needs to be refreshed.
type enlarged struct {
	fynewidget.BaseWidget
	inside fyne.CanvasObject
}

func newEnlarged(inside fyne.CanvasObject) *enlarged {
	e := &enlarged{inside: inside}
	e.ExtendBaseWidget(e)
	return e
}

// CreateRenderer overrides the theme inside.
func (e *enlarged) CreateRenderer() fyne.WidgetRenderer {
	over := container.NewThemeOverride(e.inside, theme.Larger{})
	return enlargedRenderer{fynewidget.NewSimpleRenderer(over), e}
}

type enlargedRenderer struct {
	fyne.WidgetRenderer
	enlarged *enlarged
}

// Refresh refreshes what is inside.
func (r enlargedRenderer) Refresh() { r.enlarged.inside.Refresh() }
