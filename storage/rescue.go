package storage

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"crossfeed/engine/store"
)

// Rescue copies what can be read of the database in a folder into a new one, which replaces
// it; the damaged one is moved to a folder next to it. If somebody else has it open, nothing
// is changed, and the error wraps store.ErrShared. Unless a person asked for it, an undamaged
// database is not changed, and rescuing is done at most once a day, because a failing disk
// would otherwise fill up with copies.
func Rescue(ctx context.Context, dir string, now time.Time, asked bool) (store.Rescued, error) {
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return store.Rescued{}, err
	}
	done, err := rescueAlone(ctx, absolute, now, asked)
	return done, named(err, "rescuing the data in "+dir)
}

func rescueAlone(ctx context.Context, dir string, now time.Time, asked bool) (done store.Rescued, err error) {
	lock, err := alone(dir)
	if err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	if !asked {
		path := filepath.Join(dir, fileName)
		sound, err := isSound(ctx, path)
		if sound {
			err = remove(damageOf(path))
		}
		if err != nil || sound {
			return done, err
		}
		brokenOff, err := exists(damageOf(path)) // a finished rebuild removes the note
		if err != nil {
			return done, err
		}
		if rebuiltLately(dir) && !brokenOff {
			return done, store.ErrRebuilt
		}
	}
	return rescue(ctx, dir, now)
}

// isSound reports whether the structure of a database is undamaged, because a disk that fails
// once looks like damage.
func isSound(ctx context.Context, path string) (sound bool, err error) {
	s := &Store{path: path, patience: patience}
	if err = s.inspect(ctx); err == nil {
		err = s.connect()
	}
	if err == nil {
		err = s.View(ctx, func(r store.Reader) error {
			c := &check{reader: r.(*reader)}
			err := c.structure()
			sound = err == nil && len(c.result.Faults) == 0
			return err
		})
		err = errors.Join(err, s.Close())
	}
	if errors.Is(err, store.ErrDamaged) {
		return false, nil
	}
	return sound, err
}

func rescue(ctx context.Context, dir string, now time.Time) (done store.Rescued, err error) {
	tmp, err := newTemporary(dir, rescuing)
	if err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, tmp.remove()) }()
	from, to := filepath.Join(tmp.path, "from.db"), filepath.Join(tmp.path, fileName)
	for _, suffix := range []string{"", "-wal"} {
		if err := copyFile(filepath.Join(dir, fileName+suffix), from+suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			return done, err
		}
	}
	taken, err := rewriteHeader(from)
	if err != nil {
		return done, err
	}
	if done.Lost, err = copyReadable(ctx, from, to, taken, filepath.Join(dir, fileName)); err != nil {
		return done, err
	}
	path := filepath.Join(dir, fileName)
	if err := os.WriteFile(damageOf(path), nil, 0o600); err != nil { // if this is interrupted, the next one tries again
		return done, err
	}
	if done.DamagedFolder, err = copyDatabase(dir, now); err != nil {
		return done, err
	}
	if err := takePlace(to, path); err != nil {
		return store.Rescued{}, errors.Join(err, removeAll(done.DamagedFolder)) // it is where it was
	}
	return done, errors.Join(remove(markOf(path)), remove(damageOf(path)))
}

// takePlace replaces a database with another one, or leaves it unchanged. Its log would be
// applied to the new one, so it is moved away first. If this is interrupted, the note of the
// damage tells the next process.
func takePlace(from, path string) error {
	log := walOf(from) + "-before"
	if err := os.Rename(walOf(path), log); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	err := remove(path + "-shm")
	if err == nil {
		err = os.Rename(from, path)
	}
	if err == nil {
		return nil
	}
	if back := os.Rename(log, walOf(path)); !errors.Is(back, os.ErrNotExist) {
		err = errors.Join(err, back)
	}
	return err
}

// remove removes a file that may be there.
func remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// rewriteHeader makes the header of a database valid, so that it can be opened. Except for a
// few counts, all of our headers are the same. It returns how many migrations the database
// has.
func rewriteHeader(path string) (taken int, err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	var h header
	if _, err := f.ReadAt(h[:], 0); err != nil {
		return 0, fmt.Errorf("%w (%w)", store.ErrDamaged, err)
	}
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	copy(h[:], "SQLite format 3\x00")
	binary.BigEndian.PutUint16(h[16:], pageBytes)
	copy(h[18:], []byte{2, 2, 0, 64, 32, 32})
	binary.BigEndian.PutUint32(h[28:], uint32(info.Size()/pageBytes))
	binary.BigEndian.PutUint32(h[44:], 4)
	binary.BigEndian.PutUint32(h[56:], 1)
	clear(h[64:68])
	clear(h[72:92])
	copy(h[92:96], h[24:28]) // the number of pages counts
	binary.BigEndian.PutUint32(h[68:], applicationID)
	taken = h.version()
	if taken < 1 || taken > len(migrations()) {
		taken = len(migrations())
		binary.BigEndian.PutUint32(h[60:], uint32(taken))
	}
	clear(h[32:40]) // free pages stay unused
	binary.BigEndian.PutUint32(h[52:], 0)
	_, err = f.WriteAt(h[:], 0)
	return taken, err
}

// rescuer copies rows from a damaged database into a new one.
type rescuer struct {
	ctx  context.Context
	from *sql.DB
	to   *Store
	rows int
	// lost reports whether something could not be read.
	lost bool
}

// copyReadable copies what can be read of a database, which was at a path.
func copyReadable(ctx context.Context, from, to string, taken int, path string) (lost bool, err error) {
	s := &Store{path: to}
	if err := os.WriteFile(to, nil, 0o600); err != nil {
		return false, err
	}
	if err := s.connect(); err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	steps := migrations()[:taken]
	if taken == len(migrations()) {
		err = s.take(ctx, taken, schema)
	} else {
		err = s.migrate(ctx, steps)
	}
	if err != nil {
		return false, err
	}
	if taken == len(migrations()) {
		if err := overlaySchema(ctx, from, filepath.Join(filepath.Dir(to), "whole")); err != nil {
			return false, err
		}
	}
	if err := repairSchema(ctx, from, s.db); err != nil {
		return false, err
	}
	r := rescuer{ctx: ctx, to: s}
	if r.from, err = openDamaged(from); err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, r.from.Close()) }()
	if err := r.all(); err != nil || r.lost {
		return r.lost, err
	}
	return false, s.adoptHome(ctx, path)
}

// adoptHome makes a database with all the data of another one know that it replaces it, and is
// not a copy on another device.
func (s *Store) adoptHome(ctx context.Context, path string) error {
	err := s.Update(ctx, func(w store.Writer) error {
		d, err := w.Device()
		was := (&Store{path: path}).Home()
		if err != nil || d.Home.File != was.File || d.Home.Born != was.Born {
			return err
		}
		now := s.Home()
		d.Home.File, d.Home.Born = now.File, now.Born
		return w.PutDevice(d)
	})
	if err != nil {
		return err
	}
	return s.fold(ctx)
}

// openDamaged opens a database whose schema may be damaged.
func openDamaged(path string) (*sql.DB, error) {
	db, err := sql.Open(driver, dataSource(path, url.Values{"_pragma": {busyTimeout(), "writable_schema(ON)", "cell_size_check(ON)"}}))
	if err == nil {
		db.SetMaxOpenConns(1)
	}
	return db, err
}

// object is an entry of the schema.
type object struct {
	row, root              int64
	kind, name, table, sql string
}

func objects(ctx context.Context, db interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}) (all []object, err error) {
	rows, err := db.QueryContext(ctx, "SELECT rowid, coalesce(rootpage, 0), type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema")
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // Err reports failures
	for rows.Next() {
		var o object
		if err := rows.Scan(&o.row, &o.root, &o.kind, &o.name, &o.table, &o.sql); err != nil {
			continue
		}
		all = append(all, o)
	}
	return all, rows.Err()
}

// repairSchema gives the tables of a damaged database the statements from an undamaged one. A
// table with a damaged name is taken for the missing one.
func repairSchema(ctx context.Context, path string, whole *sql.DB) error {
	want, err := objects(ctx, whole)
	if err != nil {
		return err
	}
	db, err := openDamaged(path)
	if err != nil {
		return err
	}
	got, _ := objects(ctx, db) // what cannot be read of it is missing
	left := slices.DeleteFunc(slices.Clone(want), func(w object) bool {
		return slices.ContainsFunc(got, func(g object) bool { return g.name == w.name })
	})
	for _, g := range got {
		i := slices.IndexFunc(want, func(w object) bool { return w.name == g.name })
		w := object{}
		switch {
		case i >= 0:
			w = want[i]
		case len(left) == 1:
			w = left[0]
		default:
			continue
		}
		if g.sql == w.sql && g.kind == w.kind && g.table == w.table && i >= 0 {
			continue
		}
		_, err = db.ExecContext(ctx, "UPDATE sqlite_schema SET type = ?, name = ?, tbl_name = ?, sql = nullif(?, '') WHERE rowid = ?", w.kind, w.name, w.table, w.sql, g.row)
		if err != nil {
			break // what can be read without it is read
		}
	}
	return db.Close()
}

// overlaySchema replaces the schema of a damaged database with that of a whole one, if both
// were created in the same way, so that their tables begin at the same pages.
func overlaySchema(ctx context.Context, path, nursery string) (err error) {
	if err := build(ctx, nursery); err != nil {
		return err
	}
	whole, err := os.ReadFile(filepath.Join(nursery, fileName))
	if err != nil {
		return err
	}
	same, err := startAlike(ctx, path, filepath.Join(nursery, fileName))
	if err != nil || !same {
		return err
	}
	// Checkpoint the log first, because it may have pages of the schema.
	db, err := openDamaged(path)
	if err != nil {
		return err
	}
	_, _ = db.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)") // what cannot be read stays unread
	if err := db.Close(); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	for _, page := range schemaPages(whole) {
		at := int64(page-1) * pageBytes
		begin := at
		if page == 1 {
			begin = headerSize
		}
		if _, err := f.WriteAt(whole[begin:at+pageBytes], begin); err != nil {
			return err
		}
	}
	return nil
}

// pageBytes is the page size of our databases.
const pageBytes = 4096

// startAlike reports whether all tables that both databases have begin at the same pages, and
// there are some.
func startAlike(ctx context.Context, path, whole string) (same bool, err error) {
	var all [2][]object
	for i, p := range []string{path, whole} {
		db, err := openDamaged(p)
		if err != nil {
			return false, err
		}
		all[i], err = objects(ctx, db)
		if err = errors.Join(err, db.Close()); err != nil && i == 1 {
			return false, err
		}
	}
	alike := 0
	for _, g := range all[0] {
		i := slices.IndexFunc(all[1], func(w object) bool { return w.name == g.name })
		if i >= 0 && all[1][i].root != g.root {
			return false, nil
		}
		if i >= 0 {
			alike++
		}
	}
	return alike > 0 || len(all[0]) == 0, nil
}

// schemaPages returns the pages of the schema in a whole database: a table b-tree that begins
// at the first page (sqlite.org/fileformat.html §1.6).
func schemaPages(db []byte) (pages []int) {
	const interior = 5
	var walk func(page int)
	walk = func(page int) {
		pages = append(pages, page)
		at := (page - 1) * pageBytes
		head := at
		if page == 1 {
			head += headerSize
		}
		if db[head] != interior {
			return
		}
		for i := range int(binary.BigEndian.Uint16(db[head+3:])) {
			cell := at + int(binary.BigEndian.Uint16(db[head+12+2*i:]))
			walk(int(binary.BigEndian.Uint32(db[cell:])))
		}
		walk(int(binary.BigEndian.Uint32(db[head+8:])))
	}
	walk(1)
	return pages
}

// all copies every table, and restores rows from their copies if only these are undamaged.
// Rows whose parents are lost are left out, except for items and versions, for which the list
// is created again.
func (r *rescuer) all() error {
	if err := r.unbound(r.tables); err != nil {
		return err
	}
	if r.rows == 0 {
		return fmt.Errorf("%w (nothing in it can be read)", store.ErrDamaged)
	}
	if err := r.to.Update(r.ctx, func(w store.Writer) error { return w.(*writer).restoreCopies() }); err != nil {
		return err
	}
	const finish = `
		DELETE FROM changes;
		INSERT INTO sets (key, name, kind, format, dialect, location, feed_id, foreign_markup, deleted)
			SELECT s, 'Rescued ' || s, 'note', 'rss', 'feedsync-1.0', '', 'urn:crossfeed:rescued:' || s || ':' || hex(randomblob(8)), '', 0
			FROM (SELECT set_key AS s FROM items UNION SELECT set_key FROM versions) WHERE s NOT IN (SELECT key FROM sets);
		DELETE FROM conflicts WHERE item NOT IN (SELECT key FROM items);
		DELETE FROM offers WHERE item NOT IN (SELECT key FROM items) OR version NOT IN (SELECT key FROM versions);
		DELETE FROM tags WHERE item NOT IN (SELECT key FROM items);
		DELETE FROM searchable WHERE item NOT IN (SELECT key FROM items);
		DELETE FROM subscriptions WHERE set_key NOT IN (SELECT key FROM sets);
		DELETE FROM held_items WHERE set_key NOT IN (SELECT key FROM sets);
		DELETE FROM decisions WHERE set_key NOT IN (SELECT key FROM sets);
		UPDATE stamps SET given = max(given, (SELECT coalesce(max(stamp), 0) FROM items));`
	return r.unbound(func(to *sql.Conn) error {
		_, err := to.ExecContext(r.ctx, finish)
		return err
	})
}

// unbound writes in one transaction without foreign key checks, and checkpoints the log.
func (r *rescuer) unbound(write func(*sql.Conn) error) error {
	conn, err := r.to.db.Conn(r.ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }() // returned to the pool
	if _, err := conn.ExecContext(r.ctx, "PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE"); err != nil {
		return err
	}
	if err := write(conn); err != nil {
		return err
	}
	_, err = conn.ExecContext(r.ctx, "COMMIT; PRAGMA foreign_keys = ON; PRAGMA wal_checkpoint(TRUNCATE);")
	return err
}

// tables copies the rows of every table.
func (r *rescuer) tables(to *sql.Conn) error {
	tables, err := objects(r.ctx, to)
	if err != nil {
		return err
	}
	for _, t := range tables {
		if t.kind != "table" || strings.HasPrefix(t.name, "sqlite_") {
			continue
		}
		if err := r.table(to, t.name); err != nil {
			return err
		}
	}
	return r.lostItems(to)
}

// lostItems adds items whose rows cannot be read, but that an index has, as damaged ones, to
// be merged again from their versions. A row has the wrong identifier if the index and the
// winner's version agree on another one.
func (r *rescuer) lostItems(to *sql.Conn) error {
	const columns = "key, set_key, id, stamp"
	const query = "SELECT " + columns + " FROM items INDEXED BY items_by_stamp"
	const rename = `UPDATE items SET id = ?3 WHERE key = ?1 AND set_key = ?2 AND stamp = ?4 AND id <> ?3
		AND EXISTS (SELECT 1 FROM versions v WHERE v.key = winner AND v.item = ?3)`
	if _, err := r.rowsIn(to, query, rename, 4); err != nil {
		return err
	}
	const insert = `INSERT OR IGNORE INTO items (` + columns + `, winner, conflicts, deleted, updates, at, "by", title, publisher)
		VALUES (?, ?, ?, ?, 0, 0, 0, 0, '', '', '', '')`
	_, err := r.rowsIn(to, query, insert, 4)
	return err
}

// table copies the rows of a table: forwards up to what cannot be read, and then backwards
// from the end.
func (r *rescuer) table(to *sql.Conn, name string) error {
	columns, key, err := r.columns(to, name)
	if err != nil {
		return err
	}
	list := `"` + strings.Join(columns, `", "`) + `"`
	insert := "INSERT OR REPLACE INTO " + name + " (" + list + ") VALUES (" + places(list) + ")"
	if name == "items" {
		insert = newest(list, columns)
	}
	for _, order := range []string{" ASC", " DESC"} {
		whole, err := r.rowsIn(to, "SELECT "+list+" FROM "+name+" NOT INDEXED ORDER BY "+strings.Join(key, order+", ")+order, insert, len(columns))
		if err != nil {
			return err
		}
		if whole {
			break
		}
		r.lost = true
	}
	return r.compare(to, name)
}

// newest returns a statement that inserts a row of items. If the key of one is damaged, the
// item may have been put again under another key: the last one counts.
func newest(list string, columns []string) string {
	is := func(column, operator string) string {
		return fmt.Sprintf("%s %s ?%d", column, operator, slices.Index(columns, column)+1)
	}
	return "INSERT OR REPLACE INTO items (" + list + ") SELECT " + places(list) +
		" WHERE NOT EXISTS (SELECT 1 FROM items WHERE " + is("set_key", "=") + " AND " + is("id", "=") + " AND " + is("stamp", ">") + ")"
}

// compare determines whether an index of a table has more entries than rows were copied.
func (r *rescuer) compare(to *sql.Conn, table string) error {
	var rows int
	if err := to.QueryRowContext(r.ctx, "SELECT count(*) FROM "+table).Scan(&rows); err != nil {
		return err
	}
	indexes, err := objects(r.ctx, to)
	for _, one := range indexes {
		if one.kind != "index" || one.table != table {
			continue
		}
		var entries int // neither a partial nor a damaged index can be queried
		query := fmt.Sprintf(`SELECT count(*) FROM %s INDEXED BY "%s"`, table, one.name)
		if r.from.QueryRowContext(r.ctx, query).Scan(&entries) == nil && entries > rows {
			r.lost = true
		}
	}
	return err
}

// columns returns the columns of a table, and those of its primary key.
func (r *rescuer) columns(to *sql.Conn, table string) (columns, key []string, err error) {
	rows, err := to.QueryContext(r.ctx, `SELECT name, pk FROM pragma_table_info(?) ORDER BY cid`, table)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = rows.Close() }() // Err reports failures
	keys := map[int]string{}
	for rows.Next() {
		var name string
		var pk int
		if err := rows.Scan(&name, &pk); err != nil {
			return nil, nil, err
		}
		columns = append(columns, name)
		if pk > 0 {
			keys[pk] = `"` + name + `"`
		}
	}
	for n := 1; n <= len(keys); n++ {
		key = append(key, keys[n])
	}
	if len(key) == 0 {
		key = []string{"rowid"}
	}
	return columns, key, rows.Err()
}

// rowsIn copies rows until one cannot be read. A row that does not fit is left out.
func (r *rescuer) rowsIn(to *sql.Conn, query, insert string, columns int) (whole bool, err error) {
	rows, err := r.from.QueryContext(r.ctx, query)
	if err != nil {
		return false, r.ctx.Err()
	}
	defer func() { _ = rows.Close() }() // Err reports whether it is complete
	values, into := make([]any, columns), make([]any, columns)
	for i := range values {
		into[i] = &values[i]
	}
	for rows.Next() {
		err := rows.Scan(into...)
		if err == nil {
			_, err = to.ExecContext(r.ctx, insert, values...)
		}
		if err != nil {
			r.lost = true
			continue
		}
		r.rows++
	}
	return rows.Err() == nil, r.ctx.Err()
}
