package sse091_test

import (
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/rules/rulestest"
	"crossfeed/engine/sse091"
)

// Publisher-specific data never changes hands.
func TestMergeKeepsPublisherDataAtHome(t *testing.T) {
	const older, newer = "1|-|x|20@A", "2|-|y|30@B;20@A"
	const longer, beside = "1|-|x|20@A;10@A", "2|-|z|29@C;20@A"
	for _, c := range []struct {
		name            string
		local, incoming *item.Item
		winner          string
		conflict        string
	}{
		{"the same version", from(t, "here", older), from(t, "there", older), "here", ""},
		{"a copy that is known better", from(t, "here", older), from(t, "there", longer), "here", ""},
		{"a newer one arrives", from(t, "here", older), from(t, "there", newer), "here", ""},
		{"an older one arrives", from(t, "here", newer), from(t, "there", older), "here", ""},
		{"a new item arrives", nil, from(t, "there", older), "", ""},
		{"a conflict arrives", from(t, "here", newer), from(t, "there", beside), "here", ""},
		{"the local version becomes a conflict", from(t, "here", beside), from(t, "there", newer), "here", "here"},
		{"a conflict is here as well", from(t, "here", newer, beside), from(t, "there", newer, beside+";10@A"), "here", "here"},
		{"a conflict is known better here", from(t, "here", newer, beside+";10@A"), from(t, "there", newer, beside), "here", "here"},
		{"a new item with a conflict arrives", nil, from(t, "there", newer, beside), "", ""},
		{"nothing is published here", from(t, "", older), from(t, "there", newer), "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			rulestest.ExpectPublishers(t, sse091.Merge(c.local, c.incoming).Item, c.winner, c.conflict)
		})
	}
}

// from is an item as one publisher writes it.
func from(t *testing.T, publisher, winner string, conflicts ...string) *item.Item {
	t.Helper()
	return rulestest.From(publisher, held(t, winner, conflicts...))
}
