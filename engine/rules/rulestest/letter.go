package rulestest

import (
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// ByTheLetter merges as SSE 0.93 §3.3 says it: what the other side subsumes goes, the
// local side's first, and no item is compared with its own conflicts.
func ByTheLetter(by rules.Rules, local, incoming *item.Item) *item.Item {
	if local == nil {
		return incoming
	}
	l := without(local.Versions(), incoming.Versions())
	all := append(l, without(incoming.Versions(), l)...)
	winner := slices.MaxFunc(all, by.Compare)
	return &item.Item{Winner: winner, Conflicts: slices.DeleteFunc(all, func(v *item.Version) bool { return v == winner })}
}

// ByTheLetter091 merges as SSE 0.91 §4.4 says it: the list is the winner's own, with the
// loser where the winner's history has another update in its place.
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

// without drops the versions that another side subsumes.
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
