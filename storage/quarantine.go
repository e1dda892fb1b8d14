package storage

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"crossfeed/engine/store"
	"crossfeed/engine/trust"
)

const (
	quarantineColumns = "set_key, subscription, feed, item, title, at, alarms, mark, state, document, sum"
	selectQuarantined = `SELECT s.key, s.set_key, s.subscription, s.feed, s.item, s.title, s.at, s.alarms, s.mark, s.state, s.document, s.sum
		FROM held_items s `
)

// scanQuarantinedItem fails for a damaged item held for review.
func scanQuarantinedItem(row scanner) (store.HeldItem, error) {
	s, bad, err := readQuarantinedItem(row)
	return s, errors.Join(err, bad)
}

// scanSpared marks a damaged item held for review, so that the others can be decided.
func scanSpared(row scanner) (store.HeldItem, error) {
	s, bad, err := readQuarantinedItem(row)
	if bad != nil {
		s.Damaged, s.State, s.Document = true, store.Waiting, ""
	}
	return s, err
}

// quarantinedItemError is the error for a damaged item held for review.
type quarantinedItemError struct {
	id  string
	why error
}

func (e quarantinedItemError) Error() string { return e.why.Error() }

// sumOfQuarantinedItem returns the checksum of the columns, without the key.
func sumOfQuarantinedItem(s store.HeldItem, at, alarms string) int64 {
	var c checksum
	for _, n := range []int64{s.Set, s.Subscription} {
		c.number(n)
	}
	for _, text := range []string{s.Feed, s.ID, s.Title, at, alarms, s.Mark, string(s.State), s.Document} {
		c.text(text)
	}
	return c.sum()
}

// readQuarantinedItem reads an item held for review; bad is the reason why its data cannot be
// read.
func readQuarantinedItem(row scanner) (s store.HeldItem, bad, err error) {
	var at, alarms string
	var sum int64
	err = row.Scan(&s.Key, &s.Set, &s.Subscription, &s.Feed, &s.ID, &s.Title, &at, &alarms, &s.Mark, &s.State, &s.Document, &sum)
	if err != nil {
		return s, nil, err
	}
	if differs(sum, sumOfQuarantinedItem(s, at, alarms)) {
		return s, quarantinedItemError{s.ID, errors.New("it is not what was put")}, nil
	}
	when, bad := parseInstant(at)
	if bad != nil {
		return s, quarantinedItemError{s.ID, fmt.Errorf("reading when it was received: %w", bad)}, nil
	}
	var all []trust.Alarm
	if bad = json.Unmarshal([]byte(alarms), &all); bad != nil {
		return s, quarantinedItemError{s.ID, fmt.Errorf("reading alarms: %w", bad)}, nil
	}
	s.At, s.Alarms = time.Time(when), all
	return s, nil, nil
}

// HeldItems implements store.Reader.
func (r *reader) HeldItems(set int64) ([]store.HeldItem, error) {
	if set == 0 {
		return all(r, scanSpared, selectQuarantined+"JOIN sets ON sets.key = s.set_key WHERE NOT sets.deleted ORDER BY s.key")
	}
	return all(r, scanSpared, selectQuarantined+"WHERE s.set_key = ? ORDER BY s.key", set)
}

// PutHeldItem implements store.Writer.
func (w *writer) PutHeldItem(s store.HeldItem) (int64, error) {
	key, err := w.putQuarantinedItem(s)
	return key, named(noSet(err), "keeping what is alarming in "+s.ID)
}

func (w *writer) putQuarantinedItem(s store.HeldItem) (int64, error) {
	alarms, err := json.Marshal(s.Alarms)
	if err != nil {
		return 0, err
	}
	values := args{s.Set, s.Subscription, s.Feed, s.ID, s.Title, instant(s.At), string(alarms), s.Mark, string(s.State), s.Document,
		sumOfQuarantinedItem(s, instant(s.At).String(), string(alarms))}
	if s.Key == 0 {
		return w.insert(store.HeldItemsKey, "INSERT INTO held_items ("+quarantineColumns+") VALUES ("+places(quarantineColumns)+")", values...)
	}
	const replace = "UPDATE held_items SET (" + quarantineColumns + ") = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE key = ?"
	return s.Key, w.execOne(store.HeldItemsKey, store.ErrNoHeldItem, replace, append(values, s.Key)...)
}

// RemoveHeldItems implements store.Writer.
func (w *writer) RemoveHeldItems(subscription int64, id string) error {
	return named(w.execQuietly(store.HeldItemsKey, "DELETE FROM held_items WHERE subscription = ?1 AND state = '' AND ?2 IN ('', item)", subscription, id),
		"forgetting what waits")
}

// DropHeldItems implements store.Writer.
func (w *writer) DropHeldItems(keys ...int64) error {
	for _, key := range keys {
		if err := w.execQuietly(store.HeldItemsKey, "DELETE FROM held_items WHERE key = ?", key); err != nil {
			return named(err, "forgetting what waits")
		}
	}
	return nil
}
