package ical_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/teambition/rrule-go"
	"pgregory.net/rapid"

	"crossfeed/engine/record/ical"
)

const stamp = "20060102T150405"

// describeObservances describes observances, one per line.
func describeObservances(all []ical.Observance) string {
	var b strings.Builder
	for _, o := range all {
		kind := "standard"
		if o.Daylight {
			kind = "daylight"
		}
		fmt.Fprintf(&b, "%s %s %d→%d %s %s\n", kind, o.Name, o.From/60, o.To/60, o.Onsets[0].Format(stamp), o.Rule)
	}
	return b.String()
}

func describe(t testing.TB, name string, first, last int) []ical.Observance {
	t.Helper()
	z, known := ical.FindZone(name)
	if !known {
		t.Fatalf("there is no zone %s", name)
	}
	return ical.Observances(z, first, last)
}

func TestAZoneWithARuleIsToldByItFromTheYearBefore(t *testing.T) {
	for name, want := range map[string]string{
		"Europe/Berlin": "daylight CEST 60→120 20250330T020000 FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\n" +
			"standard CET 120→60 20251026T030000 FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\n",
		"America/New_York": "daylight EDT -300→-240 20250309T020000 FREQ=YEARLY;BYMONTH=3;BYDAY=2SU\n" +
			"standard EST -240→-300 20251102T020000 FREQ=YEARLY;BYMONTH=11;BYDAY=1SU\n",
		"Australia/Lord_Howe": "standard +1030 660→630 20250406T020000 FREQ=YEARLY;BYMONTH=4;BYDAY=1SU\n" +
			"daylight +11 630→660 20251005T020000 FREQ=YEARLY;BYMONTH=10;BYDAY=1SU\n",
		"Australia/Sydney": "standard AEST 660→600 20250406T030000 FREQ=YEARLY;BYMONTH=4;BYDAY=1SU\n" +
			"daylight AEDT 600→660 20251005T020000 FREQ=YEARLY;BYMONTH=10;BYDAY=1SU\n",
		// On the Friday before the last Sunday of March.
		"Asia/Jerusalem": "daylight IDT 120→180 20250328T020000 FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=23,24,25,26,27,28,29;BYDAY=FR\n" +
			"standard IST 180→120 20251026T020000 FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\n",
		// In the database, daylight saving time is in winter, with clocks set back by an hour.
		"Europe/Dublin": "daylight IST 0→60 20250330T010000 FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\n" +
			"standard GMT 60→0 20251026T020000 FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\n",
	} {
		if got := describeObservances(describe(t, name, 2026, 2027)); got != want {
			t.Errorf("%s: got\n%s", name, got)
		}
	}
}

func TestAZoneWithoutChangesHasOneStandard(t *testing.T) {
	for name, want := range map[string]string{
		"Asia/Kolkata": "standard IST 330→330 19700101T000000 \n",
		"UTC":          "standard UTC 0→0 19700101T000000 \n",
	} {
		if got := describeObservances(describe(t, name, 2026, 2026)); got != want {
			t.Errorf("%s: got %s", name, got)
		}
	}
}

func TestChangesBeforeARuleHeldAreListed(t *testing.T) {
	all := describe(t, "America/New_York", 2005, 2026)
	want := "standard EST -240→-300 20041031T020000 \n" +
		"daylight EDT -300→-240 20050403T020000 \n" +
		"daylight EDT -300→-240 20070311T020000 FREQ=YEARLY;BYMONTH=3;BYDAY=2SU\n" +
		"standard EST -240→-300 20071104T020000 FREQ=YEARLY;BYMONTH=11;BYDAY=1SU\n"
	if got := describeObservances(all); got != want {
		t.Fatalf("got\n%s", got)
	}
	if len(all[0].Onsets) != 3 || len(all[1].Onsets) != 2 {
		t.Errorf("got %v and %v", all[0].Onsets, all[1].Onsets)
	}
}

func TestChangesWithoutARuleAreListedForFiveYearsOn(t *testing.T) {
	all := describe(t, "Africa/Casablanca", 2026, 2026)
	last := 0
	for _, o := range all {
		if o.Rule != "" {
			t.Errorf("Ramadan follows %s", o.Rule)
		}
		last = max(last, o.Onsets[len(o.Onsets)-1].Year())
	}
	if last != 2031 {
		t.Errorf("the last change is in %d", last)
	}
}

func TestADateThatMeansNeverIsNotDescribedToItsYear(t *testing.T) {
	for _, name := range []string{"Africa/Casablanca", "Europe/Berlin", "Africa/Cairo"} {
		for _, o := range describe(t, name, 2026, 9999) {
			if len(o.Onsets) > 80 {
				t.Errorf("%s: %d changes", name, len(o.Onsets))
			}
		}
	}
}

// tested lists zones with and without rules, north and south, with changes of the offset and
// of the rule, and with changes at the turn of a year.
var tested = []string{"Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Africa/Casablanca",
	"Australia/Sydney", "America/Santiago", "Asia/Jerusalem", "Europe/Dublin", "Europe/Moscow", "Africa/Cairo",
	"America/Sao_Paulo", "Pacific/Apia", "Pacific/Kiritimati", "Asia/Pyongyang", "Europe/Lisbon", "America/Nuuk",
	"Asia/Tehran", "America/Caracas", "Antarctica/Troll", "UTC"}

// offsetAt returns the offset at an instant according to a definition: that of the observance
// that began last (RFC 5545 §3.6.5).
func offsetAt(t fails, all []ical.Observance, at time.Time) int {
	var latest time.Time
	offset := 0
	for _, o := range all {
		wall := at.UTC().Add(time.Duration(o.From) * time.Second)
		for _, onset := range onsetsUpTo(t, o, wall) {
			if began := onset.Add(-time.Duration(o.From) * time.Second); !began.Before(latest) {
				latest, offset = began, o.To
			}
		}
	}
	if latest.IsZero() {
		t.Fatalf("nothing is told for %v", at)
	}
	return offset
}

func onsetsUpTo(t fails, o ical.Observance, wall time.Time) (all []time.Time) {
	if o.Rule == "" {
		for _, onset := range o.Onsets {
			if !onset.After(wall) {
				all = append(all, onset)
			}
		}
		return all
	}
	rule, err := rrule.StrToRRule(o.Rule)
	if err != nil {
		t.Fatalf("%s: %v", o.Rule, err)
	}
	rule.DTStart(o.Onsets[0])
	return rule.Between(o.Onsets[0], wall, true)
}

func TestTheOffsetOfEveryInstantIsThatOfTheZone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom(tested).Draw(t, "zone")
		z, _ := ical.FindZone(name)
		first := rapid.IntRange(1990, 2037).Draw(t, "first")
		last := rapid.IntRange(first, 2037).Draw(t, "last")
		all := ical.Observances(z, first, last)
		from := time.Date(first, 1, 1, 0, 0, 0, 0, z).Unix()
		to := time.Date(last+1, 1, 1, 0, 0, 0, 0, z).Unix()
		for range 5 {
			at := time.Unix(rapid.Int64Range(from, to-1).Draw(t, "instant"), 0).In(z)
			if _, want := at.Zone(); offsetAt(t, all, at) != want {
				t.Fatalf("%s at %v: got %d, want %d of\n%s", name, at, offsetAt(t, all, at), want, describeObservances(all))
			}
		}
	})
}

func TestTheOffsetAroundEveryChangeIsThatOfTheZone(t *testing.T) {
	for _, name := range tested {
		z, _ := ical.FindZone(name)
		all := ical.Observances(z, 1990, 2037)
		for at := time.Date(1990, 1, 2, 0, 0, 0, 0, z); at.Year() < 2038; {
			_, next := at.ZoneBounds()
			if next.IsZero() {
				break
			}
			for _, moment := range []time.Time{next.Add(-time.Second), next} {
				if _, want := moment.Zone(); offsetAt(t, all, moment) != want {
					t.Errorf("%s at %v: got %d, want %d", name, moment, offsetAt(t, all, moment), want)
				}
			}
			at = next.Add(24 * time.Hour)
		}
	}
}

func TestAZoneIsFoundByTheNamesThatProgramsGiveIt(t *testing.T) {
	for tzid, want := range map[string]string{
		"Europe/Berlin":                  "Europe/Berlin",
		"UTC":                            "UTC",
		"America/Argentina/Buenos_Aires": "America/Argentina/Buenos_Aires",
		`"Europe/Berlin"`:                "Europe/Berlin",
		"/freeassociation.sourceforge.net/Europe/Berlin":        "Europe/Berlin",
		"/freeassociation.sourceforge.net/Tzfile/Europe/Berlin": "Europe/Berlin",
		"/citadel.org/20210210_1/America/Indiana/Knox":          "America/Indiana/Knox",
		"/mozilla.org/20050126_1/Europe/Berlin":                 "Europe/Berlin",
		"W. Europe Standard Time":                               "Europe/Berlin",
		"Pacific Standard Time":                                 "America/Los_Angeles",
		"AUS Central Standard Time":                             "Australia/Darwin",
		"tzone://Microsoft/Utc":                                 "UTC",
	} {
		z, known := ical.FindZone(tzid)
		if !known || z.String() != want {
			t.Errorf("%s: got %v, %v; want %s", tzid, z, known, want)
		}
	}
}

func TestANameThatNobodyKnowsHasNoZone(t *testing.T) {
	for _, tzid := range []string{
		"", "Local", "/", "//", "/nobody.example/Nowhere/City", "Customized Time Zone", "Standard Time",
		"Copyright Unicode, Inc.; used under the Unicode License v3, https://www.unicode.org/license.txt\nAUS Central Standard Time",
		"../../etc/passwd", "/../../etc/passwd", "tzone://Microsoft/Custom", "# Source: Unicode CLDR",
	} {
		if z, known := ical.FindZone(tzid); known {
			t.Errorf("%q: got %v", tzid, z)
		}
	}
}

func TestOnlyNamesOfTheDatabaseAreIANANames(t *testing.T) {
	for tzid, want := range map[string]bool{
		"Europe/Berlin": true, "UTC": true, "": false, "Local": false,
		"W. Europe Standard Time": false, "/citadel.org/20210210_1/Europe/Berlin": false,
	} {
		if got := ical.IsIANAZone(tzid); got != want {
			t.Errorf("%q: got %v", tzid, got)
		}
	}
}

func TestEveryWindowsZoneOfTheTableIsInTheDatabase(t *testing.T) {
	table, err := os.ReadFile("windows.txt")
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for line := range strings.Lines(string(table)) {
		name, iana, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		if strings.HasPrefix(line, "#") {
			continue
		}
		count++
		if z, known := ical.FindZone(name); !ok || !known || z.String() != iana {
			t.Errorf("%s: got %v, want %s", name, z, iana)
		}
	}
	if count < 130 {
		t.Errorf("only %d zones", count)
	}
}
