package storage

import "crossfeed/engine/store"

// Decisions implements store.DecisionReader.
func (r *reader) Decisions(set int64, id string, limit int) ([]store.Decision, error) {
	query, values := askDecisions(set, id, limit)
	return all(r, scanDecision, query, values...)
}

// askDecisions is the query for decisions, and its values.
func askDecisions(set int64, id string, limit int) (query string, values args) {
	query = selectDecisions + " WHERE 1"
	if set != 0 {
		query, values = query+" AND set_key = ?", append(values, set)
	}
	if id != "" {
		query, values = query+" AND item = ?", append(values, id)
	}
	if limit <= 0 {
		limit = -1 // all
	}
	return query + " ORDER BY key DESC LIMIT ?", append(values, limit)
}

const selectDecisions = "SELECT key, edit, at, set_key, item, title, undone, details FROM decisions"

func scanDecision(row scanner) (d store.Decision, err error) {
	var text string
	err = row.Scan(&d.Key, &d.Edit, (*instant)(&d.At), &d.Set, &d.Item, &d.Title, &d.Undone, &text)
	if err != nil {
		return d, err
	}
	return d, decodeDetails(text, &d)
}

// PutDecision implements store.DecisionWriter.
func (w *writer) PutDecision(d store.Decision) (int64, error) {
	const insert = `INSERT INTO decisions (edit, at, set_key, item, title, undone, details)
		VALUES (?, ?, ?, ?, ?, ?, ?)`
	text, err := encodeDetails(d)
	if err != nil {
		return 0, err
	}
	key, err := w.insert(store.ListKey(d.Set), insert, d.Edit, instant(d.At), d.Set, d.Item, d.Title, d.Undone, text)
	return key, named(noSet(err), "noting what was decided about "+d.Item)
}

// MarkDecisions implements store.DecisionWriter.
func (w *writer) MarkDecisions(edit int64, undone bool, about ...store.Subject) error {
	if len(about) == 0 {
		return w.markDecisions(undone, "edit = ?", edit)
	}
	for _, s := range about {
		if err := w.markDecisions(undone, "edit = ? AND set_key = ? AND item = ?", edit, s.Set, s.Item); err != nil {
			return err
		}
	}
	return nil
}

// markDecisions marks those that a condition finds, where they are not marked so.
func (w *writer) markDecisions(undone bool, where string, values ...any) error {
	where += " AND undone <> ?"
	values = append(values, undone)
	sets, err := all(w.reader, scanKey, "SELECT DISTINCT set_key FROM decisions WHERE "+where, values...)
	for _, set := range sets {
		if err == nil {
			_, err = w.exec(store.ListKey(set), "UPDATE decisions SET undone = ? WHERE "+where+" AND set_key = ?", append(append(args{undone}, values...), set)...)
		}
	}
	return err
}
