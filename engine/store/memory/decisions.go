package memory

import (
	"fmt"
	"slices"

	"crossfeed/engine/store"
)

// LastEdit implements store.JournalReader.
func (r *reader) LastEdit() (int64, error) { return r.state.lastEdit, r.call() }

// Decisions implements store.DecisionReader.
func (r *reader) Decisions(set int64, id string, limit int) (found []store.Decision, err error) {
	for _, d := range slices.Backward(r.state.decisions) {
		if (set == 0 || d.Set == set) && (id == "" || d.Item == id) && (limit <= 0 || len(found) < limit) {
			found = append(found, d)
		}
	}
	return found, r.call()
}

// PutDecision implements store.DecisionWriter.
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

// MarkDecisions implements store.DecisionWriter.
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
