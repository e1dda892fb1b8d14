package storage

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"crossfeed/engine/store"
)

// ofHolder selects the key of a feed that holds items.
const ofHolder = "SELECT key FROM holders WHERE subscription = ?1 AND feed = ?2"

// Held implements store.Reader.
func (r *reader) Held(of store.Holder) (map[string]bool, error) {
	return r.idSet("SELECT item FROM holdings WHERE holder = ("+ofHolder+")", of.Subscription, of.Feed)
}

// selectHolders looks up each feed of the list.
const selectHolders = `SELECT f.subscription, f.feed FROM subscriptions s CROSS JOIN holders f ON f.subscription = s.key
		CROSS JOIN holdings h ON h.holder = f.key AND h.item = ?2
	WHERE s.set_key = ?1 AND NOT s.removed ORDER BY f.subscription, f.feed`

// Holders implements store.Reader.
func (r *reader) Holders(set int64, id string) ([]store.Holder, error) {
	return all(r, scanHolder, selectHolders, set, id)
}

func scanHolder(row scanner) (h store.Holder, err error) {
	err = row.Scan(&h.Subscription, &h.Feed)
	return h, err
}

// selectWithheld first finds subscriptions that are only merged, because usually there are
// none. Removed ones with rows left were only merged.
const selectWithheld = `SELECT DISTINCT h.item FROM subscriptions s CROSS JOIN holders f ON f.subscription = s.key
		CROSS JOIN holdings h ON h.holder = f.key
	WHERE s.set_key = ?1 AND s.mode = ?2
		AND NOT EXISTS (SELECT 1 FROM subscriptions o CROSS JOIN holders g ON g.subscription = o.key
			CROSS JOIN holdings p ON p.holder = g.key AND p.item = h.item
			WHERE o.set_key = ?1 AND o.mode <> ?2)
		AND coalesce((SELECT v.seen_from FROM versions v WHERE v.set_key = ?1 AND v.item = h.item ORDER BY v.key LIMIT 1), '-') <> ''`

// Withheld implements store.Reader.
func (r *reader) Withheld(set int64) (map[string]bool, error) {
	return r.idSet(selectWithheld, set, string(store.TakeOnly))
}

// idSet returns the identifiers from a query as a set.
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

// heldAtOnce is how many rows one statement inserts. Longer statements are not faster.
const heldAtOnce = 64

// Hold implements store.Writer.
func (w *writer) Hold(of store.Holder, ids ...string) error {
	return named(w.hold(of, ids), "noting what is held")
}

func (w *writer) hold(of store.Holder, ids []string) error {
	if err := w.needSubscription(of.Subscription); err != nil || len(ids) == 0 {
		return err
	}
	const add = "INSERT INTO holders (subscription, feed) VALUES (?, ?) ON CONFLICT DO NOTHING"
	if err := w.execQuietly(store.SubscriptionKey(of.Subscription), add, of.Subscription, of.Feed); err != nil {
		return err
	}
	return w.eachHolding(of, ids, func(n int) string {
		return "INSERT INTO holdings VALUES (?1, ?)" + strings.Repeat(", (?1, ?)", n-1) + " ON CONFLICT DO NOTHING"
	})
}

// LetGo implements store.Writer.
func (w *writer) LetGo(of store.Holder, ids ...string) error {
	err := w.needSubscription(of.Subscription)
	if err == nil {
		err = w.eachHolding(of, ids, func(n int) string {
			return "DELETE FROM holdings WHERE holder = ?1 AND item IN (?" + strings.Repeat(", ?", n-1) + ")"
		})
	}
	return named(err, "noting what is held no more")
}

// eachHolding runs a statement for some identifiers at a time, in the order of the table,
// because consecutive rows are written much faster. If the feed never held anything, it runs
// nothing.
func (w *writer) eachHolding(of store.Holder, ids []string, statement func(n int) string) error {
	var holder int64
	err := w.one(ofHolder, args{of.Subscription, of.Feed}, &holder)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	for some := range slices.Chunk(slices.Sorted(slices.Values(ids)), heldAtOnce) {
		values := args{holder}
		for _, id := range some {
			values = append(values, id)
		}
		if err := w.execQuietly(store.SubscriptionKey(of.Subscription), statement(len(some)), values...); err != nil {
			return err
		}
	}
	return nil
}

// execQuietly is execCount without the count.
func (w *writer) execQuietly(of store.Key, query string, a ...any) error {
	_, err := w.execCount(of, query, a...)
	return err
}

// needSubscription returns store.ErrNoSubscription for an unknown key.
func (w *writer) needSubscription(key int64) error {
	var n int
	err := w.one("SELECT 1 FROM subscriptions WHERE key = ? AND NOT removed", args{key}, &n)
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("subscription %d: %w", key, store.ErrNoSubscription)
	}
	return err
}
