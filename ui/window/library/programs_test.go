package library

import "testing"

// Files that the system would run are not opened, however their names are written.
func TestProgramsAreNotOpened(t *testing.T) {
	for name, want := range map[string]bool{
		"photo.jpg": false, "letter.pdf": false, "README": false, "a.tar.gz": false, "page.html": false,
		"setup.exe": true, "Setup.EXE": true, "holiday.jpg.exe": true, "run.sh": true, "x.desktop": true, "a.bat. ": true, "link.LNK": true, "go.AppImage": true,
	} {
		if got := runs(name); got != want {
			t.Errorf("%q: %v, want %v", name, got, want)
		}
	}
	if !runs("photo.jpg", "0a1b.exe") {
		t.Error("a file is not what it is called")
	}
}
