package storage

import (
	"errors"
	"fmt"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

const selectRows = `SELECT i.key, i.id, i.title, i.deleted, i.conflicts, i.updates, i.at, i."by", i.marked, i.details, i.facts, i.set_key, i.sum`

// rowScanner returns a function that reads rows, and stores the key of the last one in key. A
// row that differs from what was put is marked as damaged.
func rowScanner(key *int64) func(scanner) (store.Row, error) {
	var c checksum
	return func(row scanner) (s store.Row, _ error) {
		var at, details, facts string
		var sum int64
		err := row.Scan(key, &s.ID, &s.Title, &s.Deleted, &s.Conflicts, &s.Updates, &at, &s.By, &s.Flagged, &details, &facts, &s.Set, &sum)
		if err == nil {
			err = decodeRow(&s, at, details, facts)
		}
		s.Damaged = err != nil || differs(sum, sumOfRow(&c, s.Set, &s, at, details, facts))
		return s, nil
	}
}

// decodeRow decodes the columns of a row that are encoded.
func decodeRow(s *store.Row, at, details, facts string) (err error) {
	var when instant
	if when, err = parseInstant(at); err != nil {
		return err
	}
	s.When = time.Time(when)
	if s.Place, err = placeIn(details); err != nil {
		return err
	}
	s.Facts, err = decodeFacts(facts)
	return err
}

// Rows implements store.ItemReader.
func (r *reader) Rows(set int64, q store.Query) ([]store.Row, error) {
	if q.Search != "" {
		return r.search(set, q)
	}
	var key int64
	a := ask(set, q)
	return all(r, rowScanner(&key), a.rows(), append(a.values, rest(q, 0))...)
}

// Row implements store.ItemReader.
func (r *reader) Row(set int64, id string) (store.Row, error) {
	var key int64
	found, err := all(r, rowScanner(&key), selectRows+" FROM items i WHERE i.set_key = ? AND i.id = ?", set, id)
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("item %s: %w", id, store.ErrNoItem)
	}
	if err == nil {
		err = r.leads(found[0].ID, id)
	}
	if err != nil {
		return store.Row{}, err
	}
	return found[0], nil
}

// rest returns how many rows are wanted in addition to those found. SQLite takes a negative
// number for all.
func rest(q store.Query, there int) int {
	if q.Limit <= 0 {
		return -1
	}
	return q.Limit - there
}

// CountRows implements store.ItemReader.
func (r *reader) CountRows(set int64, q store.Query) (n int, err error) {
	if q.Search != "" {
		return r.countFound(set, q)
	}
	a := ask(set, q)
	err = r.one(a.count(), a.values, &n)
	return n, err
}

// CountEach implements store.ItemReader.
func (r *reader) CountEach(set int64, q store.Query) (map[int64]int, error) {
	if q.Search != "" {
		return r.countEachFound(set, q)
	}
	counts, a := map[int64]int{}, ask(set, q)
	return counts, r.addEach(counts, a, a.values)
}

// addEach counts the rows of a question by list, and adds the numbers to counts.
func (r *reader) addEach(counts map[int64]int, a *question, values args) error {
	_, err := all(r, func(row scanner) (of int64, err error) {
		var n int
		err = row.Scan(&of, &n)
		counts[of] += n
		return of, err
	}, a.countEach(), values...)
	return err
}

// counted are the columns of store.Counts.
const counted = `count(*) FILTER (WHERE NOT gone), count(*) FILTER (WHERE conflicts > 0 OR marked), count(*) FILTER (WHERE open AND NOT gone), count(*) FILTER (WHERE gone), count(*) FILTER (WHERE gone AND NOT hidden)`

// Count implements store.SetReader.
func (r *reader) Count(set int64) (c store.Counts, err error) {
	err = r.one("SELECT "+counted+" FROM items WHERE set_key = ?", args{set}, &c.Items, &c.Conflicted, &c.Open, &c.Deleted, &c.Trash)
	return c, err
}

// Counts implements store.SetReader.
func (r *reader) Counts() (map[int64]store.Counts, error) {
	counts := map[int64]store.Counts{}
	var set int64
	var c store.Counts
	into := []any{&set, &c.Items, &c.Conflicted, &c.Open, &c.Deleted, &c.Trash} // reused
	_, err := all(r, func(row scanner) (struct{}, error) {
		err := row.Scan(into...)
		counts[set] = c
		return struct{}{}, err
	}, "SELECT set_key, "+counted+" FROM items GROUP BY set_key")
	return counts, err
}

// orphaned reports whether the parent of a version is gone (store.Row.Flagged).
func (r *reader) orphaned(set int64, v *item.Version) (is bool, err error) {
	if v.Deleted || v.Place.Parent == "" {
		return false, nil
	}
	const query = "SELECT EXISTS (SELECT 1 FROM items WHERE set_key = ? AND id = ? AND gone)"
	err = r.one(query, args{set, v.Place.Parent}, &is)
	return is, err
}

// recountIn recounts the children of an item that was put or removed, if they became orphans
// or are orphans no longer.
func (w *writer) recountIn(set int64, id string, gone bool) error {
	const query = "SELECT set_key, id FROM items WHERE set_key = ? AND stands_in = ? AND NOT deleted AND marked <> ?"
	inside, err := all(w.reader, scanPlace, query, set, id, gone)
	for _, p := range inside {
		if _, failed := w.recountRow(p.set, p.id); !isDamage(failed) {
			err = errors.Join(err, failed)
		}
	}
	return err
}

const selectPlaces = "SELECT id, details, deleted, gone FROM items WHERE set_key = ? "

// Places implements store.ItemReader.
func (r *reader) Places(set int64) ([]store.Placed, error) {
	return all(r, scanPlaced, selectPlaces+"ORDER BY key", set)
}

// PlacesIn implements store.ItemReader.
func (r *reader) PlacesIn(set int64, parent string) ([]store.Placed, error) {
	return all(r, scanPlaced, selectPlaces+"AND stands_in = ? ORDER BY key", set, parent)
}

func scanPlaced(row scanner) (p store.Placed, err error) {
	var details string
	if err = row.Scan(&p.ID, &details, &p.Deleted, &p.Gone); err == nil {
		p.Place, _ = placeIn(details) // a damaged position is at the root, and the item reports the damage
	}
	return p, err
}
