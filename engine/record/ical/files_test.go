package ical_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/record/exchange"
)

const files = "../../../testdata/ics"

// file returns the text of one of the files from other programs.
func file(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(files, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// shape is the expected result of reading a file.
type shape struct {
	// titles of the todos, in order.
	titles []string
	// problems of all entries, in order.
	problems []string
	// records are parts of the records, and lines some of the lines preserved alongside them.
	records, lines []string
}

var shapes = map[string]shape{
	"apple-reminders.ics": {
		titles: []string{"Zahnärztin anrufen, Termin für Februar", "Milch"},
		records: []string{
			"<x-apple-sort-order><unknown>785403912</unknown></x-apple-sort-order>",
			"<acknowledged><date-time>2026-11-20T08:15:29Z</date-time></acknowledged>",
			"<trigger><date-time>1976-04-01T00:55:45Z</date-time></trigger><x-apple-default-alarm><unknown>TRUE</unknown></x-apple-default-alarm><action><text>NONE</text></action>",
			"<url><uri>https://praxis.example/termin?von=app\\;x</uri></url>",
			"<x-title><unknown>Example Market, Gate 3</unknown></x-title></parameters><uri>geo:52.500000,13.250000</uri>",
			"<due><parameters><tzid><text>Europe/Berlin</text></tzid></parameters><date-time>2026-11-27T18:00:00</date-time></due>",
		},
	},
	"outlook.ics": {
		titles:   []string{"Rechnung 2026-1181 prüfen; Rücksprache mit Buchhaltung, Etat"},
		problems: []string{`other-component "VEVENT"`},
		records: []string{
			"<uid><text>040000008200E00074C5B7101A82E008000000000123456789ABCDEF000000000000000010000000000102030405060708090A0B0C0D0E0F</text></uid>",
			"<due><parameters><tzid><text>W. Europe Standard Time</text></tzid></parameters><date-time>2026-11-27T17:00:00</date-time></due>",
			"<x-outlook-busy-status><integer>0</integer></x-outlook-busy-status>",
			"<location><text></text></location>",
			"<trigger><parameters><related><text>START</text></related></parameters><duration>-PT15M</duration></trigger>",
		},
		lines: []string{"BEGIN:VTIMEZONE", "TZID:W. Europe Standard Time", "DTSTART:16010101T030000", "END:VTIMEZONE"},
	},
	"nextcloud-tasks.ics": {
		titles:   []string{"Move house", "Boxes"},
		problems: []string{"alarm-alone"},
		records: []string{
			"<created><date-time>2026-11-15T10:10:10</date-time></created>",
			"<related-to><text>a1b2c3d4e5</text></related-to>",
			"<categories><text>home</text><text>big</text></categories>",
			"<due><date>2026-12-05</date></due>",
		},
	},
	"tasks-org.ics": {
		titles: []string{"Albums for the café 📷", "Photos"},
		records: []string{
			"<related-to><parameters><reltype><text>PARENT</text></reltype></parameters><text>00000000-0000-4000-8000-0000000000b7</text></related-to>",
			"<rrule><recur><freq>WEEKLY</freq><interval>1</interval><byday>FR</byday></recur></rrule>",
			"<trigger><parameters><related><text>END</text></related></parameters><duration>P1D</duration></trigger><action><text>DISPLAY</text></action>" +
				"<description><text>Default Tasks.org description</text></description><repeat><integer>6</integer></repeat><duration><duration>P1D</duration></duration>",
			"<percent-complete><integer>100</integer></percent-complete>",
		},
	},
	"thunderbird.ics": {
		titles: []string{"Give the naïve plant water"},
		records: []string{
			"<x-moz-lastack><unknown>20261120T194224Z</unknown></x-moz-lastack>",
			"<x-moz-snooze-time-1763658000000000><unknown>20261121T174500Z</unknown></x-moz-snooze-time-1763658000000000>",
			"<altrep><uri>data:text/html,%3Cb%3Etwo%3C%2Fb%3E%20cups</uri></altrep></parameters><text>two cups</text>",
			"<encoding><text>BASE64</text></encoding></parameters><binary>iVBORw0KGgo=</binary>",
		},
	},
	"evolution.ics": {
		titles: []string{"Return the library books"},
		records: []string{
			"<dtstart><parameters><tzid><text>/freeassociation.sourceforge.net/Europe/Berlin</text></tzid></parameters><date-time>2026-11-20T09:00:00</date-time></dtstart>",
			"<x-evolution-alarm-uid><unknown>00000000000000000000000000000000000000b9</unknown></x-evolution-alarm-uid>",
			`<x-evolution-caldav-etag><unknown>"5b1f-60d"</unknown></x-evolution-caldav-etag>`,
		},
		lines: []string{"BEGIN:VTIMEZONE", "TZID:/freeassociation.sourceforge.net/Europe/Berlin", "X-LIC-LOCATION:Europe/Berlin", "END:VTIMEZONE"},
	},
}

func TestTheFilesOfOtherProgramsAreReadWhole(t *testing.T) {
	for name, want := range shapes {
		entries := read(t, file(t, name))
		var xml, all []string
		var got shape
		for _, e := range entries {
			for _, p := range e.Problems {
				got.problems = append(got.problems, told(p))
			}
			if e.Content != nil {
				got.titles = append(got.titles, e.Content.Title())
				xml = append(xml, e.Content.XML())
				all = append(all, preservedLines(e)...)
			}
		}
		if !slices.Equal(got.titles, want.titles) || !slices.Equal(got.problems, want.problems) {
			t.Errorf("%s: got %q", name, got)
		}
		for _, part := range want.records {
			if !strings.Contains(strings.Join(xml, "\n"), part) {
				t.Errorf("%s: %s is not in\n%s", name, part, strings.Join(xml, "\n"))
			}
		}
		if (len(all) > 0) != (len(want.lines) > 0) || !inOrder(all, want.lines) {
			t.Errorf("%s: beside the record stand %q", name, all)
		}
	}
}

// inOrder reports whether all contains the parts in order.
func inOrder(all, parts []string) bool {
	for _, l := range all {
		if len(parts) > 0 && l == parts[0] {
			parts = parts[1:]
		}
	}
	return len(parts) == 0
}

func TestEveryFileOfATestIsInTheTable(t *testing.T) {
	found, err := filepath.Glob(filepath.Join(files, "*.ics"))
	if err != nil || len(found) != len(shapes) {
		t.Errorf("%d files, %d in the table, %v", len(found), len(shapes), err)
	}
}

func TestAFileThatIsWrittenIsReadAsTheSameTodos(t *testing.T) {
	for name := range shapes {
		before := read(t, file(t, name))
		once := write(t, outs(before))
		sameTodos(t, name, before, read(t, once))
		if twice := write(t, outs(read(t, once))); twice != once {
			t.Errorf("%s: written again it is\n%s\nnot\n%s", name, twice, once)
		}
	}
}

// sameTodos compares the contents of entries by their hashes.
func sameTodos(t interface{ Errorf(string, ...any) }, name string, a, b []exchange.Entry) {
	was, is := outs(a), outs(b)
	if len(was) != len(is) {
		t.Errorf("%s: %d todos became %d", name, len(was), len(is))
		return
	}
	for i := range was {
		if was[i].Content.Hash() != is[i].Content.Hash() {
			t.Errorf("%s:\n%s\nbecame\n%s", name, was[i].Content.XML(), is[i].Content.XML())
		}
	}
}
