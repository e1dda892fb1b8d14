package history

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"crossfeed/engine/merge"
	"crossfeed/ui/theme"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
)

// shown returns a list of a title and a long text, in a window of a width.
func shown(t *testing.T, width float32) (*diffList, fyne.Window) {
	t.Helper()
	uitest.App(t, theme.New(1))
	l := newDiffList(&widget.Keys{})
	w := test.NewTempWindow(t, l)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(width, 400))
	same := strings.Repeat("the same words in every line of it\n", 20)
	l.SetFields([]diffField{
		{Heading: "Whole version"},
		{Name: "title", Heading: "Title", Rows: merge.Text("Eggs", "Eggs ×12")},
		{Name: "text", Heading: "Text", Rows: merge.Text("a\n"+same, "b\n"+same)},
	})
	return l, w
}

func press(l *diffList, keys ...fyne.KeyName) {
	for _, k := range keys {
		l.TypedKey(&fyne.KeyEvent{Name: k})
	}
}

// Enter on the row that stands for equal lines unfolds them.
func TestEnterUnfolds(t *testing.T) {
	l, _ := shown(t, 900)
	folded := l.Rows()
	press(l, fyne.KeyEnd, fyne.KeyReturn)
	if l.Rows() < folded+15 {
		t.Errorf("%d rows became %d", folded, l.Rows())
	}
}

// Runs of equal lines are unfolded one by one, by key or by click.
func TestStretchesAreUnfoldedOneByOne(t *testing.T) {
	for how, unfold := range map[string]func(l *diffList){
		"a key":   func(l *diffList) { press(l, fyne.KeyHome, fyne.KeyDown, fyne.KeyReturn) },
		"a click": func(l *diffList) { test.TapCanvas(fyne.CurrentApp().Driver().CanvasForObject(l), fyne.NewPos(50, 35)) },
	} {
		l, _ := shown(t, 900)
		same := strings.Repeat("same\n", 20)
		l.SetFields([]diffField{{Name: "text", Heading: "Text", Rows: merge.Text(same+"a\n"+same+"b\n", same+"x\n"+same+"y\n")}})
		folded := l.Rows()
		unfold(l)
		if got := l.Rows(); l.Marked() != 1 || got != folded+16 {
			t.Errorf("%s marked row %d, and %d rows became %d with the first of two stretches unfolded", how, l.Marked(), folded, got)
		}
	}
}

// A narrower list has more rows; widening it restores their number.
func TestTextsAreWrappedToTheWidth(t *testing.T) {
	l, w := shown(t, 900)
	press(l, fyne.KeyEnd, fyne.KeyReturn)
	wide := l.Rows()
	w.Resize(fyne.NewSize(400, 400))
	if l.Rows() <= wide {
		t.Errorf("%d rows became %d in a narrow window", wide, l.Rows())
	}
	w.Resize(fyne.NewSize(900, 400))
	if l.Rows() != wide {
		t.Errorf("%d rows became %d in a wide window again", wide, l.Rows())
	}
}

// A Hebrew line is drawn from right to left, including marked words.
func TestALineFromRightToLeftIsDrawnInReadingOrder(t *testing.T) {
	uitest.App(t, theme.New(1))
	drawn := drawHalf(diffHalf{There: true, Spans: []merge.Span{{Text: "לקנות "}, {Text: "חלב", Marked: true}, {Text: " 12 היום"}}}, merge.Changed, 0, 500, 20)
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
