package record_test

import (
	"strings"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

const (
	entryStart = `<entry xmlns="http://www.w3.org/2005/Atom">`
	todoStart  = `<vtodo xmlns="urn:ietf:params:xml:ns:icalendar-2.0">`
)

// todo returns a content with a todo with those properties and nothing else.
func todo(t testing.TB, properties string) *item.Content {
	t.Helper()
	return content(t, todoStart+`<properties>`+properties+`</properties></vtodo>`)
}

func content(t testing.TB, inside string) *item.Content {
	t.Helper()
	c, err := item.ParseContent(entryStart + inside + `</entry>`)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func apply(t testing.TB, c *item.Content, v record.Values) *item.Content {
	t.Helper()
	got, err := record.Apply(c, v)
	if err != nil {
		t.Fatalf("%v: %v", v, err)
	}
	return got
}

// same compares contents in canonical form.
func same(t testing.TB, what string, got, want *item.Content) {
	t.Helper()
	if got.Hash() != want.Hash() {
		t.Errorf("%s\ngot  %s\nwant %s", what, got.XML(), want.XML())
	}
}

// The properties of a todo as in a file, the values shown, and the properties after a change.
var todoProperties = []struct {
	name, field   string
	before, shown string
	set, after    string
}{
	{"a text of one line", "location", `<location><text>shop</text></location>`, "shop",
		"market", `<location><text>market</text></location>`},
	{"a text is taken away", "location", `<location><text>shop</text></location>`, "shop", "", ``},
	{"an address is a URI", "url", ``, "", "https://example.org/", `<url><uri>https://example.org/</uri></url>`},
	{"parameters stay", "location",
		`<location><parameters><language><text>de</text></language><x-p><unknown>1</unknown></x-p></parameters><text>Laden</text></location>`, "Laden",
		"Markt", `<location><parameters><language><text>de</text></language><x-p><unknown>1</unknown></x-p></parameters><text>Markt</text></location>`},
	{"a day", "due", ``, "", "2026-11-27", `<due><date>2026-11-27</date></due>`},
	{"a floating time", "due", `<due><date>2026-11-27</date></due>`, "2026-11-27",
		"2026-11-27T18:00", `<due><date-time>2026-11-27T18:00:00</date-time></due>`},
	{"a time in UTC", "start", `<dtstart><date-time>2026-11-27T18:00:00Z</date-time></dtstart>`, "2026-11-27T18:00Z",
		"2026-11-28T18:00:30Z", `<dtstart><date-time>2026-11-28T18:00:30Z</date-time></dtstart>`},
	{"a time in a zone", "due",
		`<due><parameters><tzid><text>Europe/Berlin</text></tzid></parameters><date-time>2026-11-27T18:00:00</date-time></due>`, "2026-11-27T18:00 Europe/Berlin",
		"2026-11-27", `<due><date>2026-11-27</date></due>`},
	{"a time in a zone that nobody knows", "due",
		`<due><parameters><tzid><text>Our Hall</text></tzid></parameters><date-time>2026-11-27T18:00:00</date-time></due>`, "2026-11-27T18:00 Our Hall",
		"2026-11-28T18:00 Our Hall", `<due><parameters><tzid><text>Our Hall</text></tzid></parameters><date-time>2026-11-28T18:00:00</date-time></due>`},
	{"a time in the basic format", "due", `<due><date-time>20261127T180000Z</date-time></due>`, "2026-11-27T18:00Z", "", ``},
	{"what is no date is none", "due", `<due><text>soon</text></due>`, "",
		"2026-11-27", `<due><date>2026-11-27</date></due>`},
	{"due by duration is written out", "due",
		`<dtstart><date>2026-11-20</date></dtstart><duration><duration>P1W</duration></duration>`, "2026-11-27",
		"2026-11-28", `<dtstart><date>2026-11-20</date></dtstart><due><date>2026-11-28</date></due>`},
	{"due by duration stays when the start moves", "start",
		`<dtstart><date>2026-11-20</date></dtstart><duration><duration>P1W</duration></duration>`, "2026-11-20",
		"2026-11-21", `<dtstart><date>2026-11-21</date></dtstart><due><date>2026-11-27</date></due>`},
	{"done is three properties", "done",
		`<status><text>IN-PROCESS</text></status><percent-complete><integer>40</integer></percent-complete>`, "false in-process 40%",
		"true 2026-11-24T10:00:00Z", `<status><text>COMPLETED</text></status><percent-complete><integer>100</integer></percent-complete><completed><date-time>2026-11-24T10:00:00Z</date-time></completed>`},
	{"done is undone", "done",
		`<status><text>COMPLETED</text></status><completed><date-time>2026-11-24T10:00:00Z</date-time></completed><percent-complete><integer>100</integer></percent-complete>`, "true 2026-11-24T10:00:00Z",
		"false", `<status><text>NEEDS-ACTION</text></status>`},
	{"done by its percents alone", "done", `<percent-complete><integer>100</integer></percent-complete>`, "true", "false", ``},
	{"all percents, and not done", "done", ``, "false", "false 100%", `<status><text>NEEDS-ACTION</text></status><percent-complete><integer>100</integer></percent-complete>`},
	{"done without a status", "done", `<completed><date-time>2026-11-24T10:00:00Z</date-time></completed>`, "true 2026-11-24T10:00:00Z", "false", ``},
	{"a status says more than the time of a completion", "done",
		`<status><text>NEEDS-ACTION</text></status><completed><date-time>2026-11-24T10:00:00Z</date-time></completed>`, "false",
		"false 40%", `<status><text>NEEDS-ACTION</text></status><percent-complete><integer>40</integer></percent-complete>`},
	{"cancelled", "done", ``, "false", "false cancelled", `<status><text>CANCELLED</text></status>`},
	{"a priority by its name", "priority", `<priority><integer>0</integer></priority>`, "",
		"high", `<priority><integer>1</integer></priority>`},
	{"tags stay where they are", "tags",
		`<categories><parameters><language><text>en</text></language></parameters><text>a</text><text>b</text></categories><categories><text>c</text></categories>`, "a\nb\nc",
		"a\nc\nd, e", `<categories><parameters><language><text>en</text></language></parameters><text>a</text></categories><categories><text>c</text><text>d</text><text>e</text></categories>`},
	{"the last tag of a property takes it along", "tags",
		`<categories><text>a</text></categories><categories><text>b</text></categories>`, "a\nb", "b", `<categories><text>b</text></categories>`},
	{"a comma inside a tag", "tags", `<categories><text>a, b</text></categories>`, `a\, b`, ``, ``},
	{"a rule", "repeat", `<rrule><recur><freq>WEEKLY</freq><byday>FR</byday><byday>MO</byday><interval>2</interval></recur></rrule>`, "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR,MO",
		"until=20261231;freq=daily", `<rrule><recur><freq>DAILY</freq><until>2026-12-31</until></recur></rrule>`},
	{"a rule with commas", "repeat", `<rrule><recur><freq>weekly</freq><byday>MO, FR</byday></recur></rrule>`, "FREQ=WEEKLY;BYDAY=MO,FR", "", ``},
	{"a rule that is not understood is none", "repeat", `<rrule><recur><freq>FORTNIGHTLY</freq></recur></rrule>`, "", "FREQ=DAILY", `<rrule><recur><freq>DAILY</freq></recur></rrule>`},
	{"a rule as iCalendar has it", "repeat", `<rrule><recur>FREQ=DAILY;COUNT=3</recur></rrule>`, "FREQ=DAILY;COUNT=3", "", ``},
	{"a parent among other relations", "parent",
		`<related-to><parameters><reltype><text>SIBLING</text></reltype></parameters><text>s</text></related-to><related-to><text>p</text></related-to>`, "p",
		"q", `<related-to><parameters><reltype><text>SIBLING</text></reltype></parameters><text>s</text></related-to><related-to><text>q</text></related-to>`},
	{"a parent that says so", "parent", `<related-to><parameters><reltype><text>PARENT</text></reltype></parameters><text>p</text></related-to>`, "p", "", ``},
	{"a section", "section", `<x-crossfeed-section><text>Dairy, eggs</text></x-crossfeed-section>`, "Dairy, eggs",
		"Bread", `<x-crossfeed-section><text>Bread</text></x-crossfeed-section>`},
	{"a section is taken away", "section", `<x-crossfeed-section><text>Dairy</text></x-crossfeed-section>`, "Dairy", "", ``},
	{"the place by hand", "order", `<x-apple-sort-order><unknown>07</unknown></x-apple-sort-order>`, "7",
		"-12", `<x-apple-sort-order><unknown>-12</unknown></x-apple-sort-order>`},
}

func TestSettingAFieldChangesThatPropertyAndNothingElse(t *testing.T) {
	const around = `<uid><text>u</text></uid><x-unknown><parameters><x-p><unknown>p</unknown></x-p></parameters><unknown>v</unknown></x-unknown><!-- kept --><f:foreign xmlns:f="urn:f" f:a="1">x</f:foreign>`
	for _, c := range todoProperties {
		before, after := todo(t, around+c.before), todo(t, around+c.after)
		if got := record.Read(before).Get(c.field); got != c.shown {
			t.Errorf("%s: shown as %q, want %q", c.name, got, c.shown)
		}
		got := apply(t, before, record.Values{c.field: c.set})
		same(t, c.name, got, after)
		if !strings.Contains(got.XML(), "<!-- kept -->") {
			t.Errorf("%s: a comment was lost", c.name)
		}
	}
}

func TestANewTodoHoldsItsFieldsAndMirrorsTitleAndText(t *testing.T) {
	c, err := record.New(record.Todo, record.Values{"title": "Milk", "text": "two litres", "due": "2026-11-27"})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "new", c, content(t, `<title>Milk</title><content>two litres</content>`+todoStart+
		`<properties><summary><text>Milk</text></summary><due><date>2026-11-27</date></due><description><text>two litres</text></description></properties></vtodo>`))
}

// A calendar around the todo, prefixes and white space belong to another program, and are
// preserved.
func TestADocumentOfSomebodyElseKeepsItsShape(t *testing.T) {
	const before = entryStart + `<title>Milk</title>
  <c:icalendar xmlns:c="urn:ietf:params:xml:ns:icalendar-2.0"><c:vcalendar>
    <c:properties><c:prodid><c:text>p</c:text></c:prodid></c:properties>
    <c:components>
      <c:vtodo><c:properties>
        <c:summary><c:text>Milk</c:text></c:summary>
        <c:priority><c:integer>1</c:integer></c:priority>
      </c:properties></c:vtodo>
    </c:components>
  </c:vcalendar></c:icalendar>
</entry>`
	c, err := item.ParseContent(before)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(before, `<c:integer>1<`, `<c:integer>9<`, 1)
	if got := apply(t, c, record.Values{"priority": "low"}).XML(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	want = strings.Replace(before, "\n      </c:properties></c:vtodo>", "\n      <c:due><c:date>2026-11-27</c:date></c:due></c:properties></c:vtodo>", 1)
	if got := apply(t, c, record.Values{"due": "2026-11-27"}).XML(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestANoteBecomesATodoOfItsTitleAndText(t *testing.T) {
	c, err := record.As(content(t, `<title>Milk</title><content type="html">&lt;p&gt;two&lt;/p&gt;</content>`), record.Todo)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "a todo", c, content(t, `<title>Milk</title><content type="html">&lt;p&gt;two&lt;/p&gt;</content>`+todoStart+
		`<properties><summary><text>Milk</text></summary><description><text>two</text></description></properties></vtodo>`))
}
