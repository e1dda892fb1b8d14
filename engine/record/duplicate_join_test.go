package record_test

import (
	"maps"
	"slices"
	"testing"

	"crossfeed/engine/record"
)

func TestJoiningTwoContacts(t *testing.T) {
	for _, c := range []struct{ what, field, keep, other, want string }{
		{"a single value", "nickname", "Short", "Longer", "Short"},
		{"a single value that only the other has", "nickname", "", "Longer", "Longer"},
		{"sets", "phones", "1\n2", "2\n3", "1\n2\n3"},
		{"types of one value", "phones", "[home] 1", "[cell] 1", "[cell,home] 1"},
		{"one number in two ways", "phones", "[home] 030 23-12", "[cell] 0302312", "[cell,home] 030 23-12"},
		{"one e-mail address in two ways", "emails", "Given@example.org", "[work] given@example.org", "[work] Given@example.org"},
		{"two addresses on the web", "urls", "example.org/a", "example.org/A", "example.org/a\nexample.org/A"},
		{"a label", "phones", "[home] 1", "[label=Hut] 1", "[home,label=Hut] 1"},
		{"two labels", "phones", "[label=Boat] 1", "[label=Hut] 1", "[label=Boat] 1\n[label=Hut] 1"},
		{"the preferred one stays", "phones", "[pref] 1", "[pref] 2", "[pref] 1\n2"},
		{"or becomes that of the other", "phones", "1", "[pref] 2", "1\n[pref] 2"},
		{"tags", "tags", "a\nb\\, c", "b\\, c\nd", "a\nb\\, c\nd"},
		{"custom fields", "custom", "X-A: 1", "X-A: 2\nX-A: 1", "X-A: 1\nX-A: 2"},
		{"texts", "text", "one", "two", "one\n\ntwo"},
		{"a text that holds the other", "text", "one\ntwo", "two\n", "one\ntwo"},
		{"a text that the other holds", "text", "two", "one\ntwo", "one\ntwo"},
		{"a birthday of which the other says more", "birthday", "--04-12", "1985-04-12", "1985-04-12"},
		{"another birthday", "birthday", "--04-12", "1985-04-13", "--04-12"},
	} {
		t.Run(c.what, func(t *testing.T) {
			keep := record.Read(contact(t, record.Values{"name": "A", c.field: c.keep}))
			other := record.Read(contact(t, record.Values{"name": "A", c.field: c.other}))
			if got := record.Join(keep, other)[c.field]; got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestAJoinedContactSaysEveryField(t *testing.T) {
	a := record.Read(contact(t, record.Values{"given": "Given", "emails": "a@b"}))
	v := record.Join(a, record.Read(contact(t, record.Values{"family": "Family"})))
	if got, want := slices.Sorted(maps.Keys(v)), slices.Sorted(maps.Keys(a.Values())); !slices.Equal(got, want) {
		t.Errorf("it says %v, want %v", got, want)
	}
	if v["given"] != "Given" || v["family"] != "Family" || v["emails"] != "a@b" {
		t.Errorf("got %v", v)
	}
}

// Somebody has to choose between what can only be said once.
func TestDifferencesAreWhatCannotBeJoined(t *testing.T) {
	a := record.Values{"name": "Given", "nickname": "A", "role": "Cook", "birthday": "1985-04-12", "text": "one", "phones": "1", "tags": "a", "jobtitle": "Chef"}
	b := record.Values{"name": "Other", "nickname": "A", "role": "", "birthday": "--04-12", "text": "two", "phones": "2", "tags": "b", "jobtitle": "Boss"}
	got := record.Differences(record.Read(contact(t, a)), record.Read(contact(t, b)))
	if want := []string{"name", "jobtitle"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if same := record.Differences(record.Read(contact(t, a)), record.Read(contact(t, a))); len(same) != 0 {
		t.Errorf("of one contact: %v", same)
	}
}
