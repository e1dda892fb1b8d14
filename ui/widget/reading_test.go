package widget_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"crossfeed/engine/enginetest/pace"
	"crossfeed/ui/widget"
)

// drawnOf are the texts that are drawn.
func drawnOf(r *widget.Reading) (rows []string) {
	for _, o := range test.LaidOutObjects(r) {
		if text, is := o.(*canvas.Text); is {
			rows = append(rows, text.Text)
		}
	}
	return rows
}

// A text wraps between words, and anew where it has another width; nothing of it is lost.
func TestATextWrapsToItsWidth(t *testing.T) {
	themed(t)
	r := widget.NewReading(&widget.Keys{})
	w := test.NewTempWindow(t, r)
	const text = "one two three four five six seven eight nine ten\nshort\n\nthelongestwordthatanybodyeversawinawindowthatisasnarrowasthisone"
	r.SetText(text)
	for _, width := range []float32{600, 150} {
		w.Resize(fyne.NewSize(width, 600))
		got := drawnOf(r)
		if all := strings.ReplaceAll(strings.Join(got, ""), " ", ""); all != strings.NewReplacer(" ", "", "\n", "").Replace(text) {
			t.Errorf("at %v: %q", width, got)
		}
		for _, row := range got {
			if size := fyne.MeasureText(row, 14, fyne.TextStyle{}).Width; size > width {
				t.Errorf("at %v: %q is %v wide", width, row, size)
			}
		}
		if width < 200 && len(got) < 7 {
			t.Errorf("at %v there are only %d rows", width, len(got))
		}
	}
}

// A text of 300,000 bytes is shown within a moment.
func TestALongTextIsShownAtOnce(t *testing.T) {
	themed(t)
	r := widget.NewReading(&widget.Keys{})
	test.NewTempWindow(t, r).Resize(fyne.NewSize(500, 400))
	text := strings.Repeat("All work and no play makes Jack a dull boy, as they say.\n", 5300)
	if took := pace.Yards(func() { r.SetText(text) }); took > 2000 {
		t.Errorf("it took %.0f yards", took)
	}
	if len(drawnOf(r)) > 60 {
		t.Errorf("%d rows are drawn", len(drawnOf(r)))
	}
}
