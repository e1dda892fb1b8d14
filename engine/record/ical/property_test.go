package ical_test

import (
	"strings"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/record/exchange"
)

// mapped lists content lines of RFC 5545 and the corresponding elements of RFC 6321, in both
// directions.
var mapped = []struct{ section, line, xml string }{
	{"3.6.11 text", `SUMMARY:Milk\, eggs\; and\nbread \\o/`, "<summary><text>Milk, eggs; and\nbread \\o/</text></summary>"},
	{"3.6.11 text", `DESCRIPTION:`, `<description><text></text></description>`},
	{"3.4.1.1 list", `CATEGORIES:dairy\, cold,shop`, `<categories><text>dairy, cold</text><text>shop</text></categories>`},
	{"3.4.1.1 list", `EXDATE;VALUE=DATE:20261127,20261204`, `<exdate><date>2026-11-27</date><date>2026-12-04</date></exdate>`},
	{"3.6.4 date", `DUE;VALUE=DATE:20261127`, `<due><date>2026-11-27</date></due>`},
	{"3.6.5 date-time", `DUE:20261127T180000`, `<due><date-time>2026-11-27T18:00:00</date-time></due>`},
	{"3.6.5 date-time", `DUE:20261127T180000Z`, `<due><date-time>2026-11-27T18:00:00Z</date-time></due>`},
	{"3.2.19 tzid", `DUE;TZID=Europe/Berlin:20261127T180000`,
		`<due><parameters><tzid><text>Europe/Berlin</text></tzid></parameters><date-time>2026-11-27T18:00:00</date-time></due>`},
	{"3.6.6 duration", `DURATION:P1DT2H`, `<duration><duration>P1DT2H</duration></duration>`},
	{"3.6.8 integer", `PRIORITY:5`, `<priority><integer>5</integer></priority>`},
	{"3.6.8 integer", `PERCENT-COMPLETE:40`, `<percent-complete><integer>40</integer></percent-complete>`},
	{"3.6.9 period", `RDATE;VALUE=PERIOD:20261127T120000Z/PT1H,20261128T120000Z/20261128T130000Z`,
		`<rdate><period><start>2026-11-27T12:00:00Z</start><duration>PT1H</duration></period>` +
			`<period><start>2026-11-28T12:00:00Z</start><end>2026-11-28T13:00:00Z</end></period></rdate>`},
	{"3.6.10 recur", `RRULE:FREQ=YEARLY;COUNT=5;BYDAY=-1SU,MO;BYMONTH=10`,
		`<rrule><recur><freq>YEARLY</freq><count>5</count><byday>-1SU</byday><byday>MO</byday><bymonth>10</bymonth></recur></rrule>`},
	{"3.6.10 recur", `RRULE:FREQ=WEEKLY;UNTIL=20271231;INTERVAL=2;WKST=MO`,
		`<rrule><recur><freq>WEEKLY</freq><until>2027-12-31</until><interval>2</interval><wkst>MO</wkst></recur></rrule>`},
	{"3.6.10 recur", `RRULE:FREQ=DAILY;UNTIL=20271231T235959Z`,
		`<rrule><recur><freq>DAILY</freq><until>2027-12-31T23:59:59Z</until></recur></rrule>`},
	{"RFC 7529", `RRULE:RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=5L;SKIP=OMIT`,
		`<rrule><recur><rscale>CHINESE</rscale><freq>YEARLY</freq><bymonth>5L</bymonth><skip>OMIT</skip></recur></rrule>`},
	{"3.4.1.2 geo", `GEO:37.386013;-122.082932`, `<geo><latitude>37.386013</latitude><longitude>-122.082932</longitude></geo>`},
	{"3.4.1.3 request-status", `REQUEST-STATUS:3.1;Invalid\; value;DTSTART:96-Apr-01`,
		`<request-status><code>3.1</code><description>Invalid; value</description><data>DTSTART:96-Apr-01</data></request-status>`},
	{"3.6.13 uri", `URL:https://example.org/a;b,c?d=\n`, `<url><uri>https://example.org/a;b,c?d=\n</uri></url>`},
	{"3.6.1 binary", `ATTACH;VALUE=BINARY;ENCODING=BASE64;FMTTYPE=text/plain:SGVsbG8=`,
		`<attach><parameters><encoding><text>BASE64</text></encoding><fmttype><text>text/plain</text></fmttype></parameters><binary>SGVsbG8=</binary></attach>`},
	{"3.6.3 cal-address", `ATTENDEE;RSVP=TRUE;MEMBER="mailto:a@example.org","mailto:b@example.org":mailto:c@example.org`,
		`<attendee><parameters><rsvp><boolean>true</boolean></rsvp><member><cal-address>mailto:a@example.org</cal-address>` +
			`<cal-address>mailto:b@example.org</cal-address></member></parameters><cal-address>mailto:c@example.org</cal-address></attendee>`},
	{"3.5 parameters", `RELATED-TO;RELTYPE=PARENT:parent`,
		`<related-to><parameters><reltype><text>PARENT</text></reltype></parameters><text>parent</text></related-to>`},
	{"4.2 xml", `XML:<kml xmlns="http://www.opengis.net/kml/2.2"><name>a\, b</name></kml>`,
		`<kml xmlns="http://www.opengis.net/kml/2.2"><name>a, b</name></kml>`},
	{"5 unknown property", `X-PROPERTY:20110512T120000Z`, `<x-property><unknown>20110512T120000Z</unknown></x-property>`},
	{"5 unknown property", `X-RAW:a\,b,c;d`, `<x-raw><unknown>a\,b,c;d</unknown></x-raw>`},
	{"the section of a todo", `X-CROSSFEED-SECTION:Dairy\, eggs`, `<x-crossfeed-section><text>Dairy, eggs</text></x-crossfeed-section>`},
	{"5 unknown property with a type", `X-DAY;VALUE=DATE:20261127`, `<x-day><date>2026-11-27</date></x-day>`},
	{"5 unknown property with a type", `X-LINK;VALUE=URI:geo:50.1,8.2`, `<x-link><uri>geo:50.1,8.2</uri></x-link>`},
	{"5 unknown parameter", `DTSTART;X-PARAM=PT30M:20110512T130000Z`,
		`<dtstart><parameters><x-param><unknown>PT30M</unknown></x-param></parameters><date-time>2011-05-12T13:00:00Z</date-time></dtstart>`},
	{"RFC 5545 3.1 quoted parameter", `X-P;X-Q="a;b","c,d":v`,
		`<x-p><parameters><x-q><unknown>a;b</unknown><unknown>c,d</unknown></x-q></parameters><unknown>v</unknown></x-p>`},
	{"RFC 6868", `ORGANIZER;CN="^'Desk^' ^^":mailto:desk@example.org`,
		`<organizer><parameters><cn><text>"Desk" ^</text></cn></parameters><cal-address>mailto:desk@example.org</cal-address></organizer>`},
}

func TestAPropertyBecomesTheElementsOfRFC6321(t *testing.T) {
	for _, m := range mapped {
		e := readOne(t, todo(m.line))
		if got := properties(e); got != m.xml {
			t.Errorf("%s: %s\n got %s\nwant %s", m.section, m.line, got, m.xml)
		}
		if len(e.Problems) > 0 {
			t.Errorf("%s: %s: %v", m.section, m.line, e.Problems)
		}
	}
}

func TestTheElementsOfRFC6321BecomeTheProperty(t *testing.T) {
	for _, m := range mapped {
		file := write(t, outs(read(t, todo(m.line))))
		if unfolded := strings.ReplaceAll(file, "\r\n ", ""); !strings.Contains(unfolded, "\r\n"+m.line+"\r\n") {
			t.Errorf("%s: %s is not in\n%s", m.section, m.line, unfolded)
		}
	}
}

func TestThePartsOfARuleStandInTheOrderOfTheSpecification(t *testing.T) {
	e := readOne(t, todo("RRULE:WKST=SU;BYDAY=FR;INTERVAL=2;FREQ=weekly;UNTIL=20271231T000000Z;"))
	want := `<rrule><recur><freq>WEEKLY</freq><until>2027-12-31T00:00:00Z</until><interval>2</interval><byday>FR</byday><wkst>SU</wkst></recur></rrule>`
	if got := properties(e); got != want {
		t.Errorf("got %s", got)
	}
}

func TestTheFormOfAValueTellsWhatItsTypeForgets(t *testing.T) {
	for line, want := range map[string]string{
		"DUE:20261127":                             `<due><date>2026-11-27</date></due>`,
		"DUE;VALUE=DATE:20261127T180000":           `<due><date-time>2026-11-27T18:00:00</date-time></due>`,
		"DUE;VALUE=DATE-TIME:20261127":             `<due><date>2026-11-27</date></due>`,
		"TRIGGER:20261127T090000Z":                 `<trigger><date-time>2026-11-27T09:00:00Z</date-time></trigger>`,
		"TRIGGER;VALUE=DATE-TIME:-PT15M":           `<trigger><duration>-PT15M</duration></trigger>`,
		"EXDATE:20261127,20261128":                 `<exdate><date>2026-11-27</date><date>2026-11-28</date></exdate>`,
		"RDATE:20261127T120000Z/PT1H":              `<rdate><period><start>2026-11-27T12:00:00Z</start><duration>PT1H</duration></period></rdate>`,
		"PRIORITY: 5 ":                             `<priority><integer>5</integer></priority>`,
		"GEO:50.1,8.2":                             `<geo><latitude>50.1</latitude><longitude>8.2</longitude></geo>`,
		"summary:in small letters":                 `<summary><text>in small letters</text></summary>`,
		"DTSTAMP;VALUE=DATE-TIME:20260810T115442Z": `<dtstamp><date-time>2026-08-10T11:54:42Z</date-time></dtstamp>`,
	} {
		if e := readOne(t, todo(line)); properties(e) != want || len(e.Problems) > 0 {
			t.Errorf("%s: got %s %v", line, properties(e), e.Problems)
		}
	}
}

func TestCommasThatAProgramForgotToEscapeStayInATitle(t *testing.T) {
	e := readOne(t, todo("SUMMARY:Milk, eggs; bread"))
	if got := e.Content.Title(); got != "Milk, eggs; bread" {
		t.Errorf("got %q", got)
	}
}

func TestAnElementOfOthersKeepsWhatCanonicalXMLLeavesOut(t *testing.T) {
	const line = `XML:<k xmlns="urn:k" xmlns:p="urn:p" of="p:x"><!--why--><a/></k>`
	e := readOne(t, todo("SUMMARY:Milk", line))
	if got := properties(e); !strings.Contains(got, strings.TrimPrefix(line, "XML:")) {
		t.Errorf("got %s", got)
	}
	if file := write(t, outs([]exchange.Entry{e})); lineOf(file, "XML") != line {
		t.Errorf("got\n%s", file)
	}
}

func TestLinesBesideARecordStandInOurNamespace(t *testing.T) {
	if exchange.NamespaceOwn != record.NamespaceOwn {
		t.Errorf("%s is not %s", exchange.NamespaceOwn, record.NamespaceOwn)
	}
}

func TestTheFieldsOfATodoAreThoseOfItsFile(t *testing.T) {
	for name, want := range map[string]map[string]string{
		"tasks-org.ics": {
			"title": "Albums for the café 📷", "done": "false", "due": "2026-11-27T18:00 Europe/Berlin", "start": "2026-11-27",
			"priority": "9", "tags": "photos", "repeat": "FREQ=WEEKLY;BYDAY=FR", "alarms": "PT0S\nP1D",
			"parent": "00000000-0000-4000-8000-0000000000b7", "order": "785409121",
		},
		"outlook.ics": {
			"title": "Rechnung 2026-1181 prüfen; Rücksprache mit Buchhaltung, Etat", "done": "false in-process 25%",
			"due": "2026-11-27T17:00 W. Europe Standard Time", "tags": "Büro\nRechnungen", "alarms": "start -PT15M",
		},
		"evolution.ics": {"due": "2026-11-27", "start": "2026-11-20T09:00 /freeassociation.sourceforge.net/Europe/Berlin", "priority": "7"},
	} {
		r := record.Read(outs(read(t, file(t, name)))[0].Content)
		for field, text := range want {
			if got := r.Get(field); got != text {
				t.Errorf("%s: %s is %q, not %q", name, field, got, text)
			}
		}
	}
}

func TestWhatIsWrittenIsWhatTheFieldsSay(t *testing.T) {
	c := readOne(t, todo("SUMMARY:Milk", "DESCRIPTION:cold")).Content
	for _, edited := range []*item.Content{c, c.WithTitle("Bread"), c.WithText("warm"), c.WithText(""), c.WithTitle("").WithText(""), c.WithTitle(""), item.Plain("a", "b")} {
		again := readOne(t, write(t, []exchange.Out{{UID: "1", Content: edited, Changed: changed}})).Content
		was, is := record.Read(edited), record.Read(again)
		for _, field := range []string{"title", "text"} {
			if was.Get(field) != is.Get(field) {
				t.Errorf("%s is %q, not %q, of\n%s", field, is.Get(field), was.Get(field), edited.XML())
			}
		}
	}
}
