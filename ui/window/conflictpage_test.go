package window

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"crossfeed/ui/widget"
	"crossfeed/ui/window/place"
)

// conflictShown opens the first conflict of the sample.
func conflictShown(t *testing.T) *desk {
	d := newDesk(t)
	d.win.trySample()
	d.rest()
	d.press(fyne.KeyF8)
	d.rest()
	return d
}

// markedInSidebar is what the row says that the sidebar marks.
func (d *desk) markedInSidebar() string {
	list := d.win.sidebar.Focus().(*widget.List)
	if list.Marked() < 0 {
		return ""
	}
	return list.Text(list.Marked())
}

// The sidebar marks Conflicts while a conflict is shown, also after what is shown was
// read again, and the list that the person was in afterwards.
func TestTheSidebarMarksConflictsWhileOneIsShown(t *testing.T) {
	d := newDesk(t)
	d.win.trySample()
	d.rest()
	before := d.markedInSidebar()
	d.press(fyne.KeyF8)
	d.rest()
	same(t, "on the page", d.markedInSidebar(), "Conflicts")
	d.win.Reload()
	d.rest()
	same(t, "read again", d.markedInSidebar(), "Conflicts")
	d.press(fyne.KeyF1)
	d.rest()
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "back from the shortcuts", d.markedInSidebar(), "Conflicts")
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "afterwards", d.markedInSidebar(), before)
}

// The page names the list, and says which conflict of all it is.
func TestThePageNamesItsListAndItem(t *testing.T) {
	d := conflictShown(t)
	var texts []string
	for _, o := range test.LaidOutObjects(d.win.pages.settle.Object()) {
		switch o := o.(type) {
		case *widget.Button:
			texts = append(texts, o.Text)
		case *widget.Line:
			texts = append(texts, o.Text())
		}
	}
	all := strings.Join(texts, "\n")
	it := d.win.pages.settle.Item()
	for _, want := range []string{"‹ " + it.Set, "Eggs", "· conflict 1 of "} {
		if !strings.Contains(all, want) {
			t.Errorf("nothing says %q:\n%s", want, all)
		}
	}
}

// A click on Conflicts leads to the list of them, though it is marked already.
func TestAClickOnConflictsLeadsToTheirList(t *testing.T) {
	d := conflictShown(t)
	d.fyne.Resize(fyne.NewSize(1180, 740))
	first := fyne.CurrentApp().Driver().AbsolutePositionForObject(d.win.sidebar.Object())
	test.TapCanvas(d.fyne.Canvas(), first.AddXY(40, 12))
	d.rest()
	same(t, "the page is in sight", d.win.settling(), false)
	same(t, "the place", d.win.at.Kind, place.ToSettle)
}
