package window

import (
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/ui/window/snapshot"
)

// trying returns a desk on which all lists of the sample are tried.
func trying(t *testing.T) *desk {
	d := newDesk(t)
	folder, err := filepath.Abs("../../assets/sample")
	must(t, err)
	d.win.Sample = Sample{Folder: folder, Write: func(string) ([]string, error) { return []string{"Contacts", "Groceries", "Party"}, nil }}
	d.win.sample.trySample()
	d.rest()
	return d
}

func TestTheSampleHasTodosContactsAndNotes(t *testing.T) {
	d := trying(t)
	same(t, "the conflicts are shown first", d.win.at.Set, "Groceries")
	same(t, "conflicts", len(d.win.now.Conflicts), 3)
	for list, want := range map[string]struct {
		kind   record.Kind
		titles string
	}{
		"Contacts":  {record.Contact, "Ada Lovelace, Grace Hopper"},
		"Groceries": {record.Note, "Milk, Eggs ×6, Rye bread, Pancakes for six, Apples, Coffee"},
		"Party":     {record.Todo, "Order the cake, Send the invitations, Buy candles, Choose the music, Book the room"},
	} {
		same(t, list, d.titlesIn(list), want.titles)
		rows, err := d.engine.Lists.Items(t.Context(), list, store.Query{})
		must(t, err)
		for _, r := range rows {
			same(t, list+": the kind of "+r.Title, r.Kind, want.kind)
		}
	}
}

func TestTheSampleIsRemovedWithOneClick(t *testing.T) {
	d := trying(t)
	d.makeList("Home")
	d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: "Home"})
	d.rest()
	same(t, "offered in another list", d.shows("Remove the sample"), false)
	d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: "Party"})
	d.rest()
	same(t, "offered", d.shows("Remove the sample"), true)
	d.tap("Remove the sample")
	d.rest()
	same(t, "lists", len(d.win.now.Lists), 1)
	same(t, "shown", d.win.at, snapshot.Place{Kind: snapshot.KindList, Set: "Home"})
	same(t, "feeds", len(d.win.now.Feeds), 0)
	same(t, "conflicts", len(d.win.now.Conflicts), 0)
	same(t, "said", d.win.status.Text(), "Removed the 3 lists of the sample. Ctrl+Z brings them back, one after the other.")
	for range 3 {
		d.press(fyne.KeyZ, ctrl)
		d.rest()
	}
	same(t, "lists after undo", len(d.win.now.Lists), 4)
	same(t, "conflicts after undo", len(d.win.now.Conflicts), 3)
}

// Deleting a shared list asks what becomes of its feed, so it is not deleted with the others.
func TestAListOfTheSampleThatWasSharedStays(t *testing.T) {
	d := trying(t)
	_, err := d.engine.Sharing.PublishAt(t.Context(), "Party", t.TempDir())
	must(t, err)
	d.again()
	d.tap("Remove the sample")
	d.rest()
	same(t, "lists", len(d.win.now.Lists), 1)
	same(t, "said", d.win.status.Text(), "Removed the 2 lists of the sample. Ctrl+Z brings them back, one after the other.")
	same(t, "shown", d.win.at, snapshot.Place{Kind: snapshot.KindList, Set: "Party"})
	same(t, "offered for it", d.shows("Remove the sample"), false)
}
