package record_test

import (
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// vtodo and xcard return contents with these properties.
func vtodo(t *testing.T, properties string) *item.Content {
	t.Helper()
	return parsed(t, `<title>Eggs</title><vtodo xmlns="urn:ietf:params:xml:ns:icalendar-2.0"><properties>`+properties+`</properties></vtodo>`)
}

func xcard(t *testing.T, properties string) *item.Content {
	t.Helper()
	return parsed(t, `<title>Ann</title><vcard xmlns="urn:ietf:params:xml:ns:vcard-4.0"><fn><text>Ann</text></fn>`+properties+`</vcard>`)
}

func parsed(t *testing.T, inside string) *item.Content {
	t.Helper()
	c, err := item.ParseContent(`<entry xmlns="http://www.w3.org/2005/Atom">` + inside + `</entry>`)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

const (
	at1        = `<date-time>2026-05-21T12:00:00Z</date-time>`
	at2        = `<date-time>2026-05-22T12:00:00Z</date-time>`
	completed  = `<status><text>COMPLETED</text></status>`
	inProgress = `<status><text>IN-PROCESS</text></status>`
)

func TestEqualContents(t *testing.T) {
	for name, c := range map[string][2]*item.Content{
		"alike":                {item.Plain("Eggs", "x"), item.Plain("Eggs", "x")},
		"stamped at two times": {vtodo(t, `<dtstamp>`+at1+`</dtstamp>`), vtodo(t, `<dtstamp>`+at2+`</dtstamp>`)},
		"created, or not said": {vtodo(t, `<created>`+at1+`</created>`), vtodo(t, ``)},
		"modified":             {vtodo(t, `<last-modified>`+at1+`</last-modified>`), vtodo(t, `<last-modified>`+at2+`</last-modified>`)},
		"counted":              {vtodo(t, `<sequence><integer>1</integer></sequence>`), vtodo(t, `<sequence><integer>2</integer></sequence>`)},
		"revised":              {xcard(t, `<rev><timestamp>20260521T120000Z</timestamp></rev>`), xcard(t, ``)},
		"revised in a group":   {xcard(t, `<group name="a"><rev><timestamp>1</timestamp></rev><note><text>x</text></note></group>`), xcard(t, `<group name="a"><note><text>x</text></note></group>`)},
		"completed at another": {vtodo(t, completed+`<completed>`+at1+`</completed>`), vtodo(t, completed+`<completed>`+at2+`</completed>`)},
		"completed, how far":   {vtodo(t, completed+`<percent-complete><integer>100</integer></percent-complete>`), vtodo(t, completed)},
		"order of properties":  {vtodo(t, `<due>`+at1+`</due><location><text>x</text></location>`), vtodo(t, `<location><text>x</text></location><due>`+at1+`</due>`)},
		"white space":          {vtodo(t, "\n <due>"+at1+"</due>\n"), vtodo(t, `<due>`+at1+`</due>`)},
		"several of these":     {vtodo(t, `<dtstamp>`+at1+`</dtstamp><due>`+at1+`</due><sequence><integer>1</integer></sequence>`), vtodo(t, `<due>`+at1+`</due>`)},
		"another form of Atom": {parsed(t, `<title type="text">Eggs</title>`), parsed(t, `<title>Eggs</title>`)},
		"completed, not when":  {vtodo(t, completed+`<completed>`+at1+`</completed>`), vtodo(t, completed)},
	} {
		for i := range c {
			if !record.Equal(c[i], c[1-i]) {
				t.Errorf("%s: %s and %s are not equal", name, c[i].XML(), c[1-i].XML())
			}
		}
	}
}

func TestContentsThatDiffer(t *testing.T) {
	for name, c := range map[string][2]*item.Content{
		"the title":                {item.Plain("Eggs", ""), item.Plain("Egg", "")},
		"a text":                   {item.Plain("Eggs", "x"), item.Plain("Eggs", "")},
		"unknown elements":         {parsed(t, `<title>Eggs</title><x xmlns="urn:x">1</x>`), parsed(t, `<title>Eggs</title><x xmlns="urn:x">2</x>`)},
		"of another namespace":     {parsed(t, `<sequence xmlns="urn:x">1</sequence>`), parsed(t, `<sequence xmlns="urn:x">2</sequence>`)},
		"a field":                  {vtodo(t, `<due>`+at1+`</due>`), vtodo(t, `<due>`+at2+`</due>`)},
		"a field that one has":     {vtodo(t, `<due>`+at1+`</due>`), vtodo(t, ``)},
		"tags":                     {vtodo(t, `<categories><text>a</text><text>b</text></categories>`), vtodo(t, `<categories><text>a</text></categories>`)},
		"a second one of a name":   {vtodo(t, `<comment><text>a</text></comment><comment><text>b</text></comment>`), vtodo(t, `<comment><text>a</text></comment>`)},
		"the order of one name":    {vtodo(t, `<comment><text>a</text></comment><comment><text>b</text></comment>`), vtodo(t, `<comment><text>b</text></comment><comment><text>a</text></comment>`)},
		"an unknown property":      {vtodo(t, `<x-a><unknown>1</unknown></x-a>`), vtodo(t, `<x-a><unknown>2</unknown></x-a>`)},
		"completed or not":         {vtodo(t, completed+`<completed>`+at1+`</completed>`), vtodo(t, ``)},
		"done without a status":    {vtodo(t, `<completed>`+at1+`</completed>`), vtodo(t, ``)},
		"how far, while not done":  {vtodo(t, inProgress+`<percent-complete><integer>10</integer></percent-complete>`), vtodo(t, inProgress+`<percent-complete><integer>20</integer></percent-complete>`)},
		"the identifier":           {vtodo(t, `<uid><text>1</text></uid>`), vtodo(t, `<uid><text>2</text></uid>`)},
		"a todo and a note":        {vtodo(t, ``), parsed(t, `<title>Eggs</title>`)},
		"outlines":                 {parsed(t, `<outline xmlns="" text="a" created="1"/>`), parsed(t, `<outline xmlns="" text="a" created="2"/>`)},
		"an e-mail address":        {xcard(t, `<email><text>a@example.org</text></email>`), xcard(t, `<email><text>b@example.org</text></email>`)},
		"the order of addresses":   {xcard(t, `<email><text>a</text></email><email><text>b</text></email>`), xcard(t, `<email><text>b</text></email><email><text>a</text></email>`)},
		"what an alarm says":       {vtodo(t, ``), parsed(t, `<title>Eggs</title><vtodo xmlns="urn:ietf:params:xml:ns:icalendar-2.0"><properties/><components><valarm/></components></vtodo>`)},
		"white space in a value":   {vtodo(t, `<location><text>a b</text></location>`), vtodo(t, `<location><text>a  b</text></location>`)},
		"completed and cancelled":  {vtodo(t, completed), vtodo(t, `<status><text>CANCELLED</text></status>`)},
		"a title of plain readers": {parsed(t, `<title>A</title><vtodo xmlns="urn:ietf:params:xml:ns:icalendar-2.0"/>`), parsed(t, `<title>B</title><vtodo xmlns="urn:ietf:params:xml:ns:icalendar-2.0"/>`)},
	} {
		for i := range c {
			if record.Equal(c[i], c[1-i]) {
				t.Errorf("%s: %s and %s are equal", name, c[i].XML(), c[1-i].XML())
			}
		}
	}
}

func TestDoneAtAnotherMomentIsAlikeAndNotEqual(t *testing.T) {
	f, err := record.Find(record.Todo, "done")
	if err != nil {
		t.Fatal(err)
	}
	const nine, ten = "true 2026-11-24T09:00:00Z", "true 2026-11-24T10:00:00Z"
	for _, c := range []struct {
		a, b         string
		equal, alike bool
	}{
		{nine, nine, true, true},
		{nine, ten, false, true},
		{"true", ten, false, true},
		{"false", ten, false, false},
		{"false in-process 50%", "false in-process 60%", false, false},
		{"false cancelled", nine, false, false},
	} {
		if f.Equal(c.a, c.b) != c.equal || f.Alike(c.a, c.b) != c.alike || f.Alike(c.b, c.a) != c.alike {
			t.Errorf("%q and %q: equal %t, alike %t", c.a, c.b, f.Equal(c.a, c.b), f.Alike(c.a, c.b))
		}
	}
}
