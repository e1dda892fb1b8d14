package sse091_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/sse091"
)

func stamp(seconds int, by string) rules.Stamp { return rules.Stamp{By: by, When: unix(seconds)} }

// Create (SSE 0.91 §4.1).
func TestCreate(t *testing.T) {
	for _, c := range []struct {
		name  string
		stamp rules.Stamp
		want  string
	}{
		{"by and when", stamp(10, "A"), "1|-|x|10@A"},
		{"when alone", stamp(10, ""), "1|-|x|10@-"},
		{"by alone", rules.Stamp{By: "A"}, "1|-|x|-@A"},
	} {
		it, err := sse091.Create(id, rules.Change{Content: item.Plain("x", "")}, c.stamp)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(c.name, func(t *testing.T) { expect(t, it, c.want) })
	}
}

// Times are written in the format of RFC 822, with a four-digit year (§1.2).
func TestTimesAreWrittenAsRFC822(t *testing.T) {
	at := rules.Stamp{By: "A", When: time.Date(2005, time.May, 21, 11, 43, 33, 0, time.FixedZone("", 2*60*60))}
	it, err := sse091.Create(id, rules.Change{}, at)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []*item.Version{it.Winner, updated(t, it, at).Winner} {
		if got := v.Top().When.String(); got != "Sat, 21 May 2005 09:43:33 GMT" {
			t.Errorf("version %d: when is %q", v.Updates, got)
		}
	}
}

func TestCreateWithoutContentAndWithAPlace(t *testing.T) {
	place := item.Place{Parent: "p", Key: "1"}
	it, err := sse091.Create(id, rules.Change{Place: &place, Deleted: true}, stamp(10, "A"))
	if err != nil || it.Winner.Place != place || it.Winner.Content == nil {
		t.Fatalf("%+v, %v", it, err)
	}
	expect(t, it, "1|D||10@A")
}

func TestCreateIsRefused(t *testing.T) {
	var bad *rules.IdentifierError
	if _, err := sse091.Create("a b", rules.Change{}, stamp(10, "A")); !errors.As(err, &bad) || bad.What != "item" {
		t.Errorf("an identifier with a space: %v", err)
	}
	if _, err := sse091.Create(id, rules.Change{}, stamp(10, "a b")); !errors.As(err, &bad) || bad.What != "endpoint" {
		t.Errorf("an endpoint with a space: %v", err)
	}
	if _, err := sse091.Create(id, rules.Change{}, rules.Stamp{}); !errors.Is(err, rules.ErrUnstamped) {
		t.Errorf("neither by nor when: %v", err)
	}
	if _, err := (sse091.Rules{}).Create(id, rules.Change{}, true, stamp(10, "A")); !errors.Is(err, sse091.ErrNoConflicts) {
		t.Errorf("noconflicts: %v", err)
	}
}

// Update (SSE 0.91 §4.2): the version increases by one, the previous sx:history becomes the
// first sx:update, and an update that is not a deletion un-deletes.
func TestUpdate(t *testing.T) {
	for _, c := range []struct {
		name   string
		before string
		change rules.Change
		stamp  rules.Stamp
		want   string
	}{
		{"a change", "2|-|x|20@A;10@B", rules.Change{Content: item.Plain("y", "")}, stamp(30, "C"), "3|-|y|30@C;20@A;10@B"},
		{"the content stays", "1|-|x|10@A", rules.Change{}, stamp(30, "A"), "2|-|x|30@A;10@A"},
		{"a deletion", "1|-|x|10@A", rules.Change{Deleted: true}, stamp(30, "A"), "2|D|x|30@A;10@A"},
		{"of a tombstone, no deletion", "1|D|x|10@A", rules.Change{}, stamp(30, "A"), "2|U|x|30@A;10@A"},
		{"of a tombstone, a deletion", "1|D|x|10@A", rules.Change{Deleted: true}, stamp(30, "A"), "2|D|x|30@A;10@A"},
		{"deleted=\"false\" is kept", "1|U|x|10@A", rules.Change{}, stamp(30, "A"), "2|U|x|30@A;10@A"},
		{"without by", "1|-|x|10@A", rules.Change{}, stamp(30, ""), "2|-|x|30@-;10@A"},
		{"without when", "1|-|x|-@A", rules.Change{}, rules.Stamp{By: "A"}, "2|-|x|-@A;-@A"},
		{"of a truncated history", "9|-|x|90@A", rules.Change{}, stamp(99, "B"), "10|-|x|99@B;90@A"},
		{"with a clock that is behind", "1|-|x|90@A", rules.Change{}, stamp(10, "B"), "2|-|x|10@B;90@A"},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := held(t, c.before)
			it, err := sse091.Update(before, c.change, c.stamp)
			if err != nil {
				t.Fatal(err)
			}
			expect(t, it, c.want)
			if got := it.Winner.Top().Sequence; got != it.Winner.Updates {
				t.Errorf("the update has the sequence %d", got)
			}
			expect(t, before, c.before)
		})
	}
}

// Two updates of one item share no memory.
func TestUpdateChangesNothingThatItWasGiven(t *testing.T) {
	history := make([]item.History, 1, 8)
	history[0] = update(t, 1, "10@A")
	before := &item.Item{Winner: &item.Version{ID: id, Updates: 1, History: history, Content: item.Plain("x", "")}}
	one := updated(t, before, stamp(20, "A"))
	two := updated(t, before, stamp(30, "B"))
	expect(t, before, "1|-|x|10@A")
	expect(t, one, "2|-|x|20@A;10@A")
	expect(t, two, "2|-|x|30@B;10@A")
}

func TestUpdateIsRefused(t *testing.T) {
	last := held(t, "2147483647|-|x|10@A")
	if _, err := sse091.Update(last, rules.Change{}, stamp(20, "A")); !errors.Is(err, rules.ErrExhausted) {
		t.Errorf("beyond the last version: %v", err)
	}
	almost := updated(t, held(t, "2147483646|-|x|10@A"), stamp(20, "A"))
	if almost.Winner.Updates != item.MaxCount {
		t.Errorf("version %d", almost.Winner.Updates)
	}
	var bad *rules.IdentifierError
	if _, err := sse091.Update(held(t, "1|-|x|10@A"), rules.Change{}, stamp(10, "a b")); !errors.As(err, &bad) {
		t.Errorf("an endpoint with a space: %v", err)
	}
	if _, err := sse091.Update(held(t, "1|-|x|10@A"), rules.Change{}, rules.Stamp{}); !errors.Is(err, rules.ErrUnstamped) {
		t.Errorf("neither by nor when: %v", err)
	}
}

// Only a local update truncates a history, only beyond 256 updates, and the oldest first (§4.2
// step 2).
func TestTruncation(t *testing.T) {
	it := held(t, "1|-|x|1@A")
	for n := 2; n <= 300; n++ {
		it = updated(t, it, stamp(n, "A"))
		if got, want := len(it.Winner.History)-1, min(n-1, 256); got != want {
			t.Fatalf("version %d has %d updates, want %d", n, got, want)
		}
	}
	if oldest := it.Winner.History[256]; oldest.Sequence != 44 || !oldest.When.Equal(item.At(unix(44))) {
		t.Errorf("the oldest is %s", oldest)
	}
	long := held(t, "400|-|x|1@A")
	for n := 399; n > 0; n-- {
		long.Winner.History = append(long.Winner.History, item.History{Sequence: n, By: "A"})
	}
	if got := len(sse091.Merge(nil, long).Item.Winner.History); got != 400 {
		t.Errorf("a merge leaves %d entries", got)
	}
}

// An update keeps the position or takes a new one, and removes the mark of a cycle (§4.4.2).
func TestUpdateOfAPlace(t *testing.T) {
	work, cycle := item.Place{Parent: "work", Key: "1"}, item.Place{Key: "1/0", Cycle: "work"}
	for _, c := range []struct {
		name   string
		before item.Place
		change *item.Place
		want   item.Place
	}{
		{"it stays", work, nil, work},
		{"it moves", work, &item.Place{Parent: "home", Key: "2"}, item.Place{Parent: "home", Key: "2"}},
		{"it moves to the root", work, &item.Place{Key: "2"}, item.Place{Key: "2"}},
		{"a cycle is confirmed", cycle, nil, item.Place{Key: "1/0"}},
		{"moved out of a cycle", cycle, &work, work},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := flagged(held(t, "1|-|x|10@A"))
			before.Winner.Place = c.before
			it, err := sse091.Update(before, rules.Change{Place: c.change}, stamp(20, "A"))
			if err != nil || it.Winner.Place != c.want {
				t.Errorf("%+v, %v", it.Winner.Place, err)
			}
			expectFlag(t, it, false)
			if before.Winner.Place != c.before {
				t.Errorf("what was given is changed: %+v", before.Winner.Place)
			}
		})
	}
}

// An update removes the flag and the list (§4.2 step 4), and names the versions that it
// resolved, with their ancestors and those resolved before.
func TestUpdateResolvesAllConflicts(t *testing.T) {
	it := held(t, "3|-|x|30@A;20@A;10@A", "3|-|y|31@B;21@B;10@A", "2|-|z|22@C;10@A")
	it.Winner.Resolved = []item.History{update(t, 2, "20@D")}
	it.Conflicts[1].Resolved = []item.History{update(t, 2, "20@E")}
	resolved := updated(t, it, stamp(40, "A"))
	expect(t, resolved, "4|-|x|40@A;30@A;20@A;10@A")
	expectNames(t, resolved.Winner.Resolved, "3@31@B", "2@22@C", "2@21@B", "2@20@E", "2@20@D")
	expectNames(t, it.Winner.Resolved, "2@20@D")
	again := updated(t, resolved, stamp(50, "A"))
	expectNames(t, again.Winner.Resolved, "3@31@B", "2@22@C", "2@21@B", "2@20@E", "2@20@D")
}

func expectNames(t *testing.T, names []item.History, want ...string) {
	t.Helper()
	var got []string
	for _, n := range names {
		got = append(got, n.String())
	}
	if !slices.Equal(got, want) {
		t.Errorf("resolved %q, want %q", got, want)
	}
}

// Resolve is an update that has to include all conflicts.
func TestResolve(t *testing.T) {
	it := held(t, "3|-|x|30@A;20@A;10@A", "3|-|y|29@B;20@A;10@A", "2|-|z|22@C;10@A")
	resolved, err := sse091.Resolve(it, rules.Change{Content: item.Plain("w", "")}, []int{1, 0}, stamp(40, "A"))
	if err != nil {
		t.Fatal(err)
	}
	expect(t, resolved, "4|-|w|40@A;30@A;20@A;10@A")
	var open *rules.OwnOpenError
	if _, err := sse091.Resolve(it, rules.Change{}, []int{1}, stamp(40, "A")); !errors.As(err, &open) || !slices.Equal(open.Left, []int{0}) {
		t.Errorf("one left out: %v", err)
	}
	var index *rules.ConflictIndexError
	for _, i := range []int{-1, 2} {
		if _, err := sse091.Resolve(it, rules.Change{}, []int{0, 1, i}, stamp(40, "A")); !errors.As(err, &index) || index.Index != i {
			t.Errorf("conflict %d: %v", i, err)
		}
	}
	if got := (sse091.Rules{}).Bound(it, "A"); !slices.Equal(got, []int{0, 1}) {
		t.Errorf("bound to %v", got)
	}
}
