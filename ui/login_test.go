//go:build !headless

package ui

import (
	"os"
	"path/filepath"
	"testing"
)

// The file follows the rules of desktop entries, whatever the path of the program is.
func TestTheFileThatStartsTheProgramAtLogin(t *testing.T) {
	f := loginFile{filepath.Join(t.TempDir(), "autostart", "crossfeed.desktop"), `/opt/my "$apps"/100%\crossfeed`, "/home/anna/My lists"}
	if f.Starts() {
		t.Error("it starts before anybody wanted that")
	}
	must(t, f.Set(false)) // which changes nothing
	must(t, f.Set(true))
	text, err := os.ReadFile(f.path)
	must(t, err)
	want := "[Desktop Entry]\nType=Application\nName=Crossfeed\n" +
		`Exec="/opt/my \\"\\$apps\\"/100%%\\\\crossfeed" --data "/home/anna/My lists"` + "\n"
	if string(text) != want || !f.Starts() {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
	must(t, f.Set(false))
	if f.Starts() {
		t.Error("it starts although nobody wants that any more")
	}
}
