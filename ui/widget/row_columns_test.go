package widget_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"crossfeed/ui/widget"
)

// Whatever stands in them, the columns of two rows begin at the same places.
func TestColumnsStandBelowEachOther(t *testing.T) {
	themed(t)
	short, long := widget.NewColumnsRow(1, 3), widget.NewColumnsRow(1, 3)
	short.Set(0, "a", widget.Look{})
	long.Set(0, "a text that is much longer than its column", widget.Look{})
	var at []fyne.Position
	for _, r := range []*widget.ColumnsRow{short, long} {
		r.Set(1, "second", widget.Look{})
		test.NewTempWindow(t, r).Resize(fyne.NewSize(300, 40))
		for _, o := range test.LaidOutObjects(r) {
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
