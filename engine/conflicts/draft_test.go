package conflicts_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
)

// cell returns the cell of a field.
func cell(t *testing.T, s *conflicts.Session, field string) conflicts.Cell {
	t.Helper()
	for _, c := range s.Cells() {
		if c.Field == field {
			return c
		}
	}
	t.Fatalf("there is no cell %q", field)
	return conflicts.Cell{}
}

// expect checks the result in a cell, its origin and whether it was chosen.
func expect(t *testing.T, s *conflicts.Session, field, result, from string, chosen bool) {
	t.Helper()
	c := cell(t, s, field)
	if c.Result != result || c.From != from || c.Chosen != chosen {
		t.Errorf("%s is %q from %q, chosen %v; want %q from %q, chosen %v",
			field, c.Result, c.From, c.Chosen, result, from, chosen)
	}
}

func TestCellsShowEveryVersionAndTheWinnerAsTheUnchosenResult(t *testing.T) {
	s := begin(t, eggs(), "me")
	title := cell(t, s, "title")
	if len(title.Values) != 3 || title.Values[0] != "Eggs ×12" || title.Values[1] != "Eggs" || title.Alike || title.Lines {
		t.Errorf("the title's cell is %+v", title)
	}
	if !cell(t, s, "text").Lines {
		t.Error("the text has several lines, and its cell does not say so")
	}
	expect(t, s, "title", "Eggs ×12", "A", false)
	expect(t, s, "text", "from the market", "A", false)
}

func TestACellIsAlikeWhereAllSayTheSame(t *testing.T) {
	it := eggs()
	it.Winner = version(4, "desk", item.Plain("Eggs", "from the farm"))
	s := begin(t, it, "me")
	if !cell(t, s, "title").Alike || cell(t, s, "text").Alike {
		t.Errorf("cells are %+v; want the titles alike, the texts not", s.Cells())
	}
}

func TestAVersionFillsEveryCellOfTheResult(t *testing.T) {
	s := begin(t, eggs(), "me")
	must(t, s.Type("title", "gone when a version is taken"))
	must(t, s.Take(1))
	expect(t, s, "title", "Eggs", "B", true)
	expect(t, s, "text", "brown ones", "B", true)
}

func TestKeepingTheWinnerIsAChoice(t *testing.T) {
	s := begin(t, eggs(), "me")
	must(t, s.Take(0))
	expect(t, s, "title", "Eggs ×12", "A", true)
}

func TestCellsAreTakenOneByOne(t *testing.T) {
	s := begin(t, eggs(), "me")
	must(t, s.TakeField("text", 1))
	expect(t, s, "title", "Eggs ×12", "A", false)
	expect(t, s, "text", "brown ones", "B", true)
}

func TestTheResultCanBeTypedInto(t *testing.T) {
	s := begin(t, eggs(), "me")
	must(t, s.Take(1))
	must(t, s.Type("title", "Brown eggs ×12"))
	expect(t, s, "title", "Brown eggs ×12", "", true)
	expect(t, s, "text", "brown ones", "B", true)
	c := decided(t, s).Content
	if c.Title() != "Brown eggs ×12" || c.Text() != "brown ones" {
		t.Errorf("the decision is %q, %q", c.Title(), c.Text())
	}
}

func TestWhatIsNotThereIsRefusedAndChangesNothing(t *testing.T) {
	s := begin(t, eggs(), "me")
	for name, err := range map[string]error{
		"a version above the last":  s.Take(3),
		"a version below the first": s.Take(-1),
		"a field's version":         s.TakeField("title", 3),
		"a field to take":           s.TakeField("colour", 1),
		"a field to type":           s.Type("colour", "brown"),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if s.Changed() {
		t.Error("the draft changed")
	}
}

// do makes a choice as an undo step.
func do(t *testing.T, s *conflicts.Session, choice func() error) {
	t.Helper()
	must(t, s.Do(choice))
}

func TestChoicesAreUndoneOneByOneAndNoFurther(t *testing.T) {
	s := begin(t, eggs(), "me")
	opened := s.SavedDraft()
	same := func(a, b conflicts.SavedDraft) bool {
		return a.Whole == b.Whole && a.Fields["title"] == b.Fields["title"] && slices.Equal(a.Left, b.Left)
	}
	do(t, s, func() error { return s.TakeField("title", 2) })
	afterTitle := s.SavedDraft()
	do(t, s, func() error { return s.Tick(1, false) })
	afterTick := s.SavedDraft()
	do(t, s, func() error { return s.Take(1) })
	for i, want := range []conflicts.SavedDraft{afterTick, afterTitle, opened} {
		if !s.Undo() || !same(s.SavedDraft(), want) {
			t.Errorf("undo %d gives %+v, want %+v", i+1, s.SavedDraft(), want)
		}
	}
	if s.Undo() || s.Changed() {
		t.Error("undo goes further back than where it began")
	}
	for i, want := range []conflicts.SavedDraft{afterTitle, afterTick} {
		if !s.Redo() || !same(s.SavedDraft(), want) {
			t.Errorf("redo %d gives %+v, want %+v", i+1, s.SavedDraft(), want)
		}
	}
	do(t, s, func() error { return s.TakeField("title", 1) })
	if s.Redo() {
		t.Error("what was undone can be redone after another choice")
	}
}

// A choice that fails, or changes nothing, is not a step.
func TestOnlyWhatChangesSomethingIsAStep(t *testing.T) {
	s := begin(t, eggs(), "me")
	if err := s.Do(func() error { return s.TakeField("title", 99) }); err == nil {
		t.Error("there is no such version")
	}
	do(t, s, func() error { return s.Tick(1, true) })
	if s.Undo() {
		t.Error("there was a step")
	}
}

// What is typed into a field in one go is one step.
func TestTypingIsOneStep(t *testing.T) {
	s := begin(t, eggs(), "me")
	for _, text := range []string{"m", "mi", "min", "mine"} {
		must(t, s.DoTyping("title", text))
	}
	s.EndTyping()
	must(t, s.DoTyping("title", "mine!"))
	s.Undo()
	expect(t, s, "title", "mine", "", true)
	if s.Undo(); s.Changed() || s.Undo() {
		t.Error("typing was more than one step")
	}
}

// Typing something and removing it again decides nothing and is not a step: what was open,
// proposed or chosen before is so again.
func TestTypingBackDecidesNothing(t *testing.T) {
	s := from(t, item.Plain("Eggs", "milk\nbread\n"), item.Plain("Six eggs", "milk\nrye\n"), item.Plain("Ten eggs", "oats\nbread\n"))
	for _, field := range []string{"title", "text"} {
		before := cell(t, s, field)
		must(t, s.DoTyping(field, before.Result+"x"))
		if now := cell(t, s, field); !now.Chosen || now.Open {
			t.Errorf("%s: typing does not decide: %+v", field, now)
		}
		must(t, s.DoTyping(field, before.Result))
		if now := cell(t, s, field); now.Chosen || now.Open != before.Open || now.Proposed != before.Proposed {
			t.Errorf("%s: got %+v, want %+v", field, now, before)
		}
	}
	if s.Changed() || s.Undo() {
		t.Error("something was decided")
	}
	must(t, s.TakeField("title", 1))
	must(t, s.Type("title", "Ten eggs!"))
	must(t, s.Type("title", "Ten eggs"))
	expect(t, s, "title", "Ten eggs", "B", true)
}

// If a version arrives while a person types, typing the earlier value again still makes the
// field as open as before.
func TestTypingBackDecidesNothingAfterNews(t *testing.T) {
	shop := func(milk, salt string) *item.Content {
		return item.Plain("Shop", milk+"\nbread\neggs\n"+salt+"\ntea\n")
	}
	base, a, b := shop("milk", "salt"), shop("oat milk", "fine salt"), shop("soy milk", "sea salt")
	for name, c := range map[string]struct {
		now   *item.Item
		taken bool
		then  *item.Content
	}{
		"a stretch is taken, and the text is cut as it was": {parted(a, b, shop("milk", "salt").WithTitle("Shops")), true, shop("soy milk", "fine salt")},
		"a stretch is taken, and the text is cut otherwise": {parted(a, b, item.Plain("Shop", "milk\n")), true, shop("soy milk", "fine salt")},
		"nothing is taken":                             {parted(a, b, shop("milk", "salt").WithTitle("Shops")), false, a},
		"nothing is taken, and another version wins":   {parted(shop("rice milk", "rock salt"), a, b), false, shop("rice milk", "rock salt")},
		"a stretch is taken, and another version wins": {parted(shop("rice milk", "rock salt"), a, b), true, shop("soy milk", "fine salt")},
	} {
		s := from(t, base, a, b)
		if c.taken {
			i, _ := hunkAt(t, s, "soy")
			do(t, s, func() error { return s.TakeHunk("text", i, 1) })
		}
		before := cell(t, s, "text").Result
		must(t, s.DoTyping("text", before+"x"))
		s.Update(c.now, startedFrom(base))
		if got := cell(t, s, "text"); got.Result != before+"x" || !got.Open { // typing on another line decides nothing else
			t.Errorf("%s: what is typed is %+v", name, got)
		}
		must(t, s.DoTyping("text", before))
		if got := cell(t, s, "text"); got.Result != c.then.Text() || !got.Open || got.Chosen != c.taken {
			t.Errorf("%s: got %q, open %v, chosen %v", name, got.Result, got.Open, got.Chosen)
		}
		if s.Undo() != c.taken || s.Changed() {
			t.Errorf("%s: typing and typing back is a step", name)
		}
	}
}

// Typing into an item whose deletion was taken, and removing that again, deletes it again.
func TestTypingBackDeletesAgain(t *testing.T) {
	it := eggs()
	it.Conflicts[0].Deleted = true
	s := begin(t, it, "me")
	must(t, s.Take(1))
	must(t, s.Type("title", "x"))
	if s.Outcome().Deletes {
		t.Error("typing leaves it deleted")
	}
	must(t, s.Type("title", ""))
	if !s.Outcome().Deletes {
		t.Error("it is not deleted any more")
	}
}

// After a restart, typing the value from before any typing restores the earlier state: chosen
// piece by piece, taken, merged, deleted, open or proposed.
func TestTypingBackDecidesNothingAfterAnotherStart(t *testing.T) {
	shop := func(title, milk, salt string) *item.Content {
		return item.Plain(title, milk+"\nbread\neggs\n"+salt+"\ntea\n")
	}
	base, a, b := shop("Shop", "milk", "salt"), shop("Shop at six", "oat milk", "fine salt"), shop("The Shop", "soy milk", "sea salt")
	arrives := parted(a, b, shop("Shop", "rice milk", "rock salt"))
	for name, c := range map[string]struct {
		field  string
		choose func(*conflicts.Session) error
	}{
		"nothing":     {"text", func(*conflicts.Session) error { return nil }},
		"one stretch": {"text", func(s *conflicts.Session) error { return s.TakeHunk("text", 0, 1) }},
		"two stretches": {"text", func(s *conflicts.Session) error {
			return errors.Join(s.TakeHunk("text", 0, 1), s.TakeHunk("text", 2, 0, 1))
		}},
		"a text":               {"text", func(s *conflicts.Session) error { return s.TakeField("text", 1) }},
		"a version":            {"text", func(s *conflicts.Session) error { return s.Take(1) }},
		"given back":           {"text", func(s *conflicts.Session) error { return errors.Join(s.Take(1), s.Reset("text")) }},
		"the original":         {"title", func(s *conflicts.Session) error { return accept(s, "title", -1) }},
		"words":                {"title", func(s *conflicts.Session) error { return s.AcceptSuggested() }},
		"another field":        {"title", func(s *conflicts.Session) error { return s.TakeField("text", 1) }},
		"a text, and its tick": {"text", func(s *conflicts.Session) error { return errors.Join(s.TakeField("text", 1), s.Tick(1, false)) }},
	} {
		s := from(t, base, a, b)
		must(t, c.choose(s))
		before := cell(t, s, c.field)
		must(t, s.Type(c.field, before.Result+"x"))
		for now, s := range map[string]*conflicts.Session{
			"as it was": again(t, s, s.Item(), startedFrom(base)), "with another version": again(t, s, arrives, startedFrom(base)),
			"after two starts": again(t, again(t, s, s.Item(), startedFrom(base)), s.Item(), startedFrom(base)),
		} {
			if got := cell(t, s, c.field); got.Result != before.Result+"x" || got.Open || !got.Typed {
				t.Errorf("%s, %s: what is typed is %+v", name, now, got)
			}
			must(t, s.Type(c.field, before.Result))
			state := func(c conflicts.Cell) string {
				return fmt.Sprintf("%q, open %v, chosen %v, from %q, %s, parts %v", c.Result, c.Open, c.Chosen, c.From, c.Accepted, c.Parts)
			}
			if got, want := state(cell(t, s, c.field)), state(before); got != want {
				t.Errorf("%s, %s: got %s, want %s", name, now, got, want)
			}
		}
	}
}

// A choice that is only tried leaves the steps before it as they were, even if it has no effect.
func TestAChoiceThatIsTriedIsNoStep(t *testing.T) {
	s := cake(t)
	do(t, s, func() error { return s.TakeField("text", 1) })
	chosen := cell(t, s, "text").Result
	for _, number := range []int{0, 1} {
		tried := ""
		must(t, s.Try(func() error { return s.TakeField("text", number) }, func() { tried = cell(t, s, "text").Result }))
		if now := cell(t, s, "text").Result; (tried == chosen) != (number == 1) || now != chosen {
			t.Errorf("version %d: tried %q, now %q", number, tried, now)
		}
	}
	if s.Redo() || !s.Undo() || cell(t, s, "text").Result == chosen || s.Undo() {
		t.Error("the choice is not the only step")
	}
}

// Typing into an item whose deletion was taken, and removing that after a restart, deletes it
// again.
func TestTypingBackAfterAnotherStartDeletesAgain(t *testing.T) {
	s := begin(t, deletedElsewhere(), "me")
	must(t, s.Take(1))
	must(t, s.Type("title", "x"))
	next := again(t, again(t, s, s.Item()), s.Item())
	must(t, next.Type("title", ""))
	if !next.Outcome().Deletes {
		t.Errorf("the title is %+v", cell(t, next, "title"))
	}
}

// Choices can still be undone after news.
func TestUndoGoesOnAfterNews(t *testing.T) {
	s := begin(t, eggs(), "me")
	do(t, s, func() error { return s.TakeField("title", 1) })
	want := cell(t, s, "title").Result
	must(t, s.DoTyping("title", "mine"))
	s.Update(arrived("phone"), conflicts.About{})
	expect(t, s, "title", "mine", "", true)
	s.Undo()
	if got := cell(t, s, "title"); got.Result != want || !got.Chosen {
		t.Errorf("got %+v, want %q", got, want)
	}
	if s.Undo(); s.Changed() || s.Undo() {
		t.Error("the first choice is not undone")
	}
	for s.Redo() {
	}
	expect(t, s, "title", "mine", "", true)
}

// Choosing the original for a hunk that already has it is not a step.
func TestTheOriginalWhereItIsTakenIsNoStepToUndo(t *testing.T) {
	s := from(t, item.Plain("Shop", "milk\nbread\neggs\nsalt\ntea\n"),
		item.Plain("Shop", "oat milk\nbread\neggs\nsalt\nblack tea\n"), item.Plain("Shop", "soy milk\nbread\neggs\nsalt\ngreen tea\n"))
	do(t, s, func() error { return s.Take(0) })
	do(t, s, s.TakeOriginal)
	do(t, s, func() error { return accept(s, "text", last(s)) })
	if s.Undo(); cell(t, s, "text").Result != "oat milk\nbread\neggs\nsalt\nblack tea\n" {
		t.Errorf("the step changed nothing: %q", cell(t, s, "text").Result)
	}
}

// Deciding a value chooses it even if an open field already shows it.
func TestDecidingWhatIsShownResolvesIt(t *testing.T) {
	s := begin(t, eggs(), "me")
	if !cell(t, s, "title").Open {
		t.Fatal("the title is not open")
	}
	must(t, s.Decide("title", cell(t, s, "title").Result))
	if c := cell(t, s, "title"); c.Open || !c.Chosen {
		t.Errorf("the title is %+v", c)
	}
	if s.Decide("due", "2026-01-01") == nil {
		t.Error("a note has a due date")
	}
}
