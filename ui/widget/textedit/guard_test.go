package textedit

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"crossfeed/ui/theme"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
)

// What the pointer does to an editor, its scroll bar and its wheel is given to Guard, and so is
// scrolling while the button is held.
func TestWhatThePointerDoesIsGuarded(t *testing.T) {
	uitest.App(t, theme.New(1))
	guarded := 0
	e := New(&widget.Keys{Focused: func(fyne.Focusable) {}, Guard: func(handler func()) {
		guarded++
		handler()
	}}, "", 3)
	e.Resize(fyne.NewSize(200, 100))
	wheel, slider := newWheel(e), newSlider(e)
	mouse := &desktop.MouseEvent{}
	for name, act := range map[string]func(){
		"the wheel":                  func() { wheel.Scrolled(&fyne.ScrollEvent{}) },
		"over the scroll bar":        func() { slider.MouseIn(mouse) },
		"away from the scroll bar":   slider.MouseOut,
		"a click on the scroll bar":  func() { slider.MouseDown(mouse) },
		"a drag of the scroll bar":   func() { slider.Dragged(&fyne.DragEvent{}) },
		"a click in the text":        func() { e.MouseDown(mouse) },
		"a drag in the text":         func() { e.Dragged(&fyne.DragEvent{}) },
		"a second click in the text": func() { e.TappedSecondary(&fyne.PointEvent{}) },
		"the focus":                  e.FocusGained,
		"scrolling while it drags":   func() { e.scrolling().Tick(0) },
	} {
		guarded = 0
		act()
		if guarded != 1 {
			t.Errorf("%s is guarded %d times", name, guarded)
		}
	}
}
