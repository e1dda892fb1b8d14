package memory

import (
	"fmt"
	"slices"

	"crossfeed/engine/store"
)

// Edits implements store.JournalReader.
func (r *reader) Edits(limit int) ([]store.Edit, error) {
	newest := slices.Clone(r.state.edits)
	slices.Reverse(newest)
	return newest[:min(limit, len(newest))], r.call()
}

// PutEdit implements store.JournalWriter.
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

// refuseEdit tells why an edit cannot be put at an index.
func (s *state) refuseEdit(e store.Edit, at int) error {
	if e.Key != 0 && at < 0 {
		return store.ErrNoEdit
	}
	for _, step := range e.Steps {
		if _, ok := s.sets[step.Set]; !ok {
			return store.ErrNoSet
		}
	}
	return nil
}

// DropUndone implements store.JournalWriter.
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
