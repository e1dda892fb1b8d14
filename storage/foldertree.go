package storage

import (
	"database/sql"
	"errors"
	"fmt"

	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

// noPublication names the reason of a broken foreign key where that can only be a
// publication that is not there.
func noPublication(err error) error {
	if isForeignKey(err) {
		return store.ErrNoPublication
	}
	return err
}

// PutFolderFeed implements store.FolderWriter.
func (w *writer) PutFolderFeed(key int64, f store.FolderFeed) error {
	last, err := jsonText[location.Written]{&f.Last}.encode()
	if err == nil {
		_, err = w.exec(store.FolderKey(key), `INSERT INTO folder_feeds (publication, path, built, hash, last, pending) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET built = excluded.built, hash = excluded.hash, last = excluded.last, pending = excluded.pending`,
			key, f.Path, instant(f.Built), f.Hash, last, f.Pending)
	}
	return named(noPublication(err), "noting the feed "+f.Path)
}

// PutFolderItem implements store.FolderWriter.
func (w *writer) PutFolderItem(key int64, i store.FolderItem) error {
	files, err := jsonText[[]string]{&i.Files}.encode()
	if err == nil {
		_, err = w.exec(store.FolderKey(key), `INSERT INTO folder_items (publication, feed, id, built, mark, files, nested) VALUES (?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET built = excluded.built, mark = excluded.mark, files = excluded.files, nested = excluded.nested`,
			key, i.Feed, i.ID, instant(i.Built), i.Mark, files, i.Nested)
	}
	return named(noPublication(err), "noting the item "+i.ID)
}

// PutFolderFile implements store.FolderWriter.
func (w *writer) PutFolderFile(key int64, f store.FolderFile) error {
	last, err := jsonText[location.Written]{&f.Last}.encode()
	if err == nil {
		_, err = w.exec(store.FolderKey(key), `INSERT INTO folder_files (publication, path, size, changed, number, hash, last, pending) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET size = excluded.size, changed = excluded.changed, number = excluded.number, hash = excluded.hash,
				last = excluded.last, pending = excluded.pending`,
			key, f.Path, f.Size, instant(f.Changed), int64(f.Number), f.Hash, last, f.Pending)
	}
	return named(noPublication(err), "noting the file "+f.Path)
}

// RemoveFolderFeed implements store.FolderWriter.
func (w *writer) RemoveFolderFeed(key int64, path string) error {
	return w.removeOfFolder(key, path, "DELETE FROM folder_feeds WHERE publication = ? AND path = ?", path)
}

// RemoveFolderItem implements store.FolderWriter.
func (w *writer) RemoveFolderItem(key int64, feed, id string) error {
	return w.removeOfFolder(key, id, "DELETE FROM folder_items WHERE publication = ? AND feed = ? AND id = ?", feed, id)
}

// RemoveFolderFile implements store.FolderWriter.
func (w *writer) RemoveFolderFile(key int64, path string) error {
	return w.removeOfFolder(key, path, "DELETE FROM folder_files WHERE publication = ? AND path = ?", path)
}

// removeOfFolder forgets something of a publication.
func (w *writer) removeOfFolder(key int64, what, query string, values ...any) error {
	var n int
	err := w.one("SELECT 1 FROM folders WHERE key = ?", args{key}, &n)
	if errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("publication %d: %w", key, store.ErrNoPublication)
	}
	if err == nil {
		err = w.execQuietly(store.FolderKey(key), query, append(args{key}, values...)...)
	}
	return named(err, "forgetting "+what)
}
