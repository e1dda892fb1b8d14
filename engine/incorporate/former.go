package incorporate

import (
	"errors"
	"slices"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
)

// merge merges an item with what is here of it, and keeps apart what two devices did under
// an identifier that this one had before. anew tells that what was made here was said anew.
func (r *reading) merge(now store.Reader, local, incoming *item.Item) (m rules.Result, anew bool, err error) {
	parted, err := r.parted(now, local, incoming)
	if err != nil {
		return m, false, err
	}
	m, anew = r.rules.Merge(parted, incoming), parted != local
	m.Changed = m.Changed || anew
	return m, anew, nil
}

// parted is the local item as trust.Own.Parted leaves it. The archive is asked only where a
// former identifier stands in what came in.
func (r *reading) parted(now store.Reader, local, incoming *item.Item) (*item.Item, error) {
	former := slices.DeleteFunc(slices.Clone(r.source.Former), func(by string) bool { return !changedBy(incoming, by, nil) })
	if local == nil || len(former) == 0 {
		return local, nil
	}
	own := ownIn{now: now, source: r.source, id: local.ID()}
	return own.told().Parted(former, local, incoming, own.used), own.err
}

// used is the greatest sequence that this endpoint ever had for the item.
func (o *ownIn) used() int {
	n, err := o.now.Used(o.source.Set.Key, o.id, o.source.By)
	o.err = errors.Join(o.err, err)
	return n
}

// News is what items say that a store never had, wherever it may have it from.
type News struct {
	// Unmade tells of changes by this endpoint that it never made, Unknown of versions that
	// the store neither has nor had.
	Unmade, Unknown bool
}

// Add notes what an item says to the endpoint by.
func (n *News) Add(now store.Reader, set store.Set, by string, incoming *item.Item) error {
	local, err := lookUp(now, set.Key, incoming.ID())
	if err != nil {
		return err
	}
	own := ownIn{now: now, source: Source{Set: set, By: by}, id: incoming.ID()}
	unmade := own.told().Unmade(local, incoming)
	if own.err != nil {
		return own.err
	}
	n.Unmade = n.Unmade || unmade
	if n.Unknown || local != nil && !feed.RulesOf(feed.Dialect(set.Dialect)).Merge(local, incoming).Changed {
		return nil
	}
	n.Unknown, err = lacks(now, set.Key, incoming.ID(), incoming.Versions())
	return err
}
