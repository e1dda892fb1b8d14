package ical_test

import (
	"slices"
	"strings"
	"testing"
)

// custom is the definition of a zone that only the file knows.
var custom = []string{"BEGIN:VTIMEZONE", "TZID:Office", "BEGIN:STANDARD", "DTSTART:16010101T000000",
	"TZOFFSETFROM:+0100", "TZOFFSETTO:+0100", "END:STANDARD", "END:VTIMEZONE"}

var inOffice = []string{"BEGIN:VTODO", "DTSTAMP:20261120T101112Z", "UID:1", "DUE;TZID=Office:20261127T180000", "END:VTODO"}

func TestTheDescriptionOfAZoneStaysWithTheTodosThatUseIt(t *testing.T) {
	other := []string{"BEGIN:VTODO", "UID:2", "DUE;TZID=Europe/Berlin:20261127T180000", "END:VTODO"}
	for name, order := range map[string][]string{
		"before": slices.Concat(custom, inOffice, other),
		"behind": slices.Concat(inOffice, other, custom),
	} {
		for _, e := range read(t, calendar(order...)) {
			var want []string
			if e.UID == "1" {
				want = custom
			}
			if got := preservedLines(e); !slices.Equal(got, want) || len(e.Problems) > 0 {
				t.Errorf("%s: todo %s: %q, %v", name, e.UID, got, e.Problems)
			}
		}
	}
}

func TestTheZonesOfOneCalendarAreNotThoseOfTheNext(t *testing.T) {
	all := read(t, calendar(custom...)+calendar(inOffice...))
	if len(all) != 1 || len(preservedLines(all[0])) > 0 || problems(all[0]) != "unknown-zone \"Office\"\n" {
		t.Errorf("got %+v", all)
	}
}

func TestAZoneThatIsKnownByAnotherNameNeedsNoDescription(t *testing.T) {
	e := readOne(t, todo("DUE;TZID=W. Europe Standard Time:20261127T180000"))
	if len(e.Problems) > 0 {
		t.Errorf("got %v", e.Problems)
	}
}

func TestADescriptionIsWrittenOnceAndBeforeTheTodos(t *testing.T) {
	second := slices.Clone(inOffice)
	second[2] = "UID:2"
	file := write(t, outs(read(t, calendar(slices.Concat(custom, inOffice, second)...))))
	if n := strings.Count(file, strings.Join(custom, "\r\n")); n != 1 || strings.Index(file, custom[0]) > strings.Index(file, "BEGIN:VTODO") {
		t.Errorf("%d times in\n%s", n, file)
	}
}

func TestADescriptionThatIsTooLongIsNotCopiedIntoEveryTodo(t *testing.T) {
	long := slices.Insert(slices.Clone(custom), 2, slices.Repeat([]string{"COMMENT:again"}, 500)...)
	e := readOne(t, calendar(slices.Concat(long, inOffice)...))
	if got := problems(e); len(preservedLines(e)) > 0 || got != "unknown-zone \"Office\"\n" {
		t.Errorf("%d lines, %q", len(preservedLines(e)), got)
	}
}
