package storage

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// factColumns are the columns of an item that depend on its record.
const factColumns = `facts, uid, open, day, parent, alarms, place`

// factValues are the values of factColumns.
func factValues(r store.Row) args {
	return args{encodeFacts(r.Facts), r.UID, r.Open(), store.Day(r.Due), r.Parent, r.Alarms, sql.NullInt64{Int64: r.Order, Valid: r.Ordered}}
}

// between separates the parts of a text of facts. XML cannot contain it, so no part does.
const between = "\x00"

// The letters of boolean facts.
const (
	done, cancelled, ordered, alarms, repeats, feed = "d", "c", "o", "a", "r", "f"
)

// encodeFacts returns the text of facts. With one column for each, reading lists would take
// three times as long.
func encodeFacts(f record.Facts) string {
	if f.Kind == record.Note {
		return ""
	}
	so := letter(done, f.Done) + letter(cancelled, f.Cancelled) + letter(ordered, f.Ordered) +
		letter(alarms, f.Alarms) + letter(repeats, f.Repeats) + letter(feed, f.Feed)
	parts := []string{string(f.Kind), f.UID, so, f.Due, f.Start, strconv.Itoa(f.Priority), strconv.FormatInt(f.Order, 10), f.Parent}
	return strings.Join(append(parts, f.Tags...), between)
}

func letter(l string, so bool) string {
	if so {
		return l
	}
	return ""
}

func decodeFacts(text string) (record.Facts, error) {
	if text == "" {
		return record.Facts{Kind: record.Note}, nil
	}
	const fixed = 8
	p := strings.Split(text, between)
	if len(p) < fixed {
		return record.Facts{}, fmt.Errorf("reading facts: %d parts", len(p))
	}
	so := func(l string) bool { return strings.Contains(p[2], l) }
	f := record.Facts{
		Kind: record.Kind(p[0]), UID: p[1], Due: p[3], Start: p[4], Parent: p[7],
		Done: so(done), Cancelled: so(cancelled), Ordered: so(ordered), Alarms: so(alarms), Repeats: so(repeats), Feed: so(feed),
	}
	if len(p) > fixed {
		f.Tags = p[fixed:]
	}
	var errPriority, errOrder error
	f.Priority, errPriority = strconv.Atoi(p[5])
	f.Order, errOrder = strconv.ParseInt(p[6], 10, 64)
	return f, errors.Join(errPriority, errOrder)
}

// putTags replaces the tags of an item, if it may have any. Most edits change none. Each tag
// is inserted by a separate statement: for several rows in one, SQLite has to be able to roll
// back a single row, and what it stores for that costs more.
func (w *writer) putTags(set, key int64, tags []string, tagged bool) error {
	rows := make([][2]string, len(tags))
	for i, tag := range tags {
		rows[i] = [2]string{store.Fold(tag), tag}
	}
	slices.SortStableFunc(rows, func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })
	rows = slices.CompactFunc(rows, func(a, b [2]string) bool { return a[0] == b[0] })
	if tagged {
		there, err := all(w.reader, scanPair, "SELECT folded, tag FROM tags WHERE item = ? ORDER BY folded", key)
		if err != nil || slices.Equal(there, rows) {
			return err
		}
		if _, err := w.exec(store.ListKey(set), "DELETE FROM tags WHERE item = ?", key); err != nil {
			return err
		}
	}
	for _, row := range rows {
		if _, err := w.exec(store.ListKey(set), "INSERT INTO tags VALUES (?, ?, ?)", key, row[0], row[1]); err != nil {
			return err
		}
	}
	return nil
}

// Tags implements store.ItemReader.
func (r *reader) Tags(set int64) ([]store.TagCount, error) {
	// With min, SQLite takes the other columns from the row that has the minimum.
	a := ask(set, store.Query{})
	if a.from += " JOIN tags t ON t.item = i.key"; set == 0 {
		a.from = " FROM tags t CROSS JOIN items i ON i.key = t.item" // most lists may have none
	}
	query := "SELECT i.set_key, t.tag, count(*) FILTER (WHERE i.open), min(i.key)" + a.from + a.conditions() + " GROUP BY i.set_key, t.folded ORDER BY i.set_key, t.folded"
	return all(r, scanTagCount, query, a.values...)
}

func scanTagCount(row scanner) (c store.TagCount, err error) {
	var first int64
	err = row.Scan(&c.Set, &c.Tag, &c.Open, &first)
	return c, err
}

// UIDs implements store.ItemReader.
func (r *reader) UIDs(set int64) (map[string]string, error) {
	const query = `SELECT iif(uid = '', id, uid), id FROM items WHERE set_key = ? ORDER BY gone, key`
	pairs, err := all(r, scanPair, query, set)
	if err != nil {
		return nil, err
	}
	items := make(map[string]string, len(pairs))
	for _, p := range pairs {
		if _, taken := items[p[0]]; !taken {
			items[p[0]] = p[1]
		}
	}
	return items, nil
}

func scanPair(row scanner) (p [2]string, err error) {
	err = row.Scan(&p[0], &p[1])
	return p, err
}

// LastOrder implements store.ItemReader.
func (r *reader) LastOrder(set int64) (order int64, err error) {
	const query = `SELECT coalesce(max(place), 0) FROM items WHERE set_key = ? AND place IS NOT NULL`
	err = r.one(query, args{set}, &order)
	return order, err
}
