package storage

import (
	"encoding/json"
	"fmt"

	"crossfeed/engine/store"
)

// Edits implements store.Reader.
func (r *reader) Edits(limit int) ([]store.Edit, error) {
	return all(r, scanEdit, "SELECT key, at, what, undone, steps FROM edits ORDER BY key DESC LIMIT ?", max(limit, 0))
}

func scanEdit(row scanner) (e store.Edit, err error) {
	var steps string
	if err = row.Scan(&e.Key, (*instant)(&e.At), &e.What, &e.Undone, &steps); err == nil {
		e.Steps, err = decodeSteps(steps)
	}
	return e, err
}

// LastEdit implements store.Reader. SQLite remembers the last key that it assigned, so that
// keys are not reused.
func (r *reader) LastEdit() (key int64, err error) {
	err = r.one("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'edits'", nil, &key)
	return key, err
}

// PutEdit implements store.Writer.
func (w *writer) PutEdit(e store.Edit) (int64, error) {
	key, err := w.putEdit(e)
	return key, named(err, "noting what was done ("+e.What+")")
}

func (w *writer) putEdit(e store.Edit) (int64, error) {
	if err := w.checkSets(e.Steps); err != nil {
		return 0, err
	}
	steps, err := encodeSteps(e.Steps)
	if err != nil {
		return 0, err
	}
	if e.Key == 0 {
		const insert = "INSERT INTO edits (at, what, undone, steps) VALUES (?, ?, ?, ?)"
		return w.insert(store.NothingKey, insert, instant(e.At), e.What, e.Undone, steps)
	}
	const replace = "UPDATE edits SET at = ?, what = ?, undone = ?, steps = ? WHERE key = ?"
	return e.Key, w.execOne(store.NothingKey, store.ErrNoEdit, replace, instant(e.At), e.What, e.Undone, steps, e.Key)
}

// checkSets returns an error for a step whose list was never put, or whose library does not exist.
func (w *writer) checkSets(steps []store.Step) error {
	for i, s := range steps {
		if s.Library != 0 {
			if err := w.needLibrary(s.Library); err != nil {
				return err
			}
			continue
		}
		if i > 0 && s.Set == steps[i-1].Set {
			continue
		}
		var key int64
		if err := w.one("SELECT key FROM sets WHERE key = ?", args{s.Set}, &key); err != nil {
			return missingSet(err)
		}
	}
	return nil
}

// DropUndone implements store.Writer.
func (w *writer) DropUndone() error {
	var n int
	if err := w.one("SELECT count(*) FROM edits WHERE undone = 1", nil, &n); err != nil || n == 0 {
		return err
	}
	_, err := w.exec(store.NothingKey, "DELETE FROM edits WHERE undone = 1")
	return err
}

// step is a step in the JSON of an edit. Identities of versions are in base64; an empty Before
// and nil lists are omitted.
type step struct {
	Set    int64      `json:"set"`
	Item   string     `json:"item"`
	Before identity   `json:"before,omitzero"`
	After  identity   `json:"after"`
	Marked bool       `json:"marked,omitempty"`
	Opens  []identity `json:"opens,omitzero"`
	Leaves []identity `json:"leaves,omitzero"`
	Offers []identity `json:"offers,omitzero"`
	Name   string     `json:"name,omitempty"`
	Taken  bool       `json:"taken,omitempty"`
	// Library is set for a step that concerns no list.
	Library int64 `json:"library,omitempty"`
	// Display is how the list was shown.
	Display store.Display `json:"display,omitzero"`
}

func encodeSteps(steps []store.Step) (string, error) {
	all := make([]step, len(steps))
	for i, s := range steps {
		all[i] = step{s.Set, s.Item, s.Before, s.After, s.Flagged, identities(s.Opens), identities(s.Leaves), identities(s.Offers), s.Name, s.Taken, s.Library, s.Display}
	}
	text, err := json.Marshal(all)
	if err != nil {
		return "", fmt.Errorf("writing the steps of an edit: %w", err)
	}
	return string(text), nil
}

func decodeSteps(text string) ([]store.Step, error) {
	var all []step
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		return nil, fmt.Errorf("reading the steps of an edit: %w", err)
	}
	var steps []store.Step
	for _, s := range all {
		steps = append(steps, store.Step{
			Set: s.Set, Item: s.Item, Before: s.Before, After: s.After, Flagged: s.Marked,
			Opens: hashes(s.Opens), Leaves: hashes(s.Leaves), Offers: hashes(s.Offers), Name: s.Name, Taken: s.Taken, Library: s.Library, Display: s.Display,
		})
	}
	return steps, nil
}
