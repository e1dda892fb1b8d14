package storage

import (
	"fmt"
	"hash/crc32"
	"strings"

	"crossfeed/engine/store"
)

// mirrored is a table whose rows cannot be derived from anything else. The table copies has a
// second copy of each row.
type mirrored struct {
	table, key, columns, what string
	// changes returns the key of what a change of a row changes.
	changes func(key int64) store.Key
}

var (
	mirroredEndpoint      = mirrored{"endpoint", "one", "id, details", "what is known of this device", func(int64) store.Key { return store.DeviceKey }}
	mirroredSets          = mirrored{"sets", "key", setColumns, "a list", store.ListKey}
	mirroredSubscriptions = mirrored{"subscriptions", "key", subscriptionColumns + ", removed", "a subscription", store.SubscriptionKey}

	allMirrored = []mirrored{mirroredEndpoint, mirroredSets, mirroredSubscriptions}
)

// copiesSince is the migration that creates the table copies.
const copiesSince = 13

// differs returns an expression that is true if a row differs from its copy, or has none.
func (c mirrored) differs() string {
	return fmt.Sprintf("coalesce((SELECT c.row <> %s FROM copies c WHERE c.kind = '%s' AND c.key = %[2]s.%s), 1)", c.array(), c.table, c.key)
}

// array returns an expression for a row as JSON. A damaged row may contain bytes that JSON
// cannot represent.
func (c mirrored) array() string {
	names := strings.Split(c.columns, ", ")
	for i, name := range names {
		names[i] = fmt.Sprintf("iif(typeof(%[1]s.%[2]s) = 'blob', NULL, %[1]s.%[2]s)", c.table, name)
	}
	return "json_array(" + strings.Join(names, ", ") + ")"
}

// extracted returns expressions for the columns in a copy.
func (c mirrored) extracted() string {
	names := strings.Split(c.columns, ", ")
	for i, name := range names {
		names[i] = fmt.Sprintf("json_extract(row, '$[%d]') AS %s", i, name)
	}
	return strings.Join(names, ", ")
}

// copyRow copies a row that was put.
func (w *writer) copyRow(c mirrored, key int64) error {
	var row string
	if err := w.one(fmt.Sprintf("SELECT %s FROM %s WHERE %s = ?", c.array(), c.table, c.key), args{key}, &row); err != nil {
		return err
	}
	const put = "INSERT INTO copies (kind, key, row, sum) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET (row, sum) = (excluded.row, excluded.sum)"
	_, err := w.exec(c.changes(key), put, c.table, key, row, sumOfCopy(row))
	return err
}

// copyRows copies the rows that have no copy.
func (w *writer) copyRows() error {
	for _, c := range allMirrored {
		query := fmt.Sprintf("SELECT %s FROM %s WHERE %[1]s NOT IN (SELECT key FROM copies WHERE kind = ?)", c.key, c.table)
		keys, err := all(w.reader, scanKey, query, c.table)
		if err != nil {
			return err
		}
		for _, key := range keys {
			if err := w.copyRow(c, key); err != nil {
				return err
			}
		}
	}
	return nil
}

func sumOfCopy(row string) int64 { return int64(crc32.Checksum([]byte(row), castagnoli)) }

// isWholeCopy reports whether there is a copy of a row that matches its checksum.
func (r *reader) isWholeCopy(c mirrored, key int64) (bool, error) {
	type held struct {
		row string
		sum int64
	}
	scan := func(row scanner) (h held, _ error) {
		_ = row.Scan(&h.row, &h.sum) // what cannot be read is not whole
		return h, nil
	}
	found, err := all(r, scan, "SELECT row, sum FROM copies WHERE kind = ? AND key = ?", c.table, key)
	return len(found) == 1 && found[0].sum == sumOfCopy(found[0].row), err
}

// doubled reads rows of a table that has copies, and uses the copy of a damaged one. The query
// selects the key, the columns, and differs. room is the expected number of rows.
func doubled[T any](r *reader, c mirrored, columns string, scan func(scanner) (T, error), room int, query string, a ...any) ([]T, error) {
	type doubt struct {
		at  int
		key int64
		bad error
	}
	var doubts []doubt
	var key int64
	var differs bool
	values := make([]T, 0, room)
	var into []any // reused
	_, err := all(r, func(row scanner) (struct{}, error) {
		value, bad := scan(compared{row, &key, &differs, &into})
		if differs || bad != nil {
			doubts = append(doubts, doubt{len(values), key, bad})
		}
		values = append(values, value)
		return struct{}{}, nil
	}, query, a...)
	if err != nil {
		return nil, err
	}
	for _, d := range doubts {
		whole, err := r.isWholeCopy(c, d.key)
		if err != nil {
			return nil, err
		}
		if whole {
			query := fmt.Sprintf("SELECT key, %s FROM (SELECT key, %s FROM copies WHERE kind = ? AND key = ?)", columns, c.extracted())
			copies, err := all(r, scan, query, c.table, d.key)
			if err != nil {
				return nil, err
			}
			values[d.at], d.bad = copies[0], nil
		}
		if d.bad != nil {
			return nil, r.fail(damaged(r.store.path, d.bad))
		}
	}
	return values, nil
}

// compared scans a row and differs, and stores its key, the first column.
type compared struct {
	scanner
	key     *int64
	differs *bool
	into    *[]any
}

func (c compared) Scan(into ...any) error {
	*c.into = append(append((*c.into)[:0], into...), c.differs)
	err := c.scanner.Scan(*c.into...)
	*c.key = *into[0].(*int64)
	return err
}

// restoreCopies restores every row that differs from its copy, and deletes copies that are
// damaged themselves.
func (w *writer) restoreCopies() error {
	for _, c := range allMirrored {
		keys, err := all(w.reader, scanKey, "SELECT key FROM copies WHERE kind = ?", c.table)
		if err != nil {
			return err
		}
		for _, key := range keys {
			if err := w.restoreCopy(c, key); err != nil {
				return err
			}
		}
	}
	return w.copyRows()
}

func (w *writer) restoreCopy(c mirrored, key int64) error {
	whole, err := w.isWholeCopy(c, key)
	if err != nil {
		return err
	}
	if !whole {
		_, err := w.exec(c.changes(key), "DELETE FROM copies WHERE kind = ? AND key = ?", c.table, key)
		return err
	}
	const put = `INSERT OR REPLACE INTO %[1]s (%[2]s, %[3]s) SELECT key, %[4]s FROM copies c WHERE kind = ?1 AND key = ?2
		AND NOT EXISTS (SELECT 1 FROM %[1]s WHERE %[2]s = ?2 AND %[5]s = c.row)`
	_, err = w.execCount(c.changes(key), fmt.Sprintf(put, c.table, c.key, c.columns, c.extracted(), c.array()), c.table, key)
	return err
}

// copies compares the rows with their copies.
func (c *check) copies() error {
	for _, one := range allMirrored {
		differ, err := all(c.reader, scanKey, fmt.Sprintf("SELECT %s FROM %s WHERE %s", one.key, one.table, one.differs()))
		if err != nil {
			return err
		}
		lost, err := all(c.reader, scanKey, fmt.Sprintf("SELECT key FROM copies WHERE kind = ? AND key NOT IN (SELECT %s FROM %s)", one.key, one.table), one.table)
		if err != nil {
			return err
		}
		for range append(differ, lost...) {
			c.fault(store.Derived, 0, "", "%s is damaged", one.what)
		}
	}
	return nil
}
