package sse091_test

import (
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/sse091"
)

// What SSE 0.91 cannot say of an item of FeedSync is told.
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

// What was upgraded comes back as it was.
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

func alone(it *item.Item) *item.Item {
	it.Winner.NoConflicts = true
	return it
}
