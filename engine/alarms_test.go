package engine_test

import (
	"testing"
	"time"

	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

func TestAlarmsGoOffOnceEach(t *testing.T) {
	d := newTodoDesk(t)
	d.todo("Home", "tea", record.Values{"title": "Tea", "due": "2026-05-21T15:00Z", "alarms": "-PT15M\nPT0S"})
	d.todo("Home", "done", record.Values{"title": "Done", "due": "2026-05-21T15:00Z", "alarms": "PT0S", "done": "true"})
	from := time.Date(2026, 5, 21, 14, 45, 0, 0, time.UTC)
	first, err := d.Lists.Alarms(t.Context(), from.Add(-time.Minute), from)
	d.check(err)
	if len(first) != 1 || first[0].Title != "Tea" || !first[0].At.Equal(from) {
		t.Errorf("first: %+v", first)
	}
	second, err := d.Lists.Alarms(t.Context(), from, from.Add(time.Hour))
	d.check(err)
	if len(second) != 1 || !second[0].At.Equal(from.Add(15*time.Minute)) {
		t.Errorf("second: %+v", second)
	}
}

func TestWhatWasDeletedGivesNoAlarmWhileItWaitsToBeResolved(t *testing.T) {
	d := newDesk(t, t, "desk", memory.New(), &transporttest.Memory{}, newClock())
	_, err := d.Lists.Create(t.Context(), lists.New{Name: "Groceries", Kind: "todo"})
	d.check(err)
	d.todo("Groceries", "tea", record.Values{"title": "Tea", "due": "2026-05-21T15:00Z", "alarms": "PT0S"})
	d.open("tea", "Coffee")
	_, err = d.Edit.Delete(t.Context(), "Groceries", "tea")
	d.check(err)
	if rows, err := d.Lists.Items(t.Context(), "Groceries", store.Query{Alarms: true}); err != nil || len(rows) != 1 || rows[0].Conflicts != 1 {
		t.Fatalf("no tombstone to test with: %+v, %v", rows, err)
	}
	if all, err := d.Lists.Alarms(t.Context(), time.Time{}, d.clock.Now().AddDate(1, 0, 0)); err != nil || len(all) != 0 {
		t.Errorf("alarms: %+v, %v", all, err)
	}
}
