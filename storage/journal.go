package storage

import "crossfeed/engine/store"

// Edits implements store.JournalReader.
func (r *reader) Edits(limit int) ([]store.Edit, error) {
	edits, err := all(r, scanEdit, "SELECT key, at, what, undone FROM edits ORDER BY key DESC LIMIT ?", max(limit, 0))
	if err != nil {
		return nil, err
	}
	for i := range edits {
		const query = `SELECT set_key, item, before, after FROM steps WHERE edit = ? ORDER BY position`
		if edits[i].Steps, err = all(r, scanStep, query, edits[i].Key); err != nil {
			return nil, err
		}
	}
	return edits, nil
}

func scanEdit(row scanner) (e store.Edit, err error) {
	err = row.Scan(&e.Key, (*instant)(&e.At), &e.What, &e.Undone)
	return e, err
}

func scanStep(row scanner) (s store.Step, err error) {
	var before, after []byte
	err = row.Scan(&s.Set, &s.Item, &before, &after)
	copy(s.Before[:], before)
	copy(s.After[:], after)
	return s, err
}

// PutEdit implements store.JournalWriter.
func (w *writer) PutEdit(e store.Edit) (int64, error) {
	key, err := w.putEdit(e)
	return key, named(err, "noting what was done ("+e.What+")")
}

func (w *writer) putEdit(e store.Edit) (key int64, err error) {
	// A step whose set is missing is found before anything is written: what
	// comes with an error that callers decide on must not stay.
	for i, s := range e.Steps {
		if i > 0 && s.Set == e.Steps[i-1].Set {
			continue
		}
		if err := w.one("SELECT key FROM sets WHERE key = ?", args{s.Set}, &key); err != nil {
			return 0, missingSet(err)
		}
	}
	if e.Key == 0 {
		key, err = lastKey(w.exec("INSERT INTO edits (at, what, undone) VALUES (?, ?, ?)", instant(e.At), e.What, e.Undone))
	} else {
		key, err = e.Key, w.clearEdit(e)
	}
	if err != nil {
		return 0, err
	}
	return key, w.putSteps(key, e.Steps)
}

// clearEdit replaces an edit by one without steps.
func (w *writer) clearEdit(e store.Edit) error {
	err := w.execOne(store.ErrNoEdit, "UPDATE edits SET at = ?, what = ?, undone = ? WHERE key = ?", instant(e.At), e.What, e.Undone, e.Key)
	if err != nil {
		return err
	}
	_, err = w.exec("DELETE FROM steps WHERE edit = ?", e.Key)
	return err
}

func (w *writer) putSteps(edit int64, steps []store.Step) error {
	for i, s := range steps {
		if _, err := w.exec("INSERT INTO steps VALUES (?, ?, ?, ?, ?, ?)", edit, i, s.Set, s.Item, s.Before[:], s.After[:]); err != nil {
			return err
		}
	}
	return nil
}

// DropUndone implements store.JournalWriter.
func (w *writer) DropUndone() error {
	var n int
	if err := w.one("SELECT count(*) FROM edits WHERE undone = 1", nil, &n); err != nil || n == 0 {
		return err
	}
	_, err := w.exec("DELETE FROM edits WHERE undone = 1")
	return err
}
