//go:build ci

package window

import (
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
)

// The widths of German words count here, and those are certain only with Fyne's own fonts: with
// -tags ci.

// contactInConflict returns a desk that shares a contact with a laptop, where both changed its
// phone number.
func contactInConflict(t *testing.T) *desk {
	t.Helper()
	d := withContacts(t, "Family", card("1", "Given Family", "TEL;TYPE=HOME:030 23125001"))
	folder, id := t.TempDir(), d.itemRows()[0].ID
	must(t, two(d.engine.Sharing.PublishAt(t.Context(), "Family", folder)))
	must(t, two(d.engine.Subscriptions.Subscribe(t.Context(), "Family", folder)))
	laptop := d.other("laptop", folder, "Family")
	sync(t, laptop)
	change(t, laptop, "Family", id, "phones", "030 23125002")
	must(t, two(laptop.Sharing.Publish(t.Context(), "Family")))
	change(t, d.engine, "Family", id, "phones", "030 23125003")
	d.syncs()
	same(t, "conflicts", len(d.win.now.Conflicts), 1)
	return d
}

// A narrower window moves the tick box of a version to a line of its own. The rows move down
// with it at once, and up again in a wider window.
func TestTheRowsStayBelowHeadingsThatWrap(t *testing.T) {
	inGerman(t)
	d := contactInConflict(t)
	at := func(width float32) (end, rows float32) {
		d.fyne.Resize(fyne.NewSize(width, 600))
		return d.ticksEnd(), fyne.CurrentApp().Driver().AbsolutePositionForObject(d.win.pages.resolve.Grid()).Y
	}
	at(1900)
	d.press(fyne.KeyF8)
	d.rest()
	end, rows := at(1900)
	for range 2 {
		low, below := at(800)
		if low <= end {
			t.Errorf("nothing wraps: the tick box ends at %v and at %v", end, low)
		}
		if below < low {
			t.Errorf("the tick box ends at %v, and the rows begin at %v", low, below)
		}
		_, again := at(1900)
		same(t, "where the rows begin in a wide window", again, rows)
	}
}

// ticksEnd returns where the lowest tick box in a heading ends.
func (d *desk) ticksEnd() (end float32) {
	uitest.WalkAt(d.win.pages.resolve.Object(), fyne.Position{}, func(o fyne.CanvasObject, _ fyne.Position) {
		if line, is := o.(*widget.Line); is && line.Text() == "Einbezogen" {
			end = max(end, fyne.CurrentApp().Driver().AbsolutePositionForObject(line).Y+line.Size().Height)
		}
	})
	return end
}
