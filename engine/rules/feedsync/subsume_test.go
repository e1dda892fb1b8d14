package feedsync

import (
	"testing"
	"time"

	"crossfeed/engine/item"
)

// SSE 0.93 §3.3, "History Subsumption".
func TestHistorySubsumption(t *testing.T) {
	at := func(seconds int64) item.When { return item.At(time.Unix(seconds, 0)) }
	noon := time.Date(2005, 5, 21, 12, 0, 0, 0, time.UTC)
	elsewhere := item.ReadWhen("2005-05-21T14:00:00+02:00", noon.In(time.FixedZone("", 2*60*60)))
	for _, c := range []struct {
		name   string
		hy, hx item.History
		want   bool
	}{
		{"the same", item.History{Sequence: 2, By: "A"}, item.History{Sequence: 2, By: "A"}, true},
		{"a later one of the endpoint", item.History{Sequence: 3, By: "A"}, item.History{Sequence: 2, By: "A"}, true},
		{"10 is later than 9", item.History{Sequence: 10, By: "A"}, item.History{Sequence: 9, By: "A"}, true},
		{"an earlier one of the endpoint", item.History{Sequence: 1, By: "A"}, item.History{Sequence: 2, By: "A"}, false},
		{"when does not count with by", item.History{Sequence: 3, By: "A", When: at(1)}, item.History{Sequence: 2, By: "A", When: at(9)}, true},
		{"another endpoint", item.History{Sequence: 3, By: "B"}, item.History{Sequence: 2, By: "A"}, false},
		{"by is compared with case", item.History{Sequence: 3, By: "a"}, item.History{Sequence: 2, By: "A"}, false},
		{"by of one length is not one endpoint", item.History{Sequence: 3, By: "EP2"}, item.History{Sequence: 2, By: "EP1"}, false},
		{"without by, equal", item.History{Sequence: 2, When: at(9)}, item.History{Sequence: 2, When: at(9)}, true},
		{"without by, equal in another zone", item.History{Sequence: 2, When: item.At(noon)}, item.History{Sequence: 2, When: elsewhere}, true},
		{"without by, another time", item.History{Sequence: 2, When: at(9)}, item.History{Sequence: 2, When: at(8)}, false},
		{"without by, a later sequence", item.History{Sequence: 3, When: at(9)}, item.History{Sequence: 2, When: at(9)}, false},
		{"one without by by one that has it", item.History{Sequence: 2, When: at(9), By: "A"}, item.History{Sequence: 2, When: at(9)}, false},
		{"one with by by one without", item.History{Sequence: 2, When: at(9)}, item.History{Sequence: 2, When: at(9), By: "A"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := subsumes(&c.hy, &c.hx); got != c.want {
				t.Errorf("%s subsumes %s: %v", c.hy, c.hx, got)
			}
		})
	}
}

// SSE 0.93 §3.3, "Item Subsumption": the topmost entry is compared with every entry.
func TestItemSubsumption(t *testing.T) {
	made := func(h ...item.History) *item.Version { return &item.Version{History: h} }
	a1, a2 := item.History{Sequence: 1, By: "A"}, item.History{Sequence: 2, By: "A"}
	b2, c3 := item.History{Sequence: 2, By: "B"}, item.History{Sequence: 3, By: "C"}
	for _, c := range []struct {
		name string
		x, y *item.Version
		want bool
	}{
		{"by its own update", made(a1), made(b2, a1), true},
		{"by an entry at the end", made(a2, a1), made(c3, b2, a2), true},
		{"not by what was made before", made(b2, a1), made(a1), false},
		{"not by what was made beside", made(b2, a1), made(a2, a1), false},
		{"each by the other, where they are one", made(a2, a1), made(a2, a1), true},
		{"only the topmost entry of x counts", made(a1, b2), made(c3, a2), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := subsumed(c.x, c.y); got != c.want {
				t.Errorf("subsumed: %v", got)
			}
		})
	}
}
