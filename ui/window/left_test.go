package window

import (
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/ui/window/snapshot"
)

// leaveAndReturn closes the window and opens another one in its size.
func (d *desk) leaveAndReturn(size fyne.Size) {
	d.fyne.Resize(size)
	d.win.Close()
	d.rest()
	d.open()
	d.rest()
}

func TestTheNextStartShowsWhatWasShownLast(t *testing.T) {
	for name, at := range map[string]snapshot.Place{
		"a list":             {Kind: snapshot.KindList, Set: "Work"},
		"a smart list":       {Kind: snapshot.KindUpcoming},
		"completed todos":    {Kind: snapshot.KindCompleted},
		"the trash":          {Kind: snapshot.KindDeleted},
		"a list now gone":    {Kind: snapshot.KindList, Set: "Gone"},
		"held, then decided": {Kind: snapshot.KindQuarantine},
	} {
		d := newDesk(t)
		for _, list := range []string{"Home", "Work", "Gone"} {
			d.makeList(list)
		}
		d.win.choose(at)
		d.rest()
		d.win.Close()
		d.rest()
		must(t, d.engine.Lists.Discard(t.Context(), "Gone"))
		want := at
		if at.Set == "Gone" || at.Kind == snapshot.KindQuarantine {
			want = snapshot.Place{Kind: snapshot.KindList, Set: "Home"}
		}
		d.open()
		d.rest()
		if d.win.at != want {
			t.Errorf("%s: %+v is shown, want %+v", name, d.win.at, want)
		}
	}
}

func TestTheNextStartHasTheSizesAndTheSelection(t *testing.T) {
	d := todos(t, "milk", "bread", "tea")
	d.mark(1)
	d.rest()
	bread := d.win.item
	d.win.center.SetOffset(0.3)
	d.win.pages.home.split.SetOffset(0.6)
	d.leaveAndReturn(fyne.NewSize(900, 640))
	same(t, "item", d.win.item, bread)
	same(t, "shown", d.win.detail.Item(), bread)
	same(t, "size", d.fyne.Canvas().Size(), fyne.NewSize(900, 640))
	same(t, "sidebar", d.win.center.Offset, 0.3)
	same(t, "rows", d.win.pages.home.split.Offset, 0.6)
	d.settings[leftKey] = "{damaged"
	d.open()
	d.rest()
	same(t, "with a damaged setting, the first list", d.win.at.Kind, snapshot.KindList)
}
