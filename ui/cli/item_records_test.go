package cli_test

import (
	"reflect"
	"testing"
)

// listed are the fields of the one item of a list, as item list --json has them.
func (d *desk) listed(set string) map[string]any {
	d.t.Helper()
	all := parse[[]struct{ Fields map[string]any }](d.ok("item", "list", set, "--json"))
	if len(all) != 1 {
		d.t.Fatalf("the list has %d items, want 1", len(all))
	}
	return all[0].Fields
}

// placed is the order of a todo made at the time of the desk: the seconds since
// the beginning of 2001, as X-APPLE-SORT-ORDER counts.
const placed = 138620613.0

func TestTodosAreListedWithTypedFields(t *testing.T) {
	d := todoDesk(t)
	d.ok("item", "add", "Home", "--id", "milk", "--title", "Milk")
	if got, want := d.listed("Home"), (map[string]any{
		"title": "Milk", "done": false, "due": "", "start": "", "priority": nil, "tags": []any{}, "text": "", "location": "", "url": "",
		"repeat": "", "alarms": []any{}, "parent": "", "order": placed,
	}); !reflect.DeepEqual(got, want) {
		t.Errorf("a bare todo has\n%v\nwant\n%v", got, want)
	}
	d.ok("item", "edit", "Home", "milk", "--text", "oat", "--field", "done=false 40%", "--field", "due=2005-05-27T18:00 Europe/Berlin",
		"--field", "start=2005-05-26T18:00 Europe/Berlin", "--field", "priority=high", "--field", "tags=dairy, shop", "--field", "location=Market",
		"--field", "url=https://example.org", "--field", "repeat=FREQ=WEEKLY;BYDAY=FR", "--field", "alarms=-PT15M", "--field", "order=12")
	if got, want := d.listed("Home"), (map[string]any{
		"title": "Milk", "done": false, "due": "2005-05-27T18:00 Europe/Berlin", "start": "2005-05-26T18:00 Europe/Berlin", "priority": 1.0,
		"tags": []any{"dairy", "shop"}, "text": "oat", "location": "Market", "url": "https://example.org",
		"repeat": "FREQ=WEEKLY;BYDAY=FR", "alarms": []any{"-PT15M"}, "parent": "", "order": 12.0,
	}); !reflect.DeepEqual(got, want) {
		t.Errorf("a full todo has\n%v\nwant\n%v", got, want)
	}
}

func TestContactsAreListedWithTypedFields(t *testing.T) {
	d := family(t)
	d.ok("item", "edit", "Family", "cook", "--field", "nickname=Cook", "--field", "phones=[home,pref] 1234\n5678", "--field", "emails=a@example.org",
		"--field", "addresses=[home] ;;1 High Street;London", "--field", "urls=https://example.org", "--field", "organisation=Kitchen", "--field", "role=Cook",
		"--field", "birthday=--04-12", "--field", "tags=friends, food", "--field", "picture=https://example.org/cook.png", "--field", "custom=X-SHOE-SIZE: 42")
	got := d.listed("Family")
	for name, want := range map[string]any{
		"title": "Given Family", "name": "Given Family", "nickname": "Cook", "phones": []any{"[pref,home] 1234", "5678"}, "emails": []any{"a@example.org"},
		"addresses": []any{"[home] ;;1 High Street;London;;;"}, "urls": []any{"https://example.org"}, "messengers": []any{}, "organisation": "Kitchen",
		"role": "Cook", "jobtitle": "", "birthday": "--04-12", "tags": []any{"friends", "food"}, "text": "",
		"picture": "https://example.org/cook.png", "custom": []any{"X-SHOE-SIZE: 42"},
	} {
		if !reflect.DeepEqual(got[name], want) {
			t.Errorf("%s is %#v, want %#v", name, got[name], want)
		}
	}
}
