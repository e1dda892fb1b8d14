package alarms_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/edit"
	"crossfeed/engine/lists"
	"crossfeed/ui/window/alarms"
	"crossfeed/ui/wording"
	"crossfeed/ui/wording/wordingtest"
)

func TestMain(m *testing.M) {
	if err := wordingtest.SpeakEnglish(); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

var noon = time.Date(2026, 5, 24, 12, 0, 0, 0, time.UTC)

func at(d time.Duration) string { return noon.Add(d).Format(time.RFC3339Nano) }

func TestWhichAlarmsAreToldNow(t *testing.T) {
	const day = 24 * time.Hour
	for _, c := range []struct {
		what, kept string
		after      time.Duration
		any        bool
	}{
		{"at the first start of all, none of the past", "", 0, false},
		{"those since the last look", at(-20 * time.Second), -20 * time.Second, true},
		{"those while the program did not run", at(-8 * time.Hour), -8 * time.Hour, true},
		{"of a long absence, those of a day", at(-9 * day), -day, true},
		{"none twice, where the clock was put back", at(time.Hour), 0, false},
		{"what was kept cannot be read", "yesterday", 0, false},
	} {
		after, until, ok := alarms.NewWatch(c.kept, noon).Span(noon)
		if ok != c.any || ok && (!after.Equal(noon.Add(c.after)) || !until.Equal(noon)) {
			t.Errorf("%s: got %v to %v, %v", c.what, after, until, ok)
		}
	}
}

// After a clock was a year ahead and is corrected, alarms are not silenced for a year.
func TestAClockThatWasFarAheadBeginsAnew(t *testing.T) {
	w := alarms.NewWatch(at(365*24*time.Hour), noon)
	w.Span(noon)
	if after, _, ok := w.Span(noon.Add(time.Minute)); !ok || !after.Equal(noon) {
		t.Errorf("got %v, %v", after, ok)
	}
}

func TestOneLookGoesOnWhereTheOtherEnded(t *testing.T) {
	w := alarms.NewWatch(at(-time.Minute), noon)
	w.SetReported(noon, true)
	if after, until, ok := w.Span(noon.Add(alarms.Pause)); !ok || !after.Equal(noon) || !until.Equal(noon.Add(alarms.Pause)) {
		t.Errorf("got %v to %v, %v", after, until, ok)
	}
}

// Every alarm is saved at once, a check without one only now and then.
func TestWhatWasToldIsKept(t *testing.T) {
	w := alarms.NewWatch("", noon)
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
		if got := w.SetReported(noon.Add(c.later), c.any); got != c.keep {
			t.Errorf("after %v: kept is %v", c.later, got)
		}
		if c.keep && w.Text() != at(c.later) {
			t.Errorf("after %v: the text is %s", c.later, w.Text())
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
		for _, m := range alarms.Messages(c.all, noon, speaker) {
			got = append(got, m.Title+" | "+m.Text+" | "+m.Line)
		}
		if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("%s: got %q, want %q", c.what, got, c.want)
		}
	}
}
