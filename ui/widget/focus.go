package widget

import "fyne.io/fyne/v2"

// Focus moves the focus to a widget in the window of something that was in sight
// before. Fyne knows no window of what it has not drawn yet, and what it has not
// made yet cannot take the focus: the widget may have been hidden until now.
func Focus(f fyne.Focusable, in fyne.CanvasObject) {
	c := fyne.CurrentApp().Driver().CanvasForObject(in)
	if c == nil || f == nil {
		return
	}
	if o, drawn := f.(fyne.CanvasObject); drawn {
		o.MinSize()
	}
	c.Focus(f)
}

// HasFocus tells whether a widget has the focus of its window.
func HasFocus(o fyne.CanvasObject) bool {
	f, can := o.(fyne.Focusable)
	c := fyne.CurrentApp().Driver().CanvasForObject(o)
	return can && c != nil && c.Focused() == f
}
