package window

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/lists/transfer"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
)

// fakeFileDialog is the file dialog of a desktop, in which a person chooses a path, or "" to close
// it.
type fakeFileDialog struct {
	path  string
	err   error
	asked []FileQuestion
}

func (f *fakeFileDialog) Choose(_ context.Context, q FileQuestion) (string, error) {
	f.asked = append(f.asked, q)
	return f.path, f.err
}

// choosesForImport opens the page for import and presses its button to choose a file.
func (d *desk) choosesForImport() {
	d.press(fyne.KeyI, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.rest()
	d.press(fyne.KeyTab)
	d.press(fyne.KeySpace)
	d.rest()
}

// asksForPath returns the texts of the question for a path, or "" if it is not shown.
func (d *desk) asksForPath() string {
	var all []string
	for _, o := range uitest.Drawn(d.fyne.Canvas().Overlays().Top()) {
		switch o := o.(type) {
		case *widget.Line:
			all = append(all, o.Text())
		case *widget.Notice:
			all = append(all, o.Text())
		}
	}
	return strings.Join(all, "\n")
}

// entersPath types a path and presses Enter.
func (d *desk) entersPath(path string) {
	d.types(path)
	d.press(fyne.KeyReturn)
	d.rest()
}

// browses presses the button that is next to the entry for a path.
func (d *desk) browses() {
	d.press(fyne.KeyTab)
	d.press(fyne.KeySpace)
	d.rest()
}

func TestAFileIsChosenInTheDialogOfTheDesktop(t *testing.T) {
	d := newDesk(t)
	dialog := &fakeFileDialog{path: file(t, "family.vcf", card("1", "First"))}
	d.win.FileDialog = dialog
	d.choosesForImport()
	same(t, "questions", len(dialog.asked), 1)
	same(t, "title", dialog.asked[0].Title, "Choose a file")
	same(t, "kind", dialog.asked[0].Kind, "Calendars, contacts, outlines, tables and feeds")
	same(t, "extensions", strings.Join(dialog.asked[0].Extensions, " "), ".ics .ical .vcf .vcard .opml .csv .xml")
	same(t, "asks for a path, too", d.asksForPath(), "")
	same(t, "new", d.win.pages.importing().Shown().Plan.Count(transfer.New), 1)
}

func TestAFolderIsChosenInTheDialogOfTheDesktop(t *testing.T) {
	d := withList(t, "Milk")
	dialog := &fakeFileDialog{path: t.TempDir()}
	d.win.FileDialog = dialog
	got := ""
	d.win.chooseFolder(func(path string) { got = path })
	d.rest()
	same(t, "path", got, dialog.path)
	same(t, "a folder", dialog.asked[0].Folder, true)
	same(t, "title", dialog.asked[0].Title, "Choose a folder")
}

// After a closed dialog, the page is as before.
func TestAClosedFileDialogChoosesNothing(t *testing.T) {
	d := newDesk(t)
	d.win.FileDialog = &fakeFileDialog{}
	d.choosesForImport()
	same(t, "asks for a path", d.asksForPath(), "")
	same(t, "nothing is read", d.win.pages.importing().Shown().Plan == nil, true)
	same(t, "the page", d.win.pages.shown == page(d.win.pages.importing()), true)
}

// While the dialog of the desktop is open, the person can go on. The file is not attached to
// another item.
func TestAFileIsAttachedOnlyToTheItemThatItWasAskedFor(t *testing.T) {
	d := todos(t, "Call", "Pay")
	d.mark(0)
	d.win.FileDialog = &fakeFileDialog{path: chosenFile(t, "a.txt", "a")}
	d.press(fyne.KeyA, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.mark(1)
	d.rest()
	same(t, "said", d.win.status.Text(), "“a.txt” was not attached: you had chosen it for another item.")
	d.press(fyne.KeyA, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.rest()
	same(t, "attached", strings.Contains(d.win.detail.Values()["files"], "a.txt"), true)
}

// Without a dialog of the desktop, or if it fails, the person types or pastes a path.
func TestAPathIsEnteredWhereTheDesktopHasNoDialog(t *testing.T) {
	for name, dialog := range map[string]FileDialog{"none": nil, "failing": &fakeFileDialog{err: errors.New("no portal")}} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			path := file(t, "family.vcf", card("1", "First"))
			d.win.FileDialog = dialog
			d.choosesForImport()
			same(t, "the question", strings.HasPrefix(d.asksForPath(), "Choose a file\nCalendars, contacts"), true)
			fyne.CurrentApp().Clipboard().SetContent(path + "\n")
			d.press(fyne.KeyV, ctrl)
			d.press(fyne.KeyReturn)
			d.rest()
			same(t, "closed", d.asksForPath(), "")
			same(t, "new", d.win.pages.importing().Shown().Plan.Count(transfer.New), 1)
		})
	}
}

func TestAnEnteredPathMayBeginAtTheHomeFolder(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	must(t, os.Mkdir(filepath.Join(home, "Lists"), 0o700))
	d := withList(t, "Milk")
	got := ""
	d.win.chooseFolder(func(path string) { got = path })
	d.entersPath("~/Lists")
	same(t, "path", got, filepath.Join(home, "Lists"))
}

// A wrong path is named with what to do, and the question stays open for another one.
func TestAWrongPathIsNamed(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "a.vcf")
	must(t, os.WriteFile(name, nil, 0o600))
	d := newDesk(t)
	got := ""
	chosen := func(path string) { got = path }
	for _, c := range []struct {
		choose         func(func(string))
		entered, wrong string
	}{
		{d.win.chooseFile, name + "x", name + "x was not found. Check the name, or connect its drive."},
		{d.win.chooseFile, folder, folder + " is a folder. Enter the path of a file, or choose “Browse…”."},
		{d.win.chooseFolder, name, name + " is a file. Enter the path of a folder, or choose “Browse…”."},
		{d.win.chooseFolder, "", "Enter a path, or choose “Browse…”."},
		{d.win.chooseFile, "https://example.org/a.ics", "Only files of this computer can be used here. Save it as a file, and enter its path."},
	} {
		c.choose(chosen)
		d.entersPath(c.entered)
		same(t, c.wrong, strings.Contains(d.asksForPath(), c.wrong), true)
		same(t, "chosen", got, "")
		d.press(fyne.KeyEscape)
		same(t, "closed", d.asksForPath(), "")
	}
}

// Esc closes the question, the focus returns, and the page below is as it was.
func TestEscapeClosesTheQuestionForAPath(t *testing.T) {
	d := newDesk(t)
	before := d.win.pages.shown
	d.choosesForImport()
	d.types("/tmp")
	d.press(fyne.KeyEscape)
	same(t, "closed", d.asksForPath(), "")
	same(t, "the page", d.win.pages.shown == page(d.win.pages.importing()), true)
	d.press(fyne.KeySpace)
	d.rest()
	same(t, "asks again", d.asksForPath() != "", true)
	d.press(fyne.KeyEscape)
	d.press(fyne.KeyEscape)
	same(t, "back", d.win.pages.shown == before, true)
}

// Fyne's dialog is shown over the question. Esc closes the dialog, then the question.
func TestBrowsingIsOverTheQuestionForAPath(t *testing.T) {
	t.Setenv("HOME", t.TempDir()) // the dialog remembers its folder, which is gone for the next test
	d := newDesk(t)
	d.choosesForImport()
	d.browses()
	same(t, "dialogs", len(d.fyne.Canvas().Overlays().List()), 2)
	d.press(fyne.KeyEscape)
	same(t, "dialogs after Esc", len(d.fyne.Canvas().Overlays().List()), 1)
	d.press(fyne.KeyEscape)
	same(t, "dialogs after Esc twice", len(d.fyne.Canvas().Overlays().List()), 0)
}
