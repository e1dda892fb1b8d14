package diff

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"crossfeed/engine/merge"
	"crossfeed/ui/theme"
	"crossfeed/ui/uitest"
)

// A Hebrew line is drawn from right to left, including marked words.
func TestALineFromRightToLeftIsDrawnInReadingOrder(t *testing.T) {
	uitest.App(t, theme.New(1))
	drawn := half(Half{There: true, Spans: []merge.Span{{Text: "לקנות "}, {Text: "חלב", Marked: true}, {Text: " 12 היום"}}}, merge.Changed, 0, 500, 20)
	var texts []*canvas.Text
	for _, o := range drawn {
		if text, is := o.(*canvas.Text); is && text.Text != "~" {
			texts = append(texts, text)
		}
	}
	slices.SortFunc(texts, func(a, b *canvas.Text) int { return int(a.Position().X - b.Position().X) })
	var got []string
	for _, text := range texts {
		style := text.Text
		if text.TextStyle == (fyne.TextStyle{Monospace: true, Bold: true}) {
			style = "[" + style + "]"
		}
		got = append(got, style)
	}
	if want := "היום| |12| |[חלב]| |לקנות"; strings.Join(got, "|") != want {
		t.Errorf("drawn from left to right: %q, want %q", strings.Join(got, "|"), want)
	}
}
