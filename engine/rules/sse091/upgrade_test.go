package sse091_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/rules/sse091"
)

// The one-time upgrade: the sequence of sx:history is the version, and that of the kth update
// is less by k.
func TestToFeedSync(t *testing.T) {
	for _, c := range []struct{ name, before, history string }{
		{"a new item", "1|-|x|10@A", "1@10@A"},
		{"some updates", "3|-|x|30@A;20@-;10@B", "3@30@A;2@20@-;1@10@B"},
		{"a truncated history", "9|D|x|90@A;-@B", "9@90@A;8@-@B"},
		{"more updates than the version counts", "2|-|x|90@A;80@B;70@C", "2@90@A;1@80@B"},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := held(t, c.before)
			before.Winner.Place = item.Place{Parent: "p", Key: "1"}
			before.Winner.Resolved = []item.History{update(t, 1, "9@C")}
			it, err := sse091.ToFeedSync(before)
			if err != nil {
				t.Fatal(err)
			}
			var entries []string
			for _, h := range it.Winner.History {
				entries = append(entries, h.String())
			}
			if got := strings.Join(entries, ";"); got != c.history {
				t.Errorf("history %s, want %s", got, c.history)
			}
			v := it.Winner
			if v.Updates != before.Winner.Updates || v.Deleted != before.Winner.Deleted || v.Content != before.Winner.Content ||
				v.Place != (item.Place{}) || v.Resolved != nil {
				t.Errorf("the version is %+v", v)
			}
			expect(t, before, c.before)
		})
	}
}

// FeedSync writes times in the format of RFC 3339.
func TestToFeedSyncWritesTimesAnew(t *testing.T) {
	it := held(t, "1|-|x|10@A")
	it.Winner.History[0].When = item.ReadWhen("Sat, 21 May 2005 11:43:33 +0200", time.Date(2005, time.May, 21, 9, 43, 33, 0, time.UTC))
	up, err := sse091.ToFeedSync(it)
	if err != nil {
		t.Fatal(err)
	}
	if got := up.Winner.Top().When.String(); got != "2005-05-21T09:43:33Z" {
		t.Errorf("when is %q", got)
	}
}

func TestToFeedSyncIsRefusedWhileAConflictIsOpen(t *testing.T) {
	for _, it := range []*item.Item{held(t, winner, past), unflagged(held(t, winner, past)), flagged(held(t, winner))} {
		if _, err := sse091.ToFeedSync(it); !errors.Is(err, sse091.ErrOpenConflict) {
			t.Errorf("%s: %v", listing(it), err)
		}
	}
}

// Data of a FeedSync item that SSE 0.91 cannot represent is reported.
func TestFromFeedSync(t *testing.T) {
	for _, c := range []struct {
		name  string
		it    *item.Item
		whole bool
		want  []string
	}{
		{"updates one after the other", held(t, "3|-|x|30@A;20@B;10@A"), true, []string{"3|-|x|30@A;20@B;10@A"}},
		{"compacted", sequences(held(t, "3|-|x|30@A;10@A"), 3, 1), false, []string{"3|-|x|30@A"}},
		{"a sequence beyond updates", sequences(held(t, "2|-|x|30@A;10@A"), 5, 1), false, []string{"2|-|x|30@A"}},
		{"with noconflicts", alone(held(t, "1|-|x|10@A")), false, []string{"1|-|x|10@A"}},
		{"a conflict", held(t, "3|-|x|30@A;20@B;10@A", "2|-|y|21@C;10@A"), true, []string{"3|-|x|30@A;20@B;10@A", "2|-|y|21@C;10@A"}},
		{"two conflicts of one endpoint", held(t, "3|-|x|30@A;20@B;10@A", "3|-|y|29@C;21@C;10@A", "2|-|z|22@C;10@A"), false,
			[]string{"3|-|x|30@A;20@B;10@A", "3|-|y|29@C;21@C;10@A"}},
		{"compacted, with a conflict that is not", sequences(held(t, "3|-|x|30@A;10@A", "2|-|y|21@C;10@A"), 3, 1), false,
			[]string{"3|-|x|30@A", "2|-|y|21@C;10@A"}},
		{"a compacted conflict", compacted(held(t, "3|-|x|30@A;20@B;10@A", "2|-|y|21@C;10@A")), false,
			[]string{"3|-|x|30@A;20@B;10@A", "2|-|y|21@C"}},
		{"a conflict that the winner's history names: SSE 0.91 lists none", held(t, "3|-|x|30@A;20@B;10@A", "2|-|y|20@B;10@A"), false,
			[]string{"3|-|x|30@A;20@B;10@A"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			it, whole := sse091.FromFeedSync(c.it)
			expect(t, it, c.want[0], c.want[1:]...)
			if whole != c.whole {
				t.Errorf("says everything: %v", whole)
			}
			for _, v := range it.Versions() {
				if v.NoConflicts || v.Top().Sequence != v.Updates {
					t.Errorf("%+v", v)
				}
			}
		})
	}
}

// An upgraded item can be converted back without changes.
func TestFromFeedSyncAndBack(t *testing.T) {
	before := held(t, winner)
	up, err := sse091.ToFeedSync(before)
	if err != nil {
		t.Fatal(err)
	}
	down, whole := sse091.FromFeedSync(up)
	expect(t, down, winner)
	if !whole || !down.Winner.Same(before.Winner) {
		t.Errorf("came back as %s", listing(down))
	}
}

func sequences(it *item.Item, numbers ...int) *item.Item {
	for k, n := range numbers {
		it.Winner.History[k].Sequence = n
	}
	return it
}

// compacted returns the item with a conflict by an endpoint that numbered its update 5.
func compacted(it *item.Item) *item.Item {
	it.Conflicts[0].History[0].Sequence = 5
	return it
}

func alone(it *item.Item) *item.Item {
	it.Winner.NoConflicts = true
	return it
}
