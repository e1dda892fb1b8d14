package widget_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"crossfeed/engine/enginetest/pace"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
)

// drawn returns what a line shows at a width.
func drawn(t *testing.T, text string, width float32) string {
	t.Helper()
	l := widget.NewLine(text, widget.TextStyle{})
	test.NewTempWindow(t, l)
	l.Resize(fyne.NewSize(width, 20))
	return test.TempWidgetRenderer(t, l).Objects()[0].(*canvas.Text).Text
}

func TestALineThatDoesNotFitEndsInAnEllipsis(t *testing.T) {
	themed(t)
	if got := drawn(t, "short", 500); got != "short" {
		t.Errorf("got %q", got)
	}
	got := drawn(t, strings.Repeat("long ", 50), 100)
	if !strings.HasPrefix(got, "long") || !strings.HasSuffix(got, "…") || len(got) > 40 {
		t.Errorf("got %q", got)
	}
	if got := drawn(t, "first\nsecond", 500); got != "first…" {
		t.Errorf("of two lines: got %q", got)
	}
}

// An emoji of several code points is shown completely or not at all.
func TestALineIsCutBetweenClusters(t *testing.T) {
	themed(t)
	const family = "👩‍👩‍👧"
	for width := float32(20); width < 200; width += 7 {
		got := strings.TrimSuffix(drawn(t, strings.Repeat(family, 20), width), "…")
		if strings.ReplaceAll(got, family, "") != "" {
			t.Errorf("at width %v: %q", width, got)
		}
	}
}

// A text that is longer than any window is wide is shown as quickly as a short one: titles
// come from anywhere.
func TestAnEndlessTextIsShownAtOnce(t *testing.T) {
	themed(t)
	text := strings.Repeat("long ", 2_000_000)
	var got string
	took := pace.Yards(func() { got = drawn(t, text, 100) })
	if !strings.HasPrefix(got, "long") || !strings.HasSuffix(got, "…") || len(got) > 40 {
		t.Errorf("got %.60q", got)
	}
	if took > 1000 {
		t.Errorf("it took %.0f yards", took)
	}
}

// drawnOf returns the texts that are drawn.
func drawnOf(r *widget.LongText) (rows []string) {
	for _, o := range uitest.Drawn(r) {
		if text, is := o.(*canvas.Text); is {
			rows = append(rows, text.Text)
		}
	}
	return rows
}

// A text wraps between words, and again when the width changes; nothing of it is lost.
func TestATextWrapsToItsWidth(t *testing.T) {
	themed(t)
	r := widget.NewLongText(&widget.Keys{})
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

// A text of 300,000 bytes is shown immediately.
func TestALongTextIsShownAtOnce(t *testing.T) {
	themed(t)
	r := widget.NewLongText(&widget.Keys{})
	test.NewTempWindow(t, r).Resize(fyne.NewSize(500, 400))
	text := strings.Repeat("All work and no play makes Jack a dull boy, as they say.\n", 5300)
	if took := pace.Yards(func() { r.SetText(text) }); took > 2000 {
		t.Errorf("it took %.0f yards", took)
	}
	if len(drawnOf(r)) > 60 {
		t.Errorf("%d rows are drawn", len(drawnOf(r)))
	}
}

// rowsOf returns the rows of a text at a width.
func rowsOf(w *widget.Words, width float32) []string {
	w.Resize(fyne.NewSize(width, 100))
	var rows []string
	for _, o := range test.WidgetRenderer(w).Objects() {
		rows = append(rows, o.(*canvas.Text).Text)
	}
	return rows
}

func TestWordsWrapToTheWidthAndToTheirRows(t *testing.T) {
	themed(t)
	text := "reading /home/me/Shared/Groceries.xml: no such file"
	w := widget.NewWords(3)
	w.Set(text, widget.TextStyle{})
	if rows := rowsOf(w, 2000); len(rows) != 1 || rows[0] != text {
		t.Errorf("in a wide window: %q", rows)
	}
	rows := rowsOf(w, 280)
	if len(rows) < 2 || strings.Join(rows, " ") != text {
		t.Errorf("in a narrow window: %q", rows)
	}
	for _, row := range rows {
		if got := fyne.MeasureText(row, 14, fyne.TextStyle{}).Width; got > 280 {
			t.Errorf("%q is %v wide", row, got)
		}
	}
	rows = rowsOf(w, 60)
	if len(rows) != 3 || !strings.HasSuffix(rows[2], "…") {
		t.Errorf("far too narrow: %q", rows)
	}
}

// The height depends on the number of rows.
func TestWordsAskForTheHeightOfTheirRows(t *testing.T) {
	themed(t)
	w := widget.NewWords(3)
	w.Set("one two three four five six seven eight", widget.TextStyle{})
	w.Resize(fyne.NewSize(2000, 100))
	one := w.MinSize().Height
	w.Resize(fyne.NewSize(100, 100))
	if got := w.MinSize().Height; got != 3*one {
		t.Errorf("three rows are %v high, one is %v", got, one)
	}
}

// A word that is wider than the row is broken; nothing extends beyond the edge.
func TestALongWordIsBroken(t *testing.T) {
	themed(t)
	text := "given.family@bakery.example"
	w := widget.NewWords(4)
	w.Set(text, widget.TextStyle{})
	rows := rowsOf(w, 80)
	if len(rows) < 2 || strings.Join(rows, "") != text {
		t.Errorf("got %q", rows)
	}
	for _, row := range rows {
		if got := fyne.MeasureText(row, 14, fyne.TextStyle{}).Width; got > 80 {
			t.Errorf("%q is %v wide", row, got)
		}
	}
}
