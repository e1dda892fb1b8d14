package widget_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"crossfeed/ui/widget"
)

// What wraps anew in a narrower column covers nothing that is below it.
func TestAColumnMakesRoomForWhatWrapsAnew(t *testing.T) {
	test.NewTempApp(t)
	text, below := widget.NewNotice(strings.Repeat("word ", 20), widget.Look{}), widget.NewLine("below", widget.Look{})
	c := widget.Column(text, below)
	w := test.NewTempWindow(t, c)
	w.SetPadded(false)
	var at []float32
	for _, width := range []float32{900, 200} {
		c.Resize(fyne.NewSize(width, 400))
		at = append(at, below.Position().Y)
		if end := text.Position().Y + text.MinSize().Height; below.Position().Y < end {
			t.Errorf("at %v the text ends at %v, and the line is at %v", width, end, below.Position().Y)
		}
	}
	if at[1] <= at[0] {
		t.Errorf("the line is at %v", at)
	}
}
