package transfer_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/lists/transfer"
	"crossfeed/engine/record"
	"crossfeed/engine/record/exchange"
	"crossfeed/engine/store"
)

const milk = "UID:milk\nDTSTAMP:20261120T101112Z\nSUMMARY:Milk\nDUE;VALUE=DATE:20261127"

// A new contact that may be one of the list is imported, and the plan says so.
func TestAPossibleDuplicateIsRemarkedOn(t *testing.T) {
	d := newDesk(t, record.Contact)
	card := func(uid, name, mail string) string {
		return "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:" + uid + "\r\nFN:" + name + "\r\nEMAIL:" + mail + "\r\nEND:VCARD\r\n"
	}
	ann := card("a", "Ann Example", "ann@example.org")
	d.take(ann + card("g", "Gone", "gone@example.org"))
	for _, it := range d.items() {
		if it.Winner.Title() == "Gone" {
			d.delete(it.ID())
		}
	}
	p := d.plan(ann + card("b", "Ann Example", "ann@example.org") + card("c", "Bob", "bob@example.org") +
		card("d", "Bob", "bob@example.org") + card("e", "Gone", "gone@example.org"))
	if got := strings.Join(told(p), ", "); got != `7: duplicate "Ann Example"` || counts(p) != [5]int{4, 0, 0, 1, 0} {
		t.Errorf("it says %s; %v", got, counts(p))
	}
	if done := d.apply(p); done.New != 4 {
		t.Errorf("done: %+v", done)
	}
}

func TestEveryEntryIsInTheStateThatAPersonIsShown(t *testing.T) {
	d := newDesk(t, record.Todo)
	d.take(todos(milk, "UID:eggs\nSUMMARY:Eggs", "UID:salt\nSUMMARY:Salt"))
	d.delete(d.items()[2].ID())
	file := strings.Replace(todos(
		"UID:new\nSUMMARY:New",
		strings.Replace(milk, "27", "28", 1)+"\nPRIORITY:1",
		"UID:salt\nSUMMARY:Salt",
		"UID:eggs\nSUMMARY:Eggs",
	), "END:VCALENDAR", "BEGIN:VEVENT\r\nUID:party\r\nEND:VEVENT\r\nEND:VCALENDAR", 1)
	p := d.plan(file)
	want := []transfer.State{transfer.New, transfer.Changed, transfer.Deleted, transfer.Same, transfer.Unreadable}
	for i, e := range p.Entries {
		if e.State != want[i] || e.Take != (e.State == transfer.New || e.State == transfer.Changed) {
			t.Errorf("entry %d is %s and taken: %v; want %s", i, e.State, e.Take, want[i])
		}
	}
	if got := p.Entries[1].Fields; !slices.Equal(got, []string{"due", "priority"}) || p.Entries[1].OtherData {
		t.Errorf("what changes is %q", got)
	}
	if counts(p) != [5]int{1, 1, 1, 1, 1} {
		t.Errorf("the counts are %v", counts(p))
	}
	if done := d.apply(p); done.New != 1 || done.Changed != 1 || done.Restored != 0 || len(done.Refused) != 0 {
		t.Errorf("done: %+v", done)
	}
	if d.titles() != "Milk, Eggs, New" {
		t.Errorf("the list says %s", d.titles())
	}
}

func TestWhatNoFieldShowsIsAChangeToo(t *testing.T) {
	d := newDesk(t, record.Todo)
	d.take(todos(milk))
	p := d.take(todos(milk + "\nX-COLOUR:red"))
	if e := p.Entries[0]; e.State != transfer.Changed || len(e.Fields) != 0 || !e.OtherData {
		t.Errorf("it is %s, fields %q, other data %v", e.State, e.Fields, e.OtherData)
	}
	if !strings.Contains(d.only().Winner.Content.XML(), "red") {
		t.Error("the colour did not arrive")
	}
}

func TestWhatProgramsWriteOnTheirOwnIsNoChange(t *testing.T) {
	d := newDesk(t, record.Todo)
	d.take(todos(milk, "SUMMARY:No UID\nDTSTAMP:20261120T101112Z"))
	later := todos(
		strings.Replace(milk, "20261120", "20261121", 1)+"\nSEQUENCE:4\nLAST-MODIFIED:20261121T101112Z",
		"SUMMARY:No UID\nDTSTAMP:20261122T101112Z",
	)
	if p := d.plan(later); p.Count(transfer.Same) != 2 {
		t.Errorf("the states are %v", counts(p))
	}
	c := newDesk(t, record.Contact)
	card := "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:a\r\nFN:Given\r\nREV:2026-11-20T10:00:00Z\r\nEND:VCARD\r\n"
	c.take(card)
	if p := c.plan(strings.Replace(card, "20T10", "21T11", 1)); p.Count(transfer.Same) != 1 {
		t.Errorf("the states are %v", counts(p))
	}
}

func TestEntriesWithoutUIDAreKnownByWhatTheySay(t *testing.T) {
	d := newDesk(t, record.Todo)
	file := todos("SUMMARY:Milk", "SUMMARY:Milk", "SUMMARY:Eggs")
	d.take(file)
	if d.titles() != "Milk, Milk, Eggs" {
		t.Errorf("the list says %s", d.titles())
	}
	if p := d.plan(file); p.Count(transfer.Same) != 3 {
		t.Errorf("the states are %v", counts(p))
	}
}

func TestOneUIDTwiceInAFileLosesNothing(t *testing.T) {
	d := newDesk(t, record.Todo)
	file := todos("UID:1\nSUMMARY:Milk", "UID:1\nSUMMARY:Oat milk", "UID:1\nSUMMARY:Milk")
	p := d.take(file)
	if d.titles() != "Milk, Oat milk" {
		t.Errorf("the list says %s", d.titles())
	}
	second, third := p.Entries[1], p.Entries[2]
	if len(second.Problems) != 1 || second.Problems[0].Kind != exchange.SameUID || second.Problems[0].N != 4 || second.Problems[0].Line != 8 {
		t.Errorf("the remark on the second is %v", second.Problems)
	}
	if third.State != transfer.Same || third.Take || third.ID != p.Entries[0].ID {
		t.Errorf("the third is %+v", third)
	}
	if p := d.plan(file); p.Count(transfer.Same) != 3 {
		t.Errorf("a second import: %v", counts(p))
	}
}

func TestTheIdentifierStandsForAMissingUID(t *testing.T) {
	d := newDesk(t, record.Todo)
	d.take(todos("SUMMARY:Milk"))
	id := d.only().ID()
	if p := d.plan(todos("UID:" + id + "\nSUMMARY:Oat milk")); p.Entries[0].ID != id || p.Entries[0].State != transfer.Changed {
		t.Errorf("it is %s of %s", p.Entries[0].State, p.Entries[0].ID)
	}
}

func TestTwoEndpointsThatImportOneFileGetOneItem(t *testing.T) {
	a, b := newDesk(t, record.Todo), newDesk(t, record.Todo)
	for _, d := range []*desk{a, b} {
		d.take(todos(milk, "SUMMARY:No UID"))
	}
	for i, it := range a.items() {
		if other := b.items()[i]; it.ID() != other.ID() {
			t.Errorf("%s is %s elsewhere", it.ID(), other.ID())
		}
	}
}

func TestAFileOfAnotherKindIsRefusedWithTheRemedy(t *testing.T) {
	d := newDesk(t, record.Contact)
	err := d.store.View(t.Context(), func(r store.Reader) error {
		_, err := transfer.Make(t.Context(), r, d.set, "a.ics", strings.NewReader(todos(milk)), nil)
		return err
	})
	var kind *transfer.KindError
	if !errors.As(err, &kind) || err.Error() != `a.ics holds todos, and "List" is a list for contacts: choose a list for todos, or make one` {
		t.Errorf("error %v", err)
	}
}

func TestPlanningEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := transfer.MakeNew(ctx, "", "a.ics", strings.NewReader(todos(milk)), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestAWordInsideAnotherDocumentIsNoBeginning(t *testing.T) {
	for text, want := range map[string]record.Kind{
		"<description>BEGIN:VCARD</description>":                          "",
		"mail text\r\n  BEGIN:VCALENDAR":                                  record.Todo,
		"\xff\xfeB\x00E\x00G\x00I\x00N\x00:\x00V\x00C\x00A\x00R\x00D\x00": record.Contact,
		"<a>BEGIN:VCARD</a>\nBEGIN:VTODO\n":                               record.Todo,
	} {
		if got, err := holds(text); got != want || (err == nil) != (want != "") {
			t.Errorf("%q holds %q, %v; want %q", text, got, err, want)
		}
	}
}

// series returns a calendar of todos with one UID: the series, which has no time, and single
// occurrences that were changed. Each is written as "time title".
func series(todos ...string) string {
	var text strings.Builder
	text.WriteString("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:test\r\n")
	for _, todo := range todos {
		at, title, _ := strings.Cut(todo, " ")
		text.WriteString("BEGIN:VTODO\r\nUID:series\r\nSUMMARY:" + title + "\r\n")
		if at != "-" {
			text.WriteString("RECURRENCE-ID;VALUE=DATE:" + at + "\r\n")
		}
		text.WriteString("END:VTODO\r\n")
	}
	return text.String() + "END:VCALENDAR\r\n"
}

// states returns the states of a plan's entries, by title.
func states(p *transfer.Plan) (all []string) {
	for _, e := range p.Entries {
		all = append(all, e.Title()+": "+string(e.State))
	}
	return all
}

func TestSingleTimesOfARepeatingTodoAreKnownByTheirTime(t *testing.T) {
	const whole, third, fifth = "- Series", "20261203 Third", "20261205 Fifth"
	for _, c := range []struct {
		name string
		file []string
		want []string
	}{
		{"the same file", []string{whole, third, fifth}, []string{"Series: same", "Third: same", "Fifth: same"}},
		{"another order", []string{fifth, third, whole}, []string{"Fifth: same", "Third: same", "Series: same"}},
		{"one of them alone", []string{"20261205 Fifth, later"}, []string{"Fifth, later: changed"}},
		{"one fewer", []string{whole, fifth}, []string{"Series: same", "Fifth: same"}},
		{"one more", []string{whole, "20261207 Seventh"}, []string{"Series: same", "Seventh: new"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t, record.Todo)
			d.take(series(whole, third, fifth))
			if got := states(d.plan(series(c.file...))); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// planned returns the plan for importing a file of cards into a new list. A card is written as
// "UID name".
func planned(t *testing.T, file string, cards ...string) *transfer.Plan {
	t.Helper()
	var text strings.Builder
	for _, c := range cards {
		uid, name, _ := strings.Cut(c, " ")
		text.WriteString("BEGIN:VCARD\r\nVERSION:4.0\r\nUID:" + uid + "\r\nFN:" + name + "\r\nEND:VCARD\r\n")
	}
	p, err := transfer.MakeNew(t.Context(), "", file, strings.NewReader(text.String()), nil)
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

// holds returns the first kind of lists that a file fits.
func holds(text string) (record.Kind, error) {
	h, _, err := transfer.Holds("file", strings.NewReader(text))
	if err != nil {
		return "", err
	}
	return h.Kinds[0], nil
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
		if got, err := holds(text); got != want || err != nil {
			t.Errorf("%q holds %q, %v; want %q", text, got, err, want)
		}
	}
	for _, text := range []string{"", "<rdf/>", "VCARD", "<html><opml/></html>", "<!-- <opml>", "opml"} {
		if _, err := holds(text); !errors.Is(err, transfer.ErrNeither) {
			t.Errorf("%q: error %v", text, err)
		}
	}
}
