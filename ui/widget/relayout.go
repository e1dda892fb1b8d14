package widget

import "fyne.io/fyne/v2"

// LayOut lays out a container and those in it, after parts of them were shown,
// hidden, or need another size. Refreshing it does so too, but draws every
// widget in it again, which takes ten times as long.
func LayOut(c *fyne.Container) {
	if c.Layout != nil {
		c.Layout.Layout(c.Objects, c.Size())
	}
	for _, o := range c.Objects {
		if inner, is := o.(*fyne.Container); is && inner.Visible() {
			LayOut(inner)
		}
	}
}
