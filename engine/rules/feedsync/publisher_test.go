package feedsync_test

import (
	"testing"

	"crossfeed/engine/enginetest/rulestest"
	"crossfeed/engine/item"
	"crossfeed/engine/rules/feedsync"
)

// Publisher-specific data is never adopted from others.
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

// from returns an item as written by one publisher.
func from(t *testing.T, publisher, winner string, conflicts ...string) *item.Item {
	t.Helper()
	return rulestest.From(publisher, held(t, winner, conflicts...))
}

// labeled returns an item whose version has a label that RSS cannot represent.
func labeled(t *testing.T, publisher, label, winner string, conflicts ...string) *item.Item {
	t.Helper()
	it := from(t, publisher, winner, conflicts...)
	all := it.Versions()
	content, err := item.ParseContent(`<entry xmlns="http://www.w3.org/2005/Atom"><title>x</title><category term="a"` + label + `/></entry>`)
	if err != nil {
		t.Fatal(err)
	}
	all[len(all)-1].Content = content
	return it
}

// Of two equal versions, the local one is kept, with the fuller of the two contents: here, a
// label that RSS lost.
func TestMergeKeepsTheFullerContent(t *testing.T) {
	full := labeled(t, "here", ` label="A"`, "2|-|x|2@30@A")
	bare := labeled(t, "there", "", "2|-|x|2@30@A")
	if r := feedsync.Merge(full, bare); r.Changed || r.Item != full {
		t.Errorf("the fuller local content was replaced by %s", r.Item.Winner.Content.XML())
	}
	r := feedsync.Merge(bare, full)
	if !r.Changed || r.Item.Winner.Content != full.Winner.Content {
		t.Errorf("changed %v, the content is %s", r.Changed, r.Item.Winner.Content.XML())
	}
	if r.Item.Winner.Publisher != "there" || bare.Winner.Content == full.Winner.Content {
		t.Errorf("publisher %q", r.Item.Winner.Publisher)
	}
	if len(r.Dropped) != 0 {
		t.Errorf("%d versions dropped", len(r.Dropped))
	}
}

// The same applies to a conflict, which keeps its publisher-specific data as well.
func TestMergeKeepsTheFullerConflict(t *testing.T) {
	const w, c = "3|-|w|3@40@B", "2|-|x|2@30@A"
	full := labeled(t, "there", ` label="A"`, w, c)
	r := feedsync.Merge(labeled(t, "here", "", w, c), full)
	if got := r.Item.Conflicts[0]; !r.Changed || got.Content != full.Conflicts[0].Content || got.Publisher != "here" {
		t.Errorf("changed %v, %s of %q", r.Changed, got.Content.XML(), got.Publisher)
	}
}

// The data of a tombstone is never exchanged.
func TestMergeLeavesTombstonesTheirData(t *testing.T) {
	for _, local := range []string{"2|D||2@30@A", "2|D|other|2@30@A"} {
		it := held(t, local)
		if r := feedsync.Merge(it, held(t, "2|D|the whole text|2@30@A")); r.Changed || len(r.Dropped)+len(r.Twice) != 0 {
			t.Errorf("changed to %q, dropped %d, twice %d", r.Item.Winner.Title(), len(r.Dropped), len(r.Twice))
		}
	}
}
