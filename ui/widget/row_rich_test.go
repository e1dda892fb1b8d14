package widget_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/widget"
)

// partsOf are the texts of a row as they are drawn at a width, from left to
// right.
func partsOf(t *testing.T, c widget.RichCells, width float32) string {
	t.Helper()
	themed(t)
	r := widget.NewRichRow()
	r.Set(c)
	w := test.NewTempWindow(t, r)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(width, r.MinSize().Height))
	var texts []string
	for _, o := range test.LaidOutObjects(r) {
		if text, is := o.(*canvas.Text); is && text.Text != "" && text.Size().Width > 0 {
			texts = append(texts, text.Text)
		}
	}
	return strings.Join(texts, "|")
}

// What stands back is shortened first, then the text; the note never is.
func TestARowShortensWhatMattersLeast(t *testing.T) {
	c := widget.RichCells{Text: "Return the library books", Aside: "#town  #errand", Note: "tomorrow 18:00"}
	for width, want := range map[float32]string{
		500: "Return the library books|#town  #errand|tomorrow 18:00",
		350: "Return the library books|#town  #…|tomorrow 18:00",
		260: "Return the library…|tomorrow 18:00",
	} {
		if got := partsOf(t, c, width); got != want {
			t.Errorf("at %v: %q, want %q", width, got, want)
		}
	}
}

func TestTheSignsOfARowCanBeClicked(t *testing.T) {
	themed(t)
	r := widget.NewRichRow()
	var clicked []string
	r.OnLead = func() { clicked = append(clicked, "lead") }
	r.OnFold = func() { clicked = append(clicked, "fold") }
	r.Set(widget.RichCells{Text: "x", Fold: widget.FoldOpen, Lead: fynetheme.CheckButtonIcon()})
	w := test.NewTempWindow(t, r)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(300, r.MinSize().Height))
	middle := r.MinSize().Height / 2
	test.TapCanvas(w.Canvas(), fyne.NewPos(14, middle))
	test.TapCanvas(w.Canvas(), fyne.NewPos(34, middle))
	if got := strings.Join(clicked, " "); got != "fold lead" {
		t.Errorf("clicked: %q", got)
	}
}
