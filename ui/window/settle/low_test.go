package settle_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"crossfeed/ui/widget"
)

// lines are the single lines of the page that a person sees.
func (a *at) lines() string {
	var all []string
	for _, o := range test.LaidOutObjects(a.Object()) {
		if l, is := o.(*widget.Line); is && l.Visible() {
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

// Where the page is low the control of a text opens only when it is asked for; the
// line that stands for it says what was decided, and leads back to the proposal.
func TestALowPageSaysWhatWasDecided(t *testing.T) {
	a := open(t, begun(t, version(1, "phone", "Shop", "milk\n"),
		version(3, "desk", "Shop", "white milk\n"), version(2, "laptop", "Shop", "oat milk\n")), fyne.NewSize(800, 420))
	a.press(fyne.KeyDown)
	a.tells(t, "before", "Typing decides the whole text")
	a.types("2")
	a.tells(t, "after", "from B, as you chose")
	a.tap(t, "‹ back to the proposal")
	a.tells(t, "back", "open: A and B changed it differently")
	a.types("e")
	a.types("x")
	a.tells(t, "typed", "the whole text is decided")
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
