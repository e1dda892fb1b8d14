package storage

import (
	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

const (
	fileColumns   = "address, state, name, size, hash, type, known, since, asked, stale"
	fileColumnsOf = "f.address, f.state, f.name, f.size, f.hash, f.type, f.known, f.since, f.asked, f.stale"
	selectFile    = "SELECT " + fileColumns + " FROM content_files WHERE library = ? AND address = ?"
	selectFiles   = "SELECT " + fileColumns + " FROM content_files WHERE library = ? AND address > ? ORDER BY address LIMIT ?"
	// selectUnreferenced looks each file up among the links.
	selectUnreferenced = "SELECT " + fileColumnsOf + ` FROM content_files f WHERE f.library = ?1
		AND NOT EXISTS (SELECT 1 FROM content_links l WHERE l.library = ?1 AND l.address = f.address AND l.nested = 0) ORDER BY f.address`
	selectUse = `SELECT
		(SELECT count(*) FROM content_feeds WHERE library = ?1),
		(SELECT coalesce(sum(items), 0) FROM content_feeds WHERE library = ?1),
		files, bytes,
		(SELECT count(*) FROM content_wanted WHERE library = ?1),
		(SELECT count(*) FROM content_wanted WHERE library = ?1 AND tries > 0)
		FROM (SELECT count(*) AS files, coalesce(sum(size), 0) AS bytes FROM content_files WHERE library = ?1 AND state = ?2)`
)

func scanFile(row scanner) (f store.ContentFile, err error) {
	err = row.Scan(&f.Address, &f.State, &f.Name, &f.Size, &f.Hash, &f.Type, jsonText[location.Known]{&f.Known}, (*instant)(&f.Since), &f.Asked, &f.Stale)
	return f, err
}

// ContentFile implements store.ContentReader.
func (r *reader) ContentFile(library int64, address string) (store.ContentFile, bool, error) {
	return first(r, scanFile, selectFile, library, address)
}

// filesAtOnce is how many files are read at a time.
const filesAtOnce = 512

// ContentFiles implements store.ContentReader.
func (r *reader) ContentFiles(library int64, each func(store.ContentFile) error) error {
	for after := ""; ; {
		some, err := all(r, scanFile, selectFiles, library, after, filesAtOnce)
		if err != nil || len(some) == 0 {
			return err
		}
		for _, f := range some {
			if err := each(f); err != nil {
				return err
			}
		}
		after = some[len(some)-1].Address
	}
}

// Unreferenced implements store.ContentReader.
func (r *reader) Unreferenced(library int64) ([]store.ContentFile, error) {
	return all(r, scanFile, selectUnreferenced, library)
}

// ContentUse implements store.ContentReader.
func (r *reader) ContentUse(library int64) (u store.ContentUse, err error) {
	err = r.one(selectUse, args{library, string(store.FileHere)}, &u.Feeds, &u.Items, &u.Files, &u.Bytes, &u.Waiting, &u.Failed)
	return u, err
}

// PutContentFile implements store.ContentWriter.
func (w *writer) PutContentFile(library int64, f store.ContentFile) error {
	return named(noLibrary(w.putContentFile(library, f)), "noting the file "+f.Address)
}

func (w *writer) putContentFile(library int64, f store.ContentFile) error {
	f.Known.Whole = writable(f.Known.Whole)
	known, err := jsonText[location.Known]{&f.Known}.encode()
	if err != nil {
		return err
	}
	const put = "INSERT INTO content_files (library, " + fileColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET state = excluded.state, name = excluded.name, size = excluded.size, hash = excluded.hash, type = excluded.type,
			known = excluded.known, since = excluded.since, asked = excluded.asked, stale = excluded.stale`
	_, err = w.exec(store.LibraryKey(library), put, library, f.Address, string(f.State), f.Name, f.Size, f.Hash, f.Type, known, instant(f.Since), f.Asked, f.Stale)
	return err
}

// noLibrary names the reason of a broken foreign key where that can only be a library that
// is not there.
func noLibrary(err error) error {
	if isForeignKey(err) {
		return store.ErrNoLibrary
	}
	return err
}

// RemoveContentFile implements store.ContentWriter.
func (w *writer) RemoveContentFile(library int64, address string) error {
	err := w.needLibrary(library)
	if err == nil {
		err = w.execQuietly(store.LibraryKey(library), "DELETE FROM content_files WHERE library = ? AND address = ?", library, address)
	}
	return named(err, "forgetting the file "+address)
}
