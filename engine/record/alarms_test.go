package record_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/record"
)

const (
	display  = `<action><text>DISPLAY</text></action>`
	before15 = `<trigger><duration>-PT15M</duration></trigger>`
	toDue    = `<trigger><parameters><related><text>END</text></related></parameters><duration>-PT15M</duration></trigger>`
	startsAt = `<dtstart><date-time>2026-11-27T09:00:00Z</date-time></dtstart>`
	dueAt    = `<due><date-time>2026-11-27T18:00:00Z</date-time></due>`
)

func withAlarms(properties string, alarms ...string) string {
	all := ""
	for _, a := range alarms {
		all += `<valarm><properties>` + a + `</properties></valarm>`
	}
	return todoStart + `<properties>` + properties + `</properties><components>` + all + `</components></vtodo>`
}

func TestAlarmsGoOff(t *testing.T) {
	for _, c := range []struct {
		name, properties string
		alarms           []string
		want             []string
	}{
		{"before due", dueAt, []string{before15}, []string{"2026-11-27T17:45:00Z"}},
		{"before the start, which RELATED means where it is missing", startsAt + dueAt, []string{before15}, []string{"2026-11-27T08:45:00Z"}},
		{"before due, where it says so", startsAt + dueAt, []string{toDue}, []string{"2026-11-27T17:45:00Z"}},
		{"before the start, where there is no due", startsAt, []string{toDue}, []string{"2026-11-27T08:45:00Z"}},
		{"in order", dueAt, []string{`<trigger><duration>PT0S</duration></trigger>`, before15}, []string{"2026-11-27T17:45:00Z", "2026-11-27T18:00:00Z"}},
		{"at an instant", ``, []string{`<trigger><date-time>2026-11-27T09:00:00Z</date-time></trigger>`}, []string{"2026-11-27T09:00:00Z"}},
		{"a day counts from its midnight here", `<due><date>2026-11-27</date></due>`, []string{before15}, []string{"2026-11-26T22:45:00Z"}},
		{"a day before is the same time on the clock", `<due><parameters><tzid><text>Europe/Berlin</text></tzid></parameters><date-time>2026-10-25T18:00:00</date-time></due>`,
			[]string{`<trigger><duration>-P1D</duration></trigger>`}, []string{"2026-10-24T16:00:00Z"}},
		{"again and again", dueAt, []string{before15 + `<repeat><integer>2</integer></repeat><duration><duration>PT5M</duration></duration>`},
			[]string{"2026-11-27T17:45:00Z", "2026-11-27T17:50:00Z", "2026-11-27T17:55:00Z"}},
		{"again without a distance is once", dueAt, []string{before15 + `<repeat><integer>2</integer></repeat>`}, []string{"2026-11-27T17:45:00Z"}},
		{"acknowledged", dueAt, []string{before15 + `<acknowledged><date-time>2026-11-27T17:45:00Z</date-time></acknowledged>`}, nil},
		{"acknowledged before", dueAt, []string{before15 + `<acknowledged><date-time>2026-11-27T17:44:59Z</date-time></acknowledged>`}, []string{"2026-11-27T17:45:00Z"}},
		{"no alarm at all", dueAt, []string{`<action><text>NONE</text></action><trigger><date-time>1976-04-01T00:55:45Z</date-time></trigger>`}, nil},
		{"without a date", ``, []string{before15}, nil},
		{"not understood", dueAt, []string{`<trigger><text>at home</text></trigger>`, display}, nil},
		{"done", dueAt + `<status><text>COMPLETED</text></status>`, []string{before15}, nil},
		{"cancelled", dueAt + `<status><text>CANCELLED</text></status>`, []string{before15}, nil},
	} {
		var got []string
		for _, at := range record.Alarms(content(t, withAlarms(c.properties, c.alarms...)), zone(t, "Europe/Berlin")) {
			got = append(got, at.UTC().Format(time.RFC3339))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestAlarmsWithoutNumberAreBounded(t *testing.T) {
	many := slices.Repeat([]string{before15 + `<repeat><integer>999999999</integer></repeat><duration><duration>PT1S</duration></duration>`}, 500)
	if got := record.Alarms(content(t, withAlarms(dueAt, many...)), time.UTC); len(got) != 101 {
		t.Errorf("%d instants", len(got))
	}
	if got := record.Alarms(content(t, `<title>Milk</title>`), time.UTC); got != nil {
		t.Errorf("a note has alarms: %v", got)
	}
}

func TestAlarmsAreShownByWhenTheyGoOff(t *testing.T) {
	for _, c := range []struct{ name, properties, alarm, want string }{
		{"before due", dueAt, before15, "-PT15M"},
		{"before due, which it says", dueAt, toDue, "-PT15M"},
		{"before the start of what has no due", startsAt, before15, "-PT15M"},
		{"before the start", startsAt + dueAt, before15, "start -PT15M"},
		{"before due and not the start", startsAt + dueAt, toDue, "-PT15M"},
		{"at an instant", ``, `<trigger><date-time>2026-11-27T09:00:00Z</date-time></trigger>`, "2026-11-27T09:00:00Z"},
		{"in one form", ``, `<trigger><duration>-P0DT90M</duration></trigger>`, "-PT1H30M"},
		{"not understood", ``, `<trigger><text>at  home</text></trigger>`, "? at home"},
		{"without a trigger", ``, display, ""},
	} {
		if got := record.Read(content(t, withAlarms(c.properties, c.alarm))).Get("alarms"); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// Other data that people and programs store in an alarm is as valuable as its trigger.
func TestAnAlarmThatStaysKeepsAllOfIt(t *testing.T) {
	const title = `<summary><text>Bins</text></summary>`
	const sound = `<action><text>AUDIO</text></action><x-sound><unknown>bell</unknown></x-sound><uid><text>a</text></uid><acknowledged><date-time>2026-01-01T00:00:00Z</date-time></acknowledged>`
	shown := func(trigger string) string { return display + `<description><text>Bins</text></description>` + trigger }
	const week = `<trigger><parameters><related><text>END</text></related></parameters><duration>-P1W</duration></trigger>`
	odd := `<trigger><text>at home</text></trigger>` + display
	for _, c := range []struct {
		name, properties string
		before           []string
		set              string
		after            []string
	}{
		{"another one is added", title + dueAt, []string{sound + before15, odd}, "-PT15M\n? at home\n-P7D", []string{sound + before15, odd, shown(week)}},
		{"one is taken away", title + dueAt, []string{sound + before15, shown(week)}, "-PT15M", []string{sound + before15}},
		{"it counts from another date", title + startsAt + dueAt, []string{sound + before15}, "-PT15M", []string{sound + toDue}},
		{"another distance is another alarm", title + dueAt, []string{sound + before15}, "-P1W", []string{shown(week)}},
		{"one without a trigger stays", title + dueAt, []string{display, sound + before15}, "", []string{display}},
		{"at an instant", title, []string{display}, "2026-11-27T10:00:00+01:00", []string{display, shown(`<trigger><date-time>2026-11-27T09:00:00Z</date-time></trigger>`)}},
		{"before the start of what has no due", title + startsAt, []string{display}, "-PT15M", []string{display, shown(before15)}},
	} {
		const mirror = `<title>Bins</title>`
		got := apply(t, content(t, mirror+withAlarms(c.properties, c.before...)), record.Values{"alarms": c.set})
		same(t, c.name, got, content(t, mirror+withAlarms(c.properties, c.after...)))
	}
	got := apply(t, content(t, `<title>Bins</title>`+withAlarms(title+dueAt, before15)), record.Values{"alarms": ""})
	if strings.Contains(got.XML(), "components") {
		t.Errorf("an empty element stays: %s", got.XML())
	}
}
