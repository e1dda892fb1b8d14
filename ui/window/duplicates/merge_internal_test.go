package duplicates

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/ui/widget"
)

func contact(t *testing.T, id string, v record.Values) *item.Item {
	t.Helper()
	c, err := record.New(record.Contact, v)
	if err != nil {
		t.Fatal(err)
	}
	return &item.Item{Winner: &item.Version{ID: id, Content: c, History: []item.History{{Sequence: 1, By: "desk"}}}}
}

func TestTheSuggestionTakesWhatMergingTakes(t *testing.T) {
	for _, c := range []struct {
		what, field, a, b string
		want              sides
	}{
		{"a value of both", "nickname", "Nick", "Other", sides{a: true}},
		{"a value of B alone", "nickname", "", "Other", sides{b: true}},
		{"a value of A alone", "nickname", "Nick", "", sides{a: true}},
		{"no value", "nickname", "", "", sides{}},
		{"sets", "phones", "1", "2", sides{true, true}},
		{"a set of B alone", "phones", "", "2", sides{b: true}},
		{"texts", "text", "one", "two", sides{true, true}},
		{"a birthday of which B says more", "birthday", "--04-12", "1985-04-12", sides{b: true}},
	} {
		a, b := record.Values{"name": "Given", c.field: c.a}, record.Values{"name": "Given", c.field: c.b}
		j := newContactMerge(lists.Duplicate{A: contact(t, "1", a), B: contact(t, "2", b)})
		if got := j.taken[c.field]; got != c.want {
			t.Errorf("%s: takes %v, want %v", c.what, got, c.want)
		}
		if got := j.value(c.field); got != j.merged[c.field] {
			t.Errorf("%s: says %q, merged they say %q", c.what, got, j.merged[c.field])
		}
	}
}

func TestTakingASide(t *testing.T) {
	v := func(nickname, phone string) record.Values {
		return record.Values{"name": "Given", "nickname": nickname, "phones": phone}
	}
	for _, c := range []struct {
		what, field string
		side        sides
		taken       bool
		want        string
	}{
		{"the other's value in place of the one", "nickname", sides{b: true}, true, "Other"},
		{"nobody's value", "nickname", sides{a: true}, false, ""},
		{"one side of a set", "phones", sides{a: true}, false, "2"},
		{"the other side of a set", "phones", sides{b: true}, false, "1"},
		{"both sides of a set", "phones", sides{b: true}, true, "1\n2"},
	} {
		j := newContactMerge(lists.Duplicate{A: contact(t, "1", v("Nick", "1")), B: contact(t, "2", v("Other", "2"))})
		f, err := record.Find(record.Contact, c.field)
		if err != nil {
			t.Fatal(err)
		}
		j.take(f, c.side, c.taken)
		if got := j.values()[c.field]; got != c.want {
			t.Errorf("%s: got %q, want %q", c.what, got, c.want)
		}
	}
}

// Data that no field shows cannot be merged: the only contact that has such data stays.
func TestTheContactWithDataThatNoFieldShowsStays(t *testing.T) {
	more := func(it *item.Item) *item.Item {
		c, err := item.ParseContent(`<entry xmlns="http://www.w3.org/2005/Atom"><title>Given</title><vcard xmlns="urn:ietf:params:xml:ns:vcard-4.0"><fn><text>Given</text></fn><key><uri>https://example.org/key</uri></key></vcard></entry>`)
		if err != nil {
			t.Fatal(err)
		}
		it.Winner.Content = c
		return it
	}
	plain := func(id string) *item.Item { return contact(t, id, record.Values{"name": "Given"}) }
	for _, c := range []struct {
		what  string
		a, b  *item.Item
		stays string
		loses bool
	}{
		{"neither", plain("1"), plain("2"), "1", false},
		{"A", more(plain("1")), plain("2"), "1", false},
		{"B", plain("1"), more(plain("2")), "2", false},
		{"both, the same", more(plain("1")), more(plain("2")), "1", false},
	} {
		j := newContactMerge(lists.Duplicate{A: c.a, B: c.b})
		if stays, _ := j.mergeOrder(); stays.ID() != c.stays || j.loses() != c.loses {
			t.Errorf("%s: %s stays, something is lost: %v", c.what, stays.ID(), j.loses())
		}
	}
}

// A narrower window makes texts taller at once: no text overlaps another one, and the scroll
// container is notified.
func TestTextsKeepTheirPlacesInANarrowerWindow(t *testing.T) {
	test.NewTempApp(t)
	words := func() *widget.Words {
		w := widget.NewWords(5)
		w.Set(strings.Repeat("a few words ", 6), widget.TextStyle{})
		return w
	}
	first, second := words(), words()
	grown := 0
	c := container.New(&stack{gap: 4, grown: func() { grown++ }}, first, second)
	c.Resize(fyne.NewSize(2000, c.MinSize().Height))
	before := c.MinSize().Height
	grown = 0
	c.Resize(fyne.NewSize(150, c.MinSize().Height))
	if least := c.MinSize().Height; least <= before || grown != 1 {
		t.Errorf("it asks for %v after %v, and told so %d times", least, before, grown)
	}
	if got, want := second.Position().Y, first.MinSize().Height+4; got != want {
		t.Errorf("the second text begins at %v, the first ends at %v", got, want)
	}
}
