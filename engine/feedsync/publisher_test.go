package feedsync_test

import (
	"testing"

	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
	"crossfeed/engine/rules/rulestest"
)

// Publisher-specific data never changes hands.
func TestMergeKeepsPublisherDataAtHome(t *testing.T) {
	const older, newer = "1|-|x|1@20@A", "2|-|y|2@30@B;1@20@A"
	const beside = "2|-|z|2@29@C;1@20@A"
	for _, c := range []struct {
		name            string
		local, incoming *item.Item
		winner          string
		conflict        string
	}{
		{"the same version", from(t, "here", older), from(t, "there", older), "here", ""},
		{"a newer one arrives", from(t, "here", older), from(t, "there", newer), "here", ""},
		{"an older one arrives", from(t, "here", newer), from(t, "there", older), "here", ""},
		{"a new item arrives", nil, from(t, "there", older), "", ""},
		{"a conflict arrives", from(t, "here", newer), from(t, "there", beside), "here", ""},
		{"the local version becomes a conflict", from(t, "here", beside), from(t, "there", newer), "here", "here"},
		{"a new item with a conflict arrives", nil, from(t, "there", newer, beside), "", ""},
		{"nothing is published here", from(t, "", older), from(t, "there", newer), "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			rulestest.ExpectPublishers(t, feedsync.Merge(c.local, c.incoming).Item, c.winner, c.conflict)
		})
	}
}

// from is an item as one publisher writes it.
func from(t *testing.T, publisher, winner string, conflicts ...string) *item.Item {
	t.Helper()
	return rulestest.From(publisher, held(t, winner, conflicts...))
}

// Of two versions that are the same the local one stays, with the fuller of
// both contents: a tombstone whose data was dropped, a label that RSS lost.
func TestMergeKeepsTheFullerContent(t *testing.T) {
	full := from(t, "here", "2|D|the whole text|2@30@A")
	bare := from(t, "there", "2|D||2@30@A")
	if r := feedsync.Merge(full, bare); r.Changed || r.Item != full {
		t.Errorf("the fuller local content was replaced by %q", r.Item.Winner.Title())
	}
	r := feedsync.Merge(bare, full)
	if !r.Changed || r.Item.Winner.Title() != "the whole text" {
		t.Errorf("changed %v, the content is %q", r.Changed, r.Item.Winner.Title())
	}
	if r.Item.Winner.Publisher != "there" || bare.Winner.Title() != "" {
		t.Errorf("publisher %q, local title %q", r.Item.Winner.Publisher, bare.Winner.Title())
	}
	if len(r.Dropped) != 0 {
		t.Errorf("%d versions dropped", len(r.Dropped))
	}
}

// The same for a conflict, whose publisher-specific data stays as well.
func TestMergeKeepsTheFullerConflict(t *testing.T) {
	const w = "3|-|w|3@40@B"
	bare := from(t, "here", w, "2|D||2@30@A")
	r := feedsync.Merge(bare, from(t, "there", w, "2|D|the whole text|2@30@A"))
	c := r.Item.Conflicts[0]
	if !r.Changed || c.Title() != "the whole text" || c.Publisher != "here" {
		t.Errorf("changed %v, %q of %q", r.Changed, c.Title(), c.Publisher)
	}
}
