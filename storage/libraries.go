package storage

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// libraryDetails is the JSON of a library: properties that are not queried individually.
type libraryDetails struct {
	Title   string              `json:"title,omitempty"`
	Access  transport.Access    `json:"access,omitzero"`
	Added   time.Time           `json:"added,omitzero"`
	Paused  bool                `json:"paused,omitempty"`
	Every   time.Duration       `json:"every,omitempty"`
	Next    time.Time           `json:"next,omitzero"`
	Room    int64               `json:"room,omitempty"`
	Leaving bool                `json:"leaving,omitempty"`
	Gone    bool                `json:"gone,omitempty"`
	Health  store.LibraryHealth `json:"health,omitzero"`
}

const selectLibraries = "SELECT key, address, details FROM libraries "

func scanLibrary(row scanner) (l store.Library, err error) {
	var d libraryDetails
	err = row.Scan(&l.Key, &l.Address, jsonText[libraryDetails]{&d})
	l.Title, l.Access, l.Added, l.Paused = d.Title, d.Access, d.Added, d.Paused
	l.Every, l.Next, l.Room, l.Leaving, l.Gone, l.Health = d.Every, d.Next, d.Room, d.Leaving, d.Gone, d.Health
	return l, err
}

func encodeLibrary(l store.Library) (string, error) {
	d := libraryDetails{l.Title, l.Access, writable(l.Added), l.Paused, l.Every, writable(l.Next), l.Room, l.Leaving, l.Gone, writableHealth(l.Health)}
	return jsonText[libraryDetails]{&d}.encode()
}

// writableHealth returns h with times that JSON can represent.
func writableHealth(h store.LibraryHealth) store.LibraryHealth {
	h.LastTry, h.LastSuccess, h.ErrorSince = writable(h.LastTry), writable(h.LastSuccess), writable(h.ErrorSince)
	return h
}

// Libraries implements store.Reader.
func (r *reader) Libraries() ([]store.Library, error) {
	return all(r, scanLibrary, selectLibraries+"ORDER BY key")
}

// Library implements store.Reader.
func (r *reader) Library(key int64) (store.Library, error) {
	l, there, err := first(r, scanLibrary, selectLibraries+"WHERE key = ?", key)
	if err == nil && !there {
		err = store.ErrNoLibrary
	}
	return l, named(err, fmt.Sprintf("library %d", key))
}

// first returns the first row of a query, if there is one.
func first[T any](r *reader, scan func(scanner) (T, error), query string, a ...any) (row T, there bool, err error) {
	found, err := all(r, scan, query, a...)
	if err != nil || len(found) == 0 {
		return row, false, err
	}
	return found[0], true, nil
}

// PutLibrary implements store.Writer.
func (w *writer) PutLibrary(l store.Library) (int64, error) {
	key, err := w.putLibrary(l)
	if isUnique(err) {
		err = store.ErrLibraryThere
	}
	return key, named(err, "saving the library at "+l.Address)
}

func (w *writer) putLibrary(l store.Library) (int64, error) {
	details, err := encodeLibrary(l)
	if err != nil {
		return 0, err
	}
	if l.Key == 0 {
		return w.insertNew(store.LibraryKey, "INSERT INTO libraries (address, details) VALUES (?, ?)", l.Address, details)
	}
	return l.Key, w.execOne(store.LibraryKey(l.Key), store.ErrNoLibrary, "UPDATE libraries SET address = ?, details = ? WHERE key = ?", l.Address, details, l.Key)
}

// RemoveLibrary implements store.Writer. Everything stored about it is deleted with the row.
func (w *writer) RemoveLibrary(key int64) error {
	err := w.execOne(store.LibraryKey(key), store.ErrNoLibrary, "DELETE FROM libraries WHERE key = ?", key)
	return named(err, fmt.Sprintf("removing library %d", key))
}

// needLibrary returns store.ErrNoLibrary for an unknown key.
func (w *writer) needLibrary(key int64) error {
	var n int
	err := w.one("SELECT 1 FROM libraries WHERE key = ?", args{key}, &n)
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("library %d: %w", key, store.ErrNoLibrary)
	}
	return err
}
