package window

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"crossfeed/engine/record"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
)

// merging returns a desk with three conflicts that need no choice.
func merging(t *testing.T) *desk {
	t.Helper()
	d := todos(t, "Bread", "Cheese", "Eggs")
	laptop := d.shares()
	all := []string{d.idOf("Bread"), d.idOf("Cheese"), d.idOf("Eggs")}
	for _, id := range all {
		change(t, laptop, "Errands", id, "due", "2026-05-27")
	}
	must(t, two(laptop.Sharing.Publish(t.Context(), "Errands")))
	d.clock.now = d.clock.now.Add(time.Minute)
	for _, id := range all {
		change(t, d.engine, "Errands", id, "tags", "shop")
	}
	d.syncs()
	same(t, "conflicts", len(d.win.now.Conflicts), 3)
	d.press(fyne.KeyF8)
	d.rest()
	d.clock.now = d.clock.now.Add(time.Second)
	return d
}

// buttonSaying returns the visible button of the page with a text.
func (d *desk) buttonSaying(text string) *widget.Button {
	d.t.Helper()
	d.fyne.Content().Refresh()
	for _, o := range uitest.Drawn(d.win.pages.resolve.Object()) {
		if b, is := o.(*widget.Button); is && b.Visible() && b.Text == text {
			return b
		}
	}
	d.t.Fatalf("no button says %q", text)
	return nil
}

const checkFirst = "Check it first, then press again."

// Several clicks on the save button save one conflict: nobody has seen the next one.
func TestADoubleClickOnSaveSavesOneConflict(t *testing.T) {
	d := merging(t)
	b := d.buttonSaying("Accept merge  Ctrl+Enter")
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(b).AddXY(b.Size().Width/2, b.Size().Height/2)
	for range 3 {
		test.TapCanvas(d.fyne.Canvas(), at)
		d.rest()
	}
	same(t, "conflicts", len(d.win.now.Conflicts), 2)
	same(t, "said", d.win.status.Text(), checkFirst)
	d.clock.now = d.clock.now.Add(time.Second)
	test.TapCanvas(d.fyne.Canvas(), at)
	d.rest()
	same(t, "conflicts after a click later", len(d.win.now.Conflicts), 1)
}

// A received version that wins changes the fields without a choice. A click on the save button
// saves nothing before the person can have seen that, whether it has been drawn or not.
func TestAClickDoesNotSaveWhatArrivedUnseen(t *testing.T) {
	for _, drawn := range []bool{false, true} {
		d, laptop, it := conflicting(t)
		d.press(fyne.KeyF8)
		d.rest()
		d.types("2")
		must(t, two(laptop.Edit.Change(t.Context(), it.Set, it.ID, record.Values{"title": "Soy milk", "text": "from the new shop"}, nil)))
		must(t, two(laptop.Sharing.Publish(t.Context(), it.Set)))
		b := d.buttonSaying("Save  Ctrl+Enter")
		d.press(fyne.KeyR, fyne.KeyModifierControl)
		for d.seam.Waits() && (drawn || !d.shows("A version by laptop arrived in the meantime. Your choices are kept.")) {
			d.seam.Step()
		}
		b.Tapped(nil)
		d.rest()
		now := d.item(it)
		same(t, "update", now.Winner.Updates, 3)
		same(t, "by", now.Winner.Top().By, "laptop")
		same(t, "said", d.win.status.Text(), checkFirst)
		d.clock.now = d.clock.now.Add(time.Second)
		b.Tapped(nil)
		d.rest()
		same(t, "update after a click later", d.item(it).Winner.Updates, 4)
	}
}

// Enter held down on the save button continues in the grid of the next conflict, and chooses
// nothing there, however long it is held.
func TestEnterHeldOnSaveChoosesNothingInTheNextConflict(t *testing.T) {
	d := merging(t)
	d.fyne.Canvas().Focus(d.buttonSaying("Accept merge  Ctrl+Enter"))
	d.strikes(fyne.KeyReturn)
	d.rest()
	same(t, "conflicts", len(d.win.now.Conflicts), 2)
	for _, after := range []time.Duration{0, 660, 40, 40, 40, 40, 40, 40} {
		d.clock.now = d.clock.now.Add(after * time.Millisecond)
		d.strikes(fyne.KeyReturn)
		d.rest()
		same(t, "something is chosen in the next conflict", d.win.pages.resolve.Shown().Session.Changed(), false)
		same(t, "said", d.win.status.Text(), checkFirst)
	}
	same(t, "conflicts after it was held", len(d.win.now.Conflicts), 2)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "something is chosen by another press", d.win.pages.resolve.Shown().Session.Changed(), true)
}

// Neither a key nor a click makes a choice in the next conflict after saving before the person
// can have seen it.
func TestNothingIsChosenBeforeTheNextConflictIsSeen(t *testing.T) {
	d := merging(t)
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	d.clock.now = d.clock.now.Add(699 * time.Millisecond)
	d.hurries("2")
	d.buttonSaying("Use B").Tapped(nil)
	d.rest()
	same(t, "something is chosen", d.win.pages.resolve.Shown().Session.Changed(), false)
	same(t, "said", d.win.status.Text(), checkFirst)
	d.clock.now = d.clock.now.Add(time.Millisecond)
	d.hurries("1")
	same(t, "something is chosen", d.win.pages.resolve.Shown().Session.Changed(), true)
}

// holds holds a key down: after half a second it repeats for two seconds.
func (d *desk) holds(key fyne.KeyName, with ...fyne.KeyModifier) {
	d.clock.now = d.clock.now.Add(500 * time.Millisecond)
	for range 50 {
		d.strikes(key, with...)
		d.rest()
		d.clock.now = d.clock.now.Add(30 * time.Millisecond)
	}
}

// The key or click that opens a conflict may be repeated: by holding the key, or as a double
// click. The repetition neither makes a choice nor saves, however the conflict was opened.
func TestNothingIsDecidedByWhatOpenedAConflict(t *testing.T) {
	for name, open := range map[string]func(*desk){
		"Enter in the list": func(d *desk) {
			d.mark(d.row("Bread"))
			d.press(fyne.KeyReturn)
		},
		"F8":    func(d *desk) { d.press(fyne.KeyF8) },
		"F8 F8": func(d *desk) { d.press(fyne.KeyF8); d.rest(); d.press(fyne.KeyF8) },
		"next": func(d *desk) {
			d.press(fyne.KeyF8)
			d.rest()
			d.click("›")
		},
		"back from the history": func(d *desk) {
			d.press(fyne.KeyF8)
			d.rest()
			d.clock.now = d.clock.now.Add(time.Minute)
			d.click("History")
			d.press(fyne.KeyEscape)
		},
	} {
		t.Run(name, func(t *testing.T) {
			for after, again := range map[string]func(*desk){
				"Enter":      func(d *desk) { d.holds(fyne.KeyReturn) },
				"Ctrl+Enter": func(d *desk) { d.holds(fyne.KeyReturn, ctrl) },
				"a number":   func(d *desk) { d.hurries("2") },
				"a click":    func(d *desk) { d.buttonSaying("Use B").Tapped(nil) },
				"a click on what saves": func(d *desk) {
					d.buttonSaying("Next choice  Ctrl+Enter").Tapped(nil)
				},
			} {
				d, _ := parted(t)
				open(d)
				d.rest()
				same(t, after+": the page is in sight", d.win.resolving(), true)
				it := d.win.pages.resolve.Item()
				if after == "a click on what saves" && d.win.pages.resolve.Shown().Session.Outcome().ToChoose == 0 {
					continue
				}
				again(d)
				d.rest()
				same(t, after+": the item", d.win.pages.resolve.Item(), it)
				same(t, after+": something is chosen", d.win.pages.resolve.Shown().Session.Changed(), false)
				same(t, after+": conflicts", len(d.win.now.Conflicts), 5)
				same(t, after+": said", d.win.status.Text(), checkFirst)
			}
		})
	}
}

// The key or click that goes to the next choice may be repeated, too: holding Enter on the
// button or on the keyboard makes no choice, does not press “Keep it”, and types nothing.
func TestNothingIsDecidedByWhatWentToTheNextChoice(t *testing.T) {
	for name, there := range map[string]func(*testing.T) *desk{
		"a title": func(t *testing.T) *desk {
			d, _, _ := conflicting(t)
			d.press(fyne.KeyF8)
			d.rest()
			return d
		},
		"a deletion": func(t *testing.T) *desk {
			d, _, _ := deletedBy(t)
			return d
		},
	} {
		for how, goes := range map[string]func(*desk){
			"the button": func(d *desk) {
				d.focusOn(d.buttonSaying("Next choice  Ctrl+Enter"))
				d.press(fyne.KeyReturn)
			},
			"the key": func(d *desk) { d.press(fyne.KeyReturn, ctrl) },
		} {
			t.Run(name+" by "+how, func(t *testing.T) {
				d := there(t)
				goes(d)
				focused := d.fyne.Canvas().Focused()
				d.holds(fyne.KeyReturn)
				same(t, "something is chosen", d.win.pages.resolve.Shown().Session.Changed(), false)
				same(t, "the focus is where it was", d.fyne.Canvas().Focused() == focused, true)
				same(t, "said", d.win.status.Text(), checkFirst)
				d.press(fyne.KeyReturn)
				d.rest()
				acted := d.win.pages.resolve.Shown().Session.Changed() || d.fyne.Canvas().Focused() != focused
				same(t, "another press acts", acted, true)
			})
		}
	}
}
