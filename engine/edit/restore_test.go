package edit_test

import (
	"testing"

	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
)

func TestDeleteMakesATombstoneAndRestoreBringsTheContentBack(t *testing.T) {
	d := newDesk(t)
	d.add("milk", record.Values{"title": "Milk", "text": "two litres"})
	gone := d.remove("milk")
	if !gone.Winner.Deleted || gone.Winner.Updates != 2 {
		t.Fatalf("deleted: %+v", gone.Winner)
	}
	back := d.restore("milk")
	if v := back.Winner; v.Deleted || !v.Undeleted || v.Updates != 3 || v.Content.Text() != "two litres" {
		t.Errorf("restored: %+v with text %q", v, v.Content.Text())
	}
}

func TestRestoreOfAPublishedTombstoneLooksIntoTheArchive(t *testing.T) {
	d := newDesk(t)
	d.add("milk", record.Values{"title": "Milk", "text": "one litre"})
	it := d.change("milk", record.Values{"text": "two litres"})
	d.arrive(d.elsewhere(it, rules.Change{Content: it.Winner.Content.OnlyTitle(), Deleted: true}, d.at))
	if now := d.stored("milk").Winner; !now.Deleted || now.Content.Text() != "" {
		t.Fatalf("no tombstone to test with: %+v", now)
	}
	if got := d.restore("milk").Winner.Content.Text(); got != "two litres" {
		t.Errorf("restored %q, want the newest content", got)
	}
}

func TestRestoreOfWhatNobodyEverSawAliveKeepsItsTitle(t *testing.T) {
	d := newDesk(t)
	unseen, err := feedsync.Create("x", rules.Change{Content: item.Plain("Gone", ""), Deleted: true}, false, rules.Stamp{By: "phone", When: noon})
	if err != nil {
		t.Fatal(err)
	}
	d.arrive(unseen)
	if v := d.restore("x").Winner; v.Deleted || v.Title() != "Gone" {
		t.Errorf("restored %+v", v)
	}
}

func TestWhatIsDoneAlreadyMakesNoUpdate(t *testing.T) {
	d := newDesk(t)
	alive := d.add("milk", record.Values{"title": "Milk"})
	if it := d.restore("milk"); !it.Winner.Same(alive.Winner) {
		t.Errorf("restoring a live item made update %d", it.Winner.Updates)
	}
	gone := d.remove("milk")
	if it := d.remove("milk"); !it.Winner.Same(gone.Winner) {
		t.Errorf("deleting a deleted item made update %d", it.Winner.Updates)
	}
}

func TestASequenceIsNeverUsedTwice(t *testing.T) {
	d := newDesk(t)
	start := d.add("milk", record.Values{"title": "Milk"})
	d.change("milk", record.Values{"title": "Oat milk"})
	// Another endpoint's copy, without the change, takes the item's place: as
	// after an undo, only the archive knows that sequence 2 was used.
	d.put(start)
	if got := d.change("milk", record.Values{"title": "Soy milk"}).Winner.Top().Sequence; got != 3 {
		t.Errorf("sequence %d, want 3", got)
	}
}
