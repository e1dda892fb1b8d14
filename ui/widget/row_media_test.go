package widget_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/widget"
)

// The sign that folds is clicked; the picture is not.
func TestARowWithAPictureFolds(t *testing.T) {
	themed(t)
	r := widget.NewMediaRow()
	folded := 0
	r.OnFold = func() { folded++ }
	r.Set(widget.MediaCells{Text: "Day one", Below: "22 May", Fold: widget.FoldClosed, Icon: fynetheme.FolderIcon()})
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

// What wraps above covers nothing below it, however narrow the window is.
func TestWhatIsUnderAnotherIsNotCovered(t *testing.T) {
	themed(t)
	words := widget.NewWords(5)
	words.Set("many words that need several rows where there is little room for them", widget.Look{})
	rest := container.NewStack(widget.NewLine("rest", widget.Look{}))
	w := test.NewTempWindow(t, widget.Under(words, rest))
	for _, width := range []float32{700, 150} {
		w.Resize(fyne.NewSize(width, 400))
		if end := words.Position().Y + words.MinSize().Height; rest.Position().Y < end {
			t.Errorf("at %v the rest begins at %v, above %v", width, rest.Position().Y, end)
		}
	}
}
