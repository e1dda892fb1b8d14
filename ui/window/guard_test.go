package window

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/crash"
)

// The window stays open if the handler of an event panics, and says where the details are.
func TestAHandlerThatPanicsLeavesTheWindowOpen(t *testing.T) {
	folder := t.TempDir()
	must(t, two(crash.Open(folder, "1.2")))
	log := filepath.Join(folder, "crash.log")
	fails := func() { panic(errors.New("Milk")) }
	for name, panics := range map[string]func(*desk){
		"a shortcut": func(d *desk) {
			d.win.Scaled = func(float32) { fails() }
			d.press(fyne.KeyEqual, ctrl)
		},
		"a command of the menu": func(d *desk) {
			d.win.Contrasted = func(bool) { fails() }
			line, _ := d.lineOf("High contrast")
			line.Action()
		},
		"a key of the canvas": func(d *desk) {
			held := d.win.Held
			d.win.Held = func() fyne.KeyModifier { fails(); return 0 }
			d.fyne.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: fyne.KeyF9})
			d.win.Held = held
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := todos(t, "milk")
			d.win.Guard = crash.Do
			panics(d)
			d.rest()
			same(t, "it says where", d.win.status.Text(), "An internal error interrupted this. Everything you saved is safe. Details: "+log)
			text, err := os.ReadFile(log)
			must(t, err)
			same(t, "version and stack are logged", strings.Contains(string(text), "Crossfeed 1.2") && strings.Contains(string(text), "guard_test.go"), true)
			same(t, "content is logged", strings.Contains(string(text), "Milk"), false)
			must(t, os.Remove(log))
			d.press(fyne.KeyN, ctrl)
			d.types("bread")
			d.press(fyne.KeyReturn)
			d.rest()
			same(t, "it still works", d.shows("bread"), true)
		})
	}
}
