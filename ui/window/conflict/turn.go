package conflict

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	ours "crossfeed/ui/widget"
)

// turn is where Tab comes to before and after the control in the editor: it goes
// on to the next field. It shows nothing and takes no room.
type turn struct {
	widget.BaseWidget
	keys   *ours.Keys
	turned func()
}

func newTurn(keys *ours.Keys, turned func()) *turn {
	t := &turn{keys: keys, turned: turned}
	t.ExtendBaseWidget(t)
	return t
}

// CreateRenderer draws nothing.
func (t *turn) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(canvas.NewRectangle(color.Transparent))
}

// FocusGained goes on.
func (t *turn) FocusGained() { t.turned() }

// FocusLost has nothing to hide.
func (t *turn) FocusLost() {}

// TypedRune and TypedKey are never called for long.
func (t *turn) TypedRune(rune) {}

// TypedKey is never called for long.
func (t *turn) TypedKey(*fyne.KeyEvent) {}

// backwards tells whether Shift is held: Tab goes the other way.
func (t *turn) backwards() bool {
	return t.keys.Held != nil && t.keys.Held()&fyne.KeyModifierShift != 0
}
