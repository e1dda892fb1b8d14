package window

import (
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/ui/window/frame"
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

// The first start shows today's todos. Without a list of todos it shows the first list, and
// without anything the welcome page.
func TestTheFirstStartShowsTodayOrTheWelcomePage(t *testing.T) {
	contacts := lists.New{Name: "Friends", Kind: string(record.Contact)}
	todos := lists.New{Name: "Home", Kind: string(record.Todo)}
	for name, c := range map[string]struct {
		has  []lists.New
		want snapshot.Place
	}{
		"todos":    {[]lists.New{contacts, todos}, snapshot.Place{Kind: snapshot.KindToday}},
		"no todos": {[]lists.New{contacts}, snapshot.Place{Kind: snapshot.KindList, Set: "Friends"}},
		"no list":  {},
	} {
		d := newDesk(t)
		d.settings = memorySettings{}
		for _, l := range c.has {
			must(t, two(d.engine.Lists.Create(t.Context(), l)))
		}
		d.open()
		same(t, name, d.win.at, c.want)
		same(t, name+": the welcome page", shows[*frame.Welcome](d.win.shell), len(c.has) == 0)
	}
}
