package widget_test

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"crossfeed/ui/display"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
)

// seenIn returns the texts that an object draws, from left to right, and where the last one
// ends.
func seenIn(t *testing.T, o fyne.CanvasObject) (all []string, right float32) {
	t.Helper()
	for _, drawn := range uitest.Drawn(o) {
		text, is := drawn.(*canvas.Text)
		if !is || text.Text == "" {
			continue
		}
		if left := text.Position().X; left < right-0.1 {
			t.Errorf("%q begins at %v, and what is before it ends at %v", text.Text, left, right)
		}
		all, right = append(all, text.Text), text.Position().X+text.MinSize().Width
	}
	return all, right
}

// A line with mixed writing directions is drawn in visual order, and cut at its end. Hebrew is
// stored in logical order: the expected texts are listed from left to right.
func TestALineThatMixesDirectionsIsDrawnInTheOrderInWhichItIsRead(t *testing.T) {
	themed(t)
	for line, want := range map[string][]string{
		"Groceries (2)":                    {"Groceries (2)"},
		"קניות":                            {"קניות"},
		"קניות (2)":                        {"(", "2", ") ", "קניות"},
		"קניות Milk":                       {"Milk", " ", "קניות"},
		"Milk קניות 12 left":               {"Milk ", "12", " ", "קניות", " left"},
		display.Isolated("קניות") + " (2)": {"קניות", " (2)"},
		"See " + display.Isolated("קניות Milk") + " or " + display.Isolated("חלב") + ".": {"See ", "Milk", " ", "קניות", " or ", "חלב", "."},
		"אבג " + display.Isolated("abc דהו") + " זחט":                                    {"זחט", " ", "abc ", "דהו", " ", "אבג"},
	} {
		for name, o := range map[string]fyne.CanvasObject{"line": widget.NewLine(line, widget.TextStyle{}), "whole line": widget.NewWholeLine(line, widget.TextStyle{}), "words": inWords(line)} {
			test.NewTempWindow(t, o).Resize(fyne.NewSize(400, 40))
			if got, _ := seenIn(t, o); !slices.Equal(got, want) {
				t.Errorf("%s: %q is drawn as %q, want %q", name, line, got, want)
			}
		}
	}
}

func inWords(text string) fyne.CanvasObject {
	w := widget.NewWords(2)
	w.Set(text, widget.TextStyle{})
	return w
}

// At whatever width it is cut, it stays within its area, aligned according to its style.
func TestALineThatMixesDirectionsStaysInItsRoom(t *testing.T) {
	themed(t)
	const text = "רשימת קניות Milk and bread 12 لشراء الحليب والخبز (2)"
	for width := float32(40); width < 500; width += 7 {
		for _, look := range []widget.TextStyle{{}, {Trailing: true}, {Centered: true}} {
			l := widget.NewLine(text, look)
			l.Resize(fyne.NewSize(width, 20))
			_, right := seenIn(t, l)
			if right > width+1 {
				t.Errorf("at a width of %v it ends at %v", width, right)
			}
			if look.Trailing && right < width-0.1 {
				t.Errorf("at the end of a width of %v it ends at %v", width, right)
			}
		}
	}
}
