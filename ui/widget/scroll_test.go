package widget_test

import (
	"fmt"
	"image/color"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"crossfeed/ui/theme"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
)

func TestANotchOfTheWheelScrollsThreeRows(t *testing.T) {
	themed(t)
	list := widget.NewList(&widget.Keys{}, func() fyne.CanvasObject { return widget.NewRow() }, func(int, fyne.CanvasObject) {})
	list.SetRows(100, 0)
	var lines []fyne.CanvasObject
	for range 100 {
		lines = append(lines, canvas.NewText("line", color.Black))
	}
	text := widget.NewScroll(container.ScrollVerticalOnly, container.NewVBox(lines...))
	w := test.NewTempWindow(t, container.NewGridWithColumns(2, list, text))
	w.Resize(fyne.NewSize(400, 300))

	turn := func(x, notches float32) { test.Scroll(w.Canvas(), fyne.NewPos(x, 100), 0, -25*notches) }
	turn(100, 1)
	if got := list.RowTop(3); got != 0 {
		t.Errorf("the fourth row is at %v, want at the top", got)
	}
	turn(100, -1)
	if got := list.RowTop(0); got != 0 {
		t.Errorf("turned back, the first row is at %v", got)
	}
	turn(300, 1)
	if got, want := text.Offset.Y, 3*lines[0].MinSize().Height; got < want*0.99 || got > want*1.01 {
		t.Errorf("the text scrolled by %v, want %v", got, want)
	}
}

// Fyne rounds the height of a field differently from that of its text.
func TestAFieldHasNoScrollBarAtAnyTextSize(t *testing.T) {
	for scale := theme.LeastScale; scale <= theme.GreatestScale; scale += 0.05 {
		uitest.App(t, theme.New(float32(scale)))
		entry := widget.NewEntry(&widget.Keys{}, "placeholder")
		w := test.NewTempWindow(t, container.NewVBox(entry))
		w.Resize(fyne.NewSize(300, 100))
		for _, text := range []string{"", "milk"} {
			entry.SetText(text)
			for _, o := range uitest.Drawn(entry) {
				if kind := fmt.Sprintf("%T", o); strings.HasSuffix(kind, "scrollBarArea") && o.Visible() {
					t.Errorf("at %.2f, a field with %q has a scroll bar of %v", scale, text, o.Size())
				}
			}
		}
	}
}
