//go:build !headless

package ui

import (
	"encoding/xml"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Any path of the program and of the data can be started.
func TestTheFileThatStartsTheProgramAtLogin(t *testing.T) {
	want := "[Desktop Entry]\nType=Application\nName=Crossfeed\n" +
		`Exec="/opt/my \\"\\$apps\\"/100%%\\\\crossfeed" --data "/home/anna/My lists"` + "\n"
	f := loginFile{filepath.Join(t.TempDir(), "autostart", "crossfeed.desktop"), autostart(`/opt/my "$apps"/100%\crossfeed`, "/home/anna/My lists")}
	if f.Starts() {
		t.Error("it starts before anybody wanted that")
	}
	must(t, f.Set(false)) // which changes nothing
	must(t, f.Set(true))
	text, err := os.ReadFile(f.path)
	must(t, err)
	if string(text) != want || !f.Starts() {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
	must(t, f.Set(false))
	if f.Starts() {
		t.Error("it starts although nobody wants that any more")
	}
}

// The desktop starts the program in another folder.
func TestTheProgramStartsAtLoginWithTheAbsolutePathOfItsData(t *testing.T) {
	config, here := t.TempDir(), t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", config)
	t.Chdir(here)
	must(t, startAtLogin("lists").Set(true))
	text, err := os.ReadFile(filepath.Join(config, "autostart", "io.crossfeed.Crossfeed.desktop"))
	must(t, err)
	if want := ` --data "` + filepath.Join(here, "lists") + `"`; !strings.Contains(string(text), want) {
		t.Errorf("got\n%s\nwithout %s", text, want)
	}
}

// macOS reads the program and its arguments from a property list.
func TestTheLaunchAgentThatStartsTheProgramAtLogin(t *testing.T) {
	program, dir := "/Applications/Anna & Ben's <\"new\">.app/Contents/MacOS/crossfeed", "/Users/anna/Library/Application Support/crossfeed"
	var list struct {
		XMLName xml.Name
		Dict    struct {
			Keys      []string `xml:"key"`
			Label     string   `xml:"string"`
			Arguments []string `xml:"array>string"`
			True      *string  `xml:"true"`
		} `xml:"dict"`
	}
	must(t, xml.Unmarshal([]byte(launchAgent(program, dir)), &list))
	d := list.Dict
	if list.XMLName.Local != "plist" || !slices.Equal(d.Keys, []string{"Label", "ProgramArguments", "RunAtLoad"}) || d.Label != "io.crossfeed.Crossfeed" || !slices.Equal(d.Arguments, []string{program, "--data", dir}) || d.True == nil {
		t.Errorf("got %+v", list)
	}
}
