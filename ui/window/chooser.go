package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
)

// chooseFolder lets a person choose a folder in Fyne's own view of them. Esc
// closes it.
func (w *Window) chooseFolder(chosen func(string)) {
	w.chooser = dialog.NewFolderOpen(func(folder fyne.ListableURI, err error) {
		if err != nil {
			w.Warn(err)
			return
		}
		if folder != nil {
			chosen(folder.Path())
		}
	}, w.window)
	w.chooser.SetOnClosed(func() { w.chooser = nil })
	w.chooser.Show()
}
