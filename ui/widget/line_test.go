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

// drawn is what a line of a width shows.
func drawn(t *testing.T, text string, width float32) string {
	t.Helper()
	l := widget.NewLine(text, widget.Look{})
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

// An emoji of several code points is shown whole or not at all.
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

// A text that is longer than any window is wide is shown as quickly as a short one:
// titles come from anywhere.
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
