//go:build !headless

package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"crossfeed/engine"
	"crossfeed/ui/uitest"
)

// texts are all that a window shows.
func (b begun) texts() string {
	var all []string
	b.queue.DoFromGoroutine(func() {
		uitest.Walk(b.window.Content(), func(o fyne.CanvasObject) {
			if text, is := o.(*canvas.Text); is && o.Visible() {
				all = append(all, text.Text)
			}
		})
	}, true)
	return strings.Join(all, " ")
}

// The window says at its start what happened to the data before.
func TestAStartSaysWhatHappenedBefore(t *testing.T) {
	for name, one := range map[string]struct {
		options Options
		says    string
	}{
		"missing changes": {Options{Missing: 3}, "Saved changes are missing: 3."},
		"a crash":         {Options{Crashed: "/home/me/crash.log"}, "Crossfeed quit unexpectedly last time."},
		"a rebuild":       {Options{Rebuilt: "/home/me/damaged-1"}, "The database was damaged and was rebuilt"},
	} {
		t.Run(name, func(t *testing.T) {
			w := begin(t, one.options, func(*engine.Engine) {})
			defer w.end()
			var shown string
			// the start reads the data first
			if !comesTrue(func() bool { shown = w.texts(); return strings.Contains(shown, one.says) }) {
				t.Errorf("the window shows %q", shown)
			}
		})
	}
}
