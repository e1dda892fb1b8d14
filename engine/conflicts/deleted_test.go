package conflicts_test

import (
	"testing"

	"crossfeed/engine/item"
)

// deletedElsewhere was deleted by laptop while desk changed it.
func deletedElsewhere() *item.Item {
	it := eggs()
	it.Conflicts[0] = tombstone(3, "laptop")
	return it
}

// deletedHere was deleted by desk, which wins, while the others changed it.
func deletedHere() *item.Item {
	it := eggs()
	it.Winner = tombstone(4, "desk")
	return it
}

func TestTakingATombstoneDeletes(t *testing.T) {
	s := begin(t, deletedElsewhere(), "me")
	must(t, s.Take(1))
	if deleted := decided(t, s).Deleted; !deleted || !s.Outcome().Deletes {
		t.Error("the result is no tombstone")
	}
	expect(t, s, "title", "", "B", true)
}

func TestAWinningTombstoneStaysOneUntilSomethingElseIsChosen(t *testing.T) {
	s := begin(t, deletedHere(), "me")
	expect(t, s, "title", "", "A", false)
	must(t, s.Type("title", ""))
	if !s.Outcome().Deletes {
		t.Fatal("typing nothing into the tombstone un-deleted it")
	}
	must(t, s.Take(2))
	if s.Outcome().Deletes {
		t.Error("taking a live version did not un-delete")
	}
}

func TestTypingUndeletesWithTheRestOfTheFirstLiveVersion(t *testing.T) {
	s := begin(t, deletedHere(), "me")
	must(t, s.Type("title", "Eggs after all"))
	expect(t, s, "title", "Eggs after all", "", true)
	expect(t, s, "text", "brown ones", "B", false)
	must(t, s.TakeField("text", 1))
	if d := decided(t, s); d.Deleted || d.Content.Text() != "brown ones" {
		t.Errorf("the decision is %q, deleted %v", d.Content.Text(), d.Deleted)
	}
}

func TestTakingAFieldUndeletesWithTheRestOfItsVersion(t *testing.T) {
	s := begin(t, deletedHere(), "me")
	must(t, s.TakeField("title", 2))
	expect(t, s, "title", "Eggs", "C", true)
	expect(t, s, "text", "from the market", "C", false)
}

func TestTypingUndeletesWhatIsDeletedEverywhere(t *testing.T) {
	s := begin(t, &item.Item{Winner: tombstone(3, "desk"), Flagged: true}, "me")
	must(t, s.Type("text", "needed after all"))
	expect(t, s, "title", "Eggs", "A", false)
	if d := decided(t, s); d.Deleted || d.Content.Title() != "Eggs" || d.Content.Text() != "needed after all" {
		t.Errorf("the decision is %q, %q, deleted %v", d.Content.Title(), d.Content.Text(), d.Deleted)
	}
}

func TestATombstoneHasNoFieldToTake(t *testing.T) {
	s := begin(t, deletedElsewhere(), "me")
	if err := s.TakeField("title", 1); err == nil || s.Changed() {
		t.Errorf("got error %v, changed %v", err, s.Changed())
	}
}
