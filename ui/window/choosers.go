package window

import (
	"context"
	"net/url"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/engine/transport"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/field"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/window/library"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// FileDialog is the file dialog of the desktop.
type FileDialog interface {
	// Choose shows the dialog, and returns the absolute path of what the person chose, or "" if
	// they closed the dialog. An error means that the desktop cannot show the dialog. The end of
	// ctx closes it.
	Choose(ctx context.Context, q FileQuestion) (path string, err error)
}

// FileQuestion is what a file dialog asks for.
type FileQuestion struct {
	Title string
	// Folder asks for a folder instead of a file.
	Folder bool
	// Kind names the files to show first, which have one of the extensions; "" means all files.
	Kind       string
	Extensions []string
}

// chooseFolder lets a person choose a folder.
func (s *shell) chooseFolder(chosen func(path string)) {
	s.chooseWith(FileQuestion{Title: wording.L("choose-a-folder-title", "Choose a folder"), Folder: true}, chosen)
}

// chooseFile lets a person choose a calendar, vCard file, outline, table or feed.
func (s *shell) chooseFile(chosen func(path string)) {
	s.chooseOf(wording.L("calendars-contacts-outlines-tables-and", "Calendars, contacts, outlines, tables and feeds"), []string{".ics", ".ical", ".vcf", ".vcard", ".opml", ".csv", ".xml"}, chosen)
}

func (s *shell) chooseAnyFile(chosen func(path string)) { s.chooseOf("", nil, chosen) }

// chooseOf lets a person choose a file of a kind.
func (s *shell) chooseOf(kind string, extensions []string, chosen func(path string)) {
	s.chooseWith(FileQuestion{Title: wording.L("choose-a-file-title", "Choose a file"), Kind: kind, Extensions: extensions}, chosen)
}

// chooseWith asks in the desktop's file dialog, or for a path if the desktop has none. A new
// question closes the dialog of the previous one.
func (s *shell) chooseWith(q FileQuestion, chosen func(path string)) {
	if s.FileDialog == nil {
		s.askPath(q, chosen)
		return
	}
	work.AskBeside(&s.choosing, s.Seam, func(ctx context.Context) (string, error) { return s.FileDialog.Choose(ctx, q) }, func(path string, err error) {
		switch {
		case err != nil:
			s.askPath(q, chosen)
		case path != "":
			chosen(path)
		}
	})
}

// askPath asks for a path over the window, so that the page below stays as it is.
func (s *shell) askPath(q FileQuestion, chosen func(path string)) {
	if s.closeChooser != nil {
		s.closeChooser()
	}
	var over *fynewidget.PopUp
	leave := func() {
		over.Hide()
		s.choosing.Cancel()
		s.closeChooser = nil
	}
	done := func(path string) {
		leave()
		chosen(path)
	}
	keys := &widget.Keys{Held: s.keys.Held, Now: s.keys.Now, Notify: s.keys.Notify, Guard: s.keys.Guard, Key: func(ev *fyne.KeyEvent) bool {
		if ev.Name == fyne.KeyEscape {
			leave()
		}
		return ev.Name == fyne.KeyEscape
	}}
	var form *forms.Path
	form = forms.NewPathForm(keys, q.Title, q.Kind, q.Folder, forms.PathEvents{
		Browse: func() { s.browseFiles(q, leave, done) },
		Done: func(entered string) {
			work.AskBeside(&s.choosing, s.Seam, func(context.Context) (string, error) { return existing(s.Files, entered, q.Folder) }, func(path string, err error) {
				if err != nil {
					form.Problem(wording.Error(err))
					fitForm(over, form.Form)
					return
				}
				done(path)
			})
		},
		Leave: leave,
	})
	over = fynewidget.NewModalPopUp(form.Object(), s.window.Canvas())
	over.Show()
	fitForm(over, form.Form)
	s.closeChooser = leave
	s.focus(form.Focus())
}

// fitForm makes a form over the window as high as it has to be.
func fitForm(over *fynewidget.PopUp, form *forms.Form) {
	over.Resize(form.Least())
	over.Resize(form.Least()) // the height of wrapped text depends on its width
}

// existing returns the absolute path of an existing file or folder that a person entered.
func existing(files Files, entered string, folder bool) (string, error) {
	entered = strings.TrimSpace(entered)
	if entered == "" {
		return "", wording.Worded(wording.L("enter-a-path-or-choose-browse", "Enter a path, or choose “Browse…”."))
	}
	path, err := transport.Path(entered)
	if err != nil {
		return "", err
	}
	file, err := files.Open(path)
	if err != nil {
		return "", err
	}
	file.Close() // it is opened again when it is read
	switch is, err := files.IsFolder(path); {
	case err != nil:
		return "", err
	case is && !folder:
		return "", wording.Worded(wording.L("path-is-a-folder-enter", "{{.Path}} is a folder. Enter the path of a file, or choose “Browse…”.", wording.Data{"Path": path}))
	case folder && !is:
		return "", wording.Worded(wording.L("path-is-a-file-enter", "{{.Path}} is a file. Enter the path of a folder, or choose “Browse…”.", wording.Data{"Path": path}))
	}
	return path, nil
}

// browseFiles lets a person choose in Fyne's dialog, which has no entry for a path. It is shown
// over the question for the path, which leave closes.
func (s *shell) browseFiles(q FileQuestion, leave func(), done func(path string)) {
	var view *dialog.FileDialog
	chosen := func(uri fyne.URI, err error) {
		s.guard(func() {
			switch {
			case err != nil:
				s.Warn(err)
			case uri != nil:
				done(uri.Path())
			}
		})
	}
	if q.Folder {
		view = dialog.NewFolderOpen(func(folder fyne.ListableURI, err error) { chosen(folder, err) }, s.window)
	} else {
		view = dialog.NewFileOpen(func(file fyne.URIReadCloser, err error) {
			if file == nil {
				chosen(nil, err)
				return
			}
			file.Close() // it is opened again when it is read
			chosen(file.URI(), err)
		}, s.window)
		if q.Extensions != nil {
			view.SetFilter(storage.NewExtensionFileFilter(q.Extensions))
		}
	}
	s.closeChooser = view.Dismiss
	view.SetOnClosed(func() { s.closeChooser = leave })
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
	if err != nil || !field.CanOpen(address) && !field.IsContact(address) {
		return
	}
	if err := s.Browser.OpenURL(u); err != nil {
		s.status.Warn(noProgram(u))
	}
}

// noProgram says that nothing opens an address, and repeats it for the person to copy.
func noProgram(u *url.URL) string {
	switch u.Scheme {
	case "mailto":
		return wording.L("no-program-opens-email", "No program on this computer opens email addresses: {{.At}}", wording.Data{"At": u.Opaque})
	case "tel":
		return wording.L("no-program-opens-phone", "No program on this computer opens phone numbers: {{.At}}", wording.Data{"At": u.Opaque})
	}
	return wording.L("no-program-opens-web", "No program on this computer opens web addresses: {{.At}}", wording.Data{"At": u.String()})
}

// Browser opens URLs, as fyne.App does.
type Browser interface {
	OpenURL(*url.URL) error
}
