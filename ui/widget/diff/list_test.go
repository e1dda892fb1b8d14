package diff_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"crossfeed/engine/merge"
	"crossfeed/ui/theme"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
	"crossfeed/ui/widget/diff"
)

// shown returns a list of a title and a long text, in a window of a width.
func shown(t *testing.T, width float32) (*diff.List, fyne.Window) {
	t.Helper()
	themed(t)
	l := diff.NewList(&widget.Keys{})
	w := test.NewTempWindow(t, l)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(width, 400))
	same := strings.Repeat("the same words in every line of it\n", 20)
	l.SetFields([]diff.Field{
		{Heading: "Whole version"},
		{Name: "title", Heading: "Title", Rows: merge.Text("Eggs", "Eggs ×12")},
		{Name: "text", Heading: "Text", Rows: merge.Text("a\n"+same, "b\n"+same)},
	})
	return l, w
}

func press(l *diff.List, keys ...fyne.KeyName) {
	for _, k := range keys {
		l.TypedKey(&fyne.KeyEvent{Name: k})
	}
}

// Keys act on the field that the mark is on; the first row stands for the whole version.
func TestTheMarkTellsTheField(t *testing.T) {
	l, _ := shown(t, 900)
	var told []string
	l.OnField = func(name string) { told = append(told, name) }
	press(l, fyne.KeyHome, fyne.KeyDown, fyne.KeyDown, fyne.KeyDown)
	if got := strings.Join(told, ","); got != ",title,title,text" || l.Field() != "text" {
		t.Errorf("told %q, the field is %q", got, l.Field())
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

// Runs of equal lines are unfolded one by one, by key or by click, and folded together.
func TestStretchesAreUnfoldedOneByOne(t *testing.T) {
	l, _ := shown(t, 900)
	same := strings.Repeat("same\n", 20)
	l.SetFields([]diff.Field{{Name: "text", Heading: "Text", Rows: merge.Text(same+"a\n"+same+"b\n", same+"x\n"+same+"y\n")}})
	folded := l.Rows()
	press(l, fyne.KeyHome, fyne.KeyDown, fyne.KeyReturn)
	if got := l.Rows(); got != folded+16 {
		t.Errorf("%d rows became %d with the first of two stretches unfolded", folded, got)
	}
	l.Fold()
	if l.Rows() != folded {
		t.Errorf("%d rows are folded to %d", folded, l.Rows())
	}
	test.TapCanvas(fyne.CurrentApp().Driver().CanvasForObject(l), fyne.NewPos(50, 35))
	if l.Marked() != 1 || l.Rows() != folded+16 {
		t.Errorf("a click marked row %d, and there are %d rows", l.Marked(), l.Rows())
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

func TestRightAndLeftGoToTheListBeside(t *testing.T) {
	l, _ := shown(t, 900)
	var steps []int
	l.OnBeside = func(step int) { steps = append(steps, step) }
	press(l, fyne.KeyRight, fyne.KeyLeft)
	if len(steps) != 2 || steps[0] != 1 || steps[1] != -1 {
		t.Errorf("told %v", steps)
	}
}

// themed sets up a test application with the colors of Crossfeed.
func themed(t *testing.T) {
	t.Helper()
	uitest.App(t, theme.New(1))
}
