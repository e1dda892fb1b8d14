package detail_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/record"
)

// However many phones there are, what has the focus is in sight, and nothing is
// wider than the pane.
func TestWhatHasTheFocusIsInSight(t *testing.T) {
	p := open(t)
	p.window.Resize(fyne.NewSize(396, 420))
	p.show(record.Contact, record.Values{"name": "Given", "phones": strings.Repeat("[work] +49 30 1\n", 10) + "+49", "text": "x"})
	if least := p.Object().MinSize(); least.Width > 396 {
		t.Errorf("the pane asks for a width of %v", least.Width)
	}
	for range 60 {
		p.tab(1)
		o, is := p.window.Canvas().Focused().(fyne.CanvasObject)
		if !is {
			t.Fatal("nothing has the focus")
		}
		top := fyne.CurrentApp().Driver().AbsolutePositionForObject(o).Y
		if top < 0 || top+o.Size().Height > 420 {
			t.Errorf("a %T is from %v to %v", o, top, top+o.Size().Height)
		}
	}
}

// Going to another item shows it from its beginning.
func TestAnotherItemIsShownFromItsBeginning(t *testing.T) {
	p := open(t)
	p.window.Resize(fyne.NewSize(396, 420))
	long := record.Values{"name": "Given", "phones": strings.Repeat("[work] +49 30 1\n", 10) + "+49"}
	p.showAs("1", record.Contact, long, nil)
	p.tab(30)
	p.showAs("2", record.Contact, long, nil)
	name := p.Focus().(fyne.CanvasObject)
	if top := fyne.CurrentApp().Driver().AbsolutePositionForObject(name).Y; top < 0 {
		t.Errorf("the name is at %v", top)
	}
}
