package conflicts_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/merge"
	"crossfeed/engine/record"
)

// from starts to resolve versions with a known original.
func from(t *testing.T, base *item.Content, contents ...*item.Content) *conflicts.Session {
	t.Helper()
	s, err := conflicts.NewSession(parted(contents...), "me", startedFrom(base))
	must(t, err)
	return s
}

// parted returns an item that desk, the winner, and others changed.
func parted(contents ...*item.Content) *item.Item {
	it := &item.Item{}
	for i, by := range []string{"desk", "laptop", "tablet", "phone", "watch", "car", "fridge", "tv"}[:len(contents)] {
		v := version(10-i, by, contents[i])
		if i == 0 {
			it.Winner = v
		} else {
			it.Conflicts = append(it.Conflicts, v)
		}
	}
	return it
}

func startedFrom(base *item.Content) conflicts.About {
	return conflicts.About{Base: ancestry.Base{Version: version(1, "phone", base)}}
}

func contact(t *testing.T, v record.Values) *item.Content {
	t.Helper()
	c, err := record.New(record.Contact, v)
	must(t, err)
	return c
}

// with returns the content with other values.
func with(t *testing.T, c *item.Content, v record.Values) *item.Content {
	t.Helper()
	c, err := record.Apply(c, v)
	must(t, err)
	return c
}

func TestWhatEachChangedAloneIsProposedAndNothingIsLeftToChoose(t *testing.T) {
	base := contact(t, record.Values{"name": "Example Ltd", "emails": "a@example.org", "phones": "1234"})
	s := from(t, base,
		with(t, base, record.Values{"emails": "b@example.org"}),
		with(t, base, record.Values{"phones": "5678"}))
	if open := s.Open(); open != nil || s.Changed() {
		t.Fatalf("open is %q, changed %v", open, s.Changed())
	}
	expect(t, s, "emails", "b@example.org", "A", false)
	expect(t, s, "phones", "5678", "B", false)
	c := cell(t, s, "phones")
	if !c.HasBase || c.Base != "1234" || !c.Proposed || c.Reason != merge.OneSided || !slices.Equal(c.Changed, []int{1}) {
		t.Errorf("the cell is %+v", c)
	}
	r := record.Read(decided(t, s).Content)
	if r.Get("emails") != "b@example.org" || r.Get("phones") != "5678" || r.Get("name") != "Example Ltd" {
		t.Errorf("the result says %v", r.Values())
	}
}

func TestAFieldThatSeveralChangedDifferentlyIsOpenAndCannotBeSaved(t *testing.T) {
	base := todo(t, record.Values{"title": "Bins", "due": "2026-11-26", "tags": "home"})
	s := from(t, base,
		with(t, base, record.Values{"due": "2026-11-27"}),
		with(t, base, record.Values{"due": "2026-11-28", "title": "Bins out"}),
		with(t, base, record.Values{"tags": "home\nout"}))
	c := cell(t, s, "due")
	if !c.Open || c.Proposed || c.Reason != merge.Collision || c.Result != "2026-11-27" || !slices.Equal(c.Changed, []int{0, 1}) {
		t.Errorf("the cell is %+v", c)
	}
	if open := s.Open(); !slices.Equal(open, []string{"due"}) || s.Outcome().ToChoose != 1 {
		t.Errorf("open is %q", open)
	}
	_, err := s.Decision(noon)
	if !errors.Is(err, conflicts.ErrOpen) || !strings.HasSuffix(err.Error(), ": due") {
		t.Errorf("got %v, want ErrOpen with the name of the field", err)
	}
	must(t, s.TakeField("due", 1))
	r := record.Read(decided(t, s).Content)
	if r.Get("due") != "2026-11-28" || r.Get("title") != "Bins out" || r.Get("tags") != "home\nout" {
		t.Errorf("the result says %v", r.Values())
	}
}

func TestWhetherItIsDoneIsOneUnit(t *testing.T) {
	base := todo(t, record.Values{"title": "Bins", "done": "false"})
	s := from(t, base,
		with(t, base, record.Values{"title": "Bins out"}),
		with(t, base, record.Values{"done": "true 2026-11-24T10:00:00Z"}))
	expect(t, s, "done", "true 2026-11-24T10:00:00Z", "B", false)
	if r := record.Read(decided(t, s).Content); r.Get("done") != "true 2026-11-24T10:00:00Z" || r.Get("title") != "Bins out" {
		t.Errorf("the result says %v", r.Values())
	}
}

func TestSetsAreMergedFromTheirOriginal(t *testing.T) {
	base := todo(t, record.Values{"title": "Eggs", "tags": "food\nshop"})
	s := from(t, base,
		with(t, base, record.Values{"tags": "food\nshop\nveg"}),
		with(t, base, record.Values{"tags": "food\nfarm"}))
	c := cell(t, s, "tags")
	tags := strings.Split(c.Result, "\n")
	slices.Sort(tags)
	if !slices.Equal(tags, []string{"farm", "food", "veg"}) || c.Reason != merge.United || c.From != "" || !c.Proposed {
		t.Errorf("the cell is %+v", c)
	}
}

func TestTheSameChangeTwiceIsProposedOnce(t *testing.T) {
	base := item.Plain("Eggs", "")
	s := from(t, base, base.WithTitle("Eggs ×12"), base.WithText("brown"), base.WithTitle("Eggs ×12").WithText("white"))
	if c := cell(t, s, "title"); c.Result != "Eggs ×12" || c.Reason != merge.SameChange || c.Open {
		t.Errorf("the cell is %+v", c)
	}
}

func TestWithoutABaseWhatDiffersIsOpen(t *testing.T) {
	s := begin(t, eggs(), "me")
	c := cell(t, s, "title")
	if c.HasBase || !c.Open || c.Reason != merge.NoBase || c.Changed != nil || c.Result != "Eggs ×12" {
		t.Errorf("the cell is %+v", c)
	}
}

func TestADeletedBaseSaysNothingAboutFields(t *testing.T) {
	dead := version(1, "phone", item.Plain("Eggs", "from the market"))
	dead.Deleted = true
	s, err := conflicts.NewSession(eggs(), "me", conflicts.About{Base: ancestry.Base{Version: dead}})
	must(t, err)
	if c := cell(t, s, "title"); c.HasBase || !c.Open || s.Base().Version != dead {
		t.Errorf("the cell is %+v", c)
	}
}

func TestWhatIsNotTickedProposesNothing(t *testing.T) {
	base := item.Plain("Eggs", "brown ones")
	s := from(t, base, base.WithTitle("Eggs ×12"), base.WithTitle("Six eggs"), base.WithText("white ones"))
	if open := s.Open(); !slices.Equal(open, []string{"title"}) {
		t.Fatalf("open is %q", open)
	}
	must(t, s.Tick(1, false))
	if open := s.Open(); open != nil {
		t.Errorf("B is not taken into account, and open is %q", open)
	}
	expect(t, s, "title", "Eggs ×12", "A", false)
	must(t, s.Tick(2, false))
	expect(t, s, "text", "brown ones", "A", false)
	must(t, s.Tick(2, true))
	expect(t, s, "text", "white ones", "C", false)
}

func TestAFieldGoesBackToTheSuggestion(t *testing.T) {
	base := item.Plain("Eggs", "brown ones")
	s := from(t, base, base.WithTitle("Eggs ×12"), base.WithText("white ones"))
	must(t, s.Take(1))
	must(t, s.Type("text", "any"))
	must(t, s.Reset("title"))
	expect(t, s, "title", "Eggs ×12", "A", false)
	expect(t, s, "text", "any", "", true)
	must(t, s.Reset("text"))
	expect(t, s, "text", "white ones", "B", false)
	must(t, s.Take(0))
	must(t, s.Reset(""))
	expect(t, s, "text", "white ones", "B", false)
	if s.Changed() {
		t.Error("all went back to the proposal, and the session counts as changed")
	}
	if s.Reset("colour") == nil {
		t.Error("a field that is not there went back")
	}
}

func TestAFieldThatWentBackIsTakenAgainFromTheVersionThatWasTakenWhole(t *testing.T) {
	base := item.Plain("Eggs", "brown ones")
	s := from(t, base, base.WithTitle("Eggs ×12"), base.WithText("white ones"))
	must(t, s.Take(1))
	must(t, s.Reset("title"))
	must(t, s.TakeField("title", 1))
	expect(t, s, "title", "Eggs", "B", true)
	if k := s.SavedDraft(); k.Back != nil {
		t.Errorf("%q is kept as gone back", k.Back)
	}
	must(t, s.Reset("title"))
	must(t, s.Type("title", "mine"))
	must(t, s.TakeField("title", 1))
	expect(t, again(t, s, s.Item(), startedFrom(base)), "title", "Eggs", "B", true)
}

func TestAnOpenFieldIsDecidedByPuttingWhatStandsThereAndNotByRepeatingIt(t *testing.T) {
	s := begin(t, eggs(), "me")
	must(t, s.Type("title", "Eggs ×12"))
	if !cell(t, s, "title").Open {
		t.Error("a control that repeats what it was told decided")
	}
	must(t, s.Put("title", "Eggs ×12"))
	if cell(t, s, "title").Open {
		t.Error("the field is still open")
	}
}

// A plain reader that drops unknown data changed the title; nobody removed the day.
func TestAVersionThatLacksItsRecordTakesNoFieldAway(t *testing.T) {
	base := todo(t, record.Values{"title": "Bins", "due": "2026-11-26"})
	s := from(t, base, item.Plain("Bins!", "").MadeFrom(base), todo(t, record.Values{"title": "Bins", "due": "2026-11-26", "priority": "1"}))
	if open := s.Open(); open != nil {
		t.Fatalf("open is %q", open)
	}
	r := record.Read(decided(t, s).Content)
	if r.Kind != record.Todo || r.Get("title") != "Bins!" || r.Get("due") != "2026-11-26" || r.Get("priority") != "1" {
		t.Errorf("the result is a %s that says %v", r.Kind, r.Values())
	}
}

func TestOtherDataAreTakenTogetherFromTheVersionThatChangedThem(t *testing.T) {
	s := from(t, priced(t, "2"), priced(t, "2").WithTitle("Six eggs"), priced(t, "3"))
	c := cell(t, s, conflicts.Other)
	if c.From != "B" || !c.Proposed || c.Open || s.Type(conflicts.Other, "4") == nil {
		t.Errorf("the cell is %+v; and it can be typed into", c)
	}
	result := decided(t, s).Content
	if !strings.Contains(result.XML(), "<f:price>3</f:price>") || result.Title() != "Six eggs" {
		t.Errorf("the result is %s; want B's price and A's title", result.XML())
	}
	must(t, s.TakeField(conflicts.Other, 0))
	if xml := decided(t, s).Content.XML(); !strings.Contains(xml, "<f:price>2</f:price>") {
		t.Errorf("the result is %s; want A's price", xml)
	}
}

func TestATombstoneHasNoOtherDataThatDiffer(t *testing.T) {
	it := parted(priced(t, "2"), priced(t, "3"), priced(t, "2"))
	it.Conflicts[0].Deleted = true
	s := begin(t, it, "me")
	if s.TakeField(conflicts.Other, 1) == nil {
		t.Error("other data were taken from a tombstone")
	}
	s.Stay()
	if open := s.Open(); open != nil {
		t.Errorf("open is %q", open)
	}
	if slices.ContainsFunc(s.Cells(), func(c conflicts.Cell) bool { return c.Field == conflicts.Other }) {
		t.Error("there is a cell of other data, and the versions that live agree on them")
	}
}

func TestOtherDataThatCollideAreOpenUntilOneIsTaken(t *testing.T) {
	s := from(t, priced(t, "1"), priced(t, "2"), priced(t, "3").WithTitle("Six eggs"))
	if open := s.Open(); !slices.Equal(open, []string{conflicts.Other}) {
		t.Fatalf("open is %q", open)
	}
	must(t, s.TakeField(conflicts.Other, 1))
	c := decided(t, again(t, s, s.Item(), startedFrom(priced(t, "1")))).Content
	if !strings.Contains(c.XML(), "<f:price>3</f:price>") || c.Title() != "Six eggs" {
		t.Errorf("the result is %s", c.XML())
	}
}
