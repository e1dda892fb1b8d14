package engine_test

import (
	"testing"

	"crossfeed/engine"
	"crossfeed/engine/location/locationtest"
	"crossfeed/engine/record"
	"crossfeed/engine/store/memory"
)

func TestWhatAListIsForIsSeenFromItsFeeds(t *testing.T) {
	for _, kind := range []record.Kind{record.Todo, record.Contact, record.Note} {
		files := &locationtest.Memory{}
		files.Folder("/shared")
		a := newDesk(t, t, "a", memory.New(), files, newClock())
		a.shareAs(engine.NewSet{Name: "Groceries", Kind: string(kind)}, "/shared")
		a.add("milk", "Milk")
		_, err := a.Publish(t.Context(), "Groceries")
		a.check(err)
		b := newDesk(t, t, "b", memory.New(), files, newClock())
		got, err := b.Peek(t.Context(), "Groceries", "/shared")
		b.check(err)
		if got != kind {
			t.Errorf("a list of %ss looks like one of %ss", kind, got)
		}
	}
}

func TestAFolderWithoutFeedsIsForNotes(t *testing.T) {
	files := &locationtest.Memory{}
	files.Folder("/shared")
	d := newDesk(t, t, "a", memory.New(), files, newClock())
	if got, err := d.Peek(t.Context(), "Groceries", "/shared"); err != nil || got != record.Note {
		t.Errorf("got %s, %v", got, err)
	}
}
