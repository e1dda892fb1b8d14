package widget_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
)

// The columns of two rows are aligned, whatever they contain.
func TestColumnsStandBelowEachOther(t *testing.T) {
	themed(t)
	short, long := widget.NewColumnsRow(1, 3), widget.NewColumnsRow(1, 3)
	short.Set(0, "a", widget.TextStyle{})
	long.Set(0, "a text that is much longer than its column", widget.TextStyle{})
	var at []fyne.Position
	for _, r := range []*widget.ColumnsRow{short, long} {
		r.Set(1, "second", widget.TextStyle{})
		test.NewTempWindow(t, r).Resize(fyne.NewSize(300, 40))
		for _, o := range uitest.Drawn(r) {
			if l, is := o.(*widget.Line); is && l.Text() == "second" {
				at = append(at, l.Position())
				if l.Size().Width < 180 || l.Size().Width > 230 {
					t.Errorf("three quarters of the width are %v", l.Size().Width)
				}
			}
		}
	}
	if len(at) != 2 || at[0].X != at[1].X {
		t.Errorf("they stand at %v", at)
	}
}

// The fold sign can be clicked; the picture cannot.
func TestARowWithAPictureFolds(t *testing.T) {
	themed(t)
	r := widget.NewMediaRow(&widget.Keys{})
	folded := 0
	r.OnFold = func() { folded++ }
	r.Set(widget.MediaCells{Text: "Day one", Below: "May 22", Fold: widget.FoldClosed, Icon: fynetheme.FolderIcon()})
	w := test.NewTempWindow(t, r)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(300, r.MinSize().Height))
	middle := r.MinSize().Height / 2
	test.TapCanvas(w.Canvas(), fyne.NewPos(14, middle))
	test.TapCanvas(w.Canvas(), fyne.NewPos(50, middle))
	if folded != 1 {
		t.Errorf("folded %d times", folded)
	}
}

// Wrapped text covers nothing below it, however narrow the window is.
func TestWhatIsUnderAnotherIsNotCovered(t *testing.T) {
	themed(t)
	words := widget.NewWords(5)
	words.Set("many words that need several rows where there is little room for them", widget.TextStyle{})
	rest := container.NewStack(widget.NewLine("rest", widget.TextStyle{}))
	w := test.NewTempWindow(t, widget.Under(words, rest))
	for _, width := range []float32{700, 150} {
		w.Resize(fyne.NewSize(width, 400))
		if end := words.Position().Y + words.MinSize().Height; rest.Position().Y < end {
			t.Errorf("at %v the rest begins at %v, above %v", width, rest.Position().Y, end)
		}
	}
}

// partsOf returns the texts of a row as drawn at a width, from left to right.
func partsOf(t *testing.T, c widget.RichCells, width float32) string {
	t.Helper()
	themed(t)
	r := widget.NewRichRow(&widget.Keys{})
	r.Set(c)
	w := test.NewTempWindow(t, r)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(width, r.MinSize().Height))
	var texts []string
	for _, o := range uitest.Drawn(r) {
		if text, is := o.(*canvas.Text); is && text.Text != "" && text.Size().Width > 0 {
			texts = append(texts, text.Text)
		}
	}
	return strings.Join(texts, "|")
}

// Dimmed text is shortened first, then the main text; the note never is.
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
	r := widget.NewRichRow(&widget.Keys{})
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

// Text that wraps into more rows in a narrower column covers nothing below it.
func TestAColumnMakesRoomForWhatWrapsAnew(t *testing.T) {
	test.NewTempApp(t)
	text, below := widget.NewNotice(strings.Repeat("word ", 20), widget.TextStyle{}), widget.NewLine("below", widget.TextStyle{})
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
