package incorporate

import (
	"errors"
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// lookUp reads an item; nil where there is none.
func lookUp(r store.ItemReader, set int64, id string) (*item.Item, error) {
	it, err := r.Item(set, id)
	if errors.Is(err, store.ErrNoItem) {
		return nil, nil
	}
	return it, err
}

// lacks tells whether the archive lacks one of the versions.
func lacks(r store.ArchiveReader, set int64, id string, versions []*item.Version) (bool, error) {
	if len(versions) == 0 {
		return false, nil
	}
	archive, err := r.Versions(set, id)
	if err != nil {
		return false, err
	}
	for _, v := range versions {
		if !archived(archive, v) {
			return true, nil
		}
	}
	return false, nil
}

// records are the incoming versions whose record one that stays may lack, and is then shown
// with (record.Complete): they belong in the archive, though the item was made from them.
func records(stays, incoming *item.Item) (all []*item.Version) {
	if !slices.ContainsFunc(stays.Versions(), record.Lacks) {
		return nil
	}
	for _, v := range incoming.Versions() {
		if !v.Deleted && record.Holds(v.Content) && !slices.ContainsFunc(stays.Versions(), v.Same) {
			all = append(all, v)
		}
	}
	return all
}

func archived(archive []store.Archived, v *item.Version) bool {
	identity := store.Identity(v)
	for _, a := range archive {
		if store.Identity(a.Version) == identity {
			return true
		}
	}
	return false
}
