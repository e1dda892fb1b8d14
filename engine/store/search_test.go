package store_test

import (
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

func TestFoldMakesAlikeWhatDiffersInCaseOrComposition(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"", "", true},
		{"Milk", "mILK", true},
		{"Straße", "STRASSE", true},
		{"ẞ", "ss", true},
		{"Ärger", "A\u0308RGER", true},
		{"ὈΔΟΣ", "ὀδος", true},
		{"ς", "Σ", true},
		{"\u212A", "k", true}, // the Kelvin sign
		{"\u0345\u0301", "\u0301\u03B9", true},
		{"Milk", "Milch", false},
		{"ä", "a", false},
		{"ı", "i", false},
	} {
		if same := store.Fold(c.a) == store.Fold(c.b); same != c.same {
			t.Errorf("%q and %q: alike is %t", c.a, c.b, same)
		}
	}
}

func TestSearchableHasEveryTitleAndTextOnceAndApart(t *testing.T) {
	it := &item.Item{
		Winner:    &item.Version{Content: item.Plain("Eggs", "Twelve")},
		Conflicts: []*item.Version{{Content: item.Plain("", "Ä")}},
	}
	if got, want := store.Searchable(it), "eggs\x00twelve\x00ä\x00"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
