package ical_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	goical "github.com/emersion/go-ical"
	"github.com/teambition/rrule-go"
	"pgregory.net/rapid"

	"crossfeed/engine/item"
	"crossfeed/engine/record/exchange"
)

// berlin is the definition of a zone for dates in 2026.
var berlin = []string{"BEGIN:VTIMEZONE", "TZID:Europe/Berlin",
	"BEGIN:DAYLIGHT", "DTSTART:20250330T020000", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
	"TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "TZNAME:CEST", "END:DAYLIGHT",
	"BEGIN:STANDARD", "DTSTART:20251026T030000", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
	"TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "TZNAME:CET", "END:STANDARD", "END:VTIMEZONE"}

// described returns the lines of the time zones in a file.
func described(file string) (all []string) {
	inside := false
	for l := range strings.SplitSeq(strings.ReplaceAll(file, "\r\n ", ""), "\r\n") {
		inside = inside || l == "BEGIN:VTIMEZONE"
		if inside {
			all = append(all, l)
		}
		inside = inside && l != "END:VTIMEZONE"
	}
	return all
}

func TestAZoneOfTheDatabaseIsDescribedOnceBeforeTheTodos(t *testing.T) {
	one := []string{"BEGIN:VTODO", "DTSTART;TZID=Europe/Berlin:20260302T180000", "DUE;TZID=Europe/Berlin:20261127T180000", "END:VTODO"}
	file := write(t, outs(read(t, calendar(slices.Concat(one, one)...))))
	if got := described(file); !slices.Equal(got, berlin) || strings.Index(file, berlin[0]) > strings.Index(file, "BEGIN:VTODO") {
		t.Errorf("got\n%s", file)
	}
}

func TestADescriptionThatWasMadeIsNotKeptBesideTheRecord(t *testing.T) {
	before := readOne(t, todo("UID:1", "DTSTAMP:20261120T101112Z", "DUE;TZID=Europe/Berlin:20261127T180000"))
	after := readOne(t, write(t, outs([]exchange.Entry{before})))
	if len(preservedLines(after)) > 0 || after.Content.Hash() != before.Content.Hash() || len(after.Problems) > 0 {
		t.Errorf("got %s, %v", after.Content.XML(), after.Problems)
	}
}

func TestADescriptionThatIsKeptWins(t *testing.T) {
	own := slices.Clone(custom)
	own[1] = "TZID:Europe/Berlin"
	root := readOne(t, todo("DUE;TZID=Europe/Berlin:20261127T180000")).Content.Element()
	exchange.PreserveLines(root, own)
	c, err := item.NewContent(root)
	if err != nil {
		t.Fatal(err)
	}
	file := write(t, []exchange.Out{{UID: "1", Content: c, Changed: changed}})
	if got := described(file); !slices.Equal(got, own) {
		t.Errorf("got %q", got)
	}
}

func TestOnlyAZoneThatTheDatabaseNamesAndADateIsInIsDescribed(t *testing.T) {
	for line, want := range map[string]bool{
		"DUE;TZID=Europe/Berlin:20261127T180000":                true,
		"EXDATE;TZID=Europe/Berlin:20261127T180000":             true,
		"DUE;TZID=Europe/Berlin:20261127T18":                    true, // preserved, and written
		"DUE;TZID=Europe/Berlin:tomorrow":                       false,
		"DUE;TZID=Local:20261127T180000":                        false,
		"DUE;TZID=W. Europe Standard Time:20261127T180000":      false,
		"DUE;TZID=/citadel.org/1/Europe/Berlin:20261127T180000": false,
		"DUE:20261127T180000Z":                                  false,
	} {
		if got := described(write(t, outs(read(t, todo(line))))); (len(got) > 0) != want {
			t.Errorf("%s: got %q", line, got)
		}
	}
}

func TestChangesWithoutARuleAreDatesAndOffsetsHaveTheSecondsTheyNeed(t *testing.T) {
	for date, want := range map[string]string{
		"DUE;TZID=Africa/Casablanca:20261127T180000":   "RDATE:20270314T020000",
		"DUE;TZID=Australia/Lord_Howe:20261127T180000": "TZOFFSETTO:+1030",
		"DUE;TZID=America/New_York:20261127T180000":    "TZOFFSETFROM:-0500",
		"DUE;TZID=Europe/Berlin:18800101T120000":       "TZOFFSETTO:+005328",
		"DUE;TZID=Asia/Kolkata:20261127T180000":        "TZOFFSETFROM:+0530",
	} {
		if got := described(write(t, outs(read(t, todo(date))))); !slices.Contains(got, want) {
			t.Errorf("%s: got %q", date, got)
		}
	}
}

func TestTheOffsetThatAFileTellsIsThatOfTheZone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{"Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe",
			"Africa/Casablanca", "Australia/Sydney", "America/Santiago", "Europe/Moscow"}).Draw(t, "zone")
		z, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		from, to := time.Date(1990, 1, 2, 0, 0, 0, 0, z), time.Date(2037, 12, 31, 0, 0, 0, 0, z)
		at := time.Unix(rapid.Int64Range(from.Unix(), to.Unix()).Draw(t, "instant"), 0).In(z)
		file := writeAll(t, readAll(t, todo("DUE;TZID="+name+":"+at.Format("20060102T150405"))))
		if _, want := at.Zone(); offsetIn(t, file, at) != want {
			t.Fatalf("%v: got %d, want %d of\n%s", at, offsetIn(t, file, at), want, file)
		}
	})
}

// offsetIn returns the offset at an instant according to the only VTIMEZONE of a file, as
// go-ical and rrule-go read it.
func offsetIn(t *rapid.T, file string, at time.Time) (offset int) {
	c, err := goical.NewDecoder(strings.NewReader(file)).Decode()
	if err != nil || c.Children[0].Name != goical.CompTimezone {
		t.Fatalf("%v in\n%s", err, file)
	}
	var latest time.Time
	for _, o := range c.Children[0].Children {
		before := seconds(t, o, goical.PropTimezoneOffsetFrom)
		for _, onset := range onsets(t, o, at.UTC().Add(before)) {
			if began := onset.Add(-before); began.After(latest) {
				latest, offset = began, int(seconds(t, o, goical.PropTimezoneOffsetTo).Seconds())
			}
		}
	}
	return offset
}

// onsets returns the onsets of a STANDARD or DAYLIGHT up to a local time.
func onsets(t *rapid.T, o *goical.Component, wall time.Time) []time.Time {
	start, err := o.Props.DateTime(goical.PropDateTimeStart, time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	var set rrule.Set
	set.RDate(start)
	for _, again := range o.Props[goical.PropRecurrenceDates] {
		at, err := again.DateTime(time.UTC)
		if err != nil {
			t.Fatal(err)
		}
		set.RDate(at)
	}
	if rule := o.Props.Get(goical.PropRecurrenceRule); rule != nil {
		r, err := rrule.StrToRRule(rule.Value)
		if err != nil {
			t.Fatal(err)
		}
		set.RRule(r)
	}
	set.DTStart(start)
	return set.Between(start, wall, true)
}

func seconds(t *rapid.T, o *goical.Component, name string) time.Duration {
	value := o.Props.Get(name).Value
	zero, _ := time.Parse("-0700", "+0000")
	at, err := time.Parse("-0700", value)
	if err != nil {
		t.Fatal(err)
	}
	return zero.Sub(at)
}
