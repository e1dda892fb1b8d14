package storage

import (
	"fmt"
	"time"

	"crossfeed/engine/store"
)

const setColumns = `name, kind, format, dialect, location, feed_id, foreign_markup, published, deleted, details`

var selectSets = "SELECT key, " + setColumns + ", " + mirroredSets.differs() + " FROM sets WHERE "

func (r *reader) sets(room int, where string, a ...any) ([]store.Set, error) {
	return doubled(r, mirroredSets, setColumns, setScanner(), room, selectSets+where, a...)
}

// setScanner returns a function that reads lists, all into the same variable, since each is a
// kilobyte.
func setScanner() func(scanner) (store.Set, error) {
	var s store.Set
	var details string
	into := []any{&s.Key, &s.Name, &s.Kind, &s.Format, &s.Dialect, &s.Location, &s.FeedID, &s.Foreign, &s.Published, &s.Deleted, &details}
	return func(row scanner) (_ store.Set, err error) {
		err = row.Scan(into...)
		if err == nil {
			s.Publication, s.Display, err = decodeSetDetails(details)
		}
		return s, err
	}
}

// Sets implements store.SetReader.
func (r *reader) Sets() ([]store.Set, error) {
	var room int
	if err := r.one("SELECT count(*) FROM sets WHERE NOT deleted", nil, &room); err != nil {
		return nil, err
	}
	sets, err := r.sets(room, "NOT deleted")
	store.SortSets(sets, func(s *store.Set) *store.Set { return s })
	return sets, err
}

// DeletedSets implements store.SetReader.
func (r *reader) DeletedSets() ([]store.Set, error) {
	return r.sets(0, "deleted ORDER BY key")
}

// SetNamed implements store.SetReader.
func (r *reader) SetNamed(name string) (store.Set, error) {
	found, err := r.sets(1, "NOT deleted AND name = ?", name)
	if err != nil {
		return store.Set{}, err
	}
	if len(found) == 0 {
		return store.Set{}, fmt.Errorf("%s: %w", name, store.ErrNoSet)
	}
	return found[0], r.leads(found[0].Name, name)
}

// SetOf implements store.SetReader.
func (r *reader) SetOf(key int64) (store.Set, error) {
	found, err := r.sets(1, "NOT deleted AND key = ?", key)
	if err == nil && len(found) == 0 {
		err = store.ErrNoSet
	}
	if err != nil {
		return store.Set{}, err
	}
	return found[0], nil
}

// PutSet implements store.Writer.
func (w *writer) PutSet(s store.Set) (int64, error) {
	key, err := w.putSet(s)
	if isUnique(err) {
		err = store.ErrNameTaken
	}
	return key, named(err, "saving the list "+s.Name)
}

func (w *writer) putSet(s store.Set) (int64, error) {
	values, err := setValues(s)
	if err != nil {
		return 0, err
	}
	key := s.Key
	if key == 0 {
		key, err = w.insertNew(store.ListKey, "INSERT INTO sets ("+setColumns+") VALUES ("+places(setColumns)+")", values...)
	} else {
		const replace = "UPDATE sets SET (" + setColumns + ") = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE key = ?"
		err = w.execOne(store.ListKey(key), store.ErrNoSet, replace, append(values, key)...)
	}
	if err != nil {
		return key, err
	}
	return key, w.copyRow(mirroredSets, key)
}

// setValues are the values of setColumns.
func setValues(s store.Set) (args, error) {
	details, err := encodeSetDetails(s)
	return args{s.Name, s.Kind, s.Format, s.Dialect, s.Location, s.FeedID, s.Foreign, s.Published, s.Deleted, details}, err
}

// setDetails is the JSON of how a list is published, and how it is shown.
type setDetails struct {
	store.Publication
	Display store.Display `json:"display,omitzero"`
}

// encodeSetDetails returns the details of a list as JSON, or "" if there is nothing to store.
func encodeSetDetails(s store.Set) (string, error) {
	d := setDetails{s.Publication, s.Display}
	if d == (setDetails{}) {
		return "", nil
	}
	d.LastTry, d.LastSuccess, d.ErrorSince = writable(d.LastTry), writable(d.LastSuccess), writable(d.ErrorSince)
	d.Begun = writable(d.Begun)
	text, err := marshal(d)
	if err != nil {
		return "", fmt.Errorf("writing how a list is published: %w", err)
	}
	return string(text), nil
}

func decodeSetDetails(text string) (p store.Publication, d store.Display, err error) {
	if text == "" {
		return p, d, nil
	}
	var all setDetails
	if err := unmarshal(text, &all); err != nil {
		return p, d, fmt.Errorf("reading how a list is published: %w", err)
	}
	return all.Publication, all.Display, nil
}

// The limits of times in JSON.
var (
	earliest = time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC)
	latest   = time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)
)

// writable returns a time that JSON can represent: in UTC, and in a year of four digits. A
// feed may claim to expire later than that.
func writable(t time.Time) time.Time {
	switch {
	case t.IsZero():
		return time.Time{}
	case t.Before(earliest):
		return earliest
	case t.After(latest):
		return latest
	}
	return t.UTC()
}
