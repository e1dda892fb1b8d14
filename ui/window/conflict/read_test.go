package conflict_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"crossfeed/ui/widget"
)

// lines are the texts of the page.
func (a *at) lines() string {
	var all []string
	for _, o := range test.LaidOutObjects(a.Object()) {
		if l, is := o.(interface{ Text() string }); is {
			all = append(all, l.Text())
		}
	}
	return strings.Join(all, "\n")
}

func (a *at) tells(t *testing.T, what, text string) {
	t.Helper()
	if !strings.Contains(a.lines(), text) {
		t.Errorf("%s: %q is not to be read", what, text)
	}
}

// tap clicks a line.
func (a *at) tap(t *testing.T, text string) {
	t.Helper()
	for _, o := range test.LaidOutObjects(a.Object()) {
		if l, is := o.(*widget.Line); is && l.Text() == text {
			at := fyne.CurrentApp().Driver().AbsolutePositionForObject(l)
			test.TapCanvas(a.window.Canvas(), at.AddXY(l.Size().Width/2, l.Size().Height/2))
			a.seam.Run()
			return
		}
	}
	t.Errorf("no line says %q", text)
}
