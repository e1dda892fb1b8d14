//go:build display

package walkthrough_test

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crossfeed/ui/walkthrough"
)

// todoFile writes a file with a todo, in a folder whose name has to be quoted in URIs.
func (j *journey) todoFile() string {
	j.t.Helper()
	folder := filepath.Join(j.folder, "For us 100%")
	j.must(os.Mkdir(folder, 0o700))
	path := filepath.Join(folder, "todos.ics")
	todo := []string{"BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:test", "BEGIN:VTODO", "UID:1", "DTSTAMP:20261101T120000Z", "SUMMARY:Call the plumber", "END:VTODO", "END:VCALENDAR", ""}
	j.must(os.WriteFile(path, []byte(strings.Join(todo, "\r\n")), 0o600))
	j.name = "todos"
	return path
}

// imported imports what is shown, and waits for it in the store.
func (j *journey) imported() {
	j.t.Helper()
	j.sees()
	j.press("ctrl+Return")
	j.until("the item of the file", func() (bool, string) {
		all := j.items(j.a)
		return len(all) == 1 && all[0].Title == "Call the plumber", say(all)
	})
}

// asked waits for the next dialog that the program asks the desktop for.
func (j *journey) asked(dialogs <-chan *walkthrough.FileDialog) *walkthrough.FileDialog {
	j.t.Helper()
	select {
	case d := <-dialogs:
		return d
	case <-time.After(30 * time.Second):
		j.picture("stuck")
		j.t.Fatalf("the program asked for no dialog; it said:\n%s", j.window.Stderr())
		return nil
	}
}

// The window goes on while the desktop shows its file dialog. A closed one changes nothing, and a
// new one closes the previous one. Where the desktop fails to show it, the window asks for a path.
func TestAFileIsChosenInTheDialogOfTheDesktop(t *testing.T) {
	j := begin(t)
	path := j.todoFile()
	bus, err := walkthrough.StartSessionBus(t.Context())
	j.must(err)
	t.Cleanup(bus.Stop)
	dialogs, err := bus.ServeFileDialogs()
	j.must(err)
	j.env = []string{bus.Variable()}
	j.reopen()

	j.press("ctrl+shift+i", "Tab", "space")
	first := j.asked(dialogs)
	if first.Title != "Choose a file" || !strings.HasPrefix(first.Parent, "x11:") || first.Options["directory"].Value() != false {
		t.Errorf("it asked %+v", first)
	}
	if filters := first.Options["filters"].String(); !strings.Contains(filters, `"*.[iI][cC][sS]"`) || !strings.Contains(filters, `"All files"`) {
		t.Errorf("the filters are %s", filters)
	}
	before := j.pixels("1280x800+0+0")
	j.must(first.Cancel())
	j.must(j.window.Rest(j.ctx))
	if j.pixels("1280x800+0+0") != before {
		t.Error("a closed dialog changed the window")
	}

	j.press("space")
	second := j.asked(dialogs)
	j.press("Escape", "ctrl+shift+i", "Tab", "space") // the window goes on
	third := j.asked(dialogs)
	select {
	case <-second.Closed:
	case <-time.After(30 * time.Second):
		t.Error("the second dialog was not closed")
	}
	j.must(third.Fail())
	j.must(j.window.Rest(j.ctx))
	j.picture("a path in place of a failed dialog")
	j.press("Escape", "space")
	j.must(j.asked(dialogs).Choose((&url.URL{Scheme: "file", Path: path}).String()))
	j.must(j.window.Rest(j.ctx))
	j.picture("chosen")
	j.imported()
}

// Where the desktop has no file dialog, the path is typed. Browsing and Escape lead back to it.
func TestAPathIsTypedWhereTheDesktopHasNoFileDialog(t *testing.T) {
	j := begin(t)
	path := j.todoFile()
	for _, look := range []string{"dark", "light"} {
		j.env = []string{"FYNE_THEME=" + look, "HOME=" + j.folder}
		j.reopen()
		j.press("ctrl+shift+i", "Tab", "space")
		j.picture(look)
		j.typed("~/none.ics\n")
		j.picture(look + " wrong path")
		j.press("Tab", "space")
		j.picture(look + " browse")
		j.press("Escape", "shift+Tab", "ctrl+a")
	}
	j.typed("~/" + filepath.Base(filepath.Dir(path)) + "/todos.ics\n")
	j.picture("chosen")
	j.imported()
}
