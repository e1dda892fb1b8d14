package storage

import "crossfeed/engine/store"

const selectRows = `SELECT i.id, i.title, i.deleted, i.conflicts, i.updates, i.at, i."by" FROM items i
	WHERE i.set_key = ? AND (i.deleted AND i.conflicts = 0) = ? AND (i.conflicts > 0 OR NOT ?)`

// Rows implements store.ItemReader.
func (r *reader) Rows(set int64, q store.Query) ([]store.Row, error) {
	query, values := selectRows, []any{set, q.Deleted, q.ToSettle}
	if q.Search != "" {
		query += ` AND instr((SELECT text FROM searchable WHERE item = i.key), ?) > 0`
		values = append(values, store.Fold(q.Search))
	}
	return all(r, scanRow, query+" ORDER BY i.key", values...)
}

func scanRow(row scanner) (s store.Row, err error) {
	err = row.Scan(&s.ID, &s.Title, &s.Deleted, &s.Conflicts, &s.Updates, (*instant)(&s.When), &s.By)
	return s, err
}
