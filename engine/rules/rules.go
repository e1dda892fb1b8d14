package rules

import "crossfeed/engine/item"

// Rules are those of one family over items. They are pure: no clock, no
// randomness, no input or output, and nothing that is passed in is ever changed.
type Rules interface {
	// Create makes a new item (SSE 0.93 §3.1, SSE 0.91 §4.1).
	Create(id string, c Change, noConflicts bool, s Stamp) (*item.Item, error)
	// Update changes, deletes or un-deletes an item. In SSE 0.93 it takes no
	// conflict into account (§3.2); in SSE 0.91 every update settles all there are
	// (§4.2 step 4).
	Update(it *item.Item, c Change, s Stamp) (*item.Item, error)
	// Resolve is an update that takes conflicts into account, by their indexes in
	// it.Conflicts (SSE 0.93 §3.4). In SSE 0.91 these have to be all.
	Resolve(it *item.Item, c Change, taken []int, s Stamp) (*item.Item, error)
	// Merge incorporates an incoming item into the local one, which is nil where the
	// item is new here (SSE 0.93 §3.3, SSE 0.91 §4.4).
	Merge(local, incoming *item.Item) Result
	// Incorporated tells whether an incoming item brings nothing.
	Incorporated(local, incoming *item.Item) bool
	// Compare orders the versions of an item by the keys that pick the winner: it is
	// positive where x wins over y.
	Compare(x, y *item.Version) int
	// Bound lists the conflicts that a settling by an endpoint has to take into
	// account, as ascending indexes into it.Conflicts: its own in SSE 0.93, all in
	// SSE 0.91.
	Bound(it *item.Item, by string) []int
}
