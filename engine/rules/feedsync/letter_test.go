package feedsync_test

import (
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/item"
	"crossfeed/engine/rules/feedsync"
)

// Endpoints that leave their own versions open, as the specification allows, lose none of them
// if all merge as we do: whatever an item lists is open.
func TestNoEditIsLostWhereNobodyGuards(t *testing.T) {
	check(t, 80, kind{literal: true}, func(m *mesh) {
		m.gossip()
		m.ExpectAgreement()
		m.Edits.ExpectKnown(m.T, m.Endpoints[0].Item.Versions())
	})
}

// If some endpoints edit and merge literally by the specification, the others agree, and lose
// none of their edits unless one of the former made another version from it and lost that.
func TestNoEditOfOursIsLostAmongEndpointsThatMergeByTheLetter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := newMesh(t, kind{foreign: 1 + rapid.IntRange(0, 2).Draw(t, "foreign")})
		m.run(80)
		m.gossip()
		m.gossip()
		first := m.Endpoints[0].Item
		for _, e := range m.ours()[1:] {
			m.ExpectLaw("agreed", e.Item, first)
		}
		known := append(first.Versions(), m.lostByTheLetter(first)...)
		for n := range m.Edits {
			if !m.foreignEdits[n] && !m.Edits.Knows(known, strconv.Itoa(n)) {
				m.T.Fatalf("edit %d is lost:\n%s", n, listing(first))
			}
		}
	})
}

// lostByTheLetter returns the versions of endpoints that follow the specification literally
// which an item does not contain.
func (m *mesh) lostByTheLetter(it *item.Item) (lost []*item.Version) {
	for _, state := range m.States {
		v := state.Winner
		if n, err := strconv.Atoi(v.Title()); err == nil && m.foreignEdits[n] && !m.Edits.Knows(it.Versions(), v.Title()) {
			lost = append(lost, v)
		}
	}
	return lost
}

// The laws hold for the items of such endpoints.
func TestMergeLawsWhereNobodyGuards(t *testing.T) {
	check(t, 80, kind{literal: true}, func(m *mesh) {
		for range 10 {
			m.expectLaws(m.State(), m.State(), m.State())
		}
	})
}

// A merge is commutative and idempotent for any documents.
func TestMergeLawsOnAnyDocuments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for range 20 {
			x, y := anyItem(t), anyItem(t)
			xy, yx := feedsync.Merge(x, y).Item, feedsync.Merge(y, x).Item
			expectEqual(t, "commutative", xy, yx)
			expectEqual(t, "idempotent", feedsync.Merge(xy, xy).Item, xy)
			expectEqual(t, "on reading", feedsync.Merge(nil, x).Item, feedsync.Merge(x, x).Item)
		}
	})
}

func expectEqual(t *rapid.T, law string, got, want *item.Item) {
	t.Helper()
	if got, want := sorted(got), sorted(want); !slices.Equal(got, want) {
		t.Fatalf("not %s:\n%q\n%q", law, got, want)
	}
}

// sorted returns an item's versions, the winner first. The data of tombstones is ignored.
func sorted(it *item.Item) []string {
	all := []string{vectorVersion(it.Winner)}
	for _, v := range it.Conflicts {
		all = append(all, vectorVersion(v))
	}
	slices.Sort(all[1:])
	return all
}

// anyItem generates an item that any program might write: truncated and false histories,
// repeated numbers, and conflicts inside conflicts.
func anyItem(t *rapid.T) *item.Item {
	draw := func(n int, label string) int { return rapid.IntRange(0, n-1).Draw(t, label) }
	one := func() *item.Version {
		v := &item.Version{ID: id, Updates: 1 + draw(4, "updates"), Deleted: draw(8, "deleted") == 0}
		v.Content = item.Plain(string(rune('a'+draw(2, "title"))), "")
		for range 1 + draw(3, "entries") {
			h := item.History{Sequence: 1 + draw(4, "sequence"), By: []string{"", "A", "B", "C"}[draw(4, "by")]}
			if h.By == "" || draw(4, "dated") > 0 {
				h.When = item.At(unix(1 + draw(3, "when")))
			}
			v.History = append(v.History, h)
		}
		return v
	}
	it := &item.Item{Winner: one()}
	for n := range draw(4, "conflicts") {
		it.Conflicts, it.Nested = append(it.Conflicts, one()), append(it.Nested, draw(n+1, "within"))
	}
	return it
}
