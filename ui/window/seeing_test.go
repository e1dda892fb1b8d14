package window

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/ui/widget"
)

// visible calls for every object that is to be seen, until found says so.
func (d *desk) visible(found func(fyne.CanvasObject) bool) bool {
	var within func(o fyne.CanvasObject) bool
	within = func(o fyne.CanvasObject) bool {
		if o == nil || !o.Visible() {
			return false
		}
		if found(o) {
			return true
		}
		switch o := o.(type) {
		case *fyne.Container:
			for _, each := range o.Objects {
				if within(each) {
					return true
				}
			}
		case fyne.Widget:
			for _, each := range test.WidgetRenderer(o).Objects() {
				if within(each) {
					return true
				}
			}
		}
		return false
	}
	return within(d.fyne.Content())
}

// shows tells whether a text is to be seen.
func (d *desk) shows(text string) bool {
	return d.visible(func(o fyne.CanvasObject) bool {
		switch o := o.(type) {
		case *canvas.Text:
			return strings.Contains(o.Text, text)
		case *widget.Notice:
			return strings.Contains(o.Text(), text)
		case *widget.Line:
			return strings.Contains(o.Text(), text)
		case *widget.Words:
			return strings.Contains(o.Text(), text)
		case *fynewidget.Button:
			return strings.Contains(o.Text, text)
		case *widget.Check:
			return strings.Contains(o.Text, text)
		}
		return false
	})
}

// tap clicks the button with a text.
func (d *desk) tap(text string) {
	d.t.Helper()
	if !d.visible(func(o fyne.CanvasObject) bool {
		b, is := o.(*widget.Button)
		if !is || b.Text != text {
			return false
		}
		b.OnTapped()
		return true
	}) {
		d.t.Fatalf("there is no button %q", text)
	}
}

// picture is the picture from a file that is to be seen, not in a row, or nil.
func (d *desk) picture() (found *canvas.Image) {
	d.visible(func(o fyne.CanvasObject) bool {
		if _, row := o.(*widget.MediaRow); row {
			return false
		}
		if i, is := o.(*canvas.Image); is && i.Image != nil && i.Image.Bounds().Dx() > 100 {
			found = i
		}
		return false
	})
	return found
}
