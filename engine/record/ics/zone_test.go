package ics_test

import (
	"os"
	"strings"
	"testing"
	_ "time/tzdata"

	"crossfeed/engine/record/ics"
)

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
		z, known := ics.FindZone(tzid)
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
		if z, known := ics.FindZone(tzid); known {
			t.Errorf("%q: got %v", tzid, z)
		}
	}
}

func TestOnlyNamesOfTheDatabaseAreIANANames(t *testing.T) {
	for tzid, want := range map[string]bool{
		"Europe/Berlin": true, "UTC": true, "": false, "Local": false,
		"W. Europe Standard Time": false, "/citadel.org/20210210_1/Europe/Berlin": false,
	} {
		if got := ics.IsIANAZone(tzid); got != want {
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
		if z, known := ics.FindZone(name); !ok || !known || z.String() != iana {
			t.Errorf("%s: got %v, want %s", name, z, iana)
		}
	}
	if count < 130 {
		t.Errorf("only %d zones", count)
	}
}
