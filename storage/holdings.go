package storage

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"crossfeed/engine/store"
)

// Held implements store.HoldingReader.
func (r *reader) Held(subscription int64) (map[string]bool, error) {
	return r.idSet("SELECT item FROM holdings WHERE subscription = ?", subscription)
}

// HeldElsewhere implements store.HoldingReader.
func (r *reader) HeldElsewhere(subscription int64, id string) (held bool, err error) {
	const query = `SELECT EXISTS (
		SELECT 1 FROM subscriptions s JOIN subscriptions o ON o.set_key = s.set_key AND NOT o.removed AND o.key <> s.key
			JOIN holdings h ON h.subscription = o.key AND h.item = ?2
		WHERE s.key = ?1)`
	err = r.one(query, args{subscription, id}, &held)
	return held, err
}

// selectWithheld asks first what is only taken in: mostly that is nothing. What is removed
// was only taken in.
const selectWithheld = `SELECT DISTINCT h.item FROM subscriptions s CROSS JOIN holdings h ON h.subscription = s.key
	WHERE s.set_key = ?1 AND s.mode = ?2
		AND NOT EXISTS (SELECT 1 FROM subscriptions o CROSS JOIN holdings p ON p.subscription = o.key AND p.item = h.item
			WHERE o.set_key = ?1 AND o.mode <> ?2)
		AND coalesce((SELECT v.seen_from FROM versions v WHERE v.set_key = ?1 AND v.item = h.item ORDER BY v.key LIMIT 1), '-') <> ''`

// Withheld implements store.HoldingReader.
func (r *reader) Withheld(set int64) (map[string]bool, error) {
	return r.idSet(selectWithheld, set, string(store.TakeOnly))
}

// idSet is the set of identifiers that a query gives.
func (r *reader) idSet(query string, a ...any) (map[string]bool, error) {
	ids, err := all(r, scanID, query, a...)
	if err != nil {
		return nil, err
	}
	found := make(map[string]bool, len(ids))
	for _, id := range ids {
		found[id] = true
	}
	return found, nil
}

func scanID(row scanner) (id string, err error) {
	err = row.Scan(&id)
	return id, err
}

// heldAtOnce is how many rows one statement holds. Longer statements are not faster.
const heldAtOnce = 64

// Hold implements store.HoldingWriter.
func (w *writer) Hold(subscription int64, ids ...string) error {
	return w.eachHolding(subscription, ids, "noting what is held", func(n int) string {
		return "INSERT INTO holdings VALUES (?1, ?)" + strings.Repeat(", (?1, ?)", n-1) + " ON CONFLICT DO NOTHING"
	})
}

// LetGo implements store.HoldingWriter.
func (w *writer) LetGo(subscription int64, ids ...string) error {
	return w.eachHolding(subscription, ids, "noting what is held no more", func(n int) string {
		return "DELETE FROM holdings WHERE subscription = ?1 AND item IN (?" + strings.Repeat(", ?", n-1) + ")"
	})
}

// eachHolding runs a statement about some identifiers at a time, in the order of the
// table: rows that follow one another are put much faster than any.
func (w *writer) eachHolding(subscription int64, ids []string, doing string, statement func(n int) string) error {
	if err := w.needSubscription(subscription); err != nil {
		return named(err, doing)
	}
	for some := range slices.Chunk(slices.Sorted(slices.Values(ids)), heldAtOnce) {
		values := args{subscription}
		for _, id := range some {
			values = append(values, id)
		}
		if err := w.execQuietly(statement(len(some)), values...); err != nil {
			return named(err, doing)
		}
	}
	return nil
}

// execQuietly is exec for a statement that may change nothing, and then is no change.
func (w *writer) execQuietly(query string, a ...any) error {
	before := w.changed
	result, err := w.exec(query, a...)
	if err != nil {
		return err
	}
	n, err := result.RowsAffected()
	w.changed = before || n > 0
	return err
}

// needSubscription gives store.ErrNoSubscription where there is none of that key.
func (w *writer) needSubscription(key int64) error {
	var n int
	err := w.one("SELECT 1 FROM subscriptions WHERE key = ? AND NOT removed", args{key}, &n)
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("subscription %d: %w", key, store.ErrNoSubscription)
	}
	return err
}
