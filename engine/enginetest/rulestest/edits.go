package rulestest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// Edits are the numbers of all edits made in a mesh. The text of a version lists the numbers
// of the edits that it is based on; its title is its own number. So its true past travels in
// the data, independent of the history that the rules manage.
type Edits []string

// Text returns the content of a new edit based on those versions.
func (e *Edits) Text(from []*item.Version) *item.Content {
	past := known(from)
	number := fmt.Sprint(len(*e))
	*e = append(*e, number)
	return item.Plain(number, strings.Join(slices.Sorted(maps.Keys(past)), " "))
}

// ExpectKnown fails the test if an edit is in the past of none of the versions.
func (e *Edits) ExpectKnown(t *rapid.T, versions []*item.Version) {
	t.Helper()
	edits := known(versions)
	for _, edit := range *e {
		if !edits[edit] {
			t.Fatalf("edit %s of %d is lost", edit, len(*e))
		}
	}
}

// Knows reports whether one of the versions is an edit, or is based on it.
func (e *Edits) Knows(versions []*item.Version, edit string) bool { return known(versions)[edit] }

// PastOf returns the edits that a version is based on, including its own.
func PastOf(v *item.Version) []string {
	return append(strings.Fields(v.Content.Text()), v.Title())
}

// known returns the edits in the past of any of the versions.
func known(versions []*item.Version) map[string]bool {
	edits := make(map[string]bool)
	for _, v := range versions {
		for _, edit := range PastOf(v) {
			edits[edit] = true
		}
	}
	return edits
}

// ByTheLetter merges exactly as SSE 0.93 §3.3 says: versions that the other side subsumes are
// dropped, the local side's first, and no item is compared with its own conflicts.
func ByTheLetter(by rules.Rules, local, incoming *item.Item) *item.Item {
	if local == nil {
		return incoming
	}
	l := without(local.Versions(), incoming.Versions())
	all := append(l, without(incoming.Versions(), l)...)
	winner := slices.MaxFunc(all, by.Compare)
	return &item.Item{Winner: winner, Conflicts: slices.DeleteFunc(all, func(v *item.Version) bool { return v == winner })}
}

// ByTheLetter091 merges exactly as SSE 0.91 §4.4 says: the list is the winner's own, plus the
// loser if the winner's history has another update at its position.
func ByTheLetter091(by rules.Rules, local, incoming *item.Item) *item.Item {
	if local == nil {
		return incoming
	}
	winner, loser := local, incoming.Winner
	if by.Compare(incoming.Winner, local.Winner) > 0 {
		winner, loser = incoming, local.Winner
	}
	n := winner.Winner.Updates - loser.Updates
	if n >= len(winner.Winner.History) {
		return winner
	}
	if nth := winner.Winner.History[n]; nth.By == loser.Top().By && nth.When.Equal(loser.Top().When) {
		return winner
	}
	conflicts := slices.DeleteFunc(slices.Clone(winner.Conflicts), func(c *item.Version) bool { return c.Top().By == loser.Top().By })
	return &item.Item{Winner: winner.Winner, Conflicts: append(conflicts, loser), Flagged: true}
}

// without drops the versions of outer that inner subsumes.
func without(outer, inner []*item.Version) []*item.Version {
	return slices.DeleteFunc(outer, func(x *item.Version) bool {
		hx := x.Top()
		return slices.ContainsFunc(inner, func(y *item.Version) bool {
			return slices.ContainsFunc(y.History, func(hy item.History) bool {
				return hy.By == hx.By && (hx.By != "" && hy.Sequence >= hx.Sequence || hy.Sequence == hx.Sequence && hy.When.Equal(hx.When))
			})
		})
	})
}

// ExpectPublishers compares whose publisher-specific data the versions of an item carry.
func ExpectPublishers(t testing.TB, it *item.Item, winner, conflict string) {
	t.Helper()
	if it.Winner.Publisher != winner {
		t.Errorf("the winner has %q, want %q", it.Winner.Publisher, winner)
	}
	for _, v := range it.Conflicts {
		if v.Publisher != conflict {
			t.Errorf("the conflict has %q, want %q", v.Publisher, conflict)
		}
	}
}

// From changes the item to what a publisher writes, and returns it.
func From(publisher string, it *item.Item) *item.Item {
	for _, v := range it.Versions() {
		v.Publisher = publisher
	}
	return it
}
