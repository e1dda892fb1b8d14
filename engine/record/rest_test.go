package record_test

import (
	"strings"
	"testing"

	"crossfeed/engine/record"
)

const cardStart = `<vcard xmlns="urn:ietf:params:xml:ns:vcard-4.0">`

func TestWhatFieldsShowIsNoRest(t *testing.T) {
	everyTodo := withAlarms(`<uid><text>u</text></uid><dtstamp><date-time>2026-01-01T00:00:00Z</date-time></dtstamp><sequence><integer>3</integer></sequence>
		<summary><text>Milk</text></summary><description><text>two</text></description><location><text>shop</text></location><url><uri>https://example.org/</uri></url>
		<status><text>COMPLETED</text></status><completed><date-time>2026-01-01T00:00:00Z</date-time></completed><percent-complete><integer>100</integer></percent-complete>
		<dtstart><parameters><tzid><text>Europe/Berlin</text></tzid></parameters><date-time>2026-01-01T00:00:00</date-time></dtstart><duration><duration>PT1H</duration></duration>
		<priority><integer>0</integer></priority><categories><text>a</text><text>b</text></categories><rrule><recur><freq>DAILY</freq></recur></rrule>
		<related-to><parameters><reltype><text>PARENT</text></reltype></parameters><text>p</text></related-to><x-apple-sort-order><unknown>1</unknown></x-apple-sort-order>`,
		display+`<uid><text>a</text></uid><description><text>Milk</text></description><acknowledged><date-time>2026-01-01T00:00:00Z</date-time></acknowledged>`+toDue)
	everyCard := cardStart + `<uid><uri>urn:uuid:1</uri></uid><rev><timestamp>20260101T000000Z</timestamp></rev><prodid><text>p</text></prodid>
		<fn><text>Given</text></fn><n><surname/><given>Given</given><additional/><prefix/><suffix/></n><bday><date>19850412</date></bday><note><text>n</text></note>
		<org><text>Example Ltd</text></org><title><text>t</text></title><role><text>r</text></role><nickname><text>A</text></nickname><categories><text>c</text></categories>
		<photo><uri>https://example.org/a.png</uri></photo><x-shoe-size><unknown>43</unknown></x-shoe-size>
		<email><parameters><type><text>home</text></type><pref><integer>1</integer></pref></parameters><text>a@example.org</text></email>
		<group name="item1"><tel><text>1234</text></tel><x-ablabel><unknown>Hut</unknown></x-ablabel></group></vcard>`
	for name, inside := range map[string]string{
		"a note":    `<title>Milk</title><content>two</content>`,
		"a summary": `<title>Milk</title><summary>two</summary>`,
		"a todo":    `<title>Milk</title><content>two</content>` + everyTodo,
		"a contact": `<title>Given</title>` + everyCard,
		"a calendar around it": `<icalendar xmlns="urn:ietf:params:xml:ns:icalendar-2.0"><vcalendar><properties><prodid><text>p</text></prodid><version><text>2.0</text></version></properties><components>` +
			everyTodo + `</components></vcalendar></icalendar>`,
	} {
		if got := record.Rest(content(t, inside)); got != "" {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestWhatNoFieldShowsIsRest(t *testing.T) {
	shown := `<title>Milk</title>` + withAlarms(`<summary><text>Milk</text></summary>`+dueAt, display+before15)
	for name, c := range map[string]struct{ old, new string }{
		"a foreign element":           {`</title>`, `</title><f:x xmlns:f="urn:f">1</f:x>`},
		"a category of the entry":     {`</title>`, `</title><category term="a"/>`},
		"a summary besides a content": {`</title>`, `</title><content>two</content><summary>2</summary>`},
		"an unknown property":         {`<summary>`, `<x-p><unknown>1</unknown></x-p><summary>`},
		"an unknown parameter":        {`<summary>`, `<summary><parameters><x-p><unknown>1</unknown></x-p></parameters>`},
		"a second title":              {`</summary>`, `</summary><summary><text>Milch</text></summary>`},
		"a status of somebody":        {`<summary>`, `<status><text>X-WAITING</text></status><summary>`},
		"a date that is none":         {`<summary>`, `<dtstart><text>soon</text></dtstart><summary>`},
		"a rule of another kind":      {`<summary>`, `<rrule><recur><freq>FORTNIGHTLY</freq></recur></rrule><summary>`},
		"a relation of another type":  {`<summary>`, `<related-to><parameters><reltype><text>CHILD</text></reltype></parameters><text>c</text></related-to><summary>`},
		"a sound":                     {`DISPLAY`, `AUDIO`},
		"something in an alarm":       {display, display + `<x-a><unknown>1</unknown></x-a>`},
		"an alarm that never goes":    {before15, ``},
		"something beside properties": {`<components>`, `<x:y xmlns:x="urn:x"/><components>`},
	} {
		with := strings.Replace(shown, c.old, c.new, 1)
		if record.Rest(content(t, with)) == record.Rest(content(t, shown)) {
			t.Errorf("%s is not in the rest: %s", name, with)
		}
	}
}

func TestRestOfAContact(t *testing.T) {
	const head = `<fn><text>Given</text></fn>`
	rest := func(inside string) string { return record.Rest(content(t, cardStart+head+inside+`</vcard>`)) }
	for name, inside := range map[string]string{
		"an unknown property":  `<lang><language-tag>de</language-tag></lang>`,
		"an unknown parameter": `<tel><parameters><x-p><unknown>1</unknown></x-p></parameters><text>1</text></tel>`,
		"a second birthday":    `<bday><date>19850412</date></bday><bday><date>19850413</date></bday>`,
		"one in a group":       `<group name="item1"><lang><language-tag>de</language-tag></lang></group>`,
	} {
		if rest(inside) == "" {
			t.Errorf("%s is not in the rest", name)
		}
	}
	if a, b := `<x-apple-a><unknown>1</unknown></x-apple-a>`, `<lang><language-tag>de</language-tag></lang>`; rest(a+b) != rest("\n"+b+"\n "+strings.ReplaceAll(a, "><", ">\n<")) {
		t.Error("order and white space count")
	}
}
