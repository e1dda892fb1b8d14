package forms

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/ui/widget"
)

// More is a line that shows what few people need, and hides it again.
type More struct {
	object *fyne.Container
	button *widget.Button
	body   *fyne.Container
}

// NewMore is one that hides what it is for.
func NewMore(keys *widget.Keys, objects ...fyne.CanvasObject) *More {
	m := &More{body: container.NewVBox(objects...)}
	m.button = widget.NewQuietButton(keys, nil, lang.L("More"), func() { m.Show(!m.body.Visible()) })
	m.button.Alignment = fynewidget.ButtonAlignLeading
	m.object = container.NewVBox(container.NewHBox(m.button), m.body)
	m.Show(false)
	return m
}

// Object is what is shown.
func (m *More) Object() fyne.CanvasObject { return m.object }

// Show shows the rest, or hides it.
func (m *More) Show(shown bool) {
	m.body.Hidden = !shown
	icon, text := fynetheme.MenuExpandIcon(), lang.L("More")
	if shown {
		icon, text = fynetheme.MenuDropDownIcon(), lang.L("Less")
	}
	m.button.SetIcon(icon)
	m.button.SetText(text)
	layOut(m.object)
}

// Pair puts two fields beside each other, of equal width.
func Pair(left, right fyne.CanvasObject) fyne.CanvasObject {
	return container.NewGridWithColumns(2, left, right)
}

// Labelled is a field below its label.
func Labelled(label string, field fyne.CanvasObject) fyne.CanvasObject {
	return container.NewVBox(widget.NewLine(label, widget.Look{Style: fyne.TextStyle{Bold: true}}), field)
}
