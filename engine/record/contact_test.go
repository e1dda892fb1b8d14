package record_test

import (
	"strings"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// card is a contact called Given Family, with further properties.
func card(t testing.TB, properties string) *item.Content {
	t.Helper()
	c, err := item.ParseContent(cardOpen + properties + cardClose)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

const (
	cardOpen = `<entry xmlns="http://www.w3.org/2005/Atom"><title>Given Family</title>` +
		`<vcard xmlns="urn:ietf:params:xml:ns:vcard-4.0"><fn><text>Given Family</text></fn>`
	cardClose = `</vcard></entry>`
)

// changed gives the further properties after values were set.
func changed(t testing.TB, c *item.Content, v record.Values) string {
	t.Helper()
	got, err := record.Apply(c, v)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(strings.TrimPrefix(got.XML(), cardOpen), cardClose)
}

// expectField reads a field of a contact of such properties.
func expectField(t testing.TB, properties, field, want string) {
	t.Helper()
	if got := record.Read(card(t, properties)).Get(field); got != want {
		t.Errorf("%s: %s is %q, want %q", properties, field, got, want)
	}
}

// expectSet sets a field to a value, and expects those properties, and the field
// to say what was set.
func expectSet(t testing.TB, before, field, value, want string) {
	t.Helper()
	if got := changed(t, card(t, before), record.Values{field: value}); got != want {
		t.Errorf("%s: %q\n got %s\nwant %s", field, value, got, want)
	}
	f, _ := record.Find(record.Contact, field)
	canonical, err := f.Canonical(value)
	if got := record.Read(card(t, want)).Get(field); err != nil || !f.Equal(got, canonical) {
		t.Errorf("%s: set to %q, it is %q (%v)", field, canonical, got, err)
	}
}

// expectCanonical reads what a person types.
func expectCanonical(t testing.TB, field, typed, want string) {
	t.Helper()
	f, err := record.Find(record.Contact, field)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := f.Canonical(typed); err != nil || got != want {
		t.Errorf("%s %q: %q, %v; want %q", field, typed, got, err, want)
	}
}

// expectProblem is given what no field can have.
func expectProblem(t testing.TB, field, typed string, want record.Problem) {
	t.Helper()
	f, err := record.Find(record.Contact, field)
	if err != nil {
		t.Fatal(err)
	}
	got, err := f.Canonical(typed)
	if wrong, is := err.(*record.ValueError); !is || wrong.Problem != want || wrong.Field != field {
		t.Errorf("%s %q: %q, %v; want %q", field, typed, got, err, want)
	}
}
