package widget_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"crossfeed/ui/widget"
)

// rowsOf are the rows that a text is drawn in at a width.
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
	w.Set(text, widget.Look{})
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

// The height follows the rows.
func TestWordsAskForTheHeightOfTheirRows(t *testing.T) {
	themed(t)
	w := widget.NewWords(3)
	w.Set("one two three four five six seven eight", widget.Look{})
	w.Resize(fyne.NewSize(2000, 100))
	one := w.MinSize().Height
	w.Resize(fyne.NewSize(100, 100))
	if got := w.MinSize().Height; got != 3*one {
		t.Errorf("three rows are %v high, one is %v", got, one)
	}
}

// A word that is wider than the row is broken; nothing stands over the edge.
func TestALongWordIsBroken(t *testing.T) {
	themed(t)
	text := "given.family@bakery.example"
	w := widget.NewWords(4)
	w.Set(text, widget.Look{})
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
