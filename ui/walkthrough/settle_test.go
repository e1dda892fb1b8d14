//go:build display

package walkthrough_test

import (
	"slices"
	"strings"
	"testing"

	"crossfeed/ui/walkthrough"
)

// The texts of A, of B, and of what A makes of them: each line of it is one of
// theirs.
const (
	textOfA  = "one litre\nfull fat, from the market hall\nand a jar of cream"
	textOfB  = "two litres\nfull fat, from the market"
	combined = "two litres\nfull fat, from the market hall\nand a jar of cream"
)

// TestConflictIsSettledInTheWindow is the whole way once: endpoints A and B
// share a list through a folder, both change the same item, both sync; A's
// window shows both versions, and A settles them with a combined text, by
// keyboard; B syncs and has that text, without a conflict.
//
// Endpoint A is the built program in its window, driven by real key presses.
// What came of them is read from the published feeds and from the commands in
// other processes.
func TestConflictIsSettledInTheWindow(t *testing.T) {
	j := begin(t)
	j.makeListWithItem()
	j.shareThroughFolder()
	j.changeInBothPlaces()
	j.seeBothVersions()
	j.settleByKeyboard()
	j.expectBSettled()
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
	j.picture("sharing")
	j.press("ctrl+Return")
	j.until("A's feed is in the folder", func() (bool, string) {
		feeds := j.feeds()
		return len(feeds) == 1, strings.Join(feeds, ", ")
	})
	j.feedA = j.feeds()[0]
	j.run(j.b, "set", "new", "Groceries", "--kind", "note")
	j.run(j.b, "publish", "Groceries", j.folder)
	others := slices.DeleteFunc(j.feeds(), func(feed string) bool { return feed == j.feedA })
	j.feedB = others[0]
	j.run(j.b, "subscription", "add", "Groceries", j.folder)
	j.run(j.b, "sync")
}

func (j *journey) changeInBothPlaces() {
	id := j.items(j.b)[0].ID
	j.run(j.b, "item", "edit", "Groceries", id, "--text", textOfB)
	j.press("Down", "Return", "Tab")
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
	j.press("F8")
	j.picture("both-versions")
}

func (j *journey) settleByKeyboard() {
	j.press("Down", "Down", "e", "ctrl+a")
	j.typed(combined)
	j.picture("combined")
	j.press("ctrl+Return")
	j.until("A's feed has the combined text and no conflict", func() (bool, string) {
		feed := j.feed(j.feedA)
		return strings.Contains(feed, combined) && !strings.Contains(feed, "conflicts"), feed
	})
	j.picture("settled")
}

// expectBSettled reads what B made of it: A's third update; the second ones of
// both endpoints and the first one stand behind it.
func (j *journey) expectBSettled() {
	j.run(j.b, "sync")
	items := j.items(j.b)
	if len(items) != 1 || len(items[0].Conflicts) != 0 || items[0].Fields.Text != combined {
		j.t.Fatalf("B has %s", say(items))
	}
	a, b := endpointOf(j.feedA), endpointOf(j.feedB)
	got := items[0].History
	loser, winner := walkthrough.History{Sequence: 2, By: b}, walkthrough.History{Sequence: 2, By: a}
	if slices.Index(got, winner) < slices.Index(got, loser) {
		winner, loser = loser, winner
	}
	want := []walkthrough.History{{Sequence: 3, By: a}, loser, winner, {Sequence: 1, By: a}}
	if items[0].Updates != 3 || !slices.Equal(got, want) {
		j.t.Fatalf("B has update %d with history %v, want update 3 with %v", items[0].Updates, got, want)
	}
	if feed := j.feed(j.feedB); !strings.Contains(feed, combined) {
		j.t.Fatalf("B publishes %s", feed)
	}
}

// TestDraftSurvivesNewsAndCrash: what is typed and not saved is still there
// after a sync brought another version of the item, and after the program was
// killed. Saving it then asks once more, because the item is another one now.
func TestDraftSurvivesNewsAndCrash(t *testing.T) {
	j := begin(t)
	j.makeListWithItem()
	j.shareThroughFolder()
	j.press("Down", "Return", "Tab")
	j.typed("half a sentence")
	id := j.items(j.b)[0].ID
	j.run(j.b, "item", "edit", "Groceries", id, "--text", "news from B")
	j.run(j.b, "sync")
	j.press("ctrl+r")
	j.until("the news is in A's store", func() (bool, string) {
		items := j.items(j.a)
		return items[0].Fields.Text == "news from B", say(items)
	})
	j.picture("draft-beside-news")
	j.reopen()
	j.press("Return", "Down", "Return")
	j.picture("draft-after-crash")
	j.press("ctrl+Return")
	j.picture("asked-once-more")
	j.press("ctrl+Return")
	j.until("the draft is saved", func() (bool, string) {
		items := j.items(j.a)
		return items[0].Fields.Text == "half a sentence" && items[0].Updates == 3, say(items)
	})
}

// TestSecondWindowBringsTheFirstToTheFront: a second start on the same data
// ends at once and well.
func TestSecondWindowBringsTheFirstToTheFront(t *testing.T) {
	j := begin(t)
	second := j.start()
	if code := second.ExitCode(); code != 0 {
		t.Fatalf("the second start ended with %d", code)
	}
	select {
	case <-j.window.Ended():
		t.Fatal("the first window is gone")
	default:
	}
}

// TestCommandsAreSeenInTheWindow: the window shows a list that a command made
// while it was open.
func TestCommandsAreSeenInTheWindow(t *testing.T) {
	j := begin(t)
	j.run(j.a, "set", "new", "Reading", "--kind", "note")
	j.run(j.a, "item", "add", "Reading", "--title", "A long book")
	j.press("shift+F6", "Down", "Return", "ctrl+n")
	j.picture("list-made-by-a-command")
	j.typed("A short one\n")
	j.until("the window adds to the list that the command made", func() (bool, string) {
		var items []walkthrough.Item
		if err := j.a.Read(j.ctx, &items, "item", "list", "Reading"); err != nil {
			t.Fatal(err)
		}
		return len(items) == 2, say(items)
	})
}
