package storage

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
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

const (
	wantedColumns   = "number, address, nested, named_by, depth, asked, tries, error, trouble, tried"
	wantedColumnsOf = "w.number, w.address, w.nested, w.named_by, w.depth, w.asked, w.tries, w.error, w.trouble, w.tried"
	selectWanted    = "SELECT " + wantedColumns + " FROM content_wanted WHERE library = ? AND number > ? ORDER BY number LIMIT ?"
	selectWantedAt  = "SELECT " + wantedColumns + " FROM content_wanted WHERE library = ? AND address = ? AND nested = ?"
	// selectIdle looks up each entry among the links.
	selectIdle = "SELECT " + wantedColumnsOf + ` FROM content_wanted w WHERE w.library = ?1
		AND NOT (w.nested AND w.address = (SELECT address FROM libraries WHERE key = ?1))
		AND NOT EXISTS (SELECT 1 FROM content_links l WHERE l.library = ?1 AND l.address = w.address AND l.nested = w.nested) ORDER BY w.number`
)

func scanWanted(row scanner) (w store.ContentWanted, err error) {
	err = row.Scan(&w.Number, &w.Address, &w.Nested, &w.From, &w.Depth, &w.Asked, &w.Tries, &w.Error, &w.Trouble, (*instant)(&w.Tried))
	return w, err
}

// Wanted implements store.Reader.
func (r *reader) Wanted(library, after int64, most int) ([]store.ContentWanted, error) {
	return all(r, scanWanted, selectWanted, library, after, max(most, 0))
}

// WantedAt implements store.Reader.
func (r *reader) WantedAt(library int64, address string, nested bool) (store.ContentWanted, bool, error) {
	return first(r, scanWanted, selectWantedAt, library, address, nested)
}

// UnreferencedWanted implements store.Reader.
func (r *reader) UnreferencedWanted(library int64) ([]store.ContentWanted, error) {
	return all(r, scanWanted, selectIdle, library)
}

// wantedAtOnce is how many entries one statement inserts.
const wantedAtOnce = 64

// Enqueue implements store.Writer.
func (w *writer) Enqueue(library int64, wanted ...store.ContentWanted) (added int, err error) {
	if err := w.needLibrary(library); err != nil {
		return 0, named(err, "putting into the queue")
	}
	for some := range slices.Chunk(wanted, wantedAtOnce) {
		n, err := w.enqueue(library, once(some))
		if err != nil {
			return added, named(err, "putting into the queue")
		}
		added += n
	}
	return added, nil
}

// once returns each address once, at its first occurrence.
func once(wanted []store.ContentWanted) (all []store.ContentWanted) {
	at := make(map[wantedKey]int, len(wanted))
	for _, one := range wanted {
		n, there := at[keyOf(one)]
		if !there {
			at[keyOf(one)] = len(all)
			all = append(all, one)
		} else if one.Asked {
			all[n].Asked = true
		}
	}
	return all
}

// enqueue adds different entries. It first updates those that already exist.
func (w *writer) enqueue(library int64, wanted []store.ContentWanted) (added int, err error) {
	values := args{library}
	for _, one := range wanted {
		values = append(values, one.Address, one.Nested, one.From, one.Depth, one.Asked)
	}
	rows := "WITH new (address, nested, named_by, depth, asked) AS (VALUES (?2, ?, ?, ?, ?)" + strings.Repeat(", (?, ?, ?, ?, ?)", len(wanted)-1) + ") "
	again := rows + `UPDATE content_wanted AS w SET asked = max(w.asked, n.asked), tries = 0, error = '', trouble = 0, tried = '',
			named_by = iif(w.tries > 0, n.named_by, w.named_by), depth = iif(w.tries > 0, n.depth, w.depth)
		FROM new n WHERE w.library = ?1 AND w.address = n.address AND w.nested = n.nested AND (w.tries > 0 OR n.asked > w.asked)`
	if err := w.execQuietly(store.LibraryKey(library), again, values...); err != nil {
		return 0, err
	}
	add := rows + `INSERT INTO content_wanted (library, address, nested, named_by, depth, asked)
		SELECT ?1, address, nested, named_by, depth, asked FROM new WHERE true ON CONFLICT DO NOTHING`
	return w.execCount(store.LibraryKey(library), add, values...)
}

// PutWanted implements store.Writer.
func (w *writer) PutWanted(library int64, wanted store.ContentWanted) error {
	err := w.needLibrary(library)
	if err == nil {
		const replace = `UPDATE content_wanted SET (named_by, depth, asked, tries, error, trouble, tried) = (?, ?, ?, ?, ?, ?, ?)
			WHERE number = ? AND library = ?`
		err = w.execQuietly(store.LibraryKey(library), replace, wanted.From, wanted.Depth, wanted.Asked, wanted.Tries, wanted.Error, int(wanted.Trouble), instant(wanted.Tried),
			wanted.Number, library)
	}
	return named(err, "recording the result for "+wanted.Address)
}

// Dequeue implements store.Writer.
func (w *writer) Dequeue(library int64, numbers ...int64) error {
	err := w.needLibrary(library)
	for some := range slices.Chunk(numbers, wantedAtOnce) {
		if err != nil {
			break
		}
		values := args{library}
		for _, number := range some {
			values = append(values, number)
		}
		err = w.execQuietly(store.LibraryKey(library), "DELETE FROM content_wanted WHERE library = ? AND number IN (?"+strings.Repeat(", ?", len(some)-1)+")", values...)
	}
	return named(err, "taking out of the queue")
}
