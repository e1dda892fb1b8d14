package incorporate

import (
	"errors"
	"slices"

	"crossfeed/engine/family"
	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
)

// merge merges an item with what is here of it, and keeps apart what two devices did under
// an identifier that this one had before.
func (r *reading) merge(now store.Reader, local, incoming *item.Item) (rules.Result, error) {
	parted, err := r.parted(now, local, incoming)
	if err != nil {
		return rules.Result{}, err
	}
	m := r.rules.Merge(parted, incoming)
	m.Changed = m.Changed || parted != local
	return m, nil
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

// Unknown reports whether an item says something that this store never had, wherever it may
// have it from: changes by this endpoint, or versions that it neither has nor had.
func Unknown(now store.Reader, set store.Set, by string, incoming *item.Item) (bool, error) {
	local, err := lookUp(now, set.Key, incoming.ID())
	if err != nil {
		return false, err
	}
	own := ownIn{now: now, source: Source{Set: set, By: by}, id: incoming.ID()}
	unmade := own.told().Unmade(local, incoming)
	if unmade || own.err != nil {
		return unmade, own.err
	}
	if local != nil && !family.Of(feed.Dialect(set.Dialect)).Merge(local, incoming).Changed {
		return false, nil
	}
	return lacks(now, set.Key, incoming.ID(), incoming.Versions())
}
