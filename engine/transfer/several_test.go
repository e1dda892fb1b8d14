package transfer_test

import (
	"errors"
	"strings"
	"testing"

	"crossfeed/engine/record"
	"crossfeed/engine/transfer"
)

// planned is the plan of a file of cards in a set that is still to be made. A
// card is written as "UID name".
func planned(t *testing.T, file string, cards ...string) *transfer.Plan {
	t.Helper()
	var text strings.Builder
	for _, c := range cards {
		uid, name, _ := strings.Cut(c, " ")
		text.WriteString("BEGIN:VCARD\r\nVERSION:4.0\r\nUID:" + uid + "\r\nFN:" + name + "\r\nEND:VCARD\r\n")
	}
	p, err := transfer.MakeNew(t.Context(), file, strings.NewReader(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestInASetThatIsStillToBeMadeEverythingIsNew(t *testing.T) {
	p := planned(t, "a.vcf", "1 One", "2 Two")
	if p.Kind != record.Contact || p.Count(transfer.New) != 2 || len(p.Entries) != 2 {
		t.Errorf("got %+v", p)
	}
}

func TestAPlanOfSeveralFilesTakesEachItemOnce(t *testing.T) {
	p := transfer.Join("", planned(t, "a.vcf", "1 One", "2 Two"), planned(t, "b.vcf", "1 One", "2 Changed", "3 Three"))
	type row struct {
		file, title string
		state       transfer.State
		take        bool
		problems    int
	}
	want := []row{
		{"a.vcf", "One", transfer.New, true, 0},
		{"a.vcf", "Two", transfer.New, true, 0},
		{"b.vcf", "One", transfer.Same, false, 0},
		{"b.vcf", "Changed", transfer.New, false, 1},
		{"b.vcf", "Three", transfer.New, true, 0},
	}
	if p.Kind != record.Contact || len(p.Entries) != len(want) {
		t.Fatalf("got %+v", p)
	}
	for i, e := range p.Entries {
		if got := (row{e.File, e.Title(), e.State, e.Take, len(e.Problems)}); got != want[i] {
			t.Errorf("entry %d: got %v, want %v", i, got, want[i])
		}
	}
}

func TestJoiningChangesNoPlan(t *testing.T) {
	a, b := planned(t, "a.vcf", "1 One"), planned(t, "b.vcf", "1 Other")
	transfer.Join("", a, b)
	if e := b.Entries[0]; !e.Take || len(e.Problems) != 0 || e.File != "" {
		t.Errorf("got %+v", e)
	}
}

func TestWhatAFileHoldsIsToldByHowItBegins(t *testing.T) {
	for text, want := range map[string]record.Kind{
		"BEGIN:VCARD\n":                     record.Contact,
		"\ufeff\r\n\r\nbegin:vcalendar\r\n": record.Todo,
		"BEGIN:VTODO\n":                     record.Todo,
		"<opml version='1.0'>":              record.Outline,
		"\ufeff<?xml version='1.0'?><!-- <rss> --><!DOCTYPE opml><opml>": record.Outline,
		"\xff\xfe<\x00o\x00p\x00m\x00l\x00>\x00":                         record.Outline,
	} {
		if got, _, err := transfer.Holds(strings.NewReader(text)); got != want || err != nil {
			t.Errorf("%q holds %q, %v; want %q", text, got, err, want)
		}
	}
	for _, text := range []string{"", "<rss/>", "VCARD", "<rss><opml/></rss>", "<!-- <opml>", "opml"} {
		if _, _, err := transfer.Holds(strings.NewReader(text)); !errors.Is(err, transfer.ErrNeither) {
			t.Errorf("%q: error %v", text, err)
		}
	}
}
