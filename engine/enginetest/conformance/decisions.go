package conformance

import (
	"testing"
	"time"

	"crossfeed/engine/store"
)

var decisionRules = []rule{
	{"are none at first", func(t *testing.T, s store.Store) {
		equal(t, "decisions", len(decisionsOf(t, s, 0, "", 0)), 0)
	}},
	{"come back with all their fields, the newest first", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		first, second := decision(set, "x", 1), store.Decision{Set: set, Item: "x"}
		first.Key, second.Key = putDecision(t, s, first), putDecision(t, s, second)
		equal(t, "decisions", decisionsOf(t, s, 0, "", 0), []store.Decision{second, first})
		if first.Key == 0 || second.Key <= first.Key {
			t.Errorf("keys %d and then %d", first.Key, second.Key)
		}
	}},
	{"are listed of one item, of one set, or of all, and no more than was asked for", testDecisionsListed},
	{"are marked undone and not undone by their edit", testDecisionsMarked},
	{"stay when the edit is dropped, and the set deleted", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		d := decision(set, "x", putEdit(t, s, undone(set)))
		d.Key = putDecision(t, s, d)
		update(t, s, store.Writer.DropUndone)
		gone := list("a")
		gone.Key, gone.Deleted = set, true
		if err := putSet(t, s, gone); err != nil {
			t.Fatal(err)
		}
		equal(t, "decisions", decisionsOf(t, s, 0, "", 0), []store.Decision{d})
	}},
	{"are refused for a set that was never put", func(t *testing.T, s store.Store) {
		update(t, s, func(w store.Writer) error {
			_, err := w.PutDecision(decision(99, "x", 1))
			wantError(t, err, store.ErrNoSet)
			return nil
		})
		equal(t, "decisions", len(decisionsOf(t, s, 0, "", 0)), 0)
	}},
}

// decision returns a decision with every field set.
func decision(set int64, id string, edit int64) store.Decision {
	return store.Decision{
		Edit: edit, At: noon.Add(time.Millisecond), Set: set, Item: id, Title: "Eggs", Deleted: true, Update: 7,
		Before: [32]byte{1}, After: [32]byte{31: 2},
		Versions: []store.Considered{
			{Version: [32]byte{1}, By: "desk", When: "Sat, 21 May 2005 12:00:00 GMT", Taken: true},
			{Version: [32]byte{2}, By: "phone", Deleted: true},
		},
		Fields: []store.Decided{
			{Field: "title", Value: "Eggs & <ham>\n", From: 1},
			{Field: "tags", Value: "", From: -1, Proposed: true},
			{Field: "text", Value: "flour", From: -1, Parts: []int{0, 1}},
			{Field: "due", Value: "", From: -1, Original: true},
			{Field: "place", Value: "work 1/2", Path: "Work › News"},
		},
	}
}

func testDecisionsListed(t *testing.T, s store.Store) {
	a, b := addSet(t, s, "a"), addSet(t, s, "b")
	var keys []int64
	for _, d := range []store.Decision{decision(a, "x", 1), decision(a, "y", 2), decision(b, "x", 3), decision(a, "x", 4)} {
		keys = append(keys, putDecision(t, s, d))
	}
	for _, c := range []struct {
		set   int64
		id    string
		limit int
		want  []int
	}{
		{0, "", 0, []int{3, 2, 1, 0}},
		{0, "", 2, []int{3, 2}},
		{0, "", 9, []int{3, 2, 1, 0}},
		{a, "", 0, []int{3, 1, 0}},
		{a, "", 1, []int{3}},
		{a, "x", 0, []int{3, 0}},
		{a, "x", 1, []int{3}},
		{b, "y", 0, nil},
		{0, "x", 0, []int{3, 2, 0}},
		{99, "", 0, nil},
	} {
		var got []int
		for _, d := range decisionsOf(t, s, c.set, c.id, c.limit) {
			for i, key := range keys {
				if d.Key == key {
					got = append(got, i)
				}
			}
		}
		equal(t, "decisions", got, c.want)
	}
}

func testDecisionsMarked(t *testing.T, s store.Store) {
	set := addSet(t, s, "a")
	other, one, two := decision(set, "x", 1), decision(set, "x", 2), decision(set, "y", 2)
	other.Key, one.Key, two.Key = putDecision(t, s, other), putDecision(t, s, one), putDecision(t, s, two)
	for _, undone := range []bool{true, false, true} {
		update(t, s, func(w store.Writer) error { return w.MarkDecisions(2, undone) })
		one.Undone, two.Undone = undone, undone
		equal(t, "decisions", decisionsOf(t, s, 0, "", 0), []store.Decision{two, one, other})
	}
	update(t, s, func(w store.Writer) error {
		return w.MarkDecisions(2, false, store.Subject{Set: set, Item: "y"}, store.Subject{Set: set, Item: "z"})
	})
	two.Undone = false
	equal(t, "those about one item", decisionsOf(t, s, 0, "", 0), []store.Decision{two, one, other})
	update(t, s, func(w store.Writer) error { return w.MarkDecisions(77, true) })
	equal(t, "of an edit without any", decisionsOf(t, s, 0, "", 0), []store.Decision{two, one, other})
}

func putDecision(t *testing.T, s store.Store, d store.Decision) (key int64) {
	t.Helper()
	update(t, s, func(w store.Writer) (err error) {
		key, err = w.PutDecision(d)
		return err
	})
	return key
}

func decisionsOf(t *testing.T, s store.Store, set int64, id string, limit int) []store.Decision {
	t.Helper()
	return get(t, s, func(r store.Reader) ([]store.Decision, error) { return r.Decisions(set, id, limit) })
}
