package engine_test

import (
	"strings"
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
	first, err := d.Lists.Alarms(t.Context(), from.Add(-time.Minute), from, false)
	d.check(err)
	if len(first) != 1 || first[0].Title != "Tea" || !first[0].At.Equal(from) {
		t.Errorf("first: %+v", first)
	}
	second, err := d.Lists.Alarms(t.Context(), from, from.Add(time.Hour), false)
	d.check(err)
	if len(second) != 1 || !second[0].At.Equal(from.Add(15*time.Minute)) {
		t.Errorf("second: %+v", second)
	}
}

// A todo without alarms goes off at its due time if that is asked for.
func TestTodosGoOffAtTheirDueTime(t *testing.T) {
	d := newTodoDesk(t)
	for id, v := range map[string]record.Values{
		"timed":     {"due": "2026-05-21T15:00Z"},
		"elsewhere": {"due": "2026-05-22T04:30 Pacific/Auckland"}, // 16:30 UTC, of another day
		"floating":  {"due": "2026-05-21T11:30"},                  // 15:30 UTC
		"day":       {"due": "2026-05-21"},
		"own":       {"due": "2026-05-21T15:00Z", "alarms": "-PT15M"},
		"done":      {"due": "2026-05-21T15:00Z", "done": "true"},
		"cancelled": {"due": "2026-05-21T15:00Z", "done": "false cancelled"},
		"later":     {"due": "2026-05-21T17:01Z"},
		"before":    {"due": "2026-05-21T14:00Z"},
	} {
		v["title"] = id
		d.todo("Home", id, v)
	}
	from := time.Date(2026, 5, 21, 14, 0, 0, 0, time.UTC)
	for atDue, want := range map[bool]string{false: "own 14:45", true: "own 14:45, timed 15:00, floating 15:30, elsewhere 16:30"} {
		all, err := d.Lists.Alarms(t.Context(), from, from.Add(3*time.Hour), atDue)
		d.check(err)
		var got []string
		for _, a := range all {
			got = append(got, a.Title+" "+a.At.UTC().Format("15:04"))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("at due %v: %s", atDue, strings.Join(got, ", "))
		}
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
	if all, err := d.Lists.Alarms(t.Context(), time.Time{}, d.clock.Now().AddDate(1, 0, 0), true); err != nil || len(all) != 0 {
		t.Errorf("alarms: %+v, %v", all, err)
	}
}
