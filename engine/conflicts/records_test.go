package conflicts_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

func todo(t *testing.T, v record.Values) *item.Content {
	t.Helper()
	c, err := record.New(record.Todo, v)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// bins returns a todo that two endpoints changed: the due date, the tags, and whether it is
// done.
func bins(t *testing.T) *item.Item {
	return &item.Item{
		Winner: version(4, "desk", todo(t, record.Values{"title": "Bins", "due": "2026-11-27", "tags": "home\nout", "order": "60", "done": "false"})),
		Conflicts: []*item.Version{
			version(3, "laptop", todo(t, record.Values{"title": "Bins", "due": "2026-11-28", "tags": "out\nhome", "order": "90", "done": "true 2026-11-24T10:00:00Z"})),
		},
	}
}

func TestTheFieldsOfATodoAreResolvedOneByOne(t *testing.T) {
	s := begin(t, bins(t), "me")
	must(t, s.TakeField("due", 1))
	must(t, s.TakeField("done", 1))
	r := record.Read(decided(t, s).Content)
	if r.Get("due") != "2026-11-28" || r.Get("done") != "true 2026-11-24T10:00:00Z" || r.Get("title") != "Bins" || r.Get("order") != "60" {
		t.Errorf("the result says %v", r.Values())
	}
}

func TestSetsInAnotherOrderAndPlacesByHandAreNoDifference(t *testing.T) {
	s := begin(t, bins(t), "me")
	for field, alike := range map[string]bool{"tags": true, "order": true, "title": true, "due": false, "done": false} {
		if c := cell(t, s, field); c.Alike != alike {
			t.Errorf("%s: alike %v, want %v; values %q", field, c.Alike, alike, c.Values)
		}
	}
}

func TestWhatIsMarkedAsDoneIsDoneWhenItIsResolved(t *testing.T) {
	s := begin(t, bins(t), "me")
	must(t, s.Take(0))
	must(t, s.Type("done", "true"))
	if got := record.Read(decided(t, s).Content).Get("done"); got != "true 2005-06-01T00:00:00Z" {
		t.Errorf("done says %q", got)
	}
}

func TestWhatIsTakenAsDoneSaysWhenByItself(t *testing.T) {
	it := bins(t)
	it.Conflicts[0] = version(3, "laptop", todo(t, record.Values{"title": "Bins out", "done": "true"}))
	s := begin(t, it, "me")
	must(t, s.Take(0))
	must(t, s.TakeField("done", 1))
	if got := record.Read(decided(t, s).Content).Get("done"); got != "true" {
		t.Errorf("done says %q, and the version that it was taken from says true", got)
	}
}

func TestWhatCannotBeIsNotDecided(t *testing.T) {
	s := begin(t, bins(t), "me")
	must(t, s.Type("due", "2026-02-30"))
	if _, err := s.Decision(noon); err == nil {
		t.Error("a day that does not exist was taken")
	}
	if got := cell(t, s, "due").Result; got != "2026-02-30" {
		t.Errorf("what was typed is gone: %q", got)
	}
}

// A plain reader that drops unknown data turns a todo into a note.
func TestFieldsCanBeTakenFromAVersionThatKeptItsRecord(t *testing.T) {
	it := bins(t)
	it.Winner = version(4, "desk", item.Plain("Bins out!", "both"))
	s := begin(t, it, "me")
	must(t, s.Take(0))
	must(t, s.TakeField("due", 1))
	c := decided(t, s).Content
	if r := record.Read(c); r.Kind != record.Todo || r.Get("due") != "2026-11-28" || r.Get("title") != "Bins out!" || r.Get("text") != "both" {
		t.Errorf("the result is a %s that says %v", r.Kind, r.Values())
	}
}

func TestTheNameOfAContactIsTheTitleOfANote(t *testing.T) {
	card, err := record.New(record.Contact, record.Values{"name": "Example Person", "phones": "[home] 1"})
	must(t, err)
	s := begin(t, &item.Item{
		Winner:    version(4, "desk", item.Plain("Example P.", "")),
		Conflicts: []*item.Version{version(3, "laptop", card)},
	}, "me")
	if c := cell(t, s, "name"); c.Values[0] != "Example P." || c.Values[1] != "Example Person" || c.Alike {
		t.Errorf("the cell holds %+v", c)
	}
}

func TestDataWithoutAFieldAreACellWhereTheyDiffer(t *testing.T) {
	isOther := func(c conflicts.Cell) bool { return c.Field == conflicts.Other }
	if slices.ContainsFunc(begin(t, bins(t), "me").Cells(), isOther) {
		t.Error("two todos of ours differ in data without a field")
	}
	it := bins(t)
	other := it.Conflicts[0].Content.Element()
	other.CreateElement("price").CreateText("2")
	c, err := item.NewContent(other)
	must(t, err)
	it.Conflicts[0] = version(3, "laptop", c)
	if !slices.ContainsFunc(begin(t, it, "me").Cells(), isOther) {
		t.Error("an element that no field shows makes no difference")
	}
}

// A draft is never lost: what can no longer be saved is reported.
func TestAFieldThatNoVersionHasAnyMoreIsNotDropped(t *testing.T) {
	it := bins(t)
	it.Winner = version(4, "desk", item.Plain("Bins", ""))
	s := begin(t, it, "me")
	must(t, s.Type("due", "2026-12-01"))
	note := &item.Item{Winner: it.Winner, Conflicts: []*item.Version{version(5, "tablet", item.Plain("Bins", ""))}}
	s.Update(note, conflicts.About{})
	if _, err := s.Decision(noon); err == nil || err.Error() != `resolving eggs: a note has no field "due"; the fields are title, text, files` {
		t.Errorf("got %v", err)
	}
	s.Update(it, conflicts.About{})
	expect(t, s, "due", "2026-12-01", "", true)
}

// An item that is a todo in one version, a contact in another and a note in a third has the
// fields of all three.
func TestTheKindOfTheResultHasAllFieldsThatWerePutThere(t *testing.T) {
	card, err := record.New(record.Contact, record.Values{"name": "Bins Ltd", "phones": "1", "tags": "firm"})
	must(t, err)
	it := bins(t)
	it.Winner = version(4, "desk", item.Plain("Bins", ""))
	it.Conflicts = append(it.Conflicts, version(2, "phone", card))
	for range 50 {
		s := begin(t, it, "me")
		must(t, s.Take(0))
		must(t, s.TakeField("tags", 2))
		must(t, s.TakeField("phones", 2))
		if r := record.Read(decided(t, s).Content); r.Kind != record.Contact || r.Get("phones") != "1" || r.Get("tags") != "firm" {
			t.Fatalf("the result is a %s that says %v", r.Kind, r.Values())
		}
	}
}

func TestFieldsThatNoKindHasTogetherAreNotDecided(t *testing.T) {
	card, err := record.New(record.Contact, record.Values{"name": "Bins Ltd", "phones": "1"})
	must(t, err)
	it := bins(t)
	it.Winner = version(4, "desk", item.Plain("Bins", ""))
	it.Conflicts = append(it.Conflicts, version(2, "phone", card))
	for range 50 {
		s := begin(t, it, "me")
		must(t, s.Take(0))
		must(t, s.TakeField("phones", 2))
		must(t, s.TakeField("due", 1))
		if _, err := s.Decision(noon); err == nil || err.Error() != `resolving `+it.ID()+`: a note has no field "due"; the fields are title, text, files` {
			t.Fatalf("got %v", err)
		}
	}
}

// Two endpoints that tick one todo at different times did the same: there is nothing to
// choose, and the winner's time is used.
func TestTwoWhoTickOneTodoDidTheSame(t *testing.T) {
	it := &item.Item{
		Winner: version(3, "desk", todo(t, record.Values{"title": "Bins", "done": "true 2026-11-24T10:00:00Z"})),
		Conflicts: []*item.Version{
			version(3, "laptop", todo(t, record.Values{"title": "Bins", "done": "true 2026-11-24T09:00:00Z"})),
		},
	}
	if _, err := conflicts.NewSession(it, "me", conflicts.About{}); !errors.Is(err, conflicts.ErrNoConflict) {
		t.Errorf("got %v, want ErrNoConflict", err)
	}
	it.Conflicts[0].Content = with(t, it.Conflicts[0].Content, record.Values{"title": "Bins out"})
	s := begin(t, it, "me")
	if c := cell(t, s, "done"); !c.Alike || c.Open {
		t.Errorf("alike %v, open %q", c.Alike, s.Open())
	}
	must(t, s.TakeField("title", 0))
	if got := record.Read(decided(t, s).Content).Get("done"); got != "true 2026-11-24T10:00:00Z" {
		t.Errorf("done says %q", got)
	}
}

const entry = `<entry xmlns="http://www.w3.org/2005/Atom" xmlns:f="urn:f"><title>Eggs</title><f:price>NUMBER</f:price></entry>`

// priced returns a content with data that has no field.
func priced(t *testing.T, price string) *item.Content {
	t.Helper()
	c, err := item.ParseContent(strings.Replace(entry, "NUMBER", price, 1))
	must(t, err)
	return c
}

func TestDataWithoutAFieldStaysWithTheVersionLastTakenWhole(t *testing.T) {
	it := &item.Item{
		Winner:    version(4, "desk", priced(t, "2")),
		Conflicts: []*item.Version{version(3, "laptop", priced(t, "3")), version(2, "tablet", item.Plain("Six eggs", "fresh"))},
	}
	s := begin(t, it, "me")
	must(t, s.Take(0))
	must(t, s.TakeField("title", 2))
	if c := decided(t, s).Content; !strings.Contains(c.XML(), "<f:price>2</f:price>") || c.Title() != "Six eggs" {
		t.Errorf("a field taken: %s; want the winner's price", c.XML())
	}
	must(t, s.Take(1))
	must(t, s.TakeField("text", 2))
	if c := decided(t, s).Content; !strings.Contains(c.XML(), "<f:price>3</f:price>") || c.Text() != "fresh" {
		t.Errorf("a version and then a field taken: %s; want the version's price", c.XML())
	}
}
