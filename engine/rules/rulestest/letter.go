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
