package ical_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/item"
	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/ical"
)

// texts are what people write, including characters that must be escaped in a file.
var texts = rapid.StringOf(rapid.OneOf(
	rapid.RuneFrom([]rune(`abcäöü🧀 ,;:\"^=nN`)), rapid.RuneFrom([]rune("\n\t")), rapid.Rune(),
))

// values are valid and invalid values of all types, and names those of properties with such
// values.
var (
	values = rapid.OneOf(
		rapid.Map(texts, escaped),
		rapid.SampledFrom([]string{"20261127", "20261127T180000", "20261127T180000Z", "-PT15M", "P1W", "P", "5", "-1", "1.5;-2.5",
			"FREQ=WEEKLY;BYDAY=FR,-1SU;WKST=MO", "FREQ=DAILY;UNTIL=20271231", "FREQ=SELDOM", "20261127T120000Z/PT1H",
			"2.0;Success;a\\;b", "mailto:a@example.org", "TRUE", "+0130", "a,b\\,c", "", "tomorrow",
			`<k xmlns="urn:k">a\, b<c d="e"/></k>`}),
	)
	names = rapid.SampledFrom([]string{"SUMMARY", "DESCRIPTION", "CATEGORIES", "DUE", "DTSTART", "DURATION", "RRULE", "EXDATE", "RDATE",
		"GEO", "PRIORITY", "COMPLETED", "STATUS", "REQUEST-STATUS", "ATTENDEE", "URL", "TRIGGER", "ACTION", "RELATED-TO", "XML", "X-ANY", "NEW"})
	parameters = rapid.SampledFrom([]string{"", ";VALUE=DATE", ";VALUE=DATE-TIME", ";VALUE=PERIOD", ";VALUE=X-NEW", ";TZID=Europe/Berlin", ";TZID=Office",
		`;CN="a;b",c;RSVP=TRUE`, `;X-P="^'a^n^^"`, ";X-P=", `;ALTREP="cid:1"`, ";HOME", ";1=2"})
	garbage = rapid.OneOf(
		rapid.SampledFrom([]string{"BEGIN:VALARM", "END:VALARM", "BEGIN:X-A", "END:X-A", "no line", "END:VEVENT", "BEGIN", "X-CROSSFEED-LINE:END:VTODO", "1:2", "a.b:c"}),
		rapid.Map(texts, func(s string) string { return strings.ReplaceAll(s, "\n", " ") }),
	)
)

func escaped(text string) string {
	return strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\n", `\n`).Replace(text)
}

// line draws a content line, possibly malformed.
func line(t *rapid.T) string {
	if rapid.IntRange(0, 5).Draw(t, "garbage") == 0 {
		return garbage.Draw(t, "line")
	}
	return names.Draw(t, "name") + parameters.Draw(t, "parameters") + ":" + values.Draw(t, "value")
}

// aFile draws a calendar with todos. Each has the stamp and UID that writing would add.
func aFile(t *rapid.T) string {
	var lines []string
	for range rapid.IntRange(1, 3).Draw(t, "todos") {
		lines = append(lines, "BEGIN:VTODO", "DTSTAMP:20261120T101112Z", "UID:"+rapid.StringMatching(`[a-z0-9]{4}`).Draw(t, "uid"))
		for range rapid.IntRange(0, 8).Draw(t, "lines") {
			lines = append(lines, line(t))
		}
		lines = append(lines, "END:VTODO")
	}
	if rapid.Bool().Draw(t, "zone") {
		lines = append(lines, custom...)
	}
	return calendar(lines...)
}

func TestWhatIsReadAndWrittenIsReadAsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := readAll(t, aFile(t))
		once := writeAll(t, before)
		after := readAll(t, once)
		sameTodos(t, once, before, after)
		if twice := writeAll(t, after); twice != once {
			t.Errorf("written again it is\n%s\nnot\n%s", twice, once)
		}
		decoded(t, once)
	})
}

func TestAContentKnowsOfItselfWhatItsXMLSays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, o := range outs(readAll(t, aFile(t))) {
			made := o.Content
			parsed, err := item.ParseContent(made.XML())
			if err != nil {
				t.Fatalf("%v: %s", err, made.XML())
			}
			if parsed.Hash() != made.Hash() || parsed.Title() != made.Title() || parsed.Text() != made.Text() || parsed.Fuller(made) || made.Fuller(parsed) {
				t.Errorf("%q, %q of\n%s", made.Title(), made.Text(), made.XML())
			}
		}
	})
}

// fails is the common interface of testing.T and rapid.T.
type fails interface{ Fatalf(string, ...any) }

func readAll(t fails, file string) (all []exchange.Entry) {
	err := ical.Read(strings.NewReader(file), func(e exchange.Entry) error {
		all = append(all, e)
		return nil
	})
	if err != nil {
		t.Fatalf("reading: %v", err)
	}
	return all
}

func writeAll(t fails, entries []exchange.Entry) string {
	var b strings.Builder
	if err := ical.Write(&b, outs(entries)); err != nil {
		t.Fatalf("writing: %v", err)
	}
	return b.String()
}
