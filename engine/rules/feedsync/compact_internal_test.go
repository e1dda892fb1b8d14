package feedsync

import (
	"fmt"
	"strconv"
	"testing"

	"crossfeed/engine/item"
)

// The topmost entry stays, even if a foreign history has a higher one of its endpoint below it
// and nothing else could be dropped.
func TestCompactKeepsTheTopmost(t *testing.T) {
	history := []item.History{{Sequence: 1, By: "A"}, {Sequence: 2, By: "A"}}
	for i := range longest {
		history = append(history, item.History{Sequence: 1, By: "E" + strconv.Itoa(i)})
	}
	if kept := compact(history); len(kept) != len(history) || kept[0] != history[0] {
		t.Errorf("%d entries of %d, the topmost is %s", len(kept), len(history), kept[0])
	}
}

// The entry right below the topmost one is dropped like any other.
func TestTheSecondEntryIsNeedlessLikeAnyOther(t *testing.T) {
	history := []item.History{{Sequence: 9, By: "a"}, {Sequence: 8, By: "a"}}
	for i := range longest - 1 {
		history = append(history, item.History{Sequence: 1, By: fmt.Sprint("b", i)})
	}
	if kept := compact(history); len(kept) != longest || kept[1].By != "b0" {
		t.Errorf("%d entries, the second by %s", len(kept), kept[1].By)
	}
}
