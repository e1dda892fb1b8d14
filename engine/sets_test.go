package engine_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"crossfeed/engine"
	"crossfeed/engine/location/locationtest"
	"crossfeed/engine/store"
	"crossfeed/engine/store/memory"
)

func TestANewSetTakesTheDefaults(t *testing.T) {
	e := open(t, parts(memory.New(), 1))
	l, err := e.NewSet(t.Context(), engine.NewSet{Name: "Groceries"})
	if err != nil {
		t.Fatal(err)
	}
	if l.Kind != "note" || l.Format != "rss" || l.Dialect != "feedsync-1.0" || l.Location != "" || l.Key == 0 {
		t.Errorf("made %+v", l.Set)
	}
	if !regexp.MustCompile(`^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`).MatchString(l.FeedID) {
		t.Errorf("feed identifier %q", l.FeedID)
	}
	other, err := e.NewSet(t.Context(), engine.NewSet{Name: "Family", Kind: "contact", Format: "atom", Dialect: "sse-0.93"})
	if err != nil || other.Kind != "contact" || other.Format != "atom" || other.Dialect != "sse-0.93" || other.FeedID == l.FeedID {
		t.Errorf("made %+v, %v", other.Set, err)
	}
}

func TestSetsThatCannotBe(t *testing.T) {
	e := open(t, parts(memory.New(), 1))
	for _, n := range []engine.NewSet{
		{},
		{Name: " Groceries"},
		{Name: "a\nb"},
		{Name: "a\xff"},
		{Name: strings.Repeat("long", 40)},
		{Name: "a", Kind: "outline"},
		{Name: "a", Format: "opml"},
		{Name: "a", Dialect: "sse-0.91"},
	} {
		if l, err := e.NewSet(t.Context(), n); err == nil {
			t.Errorf("%+v: made %+v", n, l)
		}
	}
	if lists, err := e.Lists(t.Context()); err != nil || len(lists) != 0 {
		t.Errorf("lists %+v, %v", lists, err)
	}
}

func TestNamesAreUniqueWhateverTheirCase(t *testing.T) {
	e := open(t, parts(memory.New(), 1))
	for _, name := range []string{"Groceries", "Work"} {
		if _, err := e.NewSet(t.Context(), engine.NewSet{Name: name}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := e.NewSet(t.Context(), engine.NewSet{Name: "GROCERIES"}); !errors.Is(err, store.ErrNameTaken) {
		t.Errorf("new: error %v, want ErrNameTaken", err)
	}
	if err := e.RenameSet(t.Context(), "Work", "groceries"); !errors.Is(err, store.ErrNameTaken) {
		t.Errorf("rename: error %v, want ErrNameTaken", err)
	}
	if err := e.RenameSet(t.Context(), "Work", "work"); err != nil {
		t.Errorf("rename to itself in another case: %v", err)
	}
	if err := e.RenameSet(t.Context(), "work", ""); err == nil {
		t.Error("renamed to nothing")
	}
	if err := e.RenameSet(t.Context(), "Gone", "x"); !errors.Is(err, store.ErrNoSet) {
		t.Errorf("rename of nothing: error %v, want ErrNoSet", err)
	}
}

func TestADeletedSetIsHiddenAndItsNameFree(t *testing.T) {
	e := open(t, parts(memory.New(), 1))
	for range 2 {
		if _, err := e.NewSet(t.Context(), engine.NewSet{Name: "Groceries"}); err != nil {
			t.Fatal(err)
		}
		if err := e.DeleteSet(t.Context(), "Groceries"); err != nil {
			t.Fatal(err)
		}
	}
	if err := e.DeleteSet(t.Context(), "Groceries"); !errors.Is(err, store.ErrNoSet) {
		t.Errorf("error %v, want ErrNoSet", err)
	}
}

func TestListsCarryTheTrueNumbersOfTheirRows(t *testing.T) {
	d := newMemoryDesk(t, "desk", &locationtest.Memory{})
	d.add("milk", "Milk")
	d.add("eggs", "Eggs")
	d.add("bread", "Bread")
	_, err := d.Delete(t.Context(), "Groceries", "eggs")
	d.check(err)
	lists, err := d.Lists(t.Context())
	d.check(err)
	if want := (store.Counts{Items: 2, Deleted: 1}); len(lists) != 1 || lists[0].Counts != want {
		t.Errorf("lists %+v, want one with %+v", lists, want)
	}
}
