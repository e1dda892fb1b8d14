package window

import (
	"net/url"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"

	"crossfeed/ui/window/field"
)

// chooseFolder lets a person choose a folder in Fyne's folder dialog. Esc closes it.
func (w *Window) chooseFolder(chosen func(string)) {
	w.chooser = dialog.NewFolderOpen(func(folder fyne.ListableURI, err error) {
		if err != nil {
			w.Warn(err)
			return
		}
		if folder != nil {
			w.guard(func() { chosen(folder.Path()) })
		}
	}, w.window)
	w.chooser.SetOnClosed(func() { w.chooser = nil })
	w.chooser.Show()
}

// chooseFile lets a person choose a calendar, vCard file, outline, table or feed.
func (w *Window) chooseFile(chosen func(path string)) {
	w.openFile(storage.NewExtensionFileFilter([]string{".ics", ".ical", ".vcf", ".vcard", ".opml", ".csv", ".xml"}), chosen)
}

func (w *Window) chooseAnyFile(chosen func(path string)) { w.openFile(nil, chosen) }

// openFile lets a person choose a file to be opened later.
func (w *Window) openFile(which storage.FileFilter, chosen func(path string)) {
	w.openedFile(which, func(file fyne.URIReadCloser) {
		path := file.URI().Path()
		file.Close() // it is opened again when it is read
		chosen(path)
	})
}

// openedFile lets a person choose a file, and opens it. which may be nil.
func (w *Window) openedFile(which storage.FileFilter, chosen func(fyne.URIReadCloser)) {
	view := dialog.NewFileOpen(func(file fyne.URIReadCloser, err error) {
		switch {
		case err != nil:
			w.Warn(err)
		case file != nil:
			w.guard(func() { chosen(file) })
		}
	}, w.window)
	view.SetFilter(which)
	w.chooser = view
	view.SetOnClosed(func() { w.chooser = nil })
	view.Show()
}

// Browser opens URLs, as fyne.App does.
type Browser interface {
	OpenURL(*url.URL) error
}

// browse has the system open a web address, a mail address or a phone number. It refuses all
// others.
func (w *Window) browse(address string) {
	u, err := url.Parse(address)
	if err == nil && (field.CanOpen(address) || field.IsContact(address)) {
		err = w.Browser.OpenURL(u)
	}
	if err != nil {
		w.Warn(err)
	}
}
