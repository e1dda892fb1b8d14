package memory

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// LastEdit implements store.Reader.
func (r *reader) LastEdit() (int64, error) { return r.state.lastEdit, r.call() }

// Decisions implements store.Reader.
func (r *reader) Decisions(set int64, id string, limit int) (found []store.Decision, err error) {
	for _, d := range slices.Backward(r.state.decisions) {
		if (set == 0 || d.Set == set) && (id == "" || d.Item == id) && (limit <= 0 || len(found) < limit) {
			found = append(found, d)
		}
	}
	return found, r.call()
}

// PutDecision implements store.Writer.
func (w *writer) PutDecision(d store.Decision) (int64, error) {
	if err := w.call(); err != nil {
		return 0, err
	}
	if _, ok := w.state.sets[d.Set]; !ok {
		return 0, fmt.Errorf("noting what was decided about %s: %w", d.Item, store.ErrNoSet)
	}
	d.Key = w.state.newKey()
	d.Versions, d.Fields = slices.Clone(d.Versions), slices.Clone(d.Fields)
	w.state.decisions = append(w.state.decisions, d)
	w.note(store.ListKey(d.Set))
	return d.Key, nil
}

// MarkDecisions implements store.Writer.
func (w *writer) MarkDecisions(edit int64, undone bool, about ...store.Subject) error {
	if err := w.call(); err != nil {
		return err
	}
	for i, d := range w.state.decisions {
		meant := len(about) == 0 || slices.Contains(about, store.Subject{Set: d.Set, Item: d.Item})
		if d.Edit == edit && d.Undone != undone && meant {
			w.state.decisions[i].Undone = undone
			w.note(store.ListKey(d.Set))
		}
	}
	return nil
}

// Edits implements store.Reader.
func (r *reader) Edits(limit int) ([]store.Edit, error) {
	newest := slices.Clone(r.state.edits)
	slices.Reverse(newest)
	return newest[:min(limit, len(newest))], r.call()
}

// PutEdit implements store.Writer.
func (w *writer) PutEdit(e store.Edit) (int64, error) {
	if err := w.call(); err != nil {
		return 0, err
	}
	at := slices.IndexFunc(w.state.edits, func(o store.Edit) bool { return o.Key == e.Key })
	if err := w.state.refuseEdit(e, at); err != nil {
		return 0, fmt.Errorf("noting what was done (%s): %w", e.What, err)
	}
	e.Steps = slices.Clone(e.Steps)
	if e.Key == 0 {
		e.Key = w.state.newKey()
		w.state.edits, w.state.lastEdit = append(w.state.edits, e), e.Key
	} else {
		w.state.edits[at] = e
	}
	w.note(store.NothingKey)
	return e.Key, nil
}

// refuseEdit returns an error if an edit cannot be stored at an index.
func (s *state) refuseEdit(e store.Edit, at int) error {
	if e.Key != 0 && at < 0 {
		return store.ErrNoEdit
	}
	for _, step := range e.Steps {
		if step.Library != 0 {
			if s.library(step.Library) < 0 {
				return store.ErrNoLibrary
			}
			continue
		}
		if _, ok := s.sets[step.Set]; !ok {
			return store.ErrNoSet
		}
	}
	return nil
}

// DropUndone implements store.Writer.
func (w *writer) DropUndone() error {
	if err := w.call(); err != nil {
		return err
	}
	kept := slices.DeleteFunc(w.state.edits, func(e store.Edit) bool { return e.Undone })
	if len(kept) < len(w.state.edits) {
		w.note(store.NothingKey)
	}
	w.state.edits = kept
	return nil
}

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

// archived returns the versions of an item that have the given identities.
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
