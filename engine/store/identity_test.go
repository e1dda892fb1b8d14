package store_test

import (
	"strings"
	"testing"
	"time"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

var noon = time.Date(2005, 5, 21, 12, 0, 0, 0, time.UTC)

func TestIdentityTellsApartWhatReadsAlikeInARow(t *testing.T) {
	when := item.At(noon)
	histories := [][]item.History{
		{{Sequence: 1, When: when, By: "ab"}},
		{{Sequence: 1, When: when, By: "a", Extra: "b"}},
		{{Sequence: 11, When: when, By: "ab"}},
		{{Sequence: 1, By: "ab"}},
		{{Sequence: 1, When: item.ReadWhen(when.String(), noon.Add(1)), By: "ab"}},
		{{Sequence: 1, When: when, By: "ab"}, {Sequence: 1, When: when, By: "ab"}},
	}
	seen := make(map[[32]byte]int)
	for i, history := range histories {
		v := &item.Version{ID: "x", Updates: 1, History: history, Content: item.Plain("", "")}
		if other, ok := seen[store.Identity(v)]; ok {
			t.Errorf("histories %d and %d are one", other, i)
		}
		seen[store.Identity(v)] = i
	}
}

func TestIdentityDoesNotCountThePublisher(t *testing.T) {
	a := &item.Version{ID: "x", Updates: 1, History: []item.History{{Sequence: 1, By: "desk"}}, Content: item.Plain("", "")}
	b := *a
	b.Publisher = "<item><guid>7</guid></item>"
	if store.Identity(a) != store.Identity(&b) {
		t.Error("the publisher-specific data counts")
	}
}

func BenchmarkIdentityOf1KB(b *testing.B) {
	v := &item.Version{
		ID: "item-000001", Updates: 2,
		History: []item.History{
			{Sequence: 2, When: item.At(time.Unix(1116676860, 0).UTC()), By: "desk"},
			{Sequence: 1, When: item.At(time.Unix(1116676800, 0).UTC()), By: "desk"},
		},
		Content: item.Plain("Groceries", strings.Repeat("Get milk, eggs, butter & bread. ", 30)),
	}
	b.ReportAllocs()
	for b.Loop() {
		store.Identity(v)
	}
}

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
	const want = "eggs\x00twelve\x00ä\x00"
	it := &item.Item{
		Winner:    &item.Version{Content: item.Plain("Eggs", "Twelve"), History: make([]item.History, 1)},
		Conflicts: []*item.Version{{Content: item.Plain("", "Ä")}},
	}
	if _, got := store.Shown(it, ancestry.Sorted{}); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
