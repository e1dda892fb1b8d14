package memory

import (
	"crypto/sha256"
	"fmt"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// Offered implements store.OfferReader.
func (r *reader) Offered(set int64, id string) ([]*item.Version, error) {
	return r.state.list(set).offers[id], r.call()
}

// PutOffered implements store.OfferWriter.
func (w *writer) PutOffered(set int64, id string, versions [][sha256.Size]byte) error {
	if err := w.call(); err != nil {
		return err
	}
	if w.state.list(set).items[id] == nil {
		return fmt.Errorf("offering versions of item %s again: %w", id, store.ErrNoItem)
	}
	offered, err := w.state.list(set).archived(id, versions)
	if err != nil {
		return fmt.Errorf("offering versions of item %s again: %w", id, err)
	}
	l, err := w.own(set)
	if err != nil {
		return err
	}
	l.offers[id], w.changed = offered, true
	return nil
}

// archived finds versions of an item by their identities.
func (l *list) archived(id string, identities [][sha256.Size]byte) (found []*item.Version, err error) {
	versions := make(map[[sha256.Size]byte]*item.Version)
	for _, k := range l.archive[id] {
		versions[k.identity] = k.Version
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
