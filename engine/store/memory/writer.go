package memory

import (
	"fmt"
	"slices"

	"crossfeed/engine/store"
)

// writer changes a state of its own, which becomes everybody's or is dropped.
type writer struct {
	*reader
	// changes is what changed; bookkeeping alone, too, is something to commit.
	changes map[store.Key]bool
	// owned has the lists that the update copied and may change, ownContent and ownTree
	// what it copied of libraries and of published folders.
	owned, ownContent, ownTree map[int64]bool
}

var _ store.Writer = (*writer)(nil)

func newWriter(r *reader) *writer {
	return &writer{reader: r, changes: make(map[store.Key]bool), owned: make(map[int64]bool), ownContent: make(map[int64]bool), ownTree: make(map[int64]bool)}
}

func (w *writer) note(changes store.Key) { w.changes[changes] = true }

// PutDevice implements store.EndpointWriter.
func (w *writer) PutDevice(d store.Device) error {
	if err := w.call(); err != nil {
		return err
	}
	d.Former = slices.Clone(d.Former)
	w.state.device = d
	w.note(store.DeviceKey)
	return nil
}

// PutSet implements store.SetWriter.
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

// taken tells whether another set that is not deleted has the name.
func (s *state) taken(set store.Set) bool {
	for key, other := range s.sets {
		if key != set.Key && other.Name == set.Name && !other.Deleted {
			return true
		}
	}
	return false
}
