package storage

import (
	"fmt"
	"reflect"
	"time"

	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

const subscriptionColumns = `set_key, location, paused, last_try, last_success, error, error_since, came, set_aside, mode, details`

var selectSubscriptions = "SELECT key, " + subscriptionColumns + ", " + mirroredSubscriptions.differs() + " FROM subscriptions WHERE "

func (r *reader) subscriptions(where string, a ...any) ([]store.Subscription, error) {
	return doubled(r, mirroredSubscriptions, subscriptionColumns, scanSubscription, 0, selectSubscriptions+where+" ORDER BY key", a...)
}

func scanSubscription(row scanner) (s store.Subscription, err error) {
	h, details := &s.Health, ""
	err = row.Scan(&s.Key, &s.Set, &s.Location, &s.Paused,
		(*instant)(&h.LastTry), (*instant)(&h.LastSuccess), &h.Error, (*instant)(&h.ErrorSince), &h.Came, &h.Skipped, &s.Mode, &details)
	if err != nil {
		return s, err
	}
	return s, decodeReadings(details, &s)
}

// Subscriptions implements store.SubscriptionReader.
func (r *reader) Subscriptions(set int64) ([]store.Subscription, error) {
	if set == 0 {
		return r.subscriptions("NOT removed AND EXISTS (SELECT 1 FROM sets s WHERE s.key = set_key AND NOT s.deleted)")
	}
	return r.subscriptions("set_key = ? AND NOT removed", set)
}

// PutSubscription implements store.Writer.
func (w *writer) PutSubscription(s store.Subscription) (int64, error) {
	key, err := w.putSubscription(s)
	if isUnique(err) {
		err = store.ErrSubscribed
	}
	return key, named(noSet(err), "saving the subscription to "+s.Location)
}

func (w *writer) putSubscription(s store.Subscription) (int64, error) {
	values, err := valuesOf(s)
	if err != nil {
		return 0, err
	}
	key := s.Key
	if key == 0 {
		key, err = w.insertNew(store.SubscriptionKey, "INSERT INTO subscriptions ("+subscriptionColumns+") VALUES ("+places(subscriptionColumns)+")", values...)
	} else {
		const replace = "UPDATE subscriptions SET (" + subscriptionColumns + ") = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE key = ? AND NOT removed"
		err = w.execOne(store.SubscriptionKey(key), store.ErrNoSubscription, replace, append(values, key)...)
	}
	if err == nil {
		err = w.copyRow(mirroredSubscriptions, key)
	}
	if err != nil {
		return key, err
	}
	return key, w.inherit(key, s.Set, s.Location)
}

// valuesOf are the values of subscriptionColumns.
func valuesOf(s store.Subscription) (args, error) {
	details, err := encodeReadings(s)
	h := s.Health
	at := func(t time.Time) instant { return instant(t) }
	return args{s.Set, s.Location, s.Paused, at(h.LastTry), at(h.LastSuccess), h.Error, at(h.ErrorSince), h.Came, h.Skipped,
		string(s.Mode), details}, err
}

// inherit lets a subscription take over what a removed one at its location held.
func (w *writer) inherit(key, set int64, location string) error {
	removed, err := all(w.reader, scanKey, "SELECT key FROM subscriptions WHERE set_key = ? AND location = ? AND removed", set, location)
	for _, old := range removed {
		if err == nil {
			err = w.takeOver(key, old)
		}
		if err == nil {
			err = w.forget(old)
		}
	}
	return err
}

// takeOver lets each feed of a subscription hold what the feed with its name held in an old
// one.
func (w *writer) takeOver(key, old int64) error {
	const feeds = `INSERT INTO holders (subscription, feed) SELECT ?1, feed FROM holders WHERE subscription = ?2 ON CONFLICT DO NOTHING`
	if _, err := w.exec(store.SubscriptionKey(key), feeds, key, old); err != nil {
		return err
	}
	const items = `INSERT INTO holdings SELECT f.key, h.item FROM holders o JOIN holders f ON f.subscription = ?1 AND f.feed = o.feed
		JOIN holdings h ON h.holder = o.key WHERE o.subscription = ?2 ON CONFLICT DO NOTHING`
	_, err := w.exec(store.SubscriptionKey(key), items, key, old)
	return err
}

func scanKey(row scanner) (key int64, err error) {
	err = row.Scan(&key)
	return key, err
}

// RemoveSubscription implements store.Writer.
func (w *writer) RemoveSubscription(key int64) error {
	return named(w.removeSubscription(key), fmt.Sprintf("removing subscription %d", key))
}

// removeSubscription leaves a row if the items that it held must stay unpublished.
func (w *writer) removeSubscription(key int64) error {
	const leave = `UPDATE subscriptions SET removed = 1, details = '' WHERE key = ?1 AND NOT removed`
	if err := w.execOne(store.SubscriptionKey(key), store.ErrNoSubscription, leave, key); err != nil {
		return err
	}
	if err := w.copyRow(mirroredSubscriptions, key); err != nil {
		return err
	}
	if err := w.execQuietly(store.HeldItemsKey, "DELETE FROM held_items WHERE subscription = ?", key); err != nil {
		return err
	}
	const withholds = `SELECT key FROM subscriptions s WHERE key = ? AND mode = ?
		AND EXISTS (SELECT 1 FROM holders f JOIN holdings h ON h.holder = f.key WHERE f.subscription = s.key)`
	kept, err := all(w.reader, scanKey, withholds, key, string(store.TakeOnly))
	if err != nil || len(kept) > 0 {
		return err
	}
	return w.forget(key)
}

// forget deletes the row of a subscription and what it held.
func (w *writer) forget(key int64) error {
	for _, from := range []string{
		"holdings WHERE holder IN (SELECT key FROM holders WHERE subscription = ?)", "holders WHERE subscription = ?", "subscriptions WHERE key = ?",
		"copies WHERE kind = 'subscriptions' AND key = ?",
	} {
		if _, err := w.exec(store.SubscriptionKey(key), "DELETE FROM "+from, key); err != nil {
			return err
		}
	}
	return nil
}

// readings is the JSON of a subscription: properties that are not queried individually.
type readings struct {
	Every    time.Duration         `json:"every,omitempty"`
	Access   transport.Access      `json:"access,omitzero"`
	Unnamed  bool                  `json:"unnamed,omitempty"`
	List     string                `json:"list,omitempty"`
	Feeds    map[string]store.Feed `json:"feeds,omitempty"`
	Next     time.Time             `json:"next,omitzero"`
	Stopped  bool                  `json:"stopped,omitempty"`
	Failures int                   `json:"failures,omitempty"`
	Trouble  transport.Trouble     `json:"trouble,omitempty"`
	Bytes    int64                 `json:"bytes,omitempty"`
	Added    time.Time             `json:"added,omitzero"`
	Agreed   time.Time             `json:"agreed,omitzero"`
	Deleted  int                   `json:"deleted,omitempty"`
	Shown    store.Preview         `json:"shown,omitzero"`
}

// encodeReadings returns "" if there is nothing to store.
func encodeReadings(s store.Subscription) (string, error) {
	all := readings{s.Every, s.Access, s.Unnamed, s.List, writableFeeds(s.Feeds), writable(s.Next), s.Stopped,
		s.Health.Failures, s.Health.Trouble, s.Health.Bytes, writable(s.Added), writable(s.Agreed), s.Health.Deleted, s.Shown}
	if reflect.ValueOf(all).IsZero() {
		return "", nil
	}
	text, err := marshal(all)
	if err != nil {
		return "", fmt.Errorf("writing how the feeds were read: %w", err)
	}
	return string(text), nil
}

// writableFeeds returns a copy with times that JSON can represent, or nil if it is empty.
func writableFeeds(feeds map[string]store.Feed) map[string]store.Feed {
	if len(feeds) == 0 {
		return nil
	}
	all := make(map[string]store.Feed, len(feeds))
	for address, f := range feeds {
		f.Known.Whole, f.Expires = writable(f.Known.Whole), writable(f.Expires)
		f.MovedSince, f.Gap = writable(f.MovedSince), writable(f.Gap)
		all[address] = f
	}
	return all
}

func decodeReadings(text string, s *store.Subscription) error {
	if text == "" {
		return nil
	}
	var all readings
	if err := unmarshal(text, &all); err != nil {
		return fmt.Errorf("reading how the feeds were read: %w", err)
	}
	s.Every, s.Access, s.Unnamed, s.List, s.Feeds = all.Every, all.Access, all.Unnamed, all.List, all.Feeds
	s.Next, s.Stopped, s.Added, s.Agreed, s.Shown = all.Next, all.Stopped, all.Added, all.Agreed, all.Shown
	s.Health.Failures, s.Health.Trouble, s.Health.Bytes, s.Health.Deleted = all.Failures, all.Trouble, all.Bytes, all.Deleted
	return nil
}
