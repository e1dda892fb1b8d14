package wording_test

import (
	"testing"

	"crossfeed/engine/store"
	"crossfeed/ui/wording"
)

// decision returns a resolution of versions by this endpoint, a laptop and a tablet.
func decision(fields ...store.Decided) store.Decision {
	return store.Decision{
		Versions: []store.Considered{{By: "desk", Taken: true}, {By: "laptop", Taken: true}, {By: "", Taken: true}},
		Fields:   fields,
	}
}

// field returns the resolution of a field; from -1 means no version.
func field(name string, from int, proposed bool) store.Decided {
	return store.Decided{Field: name, From: from, Proposed: proposed}
}

func TestWhatWasDecided(t *testing.T) {
	deleted, left := decision(), decision(field("title", 1, false))
	deleted.Deleted = true
	left.Versions[1].Taken, left.Versions[2].Taken = true, false
	both := decision(field("title", 0, false))
	both.Versions[1].Taken, both.Versions[2].Taken = false, false
	for _, c := range []struct {
		d    store.Decision
		want string
	}{
		{decision(field("title", 0, false)), "kept A (you)"},
		{decision(field("title", 1, true), field("due", 1, false)), "used B (laptop)"},
		{decision(field("title", 2, false)), "used C (someone)"},
		{decision(field("title", 0, true), field("due", 1, true), field("tags", -1, true)),
			"merged: Title from A, Due from B, Tags merged"},
		{decision(field("title", -1, false), field("due", 0, true), field("start", 0, true)),
			"merged: Title typed, Due and Start from A"},
		{decision(store.Decided{Field: "text", From: -1, Parts: []int{0, 1}}, store.Decided{Field: "title", From: -1, Original: true}),
			"merged: Text from A and B, Title from the original"},
		{decision(store.Decided{Field: "text", From: -1, Original: true}), "used the original"},
		{deleted, "deleted"},
		{decision(), "confirmed: the versions are the same"},
		{store.Decision{Versions: []store.Considered{{By: "desk", Taken: true}}}, "confirmed"},
		{left, "used B (laptop); left open: C (someone)"},
		{both, "kept A (you); left open: B (laptop) and C (someone)"},
	} {
		if got := speaker().Decided(c.d); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestWhereAValueCameFrom(t *testing.T) {
	for want, f := range map[string]store.Decided{
		"from B":               field("due", 1, false),
		"from B, as suggested": field("due", 1, true),
		"merged, as suggested": field("due", -1, true),
		"from A and C":         {Field: "text", From: -1, Parts: []int{0, 2}},
		"from the original":    {Field: "text", From: -1, Original: true},
		"typed":                field("due", -1, false),
	} {
		if got := wording.From(f); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestAPlaceIsToldByTheTitlesThatThereWere(t *testing.T) {
	for want, f := range map[string]store.Decided{
		"in Work › News": {Field: "place", Value: "w 1/2", Path: "Work › News"},
		"in w":           {Field: "place", Value: "w 1/2"},
		"top level":      {Field: "place", Value: " 1/2"},
		"w 1/2":          {Field: "title", Value: "w 1/2"},
	} {
		if got := speaker().ChosenValue(f); got != want {
			t.Errorf("%+v is told as %q, want %q", f, got, want)
		}
	}
}

func TestAPlaceThatWasDecided(t *testing.T) {
	for value, want := range map[string]string{"work 3/2": "in work", " 1": "top level", "": ""} {
		if got := speaker().FieldValue("place", value); got != want {
			t.Errorf("%q is said as %q, want %q", value, got, want)
		}
	}
}

func TestWhatBecameOfAVersion(t *testing.T) {
	d := decision()
	d.Versions[1].Deleted, d.Versions[2].Taken = true, false
	for n, want := range []string{"was the current version", "deletion, resolved", "left open"} {
		if got := wording.Fate(d, n); got != want {
			t.Errorf("version %d: got %q, want %q", n, got, want)
		}
	}
}

// A time that cannot be parsed is shown as it was written.
func TestATimeThatSomebodyWrote(t *testing.T) {
	for when, want := range map[string]string{
		"2026-05-24T09:40:00Z":          "May 24, 11:40",
		"Sun, 24 May 2026 09:40:00 GMT": "May 24, 11:40",
		"24.5.2026 11:40":               "24.5.2026 11:40",
		"":                              "time not known",
	} {
		if got := speaker().Written(when); got != want {
			t.Errorf("%q: got %q, want %q", when, got, want)
		}
	}
}

func TestAValueOfAnyFieldIsSaidAsTheFieldSaysIt(t *testing.T) {
	for field, c := range map[string][2]string{
		"due":     {"2026-11-27", "Fri, Nov 27"},
		"phones":  {"[home] 030 23125001", "030 23125001 (home)"},
		"title":   {"Milk", "Milk"},
		"unknown": {"<x/>", "<x/>"},
	} {
		if got := speaker().FieldValue(field, c[0]); got != c[1] {
			t.Errorf("%s: got %q, want %q", field, got, c[1])
		}
	}
}
