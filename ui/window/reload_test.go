package window

import (
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/record"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/snapshot"
)

// twoLists are the lists A and B with a todo each.
func twoLists(t *testing.T, due string) *desk {
	t.Helper()
	d := newDesk(t)
	for _, list := range []string{"A", "B"} {
		must(t, two(d.engine.NewSet(t.Context(), engine.NewSet{Name: list, Kind: string(record.Todo)})))
		must(t, two(d.engine.Add(t.Context(), list, record.Values{"title": "Milk", "due": due}, engine.AddOptions{})))
	}
	d.again()
	return d
}

// again reads what changed.
func (d *desk) again() {
	d.win.Reload()
	d.rest()
}

// Time passes without a change of any list: something else brings a reload.
func TestWhatIsDueShowsAsTimePasses(t *testing.T) {
	d := twoLists(t, "2026-05-24T14:00")
	d.win.choose(place.Place{Kind: place.Overdue})
	d.rest()
	same(t, "at noon", len(d.win.now.Rows), 0)
	d.clock.now = d.clock.now.Add(3 * time.Hour)
	d.again()
	same(t, "counted at three", d.win.now.Smart[place.Overdue], 2)
	same(t, "at three", d.win.items.Rows(), 2)
}

func TestHeadingsOfDaysChangeAsTimePasses(t *testing.T) {
	d := twoLists(t, "2026-05-25")
	d.win.choose(place.Place{Kind: place.List, Set: "A"})
	d.win.arrange(snapshot.Arrangement{Group: snapshot.GroupByDue})
	d.rest()
	same(t, "today", d.shows("Tomorrow"), true)
	d.clock.now = d.clock.now.Add(24 * time.Hour)
	d.again()
	same(t, "a day later", d.shows("Tomorrow"), false)
}

// What is held for review of a list goes with the list.
func TestWhatIsHeldOfADeletedListIsNotCounted(t *testing.T) {
	d, _ := warned(t)
	d.again()
	if len(d.win.now.Suspects) == 0 {
		t.Fatal("nothing is held")
	}
	must(t, d.engine.DeleteSet(t.Context(), "Groceries"))
	d.again()
	same(t, "held", len(d.win.now.Suspects), 0)
}

// Who goes to another list and back before either was read sees all of it.
func TestGoingThereAndBackAtOnceShowsAll(t *testing.T) {
	d := twoLists(t, "")
	for range 2 {
		d.win.choose(place.Place{Kind: place.List, Set: "A"})
		d.rest()
		same(t, "the hint", d.shows("Choose an item."), true)
		d.win.choose(place.Place{Kind: place.List, Set: "B"})
	}
}

// A name that a device is given shows in the open item.
func TestANewNameShowsInTheOpenItem(t *testing.T) {
	d := sampled(t)
	for i, row := range d.win.now.Rows {
		if row.By == "" || row.By == "desk" {
			continue
		}
		d.mark(i)
		must(t, d.engine.SetName(t.Context(), row.By, "old laptop"))
		d.again()
		same(t, "who changed it", d.saysOnPage("by old laptop"), true)
		return
	}
	t.Fatal("nobody else changed anything")
}
