package record_test

import (
	"fmt"
	"slices"
	"testing"

	"crossfeed/engine/record"
)

func TestCheckListsWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		name string
		kind record.Kind
		v    record.Values
		want []string
	}{
		{"a todo with a title", record.Todo, record.Values{"title": "Milk"}, nil},
		{"no title", record.Todo, record.Values{"title": " "}, []string{"title: a title is missing"}},
		{"every field by itself", record.Todo, record.Values{"title": "Milk", "due": "soon", "priority": "10", "alarms": "-PT15M\nearly"},
			[]string{"due: not a day", "priority: not a priority from 1 to 9", "alarms: not a time before the due date"}},
		{"due before the start", record.Todo, record.Values{"title": "Milk", "start": "2026-11-28", "due": "2026-11-27"}, []string{"due: it is due before it starts"}},
		{"due on the day of the start", record.Todo, record.Values{"title": "Milk", "start": "2026-11-27", "due": "2026-11-27"}, nil},
		{"due before the start, by their zones", record.Todo, record.Values{"title": "Milk", "start": "2026-11-27T18:00Z", "due": "2026-11-27T18:30 Europe/Berlin"}, []string{"due: it is due before it starts"}},
		{"a floating time and one in a zone are not compared", record.Todo, record.Values{"title": "Milk", "start": "2026-11-27T18:00Z", "due": "2026-11-27T17:00"}, nil},
		{"a day and a time", record.Todo, record.Values{"title": "Milk", "start": "2026-11-27", "due": "2026-11-28T17:00"}, []string{"due: start and due have to be both days or both times"}},
		{"nothing more about a date that is wrong", record.Todo, record.Values{"title": "Milk", "start": "2026-02-30", "due": "2026-02-01", "repeat": "FREQ=DAILY"}, []string{"start: no such day"}},
		{"a rule without a date", record.Todo, record.Values{"title": "Milk", "repeat": "FREQ=DAILY"}, []string{"repeat: what repeats needs a date"}},
		{"a contact without a name", record.Contact, record.Values{"text": "x"}, []string{"name: a name is missing"}},
		{"a contact with a name", record.Contact, record.Values{"name": "Given"}, nil},
		{"a contact by its name as a title", record.Contact, record.Values{"title": "Given"}, nil},
		{"a contact with an e-mail address", record.Contact, record.Values{"emails": "a@example.org"}, nil},
		{"an empty note", record.Note, record.Values{}, nil},
	} {
		var got []string
		for _, e := range record.Check(c.kind, c.v) {
			got = append(got, fmt.Sprintf("%s: %s", e.Field, e.Problem))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
