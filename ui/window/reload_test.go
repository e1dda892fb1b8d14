package window

import (
	"context"
	"testing"
	"time"

	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/ui/window/snapshot"
)

// twoLists returns a desk with the lists A and B, which have a todo each.
func twoLists(t *testing.T, due string) *desk {
	t.Helper()
	d := newDesk(t)
	for _, list := range []string{"A", "B"} {
		must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: list, Kind: string(record.Todo)})))
		must(t, two(d.engine.Edit.Add(t.Context(), list, record.Values{"title": "Milk", "due": due}, edit.AddOptions{})))
	}
	d.again()
	return d
}

// again reloads the window.
func (d *desk) again() {
	d.win.Reload()
	d.rest()
}

// Time passes without a change of any list: something else causes a reload.
func TestWhatIsDueShowsAsTimePasses(t *testing.T) {
	d := twoLists(t, "2026-05-24T14:00")
	d.win.choose(snapshot.Place{Kind: snapshot.KindOverdue})
	d.rest()
	same(t, "at noon", len(d.win.now.Rows), 0)
	d.clock.now = d.clock.now.Add(3 * time.Hour)
	d.again()
	same(t, "counted at three", d.win.now.Smart[snapshot.KindOverdue], 2)
	same(t, "at three", d.win.items.Rows(), 2)
}

func TestHeadingsOfDaysChangeAsTimePasses(t *testing.T) {
	d := twoLists(t, "2026-05-25")
	d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: "A"})
	d.win.arrange(snapshot.Arrangement{Group: snapshot.GroupByDue})
	d.rest()
	same(t, "today", d.shows("Tomorrow"), true)
	d.clock.now = d.clock.now.Add(24 * time.Hour)
	d.again()
	same(t, "a day later", d.shows("Tomorrow"), false)
}

// Nothing changes and nobody touches the window: only the clock makes it another day.
func TestAnIdleWindowShowsTheDayThatBegan(t *testing.T) {
	d := twoLists(t, "2026-05-25")
	d.win.choose(snapshot.Place{Kind: snapshot.KindToday})
	d.rest()
	same(t, "due today", d.win.items.Rows(), 0)
	d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: "A"})
	d.rest()
	d.mark(0)
	same(t, "the row", d.shows("tomorrow") && d.pageShows("Mon, May 25 · tomorrow"), true)
	same(t, "the item", d.pageShows("just now"), true)
	d.idle(2 * time.Minute)
	same(t, "the item two minutes later", d.pageShows("2 minutes ago"), true)
	d.idle(12*time.Hour - 2*time.Minute)
	same(t, "due today after midnight", d.win.now.Smart[snapshot.KindToday], 2)
	same(t, "the row and the field after midnight", d.shows("today") && d.pageShows("Mon, May 25 · today"), true)
	same(t, "the item after midnight", d.pageShows("12 hours ago"), true)
	d.win.choose(snapshot.Place{Kind: snapshot.KindOverdue})
	d.rest()
	same(t, "overdue", d.win.items.Rows(), 0)
	d.idle(24 * time.Hour)
	same(t, "overdue a day later", d.win.items.Rows(), 2)
}

// If nothing that is shown depends on the minute, an idle window only checks for changes.
func TestAnIdleWindowDrawsNothingAnew(t *testing.T) {
	d := twoLists(t, "2026-05-25")
	d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: "A"})
	d.rest()
	drawn := d.win.reading.count
	for range 30 {
		d.idle(20 * time.Second)
	}
	same(t, "drawn", d.win.reading.count-drawn, 0)
}

// idle lets time pass without any action by the person.
func (d *desk) idle(passes time.Duration) {
	d.clock.now = d.clock.now.Add(passes)
	d.win.Tick()
	d.rest()
}

// Items held for review of a deleted list are not counted.
func TestWhatIsHeldOfADeletedListIsNotCounted(t *testing.T) {
	d, _ := warned(t)
	d.again()
	if len(d.win.now.Quarantined) == 0 {
		t.Fatal("nothing is held")
	}
	must(t, d.engine.Sharing.DeleteSet(t.Context(), "Groceries"))
	d.again()
	same(t, "held", len(d.win.now.Quarantined), 0)
}

// A person who goes to another list and back before either was read sees all of it.
func TestGoingThereAndBackAtOnceShowsAll(t *testing.T) {
	d := twoLists(t, "")
	for range 2 {
		d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: "A"})
		d.rest()
		same(t, "the hint", d.shows("Select an item."), true)
		d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: "B"})
	}
}

// A new name of a device appears in the open item.
func TestANewNameShowsInTheOpenItem(t *testing.T) {
	d := sampled(t)
	for i, row := range d.win.now.Rows {
		if row.By == "" || row.By == "desk" {
			continue
		}
		d.mark(i)
		must(t, d.engine.Names.Set(t.Context(), row.By, "old laptop"))
		d.again()
		same(t, "who changed it", d.pageShows("by old laptop"), true)
		return
	}
	t.Fatal("nobody else changed anything")
}

// busy is a store that another process writes to whenever it was read.
type busy struct {
	store.Store
	write func()
}

func (b *busy) View(ctx context.Context, read func(store.Reader) error) error {
	return b.Store.View(ctx, func(r store.Reader) error {
		err := read(busyReader{r, b})
		if b.write != nil {
			b.write()
		}
		return err
	})
}

type busyReader struct {
	store.Reader
	busy *busy
}

func (r busyReader) Rows(set int64, q store.Query) ([]store.Row, error) {
	if r.busy.write != nil {
		r.busy.write()
	}
	return r.Reader.Rows(set, q)
}

// A write between two reads of the window appears in all parts of it, or in none.
func TestAWriteBetweenTheReadingsShowsInAllOrNothing(t *testing.T) {
	st := &busy{Store: memory.New()}
	d := onStore(t, st, 2)
	other := newEngineOn(t, "other", d.clock, st.Store)
	written := 0
	st.write = func() {
		written++
		must(t, two(other.Edit.Add(t.Context(), "List 000", record.Values{"title": "Milk", "due": "2026-05-24", "tags": "food"}, edit.AddOptions{})))
	}
	for range 5 {
		d.win.Reload()
		d.rest()
		now := d.win.now
		rows := len(now.Rows)
		same(t, "rows", d.win.items.Rows(), rows)
		same(t, "counted", now.Lists[0].Items, rows)
		same(t, "due today", now.Smart[snapshot.KindToday], rows+3)
		same(t, "with the tag", now.Tags[0].Open, rows+3)
	}
	if written < 10 || len(d.win.now.Rows) < 5 {
		t.Errorf("%d todos were written, %d are shown", written, len(d.win.now.Rows))
	}
}

// Rows read for a search may be received after newer ones.
func TestWhatIsReadLateDoesNotTakeTheWindowBack(t *testing.T) {
	d := withList(t, "Milk")
	late := d.win.now
	must(t, two(d.engine.Edit.Add(t.Context(), "Groceries", record.Values{"title": "Bread"}, edit.AddOptions{})))
	d.win.Reload()
	d.rest()
	d.win.showNews(news{Snapshot: late}, nil)
	d.rest()
	same(t, "rows", d.win.items.Rows(), 2)
	same(t, "counted", d.win.now.Lists[0].Items, 2)
}
