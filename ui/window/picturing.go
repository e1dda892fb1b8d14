package window

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"

	"crossfeed/engine/record"
	"crossfeed/ui/window/work"
)

// choosePicture lets a person choose a picture, makes it small in the
// background, and gives it to use.
func (w *Window) choosePicture(use func(value string)) {
	view := dialog.NewFileOpen(func(file fyne.URIReadCloser, err error) {
		switch {
		case err != nil:
			w.Warn(err)
		case file != nil:
			w.shrink(file, use)
		}
	}, w.window)
	view.SetFilter(storage.NewExtensionFileFilter([]string{".png", ".jpg", ".jpeg", ".gif"}))
	w.chooser = view
	view.SetOnClosed(func() { w.chooser = nil })
	view.Show()
}

// shrink uses the picture for the item for which it was chosen alone.
func (w *Window) shrink(file fyne.URIReadCloser, use func(value string)) {
	chosenFor := w.detail.Item()
	work.Ask(w.Seam, func(context.Context) (string, error) {
		value, err := record.ShrinkPicture(file)
		file.Close() // read to its end, or an error already
		return value, err
	}, func(value string, err error) {
		switch {
		case err != nil:
			w.Warn(err)
		case w.detail.Item() == chosenFor:
			use(value)
		}
	})
}
