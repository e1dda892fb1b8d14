package engine_test

import (
	"testing"

	"crossfeed/engine"
	"crossfeed/engine/location"
	"crossfeed/engine/location/locationtest"
	"crossfeed/engine/store/memory"
)

// looked is the list that would be made for what was found.
func looked(f engine.Found, err error) (engine.NewSet, error) { return f.New, err }

func TestWhatAListIsForIsSeenFromItsFeeds(t *testing.T) {
	for _, n := range []engine.NewSet{
		{Kind: "todo"}, {Kind: "contact"}, {Kind: "note"}, {Kind: "note", Dialect: "sse-0.91"}, {Kind: "todo", Dialect: "sse-0.91"},
		{Kind: "outline", Dialect: "sse-0.91"},
	} {
		n.Name = "Groceries"
		files := &locationtest.Memory{}
		files.Folder("/shared")
		a := newDesk(t, t, "a", memory.New(), files, newClock())
		a.shareAs(n, "/shared")
		a.add("milk", "Milk")
		_, err := a.Publish(t.Context(), "Groceries")
		a.check(err)
		b := newDesk(t, t, "b", memory.New(), files, newClock())
		got, err := looked(b.Look(t.Context(), "Groceries", "/shared", location.Access{}))
		b.check(err)
		if got != n {
			t.Errorf("a list %+v looks like %+v", n, got)
		}
		_, err = b.NewSet(t.Context(), got)
		b.check(err)
		_, err = b.Subscribe(t.Context(), "Groceries", "/shared")
		b.check(err)
		if r := b.sync(); r[0].New != 1 {
			t.Errorf("%+v brought %+v", n, r)
		}
	}
}

func TestAPlainListOfFeedsIsForOutlines(t *testing.T) {
	files := &locationtest.Memory{}
	files.Put("/feeds.opml", `<opml version="2.0"><head/><body><outline text="News" xmlUrl="https://example.com/feed"/></body></opml>`)
	d := newDesk(t, t, "a", memory.New(), files, newClock())
	if got, err := looked(d.Look(t.Context(), "Feeds", "/feeds.opml", location.Access{})); err != nil || got.Kind != "outline" {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestAFolderWithoutFeedsIsForNotes(t *testing.T) {
	files := &locationtest.Memory{}
	files.Folder("/shared")
	d := newDesk(t, t, "a", memory.New(), files, newClock())
	if got, err := looked(d.Look(t.Context(), "Groceries", "/shared", location.Access{})); err != nil || got != (engine.NewSet{Name: "Groceries", Kind: "note"}) {
		t.Errorf("got %+v, %v", got, err)
	}
}
