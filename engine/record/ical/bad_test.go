package ical_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/ical"
)

func TestAValueThatIsNotOfItsTypeStaysBesideTheRecord(t *testing.T) {
	for line, why := range map[string]string{
		"DUE:tomorrow":                             "not-a-day-or-time",
		"DUE:":                                     "not-a-day-or-time",
		"DUE;VALUE=DATE:20260230":                  "not-a-day-or-time",
		"DUE:20261127T2500":                        "not-a-day-or-time",
		"COMPLETED:20261127":                       "not-a-day-and-time",
		"COMPLETED;VALUE=DATE:20261127":            "other-type \"date\"",
		"PRIORITY:high":                            "not-an-integer",
		"PERCENT-COMPLETE:":                        "not-an-integer",
		"RRULE:INTERVAL=2":                         "not-a-recurrence",
		"RRULE:FREQ=SOMETIMES":                     "not-a-recurrence",
		"RRULE:FREQ=DAILY;COUNT=2;UNTIL=20271231":  "not-a-recurrence",
		"RRULE:FREQ=DAILY;FREQ=WEEKLY":             "not-a-recurrence",
		"RRULE:FREQ=DAILY;BYDAY=XX":                "not-a-recurrence",
		"RRULE:FREQ=DAILY;X-NEW=1":                 "not-a-recurrence",
		"DURATION:P":                               "not-a-duration",
		"DURATION:-P1H":                            "not-a-duration",
		"DURATION:PT":                              "not-a-duration",
		"GEO:here":                                 "not-a-position",
		"GEO:1;NaN":                                "not-a-position",
		"REQUEST-STATUS:2.0":                       "not-a-status",
		"RDATE;VALUE=PERIOD:20261127T120000Z/soon": "not-a-day-or-time",
		"SUMMARY;VALUE=DATE:20261127":              "other-type \"date\"",
		"XML:<a>":                                  "not-an-element",
		"XML:<a/>":                                 "not-an-element",
		`XML:<vtodo xmlns="urn:ietf:params:xml:ns:icalendar-2.0"/>`: "not-an-element",
		`XML:<p:a/>`:          "not-an-element",
		"item1.SUMMARY:x":     "unknown-name",
		"1ST:x":               "unknown-name",
		"X_Y:x":               "unknown-name",
		"DUE;1=2:20261127":    "unknown-parameter",
		"nothing but a text":  "no-colon",
		`X-P;Q="a:b`:          "open-quote",
		"BEGIN;X=1:VALARM":    "no-component-name",
		"X-DAY;VALUE=DATE:27": "not-a-day",
	} {
		e := readOne(t, todo("SUMMARY:Milk", line, "LOCATION:Market"))
		if got := preservedLines(e); !slices.Equal(got, []string{line}) {
			t.Errorf("%s: %q stands beside", line, got)
		}
		if want := fmt.Sprintf("line-kept %q (%s)\n", line, why); problems(e) != want || e.Problems[0].Line != 5 {
			t.Errorf("%s: got %v", line, e.Problems)
		}
		if want := "<summary><text>Milk</text></summary><location><text>Market</text></location>"; properties(e) != want {
			t.Errorf("%s: got %s", line, properties(e))
		}
	}
}

func TestADurationBesideADueDateIsKept(t *testing.T) {
	e := readOne(t, todo("DURATION:PT1H", "DUE:20261127T180000Z"))
	if got := preservedLines(e); !slices.Equal(got, []string{"DURATION:PT1H"}) || len(e.Problems) != 1 {
		t.Errorf("got %q, %v", got, e.Problems)
	}
}

func TestTheFirstOfPropertiesThatAreThereOnceCounts(t *testing.T) {
	e := readOne(t, todo("SUMMARY:Milk", "SUMMARY:Bread", "COMMENT:a", "COMMENT:b"))
	if got := preservedLines(e); !slices.Equal(got, []string{"SUMMARY:Bread"}) || e.Content.Title() != "Milk" {
		t.Errorf("got %q, %q", e.Content.Title(), got)
	}
}

func TestAnAlarmWithALineThatHasNoPlaceIsKeptWhole(t *testing.T) {
	good := []string{"BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M", "END:VALARM"}
	bad := []string{"BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:soon", "END:VALARM"}
	e := readOne(t, todo(slices.Concat([]string{"SUMMARY:Milk"}, bad, good)...))
	if got := preservedLines(e); !slices.Equal(got, bad) {
		t.Errorf("got %q", got)
	}
	if n := strings.Count(e.Content.XML(), "<valarm>"); n != 1 {
		t.Errorf("%d alarms in %s", n, e.Content.XML())
	}
}

func TestOneBadTodoStopsNothing(t *testing.T) {
	for name, bad := range map[string]string{
		"no END":                 "BEGIN:VTODO\nSUMMARY:cut",
		"an alarm without END":   "BEGIN:VTODO\nSUMMARY:cut\nBEGIN:VALARM\nEND:VTODO",
		"an END too many":        "BEGIN:VTODO\nSUMMARY:cut\nEND:VALARM\nEND:VTODO",
		"garbage in it":          "BEGIN:VTODO\nSUMMARY:cut\n%&/()=\nEND:VTODO",
		"garbage before it":      "?!\n!?\nBEGIN:VTODO\nSUMMARY:cut\nEND:VTODO",
		"a calendar in it":       "BEGIN:VTODO\nSUMMARY:cut\nBEGIN:VCALENDAR",
		"no END of the calendar": "BEGIN:VTODO\nSUMMARY:cut\nEND:VCALENDAR",
		"an event in it":         "BEGIN:VTODO\nSUMMARY:cut\nBEGIN:VEVENT\nSUMMARY:no\nEND:VEVENT",
	} {
		entries := read(t, "BEGIN:VCALENDAR\n"+bad+"\nBEGIN:VTODO\nSUMMARY:good\nEND:VTODO\nEND:VCALENDAR\n")
		var titles []string
		told := false
		for _, e := range entries {
			told = told || len(e.Problems) > 0
			if e.Content != nil {
				titles = append(titles, e.Content.Title())
			}
		}
		if !slices.Equal(titles, []string{"cut", "good"}) || !told {
			t.Errorf("%s: got %q, %+v", name, titles, entries)
		}
	}
}

func TestATodoThatTheFileEndsInIsReadAndTold(t *testing.T) {
	e := readOne(t, "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:Milk\nBEGIN:VALARM\nACTION:DISPLAY")
	if got := problems(e); got != "no-end \"VALARM\"\nno-end \"VTODO\"\n" || e.Content.Title() != "Milk" {
		t.Errorf("got %q: %q", e.Content.Title(), got)
	}
}

func TestComponentsThatAreNoTodosAreLeftOutAndTold(t *testing.T) {
	for component, want := range map[string]string{
		"VEVENT":    `other-component "VEVENT"`,
		"VJOURNAL":  `other-component "VJOURNAL"`,
		"VFREEBUSY": `other-component "VFREEBUSY"`,
		"X-OTHER":   `other-component "X-OTHER"`,
	} {
		all := read(t, calendar("BEGIN:"+component, "SUMMARY:x", "BEGIN:VALARM", "END:VALARM", "END:"+component))
		if len(all) != 1 || all[0].Content != nil || all[0].Line != 3 || problems(all[0]) != want+"\n" {
			t.Errorf("%s: got %+v", component, all)
		}
	}
	if all := read(t, calendar("BEGIN:VTIMEZONE", "TZID:X", "END:VTIMEZONE")); len(all) > 0 {
		t.Errorf("a time zone is told: %+v", all)
	}
}

func TestGarbageBetweenCalendarsIsToldOnce(t *testing.T) {
	all := read(t, "<html>\nERROR 500\n\n"+calendar("METHOD:PUBLISH", "X-WR-CALNAME:List")+"bye\n")
	if len(all) != 2 || problems(all[0]) != "outside-calendar \"<html>\"\n" || all[1].Line != 9 {
		t.Errorf("got %+v", all)
	}
}

func TestATodoOfTooManyLinesIsLeftOutAndTheRestGoesOn(t *testing.T) {
	long := append(append([]string{"BEGIN:VTODO"}, slices.Repeat([]string{"COMMENT:again"}, 10_000)...), "END:VTODO")
	all := read(t, calendar(append(long, "BEGIN:VTODO", "SUMMARY:Milk", "END:VTODO")...))
	if len(all) != 2 || all[0].Content != nil || all[1].Content == nil || all[0].Line != 3 {
		t.Fatalf("got %+v", all)
	}
	if got := problems(all[0]); got != "too-many-lines 0/5000\n" {
		t.Errorf("got %q", got)
	}
}

func TestAFileInATodoThatIsTooLargeIsLeftOutAndTheRestGoesOn(t *testing.T) {
	e := readOne(t, todo("SUMMARY:Milk", "ATTACH;VALUE=BINARY;ENCODING=BASE64:"+strings.Repeat("QUJD", exchange.MaxLine), "LOCATION:Market"))
	if got := problems(e); got != "property-too-long \"ATTACH\" 0/1024\n" || len(preservedLines(e)) > 0 {
		t.Errorf("got %q, %d lines", got, len(preservedLines(e)))
	}
	if want := "<summary><text>Milk</text></summary><location><text>Market</text></location>"; properties(e) != want {
		t.Errorf("got %.300s", properties(e))
	}
}

func TestATextThatIsTooLongIsCut(t *testing.T) {
	e := readOne(t, todo("SUMMARY:Milk", "COMMENT:"+strings.Repeat("long ", exchange.MaxLine)))
	if got := problems(e); !strings.Contains(got, "(line-cut 0/1048576)") {
		t.Errorf("got %q", got)
	}
	if got := preservedLines(e); len(got) != 1 || len(got[0]) != exchange.MaxLine {
		t.Errorf("%d lines", len(got))
	}
}

func TestControlCharactersAreReplacedAndTold(t *testing.T) {
	e := readOne(t, todo("SUMMARY:Mi\x00lk\x1b\tand\x0bbread"))
	if got := e.Content.Title(); got != "Mi\uFFFDlk\uFFFD\tand\uFFFDbread" {
		t.Errorf("got %q", got)
	}
	if got := problems(e); got != "control-characters\n" || e.Problems[0].Line != 4 {
		t.Errorf("got %q", got)
	}
}

func TestAFileInAnotherEncodingIsReadAndTold(t *testing.T) {
	e := readOne(t, todo("SUMMARY:K\xe4se"))
	if got := problems(e); e.Content.Title() != "Käse" || got != "other-encoding\n" {
		t.Errorf("got %q, %q", e.Content.Title(), got)
	}
	e = readOne(t, "\uFEFF"+todo("SUMMARY:Käse"))
	if e.Content.Title() != "Käse" || len(e.Problems) > 0 {
		t.Errorf("got %q, %v", e.Content.Title(), e.Problems)
	}
}

func TestLinesMayBeFoldedAndEndedInAnyWay(t *testing.T) {
	whole := todo("SUMMARY:Käse und Brot", "LOCATION:Market")
	want := readOne(t, whole).Content.Hash()
	for name, text := range map[string]string{
		"LF":                    strings.ReplaceAll(whole, "\r\n", "\n"),
		"CR":                    strings.ReplaceAll(whole, "\r\n", "\r"),
		"empty lines":           strings.ReplaceAll(whole, "\r\n", "\r\n\r\n"),
		"folded at a tab":       strings.ReplaceAll(whole, "und", "u\r\n\tnd"),
		"folded in a character": strings.ReplaceAll(whole, "ä", "\xc3\r\n \xa4"),
		"small letters":         strings.NewReplacer("BEGIN:V", "begin:v", "END:V", "end:v", "VTODO", "vtodo").Replace(whole),
		"spaces behind":         strings.ReplaceAll(whole, "VTODO", "VTODO "),
	} {
		if e := readOne(t, text); e.Content.Hash() != want || len(e.Problems) > 0 {
			t.Errorf("%s: %v: %s", name, e.Problems, e.Content.XML())
		}
	}
}

func TestComponentsTooDeepInEachOtherAreLeftOut(t *testing.T) {
	deep := slices.Concat([]string{"BEGIN:VTODO"}, slices.Repeat([]string{"BEGIN:X-A"}, 5000), slices.Repeat([]string{"END:X-A"}, 5000), []string{"END:VTODO"})
	all := read(t, calendar(append(deep, "BEGIN:VTODO", "SUMMARY:Milk", "END:VTODO")...))
	if last := all[len(all)-1]; all[0].Content != nil || last.Content == nil || last.Content.Title() != "Milk" {
		t.Errorf("got %+v", all)
	}
}

func TestOnlyTheFileAndItsReaderEndReading(t *testing.T) {
	broken := io.MultiReader(strings.NewReader(todo("SUMMARY:Milk")), iotest.ErrReader(errors.New("no disk")))
	count := 0
	err := ical.Read(broken, func(exchange.Entry) error { count++; return nil })
	if err == nil || count != 1 || err.Error() != "reading a calendar file: no disk" {
		t.Errorf("got %v after %d", err, count)
	}
	enough := errors.New("enough")
	if err := ical.Read(strings.NewReader(todo()), func(exchange.Entry) error { return enough }); !errors.Is(err, enough) {
		t.Errorf("got %v", err)
	}
}

func TestOneTimeOfARepeatingTodoIsTold(t *testing.T) {
	e := readOne(t, todo("UID:1", "RECURRENCE-ID;VALUE=DATE:20261127", "SUMMARY:Milk"))
	if got := problems(e); got != "one-occurrence\n" || e.UID != "1\x012026-11-27" {
		t.Errorf("got %q of %q", got, e.UID)
	}
}
