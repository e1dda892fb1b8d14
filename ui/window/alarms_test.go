package window

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/wording"
)

// Notify records desktop notifications.
func (d *desk) Notify(_ context.Context, n Notification) {
	d.notified = append(d.notified, n.Title+" | "+n.Text)
	d.clicked = n.Open
}

// alarmed returns a desk with todos whose alarms are a time after noon.
func alarmed(t *testing.T, todos map[string]time.Duration) *desk {
	t.Helper()
	d := newDesk(t)
	must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: "Chores", Kind: string(record.Todo)})))
	for title, after := range todos {
		due := noon.Add(after).Format("2006-01-02T15:04Z")
		must(t, two(d.engine.Edit.Add(t.Context(), "Chores", record.Values{"title": title, "due": due, "alarms": "PT0S"}, edit.AddOptions{})))
	}
	d.win.Reload()
	d.tickAfter(0)
	return d
}

// tickAfter lets time pass and checks for alarms.
func (d *desk) tickAfter(later time.Duration) {
	d.clock.now = d.clock.now.Add(later)
	d.win.Tick()
	d.rest()
}

// notifications returns the notifications since the last call.
func (d *desk) notifications() string {
	all := strings.Join(d.notified, "\n")
	d.notified = nil
	return all
}

// An alarm is reported once: as a notification, in the status bar and on the page of messages.
func TestAnAlarmGoesOffOnce(t *testing.T) {
	d := alarmed(t, map[string]time.Duration{"Call the plumber": time.Minute})
	d.tickAfter(50 * time.Second)
	same(t, "before", d.notifications(), "")
	d.tickAfter(20 * time.Second)
	same(t, "told", d.notifications(), "Call the plumber | Chores · May 24, 12:01")
	same(t, "status", d.win.status.Text(), "Alarm: “Call the plumber” in Chores")
	same(t, "among the messages", strings.Contains(d.win.pages.messages.Text(), "Call the plumber"), true)
	for range 3 {
		d.tickAfter(20 * time.Second)
	}
	same(t, "again", d.notifications(), "")
}

// With the setting, a due time brings an alarm without one being written into the todo, and none
// if it is done.
func TestADueTimeBringsAnAlarmWhereTheSettingSaysSo(t *testing.T) {
	d := alarmed(t, nil)
	due := noon.Add(time.Minute).Format("2006-01-02T15:04Z")
	call, err := d.engine.Edit.Add(t.Context(), "Chores", record.Values{"title": "Call the plumber", "due": due}, edit.AddOptions{})
	must(t, err)
	must(t, two(d.engine.Edit.Add(t.Context(), "Chores", record.Values{"title": "Milk", "due": due, "done": "true"}, edit.AddOptions{})))
	d.set("Alarm at the due time", "on")
	d.tickAfter(70 * time.Second)
	same(t, "told", d.notifications(), "Call the plumber | Chores · May 24, 12:01")
	now := d.item(snapshot.Item{Set: "Chores", ID: call.ID()}).Winner
	same(t, "its alarms", record.Read(now.Content).Get("alarms"), "")
	same(t, "its updates", now.Updates, call.Winner.Updates)
	d.tickAfter(20 * time.Second)
	same(t, "told again", d.notifications(), "")
}

// A click on a notification shows the todo, from wherever the person is, and does nothing if its
// list is gone.
func TestANotificationOfAnAlarmLeadsToTheTodo(t *testing.T) {
	d := alarmed(t, map[string]time.Duration{"Milk": 5 * time.Minute, "Call the plumber": time.Minute})
	d.tickAfter(70 * time.Second)
	d.press(fyne.KeyComma, fyne.KeyModifierControl)
	d.rest()
	d.clicked()
	d.rest()
	same(t, "the place", d.win.at, snapshot.Place{Kind: snapshot.KindList, Set: "Chores"})
	same(t, "the editor shows it", d.win.detail.Item(), d.win.item)
	same(t, "it is the todo", d.sees("Call the plumber") && d.win.pages.shown != page(d.win.pages.settings()), true)
	must(t, two(d.engine.Sharing.DeleteShared(t.Context(), "Chores", false)))
	d.win.Reload()
	d.press(fyne.KeyComma, fyne.KeyModifierControl)
	d.rest()
	d.clicked()
	d.rest()
	same(t, "without the list, the page stays", d.win.pages.shown == page(d.win.pages.settings()), true)
}

func TestAlarmsThatGoOffTogetherAreOneNotification(t *testing.T) {
	d := alarmed(t, map[string]time.Duration{"Milk": time.Minute, "Bread": 2 * time.Minute})
	d.tickAfter(150 * time.Second)
	same(t, "told", d.notifications(), "2 alarms | Milk, Bread")
}

// Alarms due while the program was not running are reported by the next start, and not again.
func TestWhatWasMissedIsToldByTheNextStart(t *testing.T) {
	d := alarmed(t, map[string]time.Duration{"Milk": time.Hour, "Bread": 2 * time.Hour, "Long ago": -time.Hour})
	d.tickAfter(20 * time.Second)
	d.clock.now = noon.Add(8 * time.Hour)
	d.open()
	d.tickAfter(0)
	same(t, "told", d.notifications(), "2 alarms while Crossfeed was closed | Milk, Bread")
	d.open()
	d.tickAfter(time.Second)
	same(t, "by the start after", d.notifications(), "")
}

// Titles from feeds may have any length and reverse the direction of text: a notification
// shows the beginning, in the right order.
func TestAnAlarmOfAnAbsurdTitleIsShort(t *testing.T) {
	for _, n := range []int{1, 3, 6} {
		todos := map[string]time.Duration{}
		for i := range n {
			todos[absurd(strconv.Itoa(i), testsize.Of(1<<17, 1<<20))] = time.Minute
		}
		d := alarmed(t, todos)
		d.tickAfter(70 * time.Second)
		if told := d.notifications(); !strings.Contains(told, "exe.") && n == 1 || strings.ContainsRune(told, '\u202e') || len(told) > 2_000 {
			t.Errorf("%d alarms: %d bytes are told: %.200q", n, len(told), told)
		}
		d.clock.now = d.clock.now.Add(8 * time.Hour)
	}
}

func TestWhatIsDoneHasNoAlarm(t *testing.T) {
	d := alarmed(t, map[string]time.Duration{"Milk": time.Minute})
	d.mark(0)
	d.types(" ")
	d.rest()
	d.tickAfter(2 * time.Minute)
	same(t, "told", d.notifications(), "")
}

// deaf cannot read alarms.
type deaf struct{ Lists }

func (deaf) Alarms(context.Context, time.Time, time.Time, bool) ([]lists.Alarm, error) {
	return nil, errors.New("the disk is away")
}

// A failure is reported once, and no alarm is lost.
func TestAlarmsThatCouldNotBeReadAreToldLater(t *testing.T) {
	d := alarmed(t, map[string]time.Duration{"Milk": time.Minute})
	whole := d.win.Lists
	d.win.Lists = deaf{whole}
	d.tickAfter(70 * time.Second)
	same(t, "status", d.win.status.Text(), "It could not be done: the disk is away")
	d.win.status.ShowMessage("something else")
	d.tickAfter(20 * time.Second)
	same(t, "said once", d.win.status.Text(), "something else")
	d.win.Lists = whole
	d.tickAfter(20 * time.Second)
	same(t, "told", d.notifications(), "Milk | Chores · May 24, 12:01")
}

func fromNoon(d time.Duration) string { return noon.Add(d).Format(time.RFC3339Nano) }

func TestWhichAlarmsAreToldNow(t *testing.T) {
	const day = 24 * time.Hour
	for _, c := range []struct {
		what, kept string
		after      time.Duration
		any        bool
	}{
		{"at the first start of all, none of the past", "", 0, false},
		{"those since the last look", fromNoon(-20 * time.Second), -20 * time.Second, true},
		{"those while the program did not run", fromNoon(-8 * time.Hour), -8 * time.Hour, true},
		{"of a long absence, those of a day", fromNoon(-9 * day), -day, true},
		{"none twice, where the clock was put back", fromNoon(time.Hour), 0, false},
		{"what was kept cannot be read", "yesterday", 0, false},
	} {
		after, until, ok := newAlarmWatch(c.kept, noon).span(noon)
		if ok != c.any || ok && (!after.Equal(noon.Add(c.after)) || !until.Equal(noon)) {
			t.Errorf("%s: got %v to %v, %v", c.what, after, until, ok)
		}
	}
}

// After a clock was a year ahead and is corrected, alarms are not silenced for a year.
func TestAClockThatWasFarAheadBeginsAnew(t *testing.T) {
	w := newAlarmWatch(fromNoon(365*24*time.Hour), noon)
	w.span(noon)
	if after, _, ok := w.span(noon.Add(time.Minute)); !ok || !after.Equal(noon) {
		t.Errorf("got %v, %v", after, ok)
	}
}

func TestOneLookGoesOnWhereTheOtherEnded(t *testing.T) {
	w := newAlarmWatch(fromNoon(-time.Minute), noon)
	w.setReported(noon, true)
	if after, until, ok := w.span(noon.Add(TickPause)); !ok || !after.Equal(noon) || !until.Equal(noon.Add(TickPause)) {
		t.Errorf("got %v to %v, %v", after, until, ok)
	}
}

// Every alarm is saved at once, a check without one only now and then.
func TestWhatWasToldIsKept(t *testing.T) {
	w := newAlarmWatch("", noon)
	for _, c := range []struct {
		later time.Duration
		any   bool
		keep  bool
	}{
		{20 * time.Second, false, true}, // the very first check
		{40 * time.Second, false, false},
		{60 * time.Second, true, true},
		{80 * time.Second, false, false},
		{20 * time.Minute, false, true},
	} {
		if got := w.setReported(noon.Add(c.later), c.any); got != c.keep {
			t.Errorf("after %v: kept is %v", c.later, got)
		}
		if c.keep && w.text() != fromNoon(c.later) {
			t.Errorf("after %v: the text is %s", c.later, w.text())
		}
	}
}

func alarm(title string, ago time.Duration) lists.Alarm {
	return lists.Alarm{Ref: edit.Ref{Set: "Groceries", ID: title}, Title: title, At: noon.Add(-ago)}
}

func TestAlarmsAreGathered(t *testing.T) {
	speaker := wording.Speaker{Now: func() time.Time { return noon }, Zone: time.UTC}
	for _, c := range []struct {
		what string
		all  []lists.Alarm
		want []string
	}{
		{"none", nil, nil},
		{"one", []lists.Alarm{alarm("Milk", time.Second)}, []string{"Milk | Groceries · May 24, 11:59 | Alarm: “Milk” in Groceries"}},
		{"several", []lists.Alarm{alarm("Milk", 0), alarm("", time.Second)}, []string{"2 alarms | Milk, (no title) | 2 alarms: Milk, (no title)"}},
		{"many", []lists.Alarm{alarm("a", 0), alarm("b", 0), alarm("c", 0), alarm("d", 0), alarm("e", 0), alarm("f", 0)},
			[]string{"6 alarms | a, b, c, d and 2 more | 6 alarms: a, b, c, d and 2 more"}},
		{"one that was missed, and one now", []lists.Alarm{alarm("Milk", 3*time.Hour), alarm("Bread", 0)}, []string{
			"1 alarm while Crossfeed was closed | Milk · Groceries · May 24, 09:00 | 1 alarm while Crossfeed was closed: Milk · Groceries · May 24, 09:00",
			"Bread | Groceries · May 24, 12:00 | Alarm: “Bread” in Groceries",
		}},
		{"several that were missed", []lists.Alarm{alarm("Milk", 3*time.Hour), alarm("Bread", time.Hour)}, []string{
			"2 alarms while Crossfeed was closed | Milk, Bread | 2 alarms while Crossfeed was closed: Milk, Bread",
		}},
	} {
		var got []string
		for _, m := range alarmMessages(c.all, noon, speaker) {
			got = append(got, m.Title+" | "+m.Text+" | "+m.Line)
		}
		if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("%s: got %q, want %q", c.what, got, c.want)
		}
	}
}
