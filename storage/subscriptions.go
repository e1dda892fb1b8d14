package storage

import (
	"fmt"
	"time"

	"crossfeed/engine/store"
)

const selectSubscriptions = `SELECT s.key, s.set_key, s.location, s.paused,
	s.last_try, s.last_success, s.error, s.error_since, s.came, s.set_aside
	FROM subscriptions s `

func scanSubscription(row scanner) (s store.Subscription, err error) {
	h := &s.Health
	err = row.Scan(&s.Key, &s.Set, &s.Location, &s.Paused,
		(*instant)(&h.LastTry), (*instant)(&h.LastSuccess), &h.Error, (*instant)(&h.ErrorSince), &h.Came, &h.SetAside)
	return s, err
}

// Subscriptions implements store.SubscriptionReader.
func (r *reader) Subscriptions(set int64) ([]store.Subscription, error) {
	if set == 0 {
		return all(r, scanSubscription, selectSubscriptions+"JOIN sets ON sets.key = s.set_key WHERE NOT sets.deleted ORDER BY s.key")
	}
	return all(r, scanSubscription, selectSubscriptions+"WHERE s.set_key = ? ORDER BY s.key", set)
}

// PutSubscription implements store.SubscriptionWriter.
func (w *writer) PutSubscription(s store.Subscription) (int64, error) {
	key, err := s.Key, error(nil)
	if key == 0 {
		key, err = w.addSubscription(s)
	} else {
		err = w.replaceSubscription(s)
	}
	if isUnique(err) {
		err = store.ErrSubscribed
	}
	return key, named(noSet(err), "saving the subscription to "+s.Location)
}

func (w *writer) addSubscription(s store.Subscription) (int64, error) {
	return lastKey(w.exec(`INSERT INTO subscriptions
		(set_key, location, paused, last_try, last_success, error, error_since, came, set_aside)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`, valuesOf(s)...))
}

func (w *writer) replaceSubscription(s store.Subscription) error {
	return w.execOne(store.ErrNoSubscription, `UPDATE subscriptions SET
		set_key = ?, location = ?, paused = ?, last_try = ?, last_success = ?, error = ?, error_since = ?, came = ?, set_aside = ?
		WHERE key = ?`, append(valuesOf(s), s.Key)...)
}

func valuesOf(s store.Subscription) []any {
	h := s.Health
	at := func(t time.Time) instant { return instant(t) }
	return []any{s.Set, s.Location, s.Paused, at(h.LastTry), at(h.LastSuccess), h.Error, at(h.ErrorSince), h.Came, h.SetAside}
}

// RemoveSubscription implements store.SubscriptionWriter.
func (w *writer) RemoveSubscription(key int64) error {
	err := w.execOne(store.ErrNoSubscription, "DELETE FROM subscriptions WHERE key = ?", key)
	return named(err, fmt.Sprintf("removing subscription %d", key))
}
