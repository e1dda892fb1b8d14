package memory

import (
	"cmp"
	"fmt"
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// Taken implements store.ItemReader.
func (r *reader) Taken(set int64, id, by string) (taken bool, used int, err error) {
	_, taken = r.state.list(set).items[id]
	used, err = r.Used(set, id, by)
	return taken, used, err
}

// Item implements store.ItemReader.
func (r *reader) Item(set int64, id string) (*item.Item, error) {
	if err := r.call(); err != nil {
		return nil, err
	}
	if it, ok := r.state.list(set).items[id]; ok {
		return it, nil
	}
	return nil, fmt.Errorf("item %s: %w", id, store.ErrNoItem)
}

// Items implements store.ItemReader.
func (r *reader) Items(set int64, ids []string, visit func(string, *item.Item, error) error) error {
	if err := r.call(); err != nil {
		return err
	}
	for _, id := range ids {
		if it, ok := r.state.list(set).items[id]; ok {
			if err := visit(id, it, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// EachItem implements store.ItemReader.
func (r *reader) EachItem(set int64, visit func(*item.Item) error) error {
	if err := r.call(); err != nil {
		return err
	}
	l := r.state.list(set)
	for _, id := range l.order {
		it, ok := l.items[id]
		if !ok { // visit removed it
			continue
		}
		if err := visit(it); err != nil {
			return err
		}
	}
	return nil
}

// Versions implements store.ArchiveReader.
func (r *reader) Versions(set int64, id string) ([]store.Archived, error) {
	return r.state.list(set).versions(id), r.call()
}

// Newest implements store.ArchiveReader.
func (r *reader) Newest(set int64, id string, most, bytes int) (newest []store.Archived, n int, err error) {
	kept := r.state.list(set).archive[id]
	for _, k := range slices.Backward(kept[max(len(kept)-most, 0):]) {
		if bytes -= len(k.Version.Content.XML()); bytes < 0 && len(newest) > 0 {
			break
		}
		newest = append(newest, k.Archived)
	}
	slices.Reverse(newest)
	return newest, len(kept), r.call()
}

// Has implements store.ArchiveReader.
func (r *reader) Has(set int64, id string, update item.History) (bool, error) {
	return slices.ContainsFunc(r.state.list(set).archive[id], func(k archivedVersion) bool {
		top := k.Version.Top()
		return top.By == update.By && top.Sequence == update.Sequence && top.When.Equal(update.When)
	}), r.call()
}

// versions returns the archived versions of an item.
func (l *list) versions(id string) (found []store.Archived) {
	for _, k := range l.archive[id] {
		found = append(found, k.Archived)
	}
	return store.CompletedArchive(found)
}

// Used implements store.ArchiveReader.
func (r *reader) Used(set int64, id, by string) (used int, err error) {
	for _, a := range r.state.list(set).archive[id] {
		if top := a.Version.Top(); top.By == by {
			used = max(used, top.Sequence)
		}
	}
	return used, r.call()
}

// Made implements store.ArchiveReader.
func (r *reader) Made(set int64, by string) (map[string]int, error) {
	made := map[string]int{}
	for id, versions := range r.state.list(set).archive {
		for _, a := range versions {
			if top := a.Version.Top(); top.By == by {
				made[id] = max(made[id], top.Sequence)
			}
		}
	}
	return made, r.call()
}

// Places implements store.ItemReader.
func (r *reader) Places(set int64) ([]store.Placed, error) {
	return r.state.list(set).places(func(item.Place) bool { return true }), r.call()
}

// PlacesIn implements store.ItemReader.
func (r *reader) PlacesIn(set int64, parent string) ([]store.Placed, error) {
	in := func(p item.Place) bool { return p.Parent == parent }
	return r.state.list(set).places(in), r.call()
}

// places returns the positions that keep accepts, in the order of the items.
func (l *list) places(keep func(item.Place) bool) (all []store.Placed) {
	for _, id := range l.order {
		if v := l.items[id].Winner; keep(v.Place) {
			row, _ := l.row(id)
			all = append(all, store.Placed{ID: id, Place: v.Place, Deleted: v.Deleted, Gone: row.Gone()})
		}
	}
	return all
}

// Stamps implements store.ItemReader.
func (r *reader) Stamps(set int64) (all []store.Stamped, err error) { return r.StampsAfter(set, 0) }

// ReceivedAfter implements store.ItemReader.
func (r *reader) ReceivedAfter(set, stamp int64, from string) (ids []string, err error) {
	all, err := r.StampsAfter(set, stamp)
	l := r.state.list(set)
	for _, s := range all {
		winner := store.Identity(l.items[s.ID].Winner)
		for _, k := range l.archive[s.ID] {
			if k.identity == winner && k.Seen.From != "" && (from == "" || k.Seen.From == from) {
				ids = append(ids, s.ID)
			}
		}
	}
	return ids, err
}

// StampsAfter implements store.ItemReader.
func (r *reader) StampsAfter(set, after int64) (all []store.Stamped, err error) {
	for id, stamp := range r.state.list(set).stamps {
		if stamp > after {
			all = append(all, store.Stamped{ID: id, Stamp: stamp})
		}
	}
	slices.SortFunc(all, func(a, b store.Stamped) int { return cmp.Compare(a.Stamp, b.Stamp) })
	return all, r.call()
}
