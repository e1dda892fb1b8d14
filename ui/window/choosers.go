package window

import (
	"net/url"
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"

	"crossfeed/ui/window/field"
	"crossfeed/ui/window/library"
	"crossfeed/ui/wording"
)

// chooseFolder lets a person choose a folder in Fyne's folder dialog. Esc closes it.
func (s *shell) chooseFolder(chosen func(string)) {
	s.chooser = dialog.NewFolderOpen(func(folder fyne.ListableURI, err error) {
		if err != nil {
			s.Warn(err)
			return
		}
		if folder != nil {
			s.guard(func() { chosen(folder.Path()) })
		}
	}, s.window)
	s.chooser.SetOnClosed(func() { s.chooser = nil })
	s.chooser.Show()
}

// chooseFile lets a person choose a calendar, vCard file, outline, table or feed.
func (s *shell) chooseFile(chosen func(path string)) {
	s.openFile(storage.NewExtensionFileFilter([]string{".ics", ".ical", ".vcf", ".vcard", ".opml", ".csv", ".xml"}), chosen)
}

func (s *shell) chooseAnyFile(chosen func(path string)) { s.openFile(nil, chosen) }

// openFile lets a person choose a file to be opened later.
func (s *shell) openFile(which storage.FileFilter, chosen func(path string)) {
	s.openedFile(which, func(file fyne.URIReadCloser) {
		path := file.URI().Path()
		file.Close() // it is opened again when it is read
		chosen(path)
	})
}

// openedFile lets a person choose a file, and opens it. which may be nil.
func (s *shell) openedFile(which storage.FileFilter, chosen func(fyne.URIReadCloser)) {
	view := dialog.NewFileOpen(func(file fyne.URIReadCloser, err error) {
		switch {
		case err != nil:
			s.Warn(err)
		case file != nil:
			s.guard(func() { chosen(file) })
		}
	}, s.window)
	view.SetFilter(which)
	s.chooser = view
	view.SetOnClosed(func() { s.chooser = nil })
	view.Show()
}

// openPath opens a file with the system's program for it. A file that may itself be a program
// is not opened; its folder is.
func (s *shell) openPath(path string) {
	if library.IsProgram(path) {
		s.status.ShowMessage(wording.L("it-may-be-a-program-so", "It may be a program, so Crossfeed opens its folder instead of the file."))
		path = filepath.Dir(path)
	}
	if err := s.Browser.OpenURL(&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}); err != nil {
		s.Warn(err)
	}
}

// browse has the system open a web address, a mail address or a phone number. It refuses all
// others.
func (s *shell) browse(address string) {
	u, err := url.Parse(address)
	if err == nil && (field.CanOpen(address) || field.IsContact(address)) {
		err = s.Browser.OpenURL(u)
	}
	if err != nil {
		s.Warn(err)
	}
}

// Browser opens URLs, as fyne.App does.
type Browser interface {
	OpenURL(*url.URL) error
}
