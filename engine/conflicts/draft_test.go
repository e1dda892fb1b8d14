package conflicts_test

import (
	"testing"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
)

// cell is one of the cells, by its field.
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

// expect checks what a cell of the result holds and says about it.
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
