package widget

import (
	"runtime"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// notchRows is the number of rows that a notch of the mouse wheel scrolls, and notch the distance
// that Fyne reports for it.
const (
	notchRows = 3
	notch     = 25
)

// Turned returns how far to scroll rows of a height when Fyne reports a distance. On macOS, the
// system already says how far.
func Turned(by, row float32) float32 {
	if runtime.GOOS == "darwin" {
		return by
	}
	return by * notchRows * row / notch
}

// Scroll shows a part of an object that is larger than the space for it.
type Scroll struct{ container.Scroll }

// NewScroll returns a container that scrolls in a direction.
func NewScroll(direction container.ScrollDirection, content fyne.CanvasObject) *Scroll {
	s := &Scroll{container.Scroll{Direction: direction, Content: content}}
	s.ExtendBaseWidget(s)
	return s
}

// Scrolled scrolls by rows of text.
func (s *Scroll) Scrolled(ev *fyne.ScrollEvent) {
	row := fyne.MeasureText("M", fynetheme.TextSize(), fyne.TextStyle{}).Height
	turned := *ev
	turned.Scrolled = fyne.NewDelta(Turned(ev.Scrolled.DX, row), Turned(ev.Scrolled.DY, row))
	s.Scroll.Scrolled(&turned)
}

// Wheel is an invisible cover that handles the mouse wheel for what is under it.
type Wheel struct {
	widget.BaseWidget
	keys   *Keys
	turned func(by fyne.Delta)
}

// NewWheel returns a cover. turned gets the distance that Fyne reports.
func NewWheel(keys *Keys, turned func(by fyne.Delta)) *Wheel {
	w := &Wheel{keys: keys, turned: turned}
	w.ExtendBaseWidget(w)
	return w
}

// CreateRenderer draws nothing: even invisible objects would be drawn across all that is covered.
func (w *Wheel) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewWithoutLayout())
}

// Scrolled passes the distance on.
func (w *Wheel) Scrolled(ev *fyne.ScrollEvent) {
	w.keys.Handle(func() { w.turned(ev.Scrolled) })
}

// Turn scrolls the rows by the distance that Fyne reports for a turn of the mouse wheel.
func (l *List) Turn(by float32) {
	l.ScrollToOffset(l.GetScrollOffset() - Turned(by, l.rowHeight()))
}
