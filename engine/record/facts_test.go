package record_test

import (
	"reflect"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

func TestFactsAreWhatListsShow(t *testing.T) {
	for _, c := range []struct {
		name   string
		inside string
		want   record.Facts
	}{
		{"a note", `<title>Milk</title>`, record.Facts{Kind: record.Note}},
		{"a todo that says nothing", withAlarms(``), record.Facts{Kind: record.Todo}},
		{"a todo", withAlarms(startsAt+dueAt+`<uid><text>u</text></uid><priority><integer>3</integer></priority><categories><text>a, b</text><text>c</text></categories>`+
			`<rrule><recur><freq>DAILY</freq></recur></rrule><related-to><text>p</text></related-to><x-apple-sort-order><unknown>0</unknown></x-apple-sort-order>`, display+toDue),
			record.Facts{Kind: record.Todo, UID: "u", Due: "2026-11-27T18:00Z", Start: "2026-11-27T09:00Z", Priority: 3, Tags: []string{"a, b", "c"}, Ordered: true, Parent: "p", Alarms: true, Repeats: true}},
		{"one time of a repeating todo", withAlarms(`<uid><text>u</text></uid><recurrence-id><date>2026-11-27</date></recurrence-id>`),
			record.Facts{Kind: record.Todo, UID: "u\x012026-11-27"}},
		{"a todo that is done", withAlarms(`<status><text>COMPLETED</text></status>`), record.Facts{Kind: record.Todo, Done: true}},
		{"a todo that is cancelled", withAlarms(`<status><text>CANCELLED</text></status>`), record.Facts{Kind: record.Todo, Cancelled: true}},
		{"a contact", cardStart + `<uid><uri>urn:uuid:1</uri></uid><fn><text>Given</text></fn><categories><text>c</text></categories></vcard>`,
			record.Facts{Kind: record.Contact, UID: "urn:uuid:1", Tags: []string{"c"}}},
	} {
		if got := record.FactsOf(content(t, c.inside)); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\ngot  %+v\nwant %+v", c.name, got, c.want)
		}
	}
}

func BenchmarkFactsOf(b *testing.B) {
	done := `<status><text>NEEDS-ACTION</text></status><categories><text>a</text><text>b</text></categories><priority><integer>5</integer></priority>`
	for name, c := range map[string]*item.Content{
		"a todo": content(b, `<title>Milk</title>`+withAlarms(`<summary><text>Milk</text></summary>`+dueAt+done, display+toDue)),
		"a note": item.Plain("Milk", "two litres"),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				record.FactsOf(c)
			}
		})
	}
}
