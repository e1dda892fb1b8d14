package sse091_test

import (
	"testing"

	"crossfeed/engine/sse091"
)

// Conflict detection (SSE 0.91 §4.4.1): the loser's update is held against the nth of
// the winner, n being what their versions differ by.
func TestConflictDetection(t *testing.T) {
	for _, c := range []struct {
		name          string
		winner, loser string
		conflict      bool
	}{
		{"the winner follows the loser", "2|-|w|20@B;10@A", "1|-|l|10@A", false},
		{"the winner follows the loser by some updates", "4|-|w|40@B;30@B;20@A;10@A", "2|-|l|20@A;10@A", false},
		{"n is 0: the winner's own update", "2|-|w|20@B;10@A", "2|-|l|20@A;10@A", true},
		{"n is 1: another update in its place", "3|-|w|30@B;20@B;10@A", "2|-|l|25@A;10@A", true},
		{"n is 1: the same time by another endpoint", "3|-|w|30@B;20@B;10@A", "2|-|l|20@A;10@A", true},
		{"n is 1: another time of the same endpoint", "3|-|w|30@B;20@A;10@A", "2|-|l|21@A;10@A", true},
		{"the endpoint is not told in the one", "3|-|w|30@B;20@-;10@A", "2|-|l|20@A;10@A", true},
		{"the time is not told in the one", "3|-|w|30@B;-@A;10@A", "2|-|l|20@A;10@A", true},
		{"the time is not told in both", "3|-|w|30@B;-@A;10@A", "2|-|l|-@A;10@A", false},
		{"the endpoint is not told in both", "3|-|w|30@B;20@-;10@A", "2|-|l|20@-;10@A", false},
		{"the nth update was truncated", "9|-|w|90@B;80@B", "2|-|l|20@A;10@A", false},
		{"all updates were truncated", "3|-|w|30@B", "2|-|l|20@A;10@A", false},
		{"the last update there is", "3|-|w|30@B;20@B", "2|-|l|20@A;10@A", true},
		{"the loser's history does not matter", "3|-|w|30@B;20@A;10@A", "2|-|l|20@A;5@C", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var entries []string
			if c.conflict {
				entries = []string{c.loser}
			}
			expect(t, sse091.Merge(held(t, c.winner), held(t, c.loser)).Item, c.winner, entries...)
			expect(t, sse091.Merge(held(t, c.loser), held(t, c.winner)).Item, c.winner, entries...)
		})
	}
}
