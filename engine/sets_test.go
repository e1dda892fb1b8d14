package engine_test

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"crossfeed/engine"
	"crossfeed/engine/enginetest/locationtest"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/store"
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

func TestWhichKindsFormatsAndDialectsGoTogether(t *testing.T) {
	e := open(t, parts(memory.New(), 1))
	for i, c := range []struct {
		asked, made engine.NewSet
		// words are those of the refusal.
		words string
	}{
		{asked: engine.NewSet{Kind: "outline"}, made: engine.NewSet{Kind: "outline", Format: "opml", Dialect: "sse-0.91"}},
		{asked: engine.NewSet{Kind: "outline", Format: "opml", Dialect: "sse-0.91"}, made: engine.NewSet{Kind: "outline", Format: "opml", Dialect: "sse-0.91"}},
		{asked: engine.NewSet{Dialect: "sse-0.91"}, made: engine.NewSet{Kind: "note", Format: "rss", Dialect: "sse-0.91"}},
		{asked: engine.NewSet{Kind: "todo", Dialect: "sse-0.91"}, made: engine.NewSet{Kind: "todo", Format: "rss", Dialect: "sse-0.91"}},
		{asked: engine.NewSet{Kind: "outline", Format: "rss"}, words: "a list of outlines is OPML"},
		{asked: engine.NewSet{Kind: "outline", Dialect: "feedsync-1.0"}, words: "outlines are shared by SSE 0.91"},
		{asked: engine.NewSet{Kind: "todo", Format: "opml", Dialect: "sse-0.91"}, words: "choose the kind outline"},
		{asked: engine.NewSet{Format: "opml"}, words: "choose the kind outline"},
		{asked: engine.NewSet{Format: "atom", Dialect: "sse-0.91"}, words: "SSE 0.91 has no Atom"},
	} {
		c.asked.Name = fmt.Sprint("List ", i)
		l, err := e.NewSet(t.Context(), c.asked)
		if c.words != "" {
			if err == nil || !strings.Contains(err.Error(), c.words) {
				t.Errorf("%+v: made %+v, error %v, want %q", c.asked, l.Set, err, c.words)
			}
			continue
		}
		c.made.Name = c.asked.Name
		if got := (engine.NewSet{Name: l.Name, Kind: l.Kind, Format: l.Format, Dialect: l.Dialect}); err != nil || got != c.made {
			t.Errorf("%+v: made %+v, %v; want %+v", c.asked, got, err, c.made)
		}
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
		{Name: "a", Kind: "list"},
		{Name: "a", Format: "json"},
		{Name: "a", Dialect: "sse-0.92"},
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
	if err := e.Edit.RenameList(t.Context(), "Work", "groceries"); !errors.Is(err, store.ErrNameTaken) {
		t.Errorf("rename: error %v, want ErrNameTaken", err)
	}
	if err := e.Edit.RenameList(t.Context(), "Work", "work"); err != nil {
		t.Errorf("rename to itself in another case: %v", err)
	}
	if err := e.Edit.RenameList(t.Context(), "work", ""); err == nil {
		t.Error("renamed to nothing")
	}
	if err := e.Edit.RenameList(t.Context(), "Gone", "x"); !errors.Is(err, store.ErrNoSet) {
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
	_, err := d.Edit.Delete(t.Context(), "Groceries", "eggs")
	d.check(err)
	lists, err := d.Lists(t.Context())
	d.check(err)
	if want := (store.Counts{Items: 2, Open: 2, Deleted: 1}); len(lists) != 1 || lists[0].Counts != want {
		t.Errorf("lists %+v, want one with %+v", lists, want)
	}
}
