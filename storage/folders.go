package storage

import (
	"database/sql"
	"errors"
	"fmt"

	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// folderDetails is the JSON of a published folder: properties that are not queried
// individually.
type folderDetails struct {
	Access   transport.Access    `json:"access,omitzero"`
	Title    string              `json:"title,omitempty"`
	Group    string              `json:"group,omitempty"`
	OnDemand []string            `json:"on_demand,omitempty"`
	Hidden   []string            `json:"hidden,omitempty"`
	Ignored  []string            `json:"ignored,omitempty"`
	Health   store.LibraryHealth `json:"health,omitzero"`
}

func scanFolder(row scanner) (f store.PublishedFolder, err error) {
	var d folderDetails
	err = row.Scan(&f.Key, &f.Address, &f.Folder, &f.Revision, jsonText[folderDetails]{&d})
	f.Access, f.Title, f.Group, f.OnDemand, f.Hidden, f.Ignored, f.Health = d.Access, d.Title, d.Group, d.OnDemand, d.Hidden, d.Ignored, d.Health
	return f, err
}

// PublishedFolders implements store.Reader.
func (r *reader) PublishedFolders() ([]store.PublishedFolder, error) {
	return all(r, scanFolder, "SELECT key, address, folder, revision, details FROM folders ORDER BY key")
}

// PutPublishedFolder implements store.Writer.
func (w *writer) PutPublishedFolder(f store.PublishedFolder) (int64, error) {
	key, err := w.putPublishedFolder(f)
	if isUnique(err) {
		err = store.ErrPublishedThere
	}
	return key, named(err, "saving the publication of "+f.Folder)
}

func (w *writer) putPublishedFolder(f store.PublishedFolder) (int64, error) {
	d := folderDetails{f.Access, f.Title, f.Group, f.OnDemand, f.Hidden, f.Ignored, writableHealth(f.Health)}
	details, err := jsonText[folderDetails]{&d}.encode()
	if err != nil {
		return 0, err
	}
	values := args{f.Address, f.Folder, f.Revision, details}
	if f.Key == 0 {
		return w.insertNew(store.FolderKey, "INSERT INTO folders (address, folder, revision, details) VALUES (?, ?, ?, ?)", values...)
	}
	const replace = "UPDATE folders SET (address, folder, revision, details) = (?, ?, ?, ?) WHERE key = ?"
	return f.Key, w.execOne(store.FolderKey(f.Key), store.ErrNoPublication, replace, append(values, f.Key)...)
}

// RemovePublishedFolder implements store.Writer. Everything stored about it is deleted with
// the row.
func (w *writer) RemovePublishedFolder(key int64) error {
	err := w.execOne(store.FolderKey(key), store.ErrNoPublication, "DELETE FROM folders WHERE key = ?", key)
	return named(err, fmt.Sprintf("removing publication %d", key))
}

// FolderFeeds implements store.Reader.
func (r *reader) FolderFeeds(key int64) ([]store.FolderFeed, error) {
	return all(r, scanFolderFeed, "SELECT path, built, hash, last, pending FROM folder_feeds WHERE publication = ? ORDER BY path", key)
}

func scanFolderFeed(row scanner) (f store.FolderFeed, err error) {
	err = row.Scan(&f.Path, (*instant)(&f.Built), &f.Hash, jsonText[transport.Written]{&f.Last}, &f.Pending)
	return f, err
}

const (
	selectFolderItems = `SELECT feed, id, built, mark, files, nested FROM folder_items
		WHERE publication = ? AND (feed, id) > (?, ?) ORDER BY feed, id LIMIT ?`
	selectFolderFiles = `SELECT path, size, changed, number, hash, last, pending FROM folder_files
		WHERE publication = ? AND path > ? ORDER BY path LIMIT ?`
)

// rowsAtOnce is how many items or files of a tree are read at a time.
const rowsAtOnce = 512

// FolderItems implements store.Reader.
func (r *reader) FolderItems(key int64, each func(store.FolderItem) error) error {
	for last := (store.FolderItem{}); ; {
		some, err := all(r, scanFolderItem, selectFolderItems, key, last.Feed, last.ID, rowsAtOnce)
		if err != nil || len(some) == 0 {
			return err
		}
		for _, i := range some {
			if err := each(i); err != nil {
				return err
			}
		}
		last = some[len(some)-1]
	}
}

func scanFolderItem(row scanner) (i store.FolderItem, err error) {
	err = row.Scan(&i.Feed, &i.ID, (*instant)(&i.Built), &i.Mark, jsonText[[]string]{&i.Files}, &i.Nested)
	return i, err
}

// FolderFiles implements store.Reader.
func (r *reader) FolderFiles(key int64, each func(store.FolderFile) error) error {
	return paged(r, scanFolderFile, selectFolderFiles, key, rowsAtOnce, func(f store.FolderFile) string { return f.Path }, each)
}

// scanFolderFile reads the number from a signed 64-bit integer of SQLite.
func scanFolderFile(row scanner) (f store.FolderFile, err error) {
	var number int64
	err = row.Scan(&f.Path, &f.Size, (*instant)(&f.Changed), &number, &f.Hash, jsonText[transport.Written]{&f.Last}, &f.Pending)
	f.Number = uint64(number)
	return f, err
}

// noPublication translates a foreign key violation that can only mean a missing publication.
func noPublication(err error) error {
	if isForeignKey(err) {
		return store.ErrNoPublication
	}
	return err
}

// PutFolderFeed implements store.Writer.
func (w *writer) PutFolderFeed(key int64, f store.FolderFeed) error {
	last, err := jsonText[transport.Written]{&f.Last}.encode()
	if err == nil {
		_, err = w.exec(store.FolderKey(key), `INSERT INTO folder_feeds (publication, path, built, hash, last, pending) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET built = excluded.built, hash = excluded.hash, last = excluded.last, pending = excluded.pending`,
			key, f.Path, instant(f.Built), f.Hash, last, f.Pending)
	}
	return named(noPublication(err), "noting the feed "+f.Path)
}

// PutFolderItem implements store.Writer.
func (w *writer) PutFolderItem(key int64, i store.FolderItem) error {
	files, err := jsonText[[]string]{&i.Files}.encode()
	if err == nil {
		_, err = w.exec(store.FolderKey(key), `INSERT INTO folder_items (publication, feed, id, built, mark, files, nested) VALUES (?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET built = excluded.built, mark = excluded.mark, files = excluded.files, nested = excluded.nested`,
			key, i.Feed, i.ID, instant(i.Built), i.Mark, files, i.Nested)
	}
	return named(noPublication(err), "noting the item "+i.ID)
}

// PutFolderFile implements store.Writer.
func (w *writer) PutFolderFile(key int64, f store.FolderFile) error {
	last, err := jsonText[transport.Written]{&f.Last}.encode()
	if err == nil {
		_, err = w.exec(store.FolderKey(key), `INSERT INTO folder_files (publication, path, size, changed, number, hash, last, pending) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET size = excluded.size, changed = excluded.changed, number = excluded.number, hash = excluded.hash,
				last = excluded.last, pending = excluded.pending`,
			key, f.Path, f.Size, instant(f.Changed), int64(f.Number), f.Hash, last, f.Pending)
	}
	return named(noPublication(err), "noting the file "+f.Path)
}

// RemoveFolderFeed implements store.Writer.
func (w *writer) RemoveFolderFeed(key int64, path string) error {
	return w.removeOfFolder(key, path, "DELETE FROM folder_feeds WHERE publication = ? AND path = ?", path)
}

// RemoveFolderItem implements store.Writer.
func (w *writer) RemoveFolderItem(key int64, feed, id string) error {
	return w.removeOfFolder(key, id, "DELETE FROM folder_items WHERE publication = ? AND feed = ? AND id = ?", feed, id)
}

// RemoveFolderFile implements store.Writer.
func (w *writer) RemoveFolderFile(key int64, path string) error {
	return w.removeOfFolder(key, path, "DELETE FROM folder_files WHERE publication = ? AND path = ?", path)
}

// removeOfFolder deletes a row of a publication.
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
