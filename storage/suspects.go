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
	suspectColumns = "set_key, subscription, feed, item, title, at, alarms, mark, state, document, sum"
	selectSuspects = `SELECT s.key, s.set_key, s.subscription, s.feed, s.item, s.title, s.at, s.alarms, s.mark, s.state, s.document, s.sum
		FROM suspects s `
)

// scanSuspect fails for a damaged item held for review.
func scanSuspect(row scanner) (store.Suspect, error) {
	s, bad, err := readSuspect(row)
	return s, errors.Join(err, bad)
}

// scanSpared marks a damaged item held for review, so that the others can be decided.
func scanSpared(row scanner) (store.Suspect, error) {
	s, bad, err := readSuspect(row)
	if bad != nil {
		s.Damaged, s.State, s.Document = true, store.Waiting, ""
	}
	return s, err
}

// errSuspect is the error for a damaged item held for review.
type errSuspect struct {
	id  string
	why error
}

func (e errSuspect) Error() string { return e.why.Error() }

// sumOfSuspect returns the checksum of the columns, without the key.
func sumOfSuspect(s store.Suspect, at, alarms string) int64 {
	var c checksum
	for _, n := range []int64{s.Set, s.Subscription} {
		c.number(n)
	}
	for _, text := range []string{s.Feed, s.ID, s.Title, at, alarms, s.Mark, string(s.State), s.Document} {
		c.text(text)
	}
	return c.sum()
}

// readSuspect reads an item held for review; bad is the reason why its data cannot be read.
func readSuspect(row scanner) (s store.Suspect, bad, err error) {
	var at, alarms string
	var sum int64
	err = row.Scan(&s.Key, &s.Set, &s.Subscription, &s.Feed, &s.ID, &s.Title, &at, &alarms, &s.Mark, &s.State, &s.Document, &sum)
	if err != nil {
		return s, nil, err
	}
	if differs(sum, sumOfSuspect(s, at, alarms)) {
		return s, errSuspect{s.ID, errors.New("it is not what was put")}, nil
	}
	when, bad := parseInstant(at)
	if bad != nil {
		return s, errSuspect{s.ID, fmt.Errorf("reading when it was received: %w", bad)}, nil
	}
	var all []trust.Alarm
	if bad = json.Unmarshal([]byte(alarms), &all); bad != nil {
		return s, errSuspect{s.ID, fmt.Errorf("reading alarms: %w", bad)}, nil
	}
	s.At, s.Alarms = time.Time(when), all
	return s, nil, nil
}

// Suspects implements store.Reader.
func (r *reader) Suspects(set int64) ([]store.Suspect, error) {
	if set == 0 {
		return all(r, scanSpared, selectSuspects+"JOIN sets ON sets.key = s.set_key WHERE NOT sets.deleted ORDER BY s.key")
	}
	return all(r, scanSpared, selectSuspects+"WHERE s.set_key = ? ORDER BY s.key", set)
}

// PutSuspect implements store.Writer.
func (w *writer) PutSuspect(s store.Suspect) (int64, error) {
	key, err := w.putSuspect(s)
	return key, named(noSet(err), "keeping what is alarming in "+s.ID)
}

func (w *writer) putSuspect(s store.Suspect) (int64, error) {
	alarms, err := json.Marshal(s.Alarms)
	if err != nil {
		return 0, err
	}
	values := args{s.Set, s.Subscription, s.Feed, s.ID, s.Title, instant(s.At), string(alarms), s.Mark, string(s.State), s.Document,
		sumOfSuspect(s, instant(s.At).String(), string(alarms))}
	if s.Key == 0 {
		return w.insert(store.SuspectsKey, "INSERT INTO suspects ("+suspectColumns+") VALUES ("+places(suspectColumns)+")", values...)
	}
	const replace = "UPDATE suspects SET (" + suspectColumns + ") = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE key = ?"
	return s.Key, w.execOne(store.SuspectsKey, store.ErrNoSuspect, replace, append(values, s.Key)...)
}

// RemoveSuspects implements store.Writer.
func (w *writer) RemoveSuspects(subscription int64, id string) error {
	return named(w.execQuietly(store.SuspectsKey, "DELETE FROM suspects WHERE subscription = ?1 AND state = '' AND ?2 IN ('', item)", subscription, id),
		"forgetting what waits")
}

// DropSuspects implements store.Writer.
func (w *writer) DropSuspects(keys ...int64) error {
	for _, key := range keys {
		if err := w.execQuietly(store.SuspectsKey, "DELETE FROM suspects WHERE key = ?", key); err != nil {
			return named(err, "forgetting what waits")
		}
	}
	return nil
}
