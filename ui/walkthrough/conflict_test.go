//go:build display

package walkthrough_test

import (
	"slices"
	"strings"
	"testing"

	"crossfeed/ui/walkthrough"
)

// The texts of A, of B, and of A's resolution: each line of it comes from one of them.
const (
	textOfA  = "one litre\nfull fat, from the market hall\nand a jar of cream"
	textOfB  = "two litres\nfull fat, from the market"
	combined = "two litres\nfull fat, from the market hall\nand a jar of cream"
)

// TestConflictIsResolvedInTheWindow tests the complete procedure once: endpoints A and B share
// a list through a folder, both change the same item, both sync; A's window shows both
// versions, and A resolves them with a combined text, with the keyboard; B syncs and has that
// text, without a conflict.
//
// Endpoint A is the built program in its window, controlled by real key presses. The results
// are read from the published feeds and with the commands in other processes.
func TestConflictIsResolvedInTheWindow(t *testing.T) {
	j := begin(t)
	j.makeListWithItem()
	j.shareThroughFolder()
	j.changeInBothPlaces()
	j.seeBothVersions()
	j.resolveByKeyboard()
	j.expectBResolved()
}

func (j *journey) makeListWithItem() {
	j.picture("first-start")
	j.press("ctrl+shift+n")
	j.typed("Groceries")
	j.press("ctrl+Return", "ctrl+n")
	j.typed("Buy milk\n")
	j.until("the item is in the list", func() (bool, string) {
		items := j.items(j.a)
		return len(items) == 1 && items[0].Title == "Buy milk", say(items)
	})
	j.picture("item-added")
}

func (j *journey) shareThroughFolder() {
	j.press("ctrl+shift+s")
	j.typed(j.folder)
	j.press("ctrl+Return")
	j.picture("sharing")
	j.sees()
	j.press("ctrl+Return")
	j.until("A's feed is in the folder", func() (bool, string) {
		feeds := j.feeds()
		return len(feeds) == 1, strings.Join(feeds, ", ")
	})
	j.picture("shared")
	j.press("Escape")
	j.feedA = j.feeds()[0]
	j.run(j.b, "list", "create", "Groceries", "--kind", "todo")
	j.run(j.b, "publish", "Groceries", j.folder)
	others := slices.DeleteFunc(j.feeds(), func(feed string) bool { return feed == j.feedA })
	j.feedB = others[0]
	j.run(j.b, "subscription", "add", "Groceries", j.folder)
	j.run(j.b, "sync")
}

func (j *journey) changeInBothPlaces() {
	id := j.items(j.b)[0].ID
	j.run(j.b, "item", "edit", "Groceries", id, "--text", textOfB)
	j.press("Down", "Return", "Tab", "Tab", "Tab", "Tab", "Tab")
	j.typed(textOfA)
	j.picture("edited")
	j.press("ctrl+Return")
	j.until("A's edit is published", func() (bool, string) {
		feed := j.feed(j.feedA)
		return strings.Contains(feed, textOfA), feed
	})
	j.run(j.b, "sync")
}

func (j *journey) seeBothVersions() {
	j.press("ctrl+r")
	j.until("A has a conflict", func() (bool, string) {
		items := j.items(j.a)
		return len(items) == 1 && len(items[0].Conflicts) == 1, say(items)
	})
	j.opensConflict()
	j.picture("both-versions")
}

func (j *journey) resolveByKeyboard() {
	j.press("Down", "Down", "e", "ctrl+a")
	j.typed(combined)
	j.picture("combined")
	j.press("ctrl+Return")
	j.until("A's feed has the combined text and no conflict", func() (bool, string) {
		feed := j.feed(j.feedA)
		return strings.Contains(feed, combined) && !strings.Contains(feed, "conflicts"), feed
	})
	j.picture("resolved")
}

// expectBResolved checks B's result: A's third update, followed in the history by B's second
// one, which lost because A saved later, A's own second, and the first.
func (j *journey) expectBResolved() {
	j.run(j.b, "sync")
	items := j.items(j.b)
	if len(items) != 1 || len(items[0].Conflicts) != 0 || items[0].Fields.Text != combined {
		j.t.Fatalf("B has %s", say(items))
	}
	a, b := endpointOf(j.feedA), endpointOf(j.feedB)
	want := []walkthrough.History{{Sequence: 3, By: a}, {Sequence: 2, By: b}, {Sequence: 2, By: a}, {Sequence: 1, By: a}}
	got := items[0].History
	for i := range got {
		got[i].When = ""
	}
	if items[0].Updates != 3 || !slices.Equal(got, want) {
		j.t.Fatalf("B has update %d with history %v, want update 3 with %v", items[0].Updates, items[0].History, want)
	}
	if feed := j.feed(j.feedB); !strings.Contains(feed, combined) {
		j.t.Fatalf("B publishes %s", feed)
	}
}
