package conflict

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	ours "crossfeed/ui/widget"
)

// turn is an invisible widget before and after the control in the editor. When Tab reaches it,
// it moves on to the next field.
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

// CreateRenderer returns a renderer that draws nothing.
func (t *turn) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(canvas.NewRectangle(color.Transparent))
}

// FocusGained moves the focus on.
func (t *turn) FocusGained() { t.keys.Handle(t.turned) }

// FocusLost does nothing.
func (t *turn) FocusLost() {}

// TypedRune does nothing: the widget never keeps the focus.
func (t *turn) TypedRune(rune) {}

// TypedKey does nothing: the widget never keeps the focus.
func (t *turn) TypedKey(*fyne.KeyEvent) {}

// backwards reports whether Shift is held, so that Tab moves backwards.
func (t *turn) backwards() bool {
	return t.keys.Held != nil && t.keys.Held()&fyne.KeyModifierShift != 0
}
