package engine

import (
	"context"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// OutlineRow is an item of an ordered set in its place in the tree.
type OutlineRow struct {
	store.Row
	// Depth is 0 at the root.
	Depth int
	// Children tells how many rows stand directly in it.
	Children int
}

// Outline lists an ordered set as a person sees it: each item before those in it,
// deleted ones only where there is something to settle. What is in a deleted item
// stands where that stood, under the nearest ancestor that lives.
func (e *Engine) Outline(ctx context.Context, set string) ([]OutlineRow, error) {
	panic("to be written")
}

// Place puts items of an ordered set into another one, after one of its children, as
// one edit: parent "" is the root, after "" is first. The items keep the order in
// which they are given; what is in them comes along. What stands there already makes no
// update. The error wraps ErrInside where parent is in one of the items, and
// store.ErrNoItem where one is not there.
func (e *Engine) Place(ctx context.Context, set string, ids []string, parent, after string) error {
	panic("to be written")
}

// DeleteBranch deletes items with all that is in them, as one edit. The
// Outcome counts every item.
func (e *Engine) DeleteBranch(ctx context.Context, set string, ids []string) (Outcome, error) {
	panic("to be written")
}

// Spot is one item in the tree that a place is shown in.
type Spot struct{ ID, Title string }

// Whereabouts is where a place of an item is among the items as they now stand: what
// a small tree of it shows.
type Whereabouts struct {
	// Path are the ancestors, the outermost first; none at the root.
	Path []Spot
	// Before and After are the live siblings beside it, or zero at the ends.
	Before, After Spot
	// Gone tells that the parent is deleted, Absent that it is not there; Path then
	// leads to where the item is shown.
	Gone, Absent bool
	// Cycle is the item that this one stood in, directly, when each stood in the other,
	// or zero.
	Cycle Spot
}

// Whereabouts tells where places of an item are, each in the set as it now stands.
func (e *Engine) Whereabouts(ctx context.Context, set, id string, places ...item.Place) ([]Whereabouts, error) {
	panic("to be written")
}
