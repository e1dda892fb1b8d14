package interactive_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/lineage"
	"crossfeed/engine/record"
	"crossfeed/ui/cli/interactive"
)

// say is the values that a version has of its own.
type say = record.Values

// eggs is a todo whose day was changed in two places, and whose title and tags
// were changed so that it fits together.
func eggs(t *testing.T) *sitting {
	t.Helper()
	return parted(t, record.Todo, "eggs", say{"title": "Eggs", "due": "2026-11-24", "tags": "food", "priority": "5"},
		made{by: "laptop", says: say{"title": "Eggs ×12", "due": "2026-11-27", "tags": "food\nshop"}},
		made{by: "desk", says: say{"due": "2026-11-28", "tags": "food\nveg"}},
	)
}

// now is what the item says.
func (s *sitting) now(id string) record.Record { return record.Read(s.shelf.items[id].Winner.Content) }

func (s *sitting) says(id, field, want string) {
	s.t.Helper()
	if got := s.now(id).Get(field); got != want {
		s.t.Errorf("%s of %s is %q, want %q", field, id, got, want)
	}
}

// untouched checks that nothing was saved.
func (s *sitting) untouched(id string) {
	s.t.Helper()
	if it := s.shelf.items[id]; it.Winner.Updates != 2 || len(it.Conflicts) == 0 {
		s.t.Errorf("%s has update %d and %d conflicts", id, it.Winner.Updates, len(it.Conflicts))
	}
}

func TestWhatFitsTogetherIsSettledByOneWord(t *testing.T) {
	s := parted(t, record.Contact, "cook", say{"name": "Given Family", "emails": "given@example.org", "phones": "+49 30 1"},
		made{by: "desk", says: say{"emails": "family@example.org"}},
		made{by: "laptop", says: say{"phones": "+49 30 1\n+49 30 2"}},
	)
	if done := s.types("proposal", "proposal"); done != (interactive.Done{Saved: 1}) {
		t.Errorf("got %+v", done)
	}
	s.says("cook", "emails", "family@example.org")
	s.says("cook", "phones", "+49 30 1\n+49 30 2")
}

func TestWhatCollidesIsAskedForBeforeSaving(t *testing.T) {
	s := eggs(t)
	s.types("collision", "save", "due 2", "save")
	s.says("eggs", "due", "2026-11-28")
	s.says("eggs", "title", "Eggs ×12")
	s.says("eggs", "tags", "food\nshop\nveg")
}

func TestAValueIsTypedAsPeopleWriteIt(t *testing.T) {
	s := eggs(t)
	s.types("typed", "due = 30.11.", "priority = soon", "save", "priority = 1", `tags = food\nspring`, "title=Eggs = 12", "save")
	s.says("eggs", "due", "2026-11-30")
	s.says("eggs", "priority", "1")
	s.says("eggs", "tags", "food\nspring")
	s.says("eggs", "title", "Eggs = 12")
}

func TestAVersionIsTakenWholeAndGivenBack(t *testing.T) {
	s := eggs(t)
	s.types("whole", "2", "proposal", "reset title", "reset", "b", "due base", "save")
	s.says("eggs", "title", "Eggs")
	s.says("eggs", "due", "2026-11-24")
	s.says("eggs", "tags", "food\nveg")
}

// recipe is a note of two paragraphs that both changed alike and apart.
func recipe(t *testing.T) *sitting {
	t.Helper()
	const first, middle = "Take four eggs.\n", "Stir.\nAdd salt.\nStir again.\nWait for an hour.\n"
	return parted(t, record.Note, "recipe", say{"title": "Omelette", "text": first + middle + "Serve."},
		made{by: "desk", says: say{"text": "Take six eggs.\n" + middle + "Serve warm."}},
		made{by: "laptop", says: say{"text": first + middle + "Serve cold."}},
	)
}

func TestALongTextIsSettledStretchByStretch(t *testing.T) {
	s := recipe(t)
	s.types("text", "text", "text 3 1", "text 2 2 1", "text 1 none", "text 1 1", "save")
	s.says("recipe", "text", "Take six eggs.\nStir.\nAdd salt.\nStir again.\nWait for an hour.\nServe cold.\nServe warm.")
}

func TestATypedTextHasNoStretchesUntilItIsGivenBack(t *testing.T) {
	s := recipe(t)
	s.types("text-typed", "text = Boil them.", "text 1 2", "text", "reset text", "text 2 2", "save")
	s.says("recipe", "text", "Take six eggs.\nStir.\nAdd salt.\nStir again.\nWait for an hour.\nServe cold.")
}

func TestAnEditorTypesATextOfSeveralLines(t *testing.T) {
	s := recipe(t)
	s.edit = func(_ context.Context, text string) (string, error) {
		return strings.ReplaceAll(text, "six", "5") + "\n", nil
	}
	s.types("editor", "editor text", "save")
	s.says("recipe", "text", "Take 5 eggs.\nStir.\nAdd salt.\nStir again.\nWait for an hour.\nServe warm.")
}

func TestWhatIsNotSavedIsShownOnceMore(t *testing.T) {
	s := recipe(t)
	s.edit = func(context.Context, string) (string, error) { return "Boil them.\nPeel them.", nil }
	s.types("quit", "editor text", "quit")
	s.untouched("recipe")
}

func TestAnEditorThatFailsChangesNothing(t *testing.T) {
	s := recipe(t)
	s.edit = func(context.Context, string) (string, error) { return "", errors.New("vi: it broke") }
	s.types("editor-fails", "editor text", "editor txt")
	s.untouched("recipe")
}

func TestAnEditStandsAgainstADeletion(t *testing.T) {
	against := func(t *testing.T) *sitting {
		return parted(t, record.Todo, "eggs", say{"title": "Eggs", "due": "2026-11-24"},
			made{by: "laptop", deleted: true},
			made{by: "desk", says: say{"due": "2026-11-28"}},
		)
	}
	s := against(t)
	s.types("deletion-stays", "save", "stay", "save")
	s.says("eggs", "due", "2026-11-28")
	s = against(t)
	s.types("deletion-taken", "due 1", "1", "save")
	if !s.shelf.items["eggs"].Winner.Deleted {
		t.Error("it is not deleted")
	}
}

func TestADeletionByAllIsPassedOver(t *testing.T) {
	s := parted(t, record.Todo, "eggs", say{"title": "Eggs"}, made{by: "laptop", deleted: true}, made{by: "desk", deleted: true})
	if done := s.types("deleted-by-all"); done != (interactive.Done{}) {
		t.Errorf("got %+v", done)
	}
	s.untouched("eggs")
}

func TestVersionsWithoutADifferenceAreConfirmed(t *testing.T) {
	s := parted(t, record.Todo, "eggs", say{"title": "Eggs"}, made{by: "laptop", says: say{"title": "Eggs ×12", "tags": "a\nb"}}, made{by: "desk", says: say{"title": "Eggs ×12", "tags": "b\na"}})
	s.types("no-difference", "save")
	s.says("eggs", "title", "Eggs ×12")
}

func TestWithoutAStartingPointAPersonChooses(t *testing.T) {
	s := eggs(t).unknown("eggs", lineage.Cut)
	s.types("unknown", "base", "due base", "proposal", "due 1", "title 2", "tags 1", "save")
	s.says("eggs", "title", "Eggs")
	s.says("eggs", "tags", "food\nshop")
}

func TestWhatIsLeftOutStaysOpenAndIsSettledLater(t *testing.T) {
	versions := []made{
		{by: "laptop", says: say{"title": "Eggs ×12"}},
		{by: "tablet", says: say{"title": "Brown eggs"}},
		{by: "desk", says: say{"priority": "1"}},
	}
	s := parted(t, record.Todo, "eggs", say{"title": "Eggs"}, versions...)
	if done := s.types("partial", "untick 3", "untick 1", "untick B", "save"); done != (interactive.Done{Saved: 1, Left: 1}) {
		t.Errorf("got %+v", done)
	}
	s.types("rest", "title = Brown eggs ×12", "save")
	s.says("eggs", "title", "Brown eggs ×12")
	s.says("eggs", "priority", "1")
}

func TestNewsArriveWhileTheItemIsOpen(t *testing.T) {
	s := eggs(t)
	s.before = map[int]func(){1: func() {
		it := *s.shelf.items["eggs"]
		base := s.shelf.about["eggs"].Base.Version
		news := s.version(base, record.Todo, say{"title": "Eggs"}, made{by: "tablet", says: say{"priority": "9"}}, 0)
		it.Conflicts = append([]*item.Version{news}, it.Conflicts...)
		s.shelf.items["eggs"] = &it
	}}
	if done := s.types("news", "due = 30.11.", "2", "tick 2", "save"); done != (interactive.Done{Saved: 1}) {
		t.Errorf("got %+v", done)
	}
	s.says("eggs", "due", "2026-11-30")
}

func TestAnItemThatWasSettledElsewhereIsPassedOver(t *testing.T) {
	s := eggs(t)
	s.before = map[int]func(){1: func() {
		it := *s.shelf.items["eggs"]
		it.Conflicts = nil
		s.shelf.items["eggs"] = &it
	}}
	if done := s.types("settled-elsewhere", "due = 30.11.", "save"); done != (interactive.Done{}) {
		t.Errorf("got %+v", done)
	}
}

func TestAnItemThatIsGoneIsPassedOver(t *testing.T) {
	s := eggs(t)
	s.add(record.Todo, "bread", say{"title": "Bread"}, made{by: "laptop", says: say{"priority": "1"}}, made{by: "desk", says: say{"due": "2026-11-27"}})
	s.ids = append([]string{"milk"}, s.ids...)
	s.before = map[int]func(){1: func() { delete(s.shelf.items, "eggs") }}
	if done := s.types("gone", "due 1", "save", "save"); done != (interactive.Done{Saved: 1, Left: 2}) {
		t.Errorf("got %+v", done)
	}
}

func TestSeveralItemsAreSettledOneAfterTheOther(t *testing.T) {
	s := eggs(t)
	s.add(record.Todo, "bread", say{"title": "Bread"}, made{by: "laptop", says: say{"priority": "1"}}, made{by: "desk", says: say{"due": "2026-11-27"}})
	s.add(record.Todo, "milk", say{"title": "Milk"}, made{by: "laptop", says: say{"priority": "1"}}, made{by: "desk", says: say{"priority": "9"}})
	if done := s.types("several", "due 1", "next", "save", "later", "next", "save"); done != (interactive.Done{Saved: 2, Left: 1}) {
		t.Errorf("got %+v", done)
	}
	s.says("eggs", "due", "2026-11-27")
	s.untouched("milk")
}

func TestWhatWasPutIntoOtherItemsIsToldAtTheEnd(t *testing.T) {
	s := eggs(t)
	s.add(record.Todo, "bread", say{"title": "Bread"}, made{by: "laptop", says: say{"priority": "1"}}, made{by: "desk", says: say{"due": "2026-11-27"}})
	if done := s.types("others", "title = Eggs, brown", "next", "title = Bread, brown", "quit"); done != (interactive.Done{Left: 2}) {
		t.Errorf("got %+v", done)
	}
}

func TestTheEndOfTheInputSavesNothing(t *testing.T) {
	s := eggs(t)
	if done := s.types("end", "due 1", "title = Eggs, brown"); done != (interactive.Done{Left: 1}) {
		t.Errorf("got %+v", done)
	}
	s.untouched("eggs")
}

func TestAnInterruptSavesNothing(t *testing.T) {
	s := eggs(t)
	ctx, interrupt := context.WithCancel(t.Context())
	s.ctx, s.before = ctx, map[int]func(){1: interrupt}
	s.types("interrupt", "due 1", "save")
	s.untouched("eggs")
}

func TestWhatIsNotUnderstoodChangesNothing(t *testing.T) {
	s := eggs(t)
	s.types("wrong", "dew 2", "3", "due 9", "due none", "tick 7", "untick 1", "untick 2", "title 1 2", "reset colour", "show colour", "editor due", "next", "quit")
	s.untouched("eggs")
}

func TestEverythingCanBeLookedAt(t *testing.T) {
	s := eggs(t)
	s.types("looks", "help", "show", "show due", "show all", "base", "history", "due", "", "quit")
	s.untouched("eggs")
}

func TestManyVersionsInANarrowTerminalStandBelowEachOther(t *testing.T) {
	s := parted(t, record.Todo, "eggs", say{"title": "Eggs", "tags": "food"},
		made{by: "laptop", says: say{"title": "Eggs from the market beside the town hall"}},
		made{by: "desk", says: say{"title": "卵を12個買う"}},
		made{by: "tablet", says: say{"title": "ביצים"}},
		made{by: "radio\x1b[2J", says: say{"title": "Eggs\x1b[2J"}},
		made{by: "phone", says: say{"tags": ""}},
	)
	s.width = 40
	s.types("narrow", "quit")
}

// priced is a note with a price, for which there is no field.
func priced(t *testing.T, title, price string) *item.Content {
	t.Helper()
	c, err := item.ParseContent(`<entry xmlns="http://www.w3.org/2005/Atom" xmlns:f="urn:f"><title>` + title + `</title><f:price>` + price + `</f:price></entry>`)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestDataWithoutAFieldAreTakenFromAVersion(t *testing.T) {
	s := parted(t, record.Note, "eggs", say{"title": "Eggs"}, made{by: "laptop"}, made{by: "desk"})
	it := s.shelf.items["eggs"]
	it.Winner.Content, it.Conflicts[0].Content = priced(t, "Eggs", "2"), priced(t, "Eggs", "3")
	s.types("other", "save", "other data = 4", "other data", "other data 2", "save")
	if xml := s.shelf.items["eggs"].Winner.Content.XML(); !strings.Contains(xml, ">3</f:price>") {
		t.Errorf("the content is %s", xml)
	}
}

func TestVersionsThatAreOfferedAgainOrWereNotKeptAreNamedAsSuch(t *testing.T) {
	s := parted(t, record.Todo, "eggs", say{"title": "Eggs"},
		made{by: "desk", says: say{"title": "Eggs ×12"}}, made{by: "laptop"}, made{by: "tablet", says: say{"title": "Brown eggs"}},
		made{by: "radio", says: say{"title": "Brown eggs", "order": "60"}})
	it := s.shelf.items["eggs"]
	about := s.shelf.about["eggs"]
	about.Offered = it.Conflicts[2:]
	it.Conflicts[0].Missing = true
	it.Conflicts = it.Conflicts[:2]
	s.shelf.about["eggs"] = about
	s.types("offered", "2", "title 2", "3", "save")
	s.says("eggs", "title", "Brown eggs")
}

func TestNoFieldIsCalledLikeACommand(t *testing.T) {
	for _, k := range record.Kinds() {
		for _, f := range record.Fields(k) {
			if interactive.Command(f.Name) {
				t.Errorf("%s is a command and a field of a %s", f.Name, k)
			}
		}
	}
}
