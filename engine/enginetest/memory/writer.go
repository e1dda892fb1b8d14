package memory

import (
	"errors"
	"fmt"
	"slices"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// writer changes its own copy of the state, which is committed or discarded.
type writer struct {
	*reader
	// changes are the keys that changed. Changes of bookkeeping alone must be committed, too.
	changes map[store.Key]bool
	// owned has the lists that the update has copied and may change, ownContent and ownTree
	// the copied libraries and published folders.
	owned, ownContent, ownTree map[int64]bool
}

var _ store.Writer = (*writer)(nil)

func newWriter(r *reader) *writer {
	return &writer{reader: r, changes: make(map[store.Key]bool), owned: make(map[int64]bool), ownContent: make(map[int64]bool), ownTree: make(map[int64]bool)}
}

func (w *writer) note(changes store.Key) { w.changes[changes] = true }

// PutDevice implements store.Writer.
func (w *writer) PutDevice(d store.Device) error {
	if err := w.call(); err != nil {
		return err
	}
	d.Former = slices.Clone(d.Former)
	w.state.device = d
	w.note(store.DeviceKey)
	return nil
}

// PutSet implements store.Writer.
func (w *writer) PutSet(s store.Set) (int64, error) {
	if err := w.call(); err != nil {
		return 0, err
	}
	if _, ok := w.state.sets[s.Key]; s.Key != 0 && !ok {
		return 0, fmt.Errorf("saving the list %s: %w", s.Name, store.ErrNoSet)
	}
	if !s.Deleted && w.state.taken(s) {
		return 0, fmt.Errorf("saving the list %s: %w", s.Name, store.ErrNameTaken)
	}
	if s.Key == 0 {
		s.Key = w.state.newKey()
		w.state.lists[s.Key] = newList()
	}
	w.state.sets[s.Key] = s
	w.note(store.ListKey(s.Key))
	return s.Key, nil
}

// taken reports whether the name belongs to another list that is not deleted.
func (s *state) taken(set store.Set) bool {
	for key, other := range s.sets {
		if key != set.Key && other.Name == set.Name && !other.Deleted {
			return true
		}
	}
	return false
}

// PutItem implements store.ItemWriter.
func (w *writer) PutItem(set int64, it *item.Item, seen store.Seen) error {
	l, err := w.own(set)
	if err != nil {
		return fmt.Errorf("saving item %s: %w", it.ID(), err)
	}
	for _, v := range it.Versions() {
		w.archive(l, v, seen)
		l.hold(v)
	}
	if _, ok := l.items[it.ID()]; !ok {
		l.order = append(l.order, it.ID())
	}
	if l.hidden[it.ID()] != store.Identity(it.Winner) {
		delete(l.hidden, it.ID())
	}
	l.items[it.ID()] = it
	w.state.stamp = store.NextStamp(w.state.stamp, seen.At)
	l.stamps[it.ID()] = w.state.stamp
	w.note(store.ListKey(set))
	return w.sort(set, it.ID())
}

// PutArchive implements store.ItemWriter.
func (w *writer) PutArchive(set int64, v *item.Version, seen store.Seen) error {
	l, err := w.own(set)
	if err != nil {
		return fmt.Errorf("archiving a version of item %s: %w", v.ID, err)
	}
	w.archive(l, v, seen)
	w.note(store.ListKey(set))
	return w.sort(set, v.ID)
}

// sort completes the versions of an item with records that they lack, if there are any, and
// sorts them.
func (w *writer) sort(set int64, id string) error {
	l := w.state.lists[set]
	delete(l.sorted, id)
	it := l.items[id]
	if it != nil {
		it = store.Completed(store.Supplied(it, l.versions(id)), l.versions(id))
		l.items[id] = it
	}
	if it == nil || len(it.Conflicts)+len(l.offers[id]) == 0 {
		return nil
	}
	reopened, err := l.archived(id, l.offers[id])
	if reopened = ancestry.Reopened(it, reopened); err == nil {
		l.sorted[id], err = ancestry.SortVersions(it, reopened, func() (ancestry.Base, error) {
			return w.state.sets[set].Original(it, reopened, l.versions(id)), nil
		})
	}
	return err
}

// RemoveItem implements store.ItemWriter.
func (w *writer) RemoveItem(set int64, id string) error {
	l, err := w.own(set)
	if err == nil && l.items[id] == nil || errors.Is(err, store.ErrNoSet) {
		err = store.ErrNoItem
	}
	if err != nil {
		return fmt.Errorf("removing item %s: %w", id, err)
	}
	delete(l.items, id)
	delete(l.offers, id)
	delete(l.sorted, id)
	delete(l.stamps, id)
	delete(l.hidden, id)
	l.order = slices.DeleteFunc(slices.Clone(l.order), func(other string) bool { return other == id })
	w.note(store.ListKey(set))
	return nil
}

// HideDeleted implements store.ItemWriter.
func (w *writer) HideDeleted(set int64, ids ...string) error {
	l, err := w.own(set)
	if errors.Is(err, store.ErrNoSet) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, id := range ids {
		if l.items[id] == nil {
			continue
		}
		if row, _ := l.row(id); row.Gone() {
			l.hidden[id] = store.Identity(l.items[id].Winner)
		}
	}
	w.note(store.ListKey(set))
	return nil
}

// own starts a call that changes a list, and returns the list to modify.
func (w *writer) own(set int64) (*list, error) {
	if err := w.call(); err != nil {
		return nil, err
	}
	if _, ok := w.state.lists[set]; !ok {
		return nil, store.ErrNoSet
	}
	if !w.owned[set] {
		w.owned[set] = true
		w.state.lists[set] = w.state.lists[set].clone()
	}
	return w.state.lists[set], nil
}

// archive adds a version to the archive, unless it is there already.
func (w *writer) archive(l *list, v *item.Version, seen store.Seen) {
	k := archivedVersion{store.Identity(v), store.Archived{Version: v, Seen: seen}}
	there := l.archive[v.ID]
	if !slices.ContainsFunc(there, func(o archivedVersion) bool { return o.identity == k.identity }) {
		l.archive[v.ID] = append(slices.Clip(there), k)
		if v.Top().By != "" {
			w.note(store.MakersKey)
		}
	}
}

// hold updates an archived version with the item's values of the fields in which equal
// versions may differ.
func (l *list) hold(v *item.Version) {
	there, identity := slices.Clone(l.archive[v.ID]), store.Identity(v)
	at := slices.IndexFunc(there, func(o archivedVersion) bool { return o.identity == identity })
	if there[at].Version == v {
		return
	}
	held := *there[at].Version
	held.Place, held.Resolved, held.Missing, held.Digest = v.Place, v.Resolved, v.Missing, v.Digest
	there[at].Version = &held
	l.archive[v.ID] = there
}
