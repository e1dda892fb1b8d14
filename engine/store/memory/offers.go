package memory

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// Offered implements store.OfferReader.
func (r *reader) Offered(set int64, id string) ([]*item.Version, error) {
	l := r.state.list(set)
	if err := r.call(); err != nil {
		return nil, err
	}
	return l.archived(id, l.offers[id])
}

// PutOffered implements store.OfferWriter.
func (w *writer) PutOffered(set int64, id string, versions [][sha256.Size]byte) error {
	if err := w.call(); err != nil {
		return err
	}
	if w.state.list(set).items[id] == nil {
		return fmt.Errorf("offering versions of item %s again: %w", id, store.ErrNoItem)
	}
	if _, err := w.state.list(set).archived(id, versions); err != nil {
		return fmt.Errorf("offering versions of item %s again: %w", id, err)
	}
	l, err := w.own(set)
	if err != nil {
		return err
	}
	l.offers[id] = slices.Clone(versions)
	w.note(store.ListKey(set))
	return w.sort(set, id)
}

// archived finds versions of an item by their identities.
func (l *list) archived(id string, identities [][sha256.Size]byte) (found []*item.Version, err error) {
	versions := make(map[[sha256.Size]byte]*item.Version)
	completed := l.versions(id)
	for i, k := range l.archive[id] {
		versions[k.identity] = completed[i].Version
	}
	for _, identity := range identities {
		v, ok := versions[identity]
		if !ok {
			return nil, store.ErrNoVersion
		}
		found = append(found, v)
	}
	return found, nil
}
