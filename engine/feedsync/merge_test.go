package feedsync_test

import (
	"testing"

	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// SSE 0.93 §3.3: each pair merges to the same item from either side.
func TestMerge_3_3(t *testing.T) {
	const old = "1|-|old|1@20@A"
	for _, c := range []struct {
		name string
		x, y *item.Item
		want []string
	}{
		{"one was made from the other", held(t, old), held(t, "2|-|new|2@30@B;1@20@A"),
			[]string{"2|-|new|2@30@B;1@20@A"}},
		{"neither knew of the other", held(t, "2|-|x|2@30@B;1@20@A"), held(t, "3|-|y|3@40@A;2@35@A;1@20@A"),
			[]string{"3|-|y|3@40@A;2@35@A;1@20@A", "2|-|x|2@30@B;1@20@A"}},
		{"a tombstone loses to a live winner", held(t, "2|D|x|2@30@B;1@20@A"), held(t, "2|-|y|2@31@C;1@20@A"),
			[]string{"2|-|y|2@31@C;1@20@A", "2|D|x|2@30@B;1@20@A"}},
		{"a tombstone wins over a live conflict", held(t, "2|-|x|2@30@B;1@20@A"), held(t, "2|D|y|2@31@C;1@20@A"),
			[]string{"2|D|y|2@31@C;1@20@A", "2|-|x|2@30@B;1@20@A"}},
		{"two tombstones conflict", held(t, "2|D|x|2@30@B;1@20@A"), held(t, "2|D|y|2@31@C;1@20@A"),
			[]string{"2|D|y|2@31@C;1@20@A", "2|D|x|2@30@B;1@20@A"}},
		{"conflicts of both sides are united", held(t, "2|-|w|2@40@A", "2|-|c|2@30@C"), held(t, "2|-|w|2@40@A", "2|-|d|2@30@D"),
			[]string{"2|-|w|2@40@A", "2|-|c|2@30@C", "2|-|d|2@30@D"}},
		{"a conflict that both hold stands once", held(t, "2|-|w|2@40@A", "2|-|c|2@30@C"), held(t, "2|-|v|2@39@B", "2|-|c|2@30@C"),
			[]string{"2|-|w|2@40@A", "2|-|c|2@30@C", "2|-|v|2@39@B"}},
		{"a conflict that was edited elsewhere wins", held(t, "2|-|w|2@40@A", "2|-|c|2@30@C"), held(t, "3|-|c2|3@35@C;2@30@C"),
			[]string{"3|-|c2|3@35@C;2@30@C", "2|-|w|2@40@A"}},
		{"a resolution settles winner and conflict", held(t, "2|-|w|2@40@A", "2|-|c|2@30@C"), held(t, "3|-|r|3@50@B;2@30@C;2@40@A"),
			[]string{"3|-|r|3@50@B;2@30@C;2@40@A"}},
		{"what a resolution left out stays open", held(t, "2|-|w|2@40@A", "2|-|c|2@30@C"), held(t, "3|-|r|3@50@B;2@40@A"),
			[]string{"3|-|r|3@50@B;2@40@A", "2|-|c|2@30@C"}},
		{"what their winner subsumes of ours", held(t, "5|-|w|5@40@A", "2|-|c|2@30@C"), held(t, "4|-|x|4@50@B;2@30@C"),
			[]string{"5|-|w|5@40@A", "4|-|x|4@50@B;2@30@C"}},
		{"of versions that subsume each other the greater stays", held(t, "3|-|x|3@40@A;2@30@B"), held(t, "3|-|y|3@41@B;2@29@A"),
			[]string{"3|-|y|3@41@B;2@29@A", "3|-|x|3@40@A;2@30@B"}},
		{"in a circle the greatest stays", held(t, "3|-|x|2@40@A;2@30@B"), held(t, "4|-|y|2@41@B;2@29@A"),
			[]string{"4|-|y|2@41@B;2@29@A"}},
		{"a chain: what subsumes may be dropped itself", held(t, "3|-|z|3@50@C;2@40@B"), held(t, "2|-|y|2@40@B;1@30@A", "1|-|x|1@30@A"),
			[]string{"3|-|z|3@50@C;2@40@B"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			expect(t, feedsync.Merge(c.x, c.y).Item, c.want[0], c.want[1:]...)
			expect(t, feedsync.Merge(c.y, c.x).Item, c.want[0], c.want[1:]...)
		})
	}
}

// Read literally, an item is never compared with its own conflicts, so a
// version can linger that its own winner subsumes. Here it goes, on reading too.
func TestMergeDropsWhatLingers(t *testing.T) {
	const w, own, c = "3|-|w|3@42@A;2@38@B;1@33@A", "2|-|own|2@37@A;1@33@A", "2|-|c|2@37@C;1@33@A"
	for name, r := range map[string]rules.Result{
		"in the local item":    feedsync.Merge(held(t, w, own, c), held(t, w)),
		"in the incoming item": feedsync.Merge(held(t, w), held(t, w, own, c)),
		"on reading":           feedsync.Merge(nil, held(t, w, own, c)),
	} {
		t.Run(name, func(t *testing.T) {
			expect(t, r.Item, w, c)
			if !r.Changed {
				t.Error("nothing changed")
			}
		})
	}
}

// An item that is new here is what it is there.
func TestMergeOfANewItem(t *testing.T) {
	r := feedsync.Merge(nil, held(t, "2|-|w|2@40@A", "2|-|c|2@30@C"))
	expect(t, r.Item, "2|-|w|2@40@A", "2|-|c|2@30@C")
	if !r.Changed || len(r.Dropped) != 0 || len(r.Twice) != 0 {
		t.Errorf("changed %v, dropped %d, twice %d", r.Changed, len(r.Dropped), len(r.Twice))
	}
}

// What brings nothing leaves the very item, so that nothing needs writing.
func TestMergeThatChangesNothing(t *testing.T) {
	const w, c, d = "3|-|w|3@40@A;2@30@B", "2|-|c|2@30@C", "2|D|d|2@30@D"
	local := held(t, w, c, d)
	for name, incoming := range map[string]*item.Item{
		"itself":             local,
		"a copy":             held(t, w, c, d),
		"in another order":   held(t, w, d, c),
		"a part of it":       held(t, w, d),
		"what is subsumed":   held(t, "2|-|b|2@30@B"),
		"a poorer tombstone": held(t, w, "2|D||2@30@D"),
		"deleted written":    held(t, "3|U|w|3@40@A;2@30@B"),
	} {
		t.Run(name, func(t *testing.T) {
			if r := feedsync.Merge(local, incoming); r.Item != local || r.Changed || len(r.Dropped) != 0 {
				t.Errorf("changed %v, dropped %d: %s", r.Changed, len(r.Dropped), written(r.Item.Winner))
			}
		})
	}
}

// A version that the local item holds twice stands once afterwards.
func TestMergeUnitesEqualVersions(t *testing.T) {
	const w, c = "2|-|w|2@40@A", "2|-|c|2@30@C"
	r := feedsync.Merge(held(t, w, c, w, c), held(t, w))
	expect(t, r.Item, w, c)
	if !r.Changed {
		t.Error("nothing changed")
	}
}
