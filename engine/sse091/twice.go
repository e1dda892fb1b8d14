package sse091

import (
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// clashes lists what can only be when one endpoint identifier is in use twice: an
// endpoint gives no version of an item two updates.
func clashes(local, incoming *item.Item) []rules.Clash {
	var few [8]held
	all := few[:0]
	if local != nil {
		all = listed(append(all, held{local.Winner, false}), local, false)
	}
	all = listed(append(all, held{incoming.Winner, true}), incoming, true)
	slices.SortStableFunc(all, func(x, y held) int { return Compare(y.Version, x.Version) })
	return rules.Clashes(all)
}

// Told implements rules.Told.
func (h held) Told() (*item.Version, bool) { return h.Version, h.arrived }
