package engine_test

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/lists"
	"crossfeed/engine/store"
)

func TestANewSetTakesTheDefaults(t *testing.T) {
	e := open(t, parts(memory.New(), 1))
	l, err := e.Lists.Create(t.Context(), lists.New{Name: "Groceries"})
	if err != nil {
		t.Fatal(err)
	}
	if l.Kind != "note" || l.Format != "rss" || l.Dialect != "feedsync-1.0" || l.Location != "" || l.Key == 0 {
		t.Errorf("made %+v", l.Set)
	}
	if !regexp.MustCompile(`^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`).MatchString(l.FeedID) {
		t.Errorf("feed identifier %q", l.FeedID)
	}
	other, err := e.Lists.Create(t.Context(), lists.New{Name: "Family", Kind: "contact", Format: "atom", Dialect: "sse-0.93"})
	if err != nil || other.Kind != "contact" || other.Format != "atom" || other.Dialect != "sse-0.93" || other.FeedID == l.FeedID {
		t.Errorf("made %+v, %v", other.Set, err)
	}
}

func TestWhichKindsFormatsAndDialectsGoTogether(t *testing.T) {
	e := open(t, parts(memory.New(), 1))
	for i, c := range []struct {
		asked, made lists.New
		// words is the text of the refusal.
		words string
	}{
		{asked: lists.New{Kind: "outline"}, made: lists.New{Kind: "outline", Format: "opml", Dialect: "sse-0.91"}},
		{asked: lists.New{Kind: "outline", Format: "opml", Dialect: "sse-0.91"}, made: lists.New{Kind: "outline", Format: "opml", Dialect: "sse-0.91"}},
		{asked: lists.New{Dialect: "sse-0.91"}, made: lists.New{Kind: "note", Format: "rss", Dialect: "sse-0.91"}},
		{asked: lists.New{Kind: "todo", Dialect: "sse-0.91"}, made: lists.New{Kind: "todo", Format: "rss", Dialect: "sse-0.91"}},
		{asked: lists.New{Kind: "outline", Format: "rss"}, words: "a list of outlines is OPML"},
		{asked: lists.New{Kind: "outline", Dialect: "feedsync-1.0"}, words: "outlines are shared by SSE 0.91"},
		{asked: lists.New{Kind: "todo", Format: "opml", Dialect: "sse-0.91"}, words: "choose the kind outline"},
		{asked: lists.New{Format: "opml"}, words: "choose the kind outline"},
		{asked: lists.New{Format: "atom", Dialect: "sse-0.91"}, words: "SSE 0.91 has no Atom"},
	} {
		c.asked.Name = fmt.Sprint("List ", i)
		l, err := e.Lists.Create(t.Context(), c.asked)
		if c.words != "" {
			if err == nil || !strings.Contains(err.Error(), c.words) {
				t.Errorf("%+v: made %+v, error %v, want %q", c.asked, l.Set, err, c.words)
			}
			continue
		}
		c.made.Name = c.asked.Name
		if got := (lists.New{Name: l.Name, Kind: l.Kind, Format: l.Format, Dialect: l.Dialect}); err != nil || got != c.made {
			t.Errorf("%+v: made %+v, %v; want %+v", c.asked, got, err, c.made)
		}
	}
}

func TestSetsThatCannotBe(t *testing.T) {
	e := open(t, parts(memory.New(), 1))
	for _, n := range []lists.New{
		{},
		{Name: " Groceries"},
		{Name: "a\nb"},
		{Name: "a\xff"},
		{Name: strings.Repeat("long", 40)},
		{Name: "a", Kind: "list"},
		{Name: "a", Format: "json"},
		{Name: "a", Dialect: "sse-0.92"},
	} {
		if l, err := e.Lists.Create(t.Context(), n); err == nil {
			t.Errorf("%+v: made %+v", n, l)
		}
	}
	if all, err := e.Lists.All(t.Context()); err != nil || len(all) != 0 {
		t.Errorf("lists %+v, %v", all, err)
	}
}

func TestNamesAreUniqueWhateverTheirCase(t *testing.T) {
	e := open(t, parts(memory.New(), 1))
	for _, name := range []string{"Groceries", "Work"} {
		if _, err := e.Lists.Create(t.Context(), lists.New{Name: name}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := e.Lists.Create(t.Context(), lists.New{Name: "GROCERIES"}); !errors.Is(err, store.ErrNameTaken) {
		t.Errorf("new: error %v, want ErrNameTaken", err)
	}
	if _, err := e.Edit.RenameList(t.Context(), "Work", "groceries"); !errors.Is(err, store.ErrNameTaken) {
		t.Errorf("rename: error %v, want ErrNameTaken", err)
	}
	if _, err := e.Edit.RenameList(t.Context(), "Work", "work"); err != nil {
		t.Errorf("rename to itself in another case: %v", err)
	}
	if _, err := e.Edit.RenameList(t.Context(), "work", ""); err == nil {
		t.Error("renamed to nothing")
	}
	if _, err := e.Edit.RenameList(t.Context(), "Gone", "x"); !errors.Is(err, store.ErrNoSet) {
		t.Errorf("rename of nothing: error %v, want ErrNoSet", err)
	}
}

func TestADeletedSetIsHiddenAndItsNameFree(t *testing.T) {
	e := open(t, parts(memory.New(), 1))
	for range 2 {
		if _, err := e.Lists.Create(t.Context(), lists.New{Name: "Groceries"}); err != nil {
			t.Fatal(err)
		}
		if err := e.Sharing.DeleteSet(t.Context(), "Groceries"); err != nil {
			t.Fatal(err)
		}
	}
	if err := e.Sharing.DeleteSet(t.Context(), "Groceries"); !errors.Is(err, store.ErrNoSet) {
		t.Errorf("error %v, want ErrNoSet", err)
	}
}

func TestListsCarryTheTrueNumbersOfTheirRows(t *testing.T) {
	d := newMemoryDesk(t, "desk", &transporttest.Memory{})
	d.add("milk", "Milk")
	d.add("eggs", "Eggs")
	d.add("bread", "Bread")
	_, err := d.Edit.Delete(t.Context(), "Groceries", "eggs")
	d.check(err)
	all, err := d.Lists.All(t.Context())
	d.check(err)
	if want := (store.Counts{Items: 2, Open: 2, Deleted: 1, Trash: 1}); len(all) != 1 || all[0].Counts != want {
		t.Errorf("lists %+v, want one with %+v", all, want)
	}
}
