package storage

import (
	"slices"

	"crossfeed/engine/store"
)

// span is how many keys one statement of a search goes through: a few
// milliseconds, after which it sees whether anybody still waits for it.
const span = 1 << 14

// found is how far a search has come: so many rows up to and with a key. Who
// asks for the first rows mostly asks for their number next, and that need not
// begin anew.
type found struct {
	set   int64
	query store.Query
	upTo  int64
	rows  int
}

// search is Rows for a query with a search.
func (r *reader) search(set int64, q store.Query) (rows []store.Row, err error) {
	f, a := begin(set, q), askSpan(set, q)
	var last int64
	err = r.eachSpan(&f, func(after, upTo int64) (bool, error) {
		values := slices.Concat(a.values, args{after, upTo, rest(q, len(rows))})
		some, err := all(r, rowScanner(&last), a.rows(), values...)
		rows = append(rows, some...)
		f.upTo, f.rows = upTo, len(rows)
		enough := q.Limit > 0 && len(rows) == q.Limit
		if enough {
			f.upTo = last
		}
		return enough, err
	})
	r.found = f
	return rows, err
}

// countFound is CountRows for a query with a search.
func (r *reader) countFound(set int64, q store.Query) (int, error) {
	f, a := begin(set, q), askSpan(set, q)
	if r.found.set == f.set && r.found.query == f.query {
		f = r.found
	}
	err := r.eachSpan(&f, func(after, upTo int64) (bool, error) {
		var n int
		err := r.one(a.count(), slices.Concat(a.values, args{after, upTo}), &n)
		f.upTo, f.rows = upTo, f.rows+n
		return q.Enough > 0 && f.rows >= q.Enough, err
	})
	return f.rows, err
}

// begin is a search that has found nothing yet. What it finds does not depend
// on the limit.
func begin(set int64, q store.Query) found {
	q.Limit = 0
	return found{set: set, query: q}
}

// askSpan is the question of a query with a search, after one key and up to
// another.
func askSpan(set int64, q store.Query) *question {
	a := ask(set, q)
	a.and("s.item > ? AND s.item <= ?")
	return a
}

// eachSpan goes on with a search from where it has come to, span by span, until
// read tells that there is enough.
func (r *reader) eachSpan(f *found, read func(after, upTo int64) (enough bool, err error)) error {
	const ends = `SELECT
		coalesce((SELECT key - 1 FROM items WHERE set_key = ?1 ORDER BY key LIMIT 1), 0),
		coalesce((SELECT key FROM items WHERE set_key = ?1 ORDER BY key DESC LIMIT 1), 0)`
	var before, last int64
	if err := r.one(ends, args{f.set}, &before, &last); err != nil {
		return err
	}
	for after := max(f.upTo, before); after < last; after = f.upTo {
		if err := r.ctx.Err(); err != nil {
			return r.fail(err)
		}
		if enough, err := read(after, after+span); err != nil || enough {
			return err
		}
	}
	return nil
}
