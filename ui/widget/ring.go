package widget

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
)

// ringWidth is in Fyne's units and does not grow with the text.
const ringWidth = 2

// ring is the line around the widget that has the focus.
type ring struct {
	line  *canvas.Rectangle
	color fyne.ThemeColorName
}

// newRing returns a hidden ring in a color that contrasts with the widget's own.
func newRing(name fyne.ThemeColorName) ring {
	line := canvas.NewRectangle(color.Transparent)
	line.StrokeWidth = ringWidth
	line.Hide()
	return ring{line, name}
}

func (r ring) show(focused bool) {
	r.line.StrokeColor = fynetheme.Color(r.color)
	r.line.CornerRadius = fynetheme.InputRadiusSize()
	r.line.Hidden = !focused
	r.line.Refresh()
}

// ringed draws the ring on top of another renderer.
type ringed struct {
	fyne.WidgetRenderer
	ring ring
}

// Layout makes the ring as large as the widget.
func (r ringed) Layout(size fyne.Size) {
	r.WidgetRenderer.Layout(size)
	r.ring.line.Resize(size)
}

// Objects puts the ring on top.
func (r ringed) Objects() []fyne.CanvasObject {
	inner := r.WidgetRenderer.Objects()
	return append(inner[:len(inner):len(inner)], r.ring.line)
}

// Refresh draws the ring in the color of the current theme.
func (r ringed) Refresh() {
	r.ring.show(!r.ring.line.Hidden)
	r.WidgetRenderer.Refresh()
}

// WithRing draws a ring in a color of the theme on top of a renderer; focused shows or hides
// it.
func WithRing(r fyne.WidgetRenderer, color fyne.ThemeColorName) (drawn fyne.WidgetRenderer, focused func(bool)) {
	ring := newRing(color)
	return ringed{r, ring}, ring.show
}

// framed draws a border in a color of the theme around the renderer of a widget. What is
// disabled has none.
type framed struct {
	fyne.WidgetRenderer
	frame *canvas.Rectangle
	color fyne.ThemeColorName
	of    fyne.Widget
}

func newFramed(of fyne.Widget, inside fyne.WidgetRenderer, name fyne.ThemeColorName) framed {
	f := framed{inside, canvas.NewRectangle(color.Transparent), name, of}
	f.follow()
	return f
}

// follow applies the colors of the current theme.
func (f framed) follow() {
	f.frame.StrokeColor = fynetheme.Color(f.color)
	f.frame.StrokeWidth = fynetheme.InputBorderSize()
	f.frame.CornerRadius = fynetheme.InputRadiusSize()
	d, can := f.of.(fyne.Disableable)
	f.frame.Hidden = can && d.Disabled()
}

// Layout makes the frame as large as the widget.
func (f framed) Layout(size fyne.Size) {
	f.WidgetRenderer.Layout(size)
	f.frame.Resize(size)
}

// Objects puts the frame on top.
func (f framed) Objects() []fyne.CanvasObject {
	inner := f.WidgetRenderer.Objects()
	return append(inner[:len(inner):len(inner)], f.frame)
}

func (f framed) Refresh() {
	f.follow()
	f.frame.Refresh()
	f.WidgetRenderer.Refresh()
}

// Focus moves the focus to a widget, in the window of an object that was visible before. Fyne
// cannot find the window of an object that has not been drawn yet, and an object that has not
// been created yet cannot take the focus: the widget may have been hidden until now.
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

// Enable enables or disables widgets.
func Enable(enabled bool, all ...fyne.Disableable) {
	for _, o := range all {
		if enabled {
			o.Enable()
		} else {
			o.Disable()
		}
	}
}

// Show shows or hides an object.
func Show(o fyne.CanvasObject, shown bool) {
	if shown {
		o.Show()
	} else {
		o.Hide()
	}
}

// HasFocus reports whether a widget has the focus of its window.
func HasFocus(o fyne.CanvasObject) bool {
	f, can := o.(fyne.Focusable)
	c := fyne.CurrentApp().Driver().CanvasForObject(o)
	return can && c != nil && c.Focused() == f
}

// Under puts an object under another one and gives it all the remaining height. Unlike Fyne's
// border, it asks the upper one for its height once that has its width, so that wrapped text
// covers nothing.
func Under(top, rest fyne.CanvasObject) *fyne.Container {
	return container.New(under{}, top, rest)
}

type under struct{}

func (under) MinSize(objects []fyne.CanvasObject) fyne.Size {
	top, rest := objects[0].MinSize(), objects[1].MinSize()
	return fyne.NewSize(max(top.Width, rest.Width), top.Height+fynetheme.Padding()+rest.Height)
}

// Layout gives the upper object the width, and then the height that it needs there.
func (under) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	top, rest := objects[0], objects[1]
	top.Move(fyne.Position{})
	top.Resize(fyne.NewSize(size.Width, top.MinSize().Height))
	top.Resize(fyne.NewSize(size.Width, top.MinSize().Height))
	below := top.MinSize().Height + fynetheme.Padding()
	rest.Move(fyne.NewPos(0, below))
	rest.Resize(fyne.NewSize(size.Width, max(size.Height-below, 0)))
}
