package storage

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"strings"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// damage is an error about one item. It does not end the transaction, because everything else
// can be used.
type damage struct{ why error }

func (d *damage) Error() string { return store.ErrDamagedItem.Error() + " (" + d.why.Error() + ")" }

func (d *damage) Unwrap() []error { return []error{store.ErrDamagedItem, d.why} }

func isDamage(err error) bool {
	_, is := errors.AsType[*damage](err)
	return is
}

// scannedVersion is a version as read, including the properties of which one version can have
// several values.
type scannedVersion struct {
	key, set           int64
	publisher, details string
	version            *item.Version
	// bad is the reason why it cannot be read.
	bad error
}

// scanVersion reads a key, the columns publisher and details, and versionColumns.
func scanVersion(row scanner) (k scannedVersion, _ error) {
	var rec storedVersion
	into := append([]any{&k.key}, rec.beyond()...)
	if k.bad = row.Scan(append(into, rec.fields()...)...); k.bad == nil {
		k.version, k.bad = rec.decode()
	}
	k.set, k.publisher, k.details = rec.set, rec.publisher, rec.details
	return k, nil
}

// mend replaces a damaged version in the archive by the same one, received again.
func (w *writer) mend(set, key int64, v *item.Version) (mended bool, err error) {
	const query = "SELECT v.key, v.publisher, v.details, " + versionColumns + " FROM versions v WHERE v.key = ? AND NOT v.damaged"
	found, err := all(w.reader, scanVersion, query, key)
	if err != nil || len(found) == 1 && found[0].bad == nil {
		return false, err
	}
	history, err := encodeHistory(v.History)
	if err != nil {
		return false, err
	}
	known, hash := v.Content.Known(), store.Identity(v)
	const update = `UPDATE versions SET hash = ?, item = ?, updates = ?, deleted = ?, undeleted = ?, noconflicts = ?, history = ?,
		extra = ?, title = ?, meaning = ?, fullness = ?, content = ?, damaged = 0, sum = ? WHERE key = ?`
	_, err = w.exec(store.ListKey(set), update, hash[:], v.ID, v.Updates, v.Deleted, v.Undeleted, v.NoConflicts, history,
		v.Extra, known.Title, known.Hash[:], known.Full, v.Content.XML(),
		sumOfVersion(set, known.Title, known.Hash[:], known.Full), key)
	return err == nil, err
}

// sumOfOrigin returns the checksum of who made a version, and from where and when it was
// received.
func sumOfOrigin(v *item.Version, seen store.Seen) int64 {
	top := v.Top()
	return origin{by: top.By, sequence: top.Sequence, when: top.When.String(), at: instant(seen.At).String(), from: seen.From, publisher: v.Publisher}.sum()
}

// origin has the columns that sumOfOrigin covers.
type origin struct {
	by, when, at, from, publisher string
	sequence                      int
}

func (o origin) sum() int64 {
	var c checksum
	for _, text := range []string{o.by, o.when, o.at, o.from, o.publisher} {
		c.text(text)
	}
	c.number(int64(o.sequence))
	return c.sum()
}

// explain translates a database error into one that callers check for or that people
// understand. A done context takes precedence, because other errors are then its consequences.
func (s *Store) explain(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if done := ctx.Err(); done != nil && errors.Is(err, done) {
		return err
	} else if done != nil {
		return fmt.Errorf("%w (%v)", done, err)
	}
	err = s.explained(err)
	if errors.Is(err, store.ErrDamaged) {
		s.noteDamage()
	}
	return err
}

func (s *Store) explained(err error) error {
	if isForeignSchema(err) || isMisshapen(err) {
		return damaged(s.path, err)
	}
	switch code(err) {
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return damaged(s.path, err)
	case sqlite3.SQLITE_BUSY:
		return fmt.Errorf("%s: %w", s.path, store.ErrInUse)
	case sqlite3.SQLITE_FULL:
		return fmt.Errorf("%s: the disk is full: make room and try again (%w)", s.path, err)
	case sqlite3.SQLITE_IOERR, sqlite3.SQLITE_PROTOCOL: // the latter if locking fails
		return fmt.Errorf("%s: the disk could not be read or written: check it and try again (%w)", s.path, err)
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		return fmt.Errorf("%s cannot be written: check the permissions of the folder, or choose another one (%w)", s.path, err)
	}
	return err
}

// isForeignSchema reports whether a table or a column is missing. As all statements are ours,
// this means that the schema is damaged.
func isForeignSchema(err error) bool {
	text := err.Error()
	return code(err) == sqlite3.SQLITE_ERROR && (strings.Contains(text, "no such ") || strings.Contains(text, "has no column named"))
}

// isMisshapen reports whether a row has an impossible value, or a row is missing that always
// exists.
func isMisshapen(err error) bool {
	switch extendedCode(err) {
	case sqlite3.SQLITE_CONSTRAINT_NOTNULL, sqlite3.SQLITE_CONSTRAINT_CHECK, sqlite3.SQLITE_CONSTRAINT_DATATYPE:
		return true
	}
	return errors.Is(err, sql.ErrNoRows) || strings.HasPrefix(err.Error(), "sql: Scan error")
}

// code returns the primary result code of SQLite, or 0.
func code(err error) int { return extendedCode(err) & 0xff }

func extendedCode(err error) int {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return e.Code()
	}
	return 0
}

func isUnique(err error) bool {
	return extendedCode(err) == sqlite3.SQLITE_CONSTRAINT_UNIQUE
}

func isForeignKey(err error) bool {
	return extendedCode(err) == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY
}

// noSet translates a foreign key violation that can only mean a missing list.
func noSet(err error) error {
	if isForeignKey(err) {
		return store.ErrNoSet
	}
	return err
}

// missingSet translates a missing row of a list.
func missingSet(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return store.ErrNoSet
	}
	return err
}

// named adds what was being done to an error, if there is one.
func named(err error, doing string) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// castagnoli is the polynomial with hardware support. The checksum detects every flipped byte,
// but is no protection against manipulation.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// unchecked is the checksum of a row from an older version.
const unchecked = 0

// checksum covers the values of some columns, as the database returns them.
type checksum struct {
	crc uint32
	// room has the bytes to add. A text passes through it in pieces, because it may be long.
	room [256]byte
}

func (c *checksum) text(s string) {
	c.add(binary.AppendUvarint(c.room[:0], uint64(len(s))))
	for len(s) > 0 {
		n := copy(c.room[:], s)
		c.add(c.room[:n])
		s = s[n:]
	}
}

func (c *checksum) number(n int64) { c.add(binary.AppendVarint(c.room[:0], n)) }

func (c *checksum) add(bytes []byte) { c.crc = crc32.Update(c.crc, castagnoli, bytes) }

func (c *checksum) flag(is bool) {
	n := int64(0)
	if is {
		n = 1
	}
	c.number(n)
}

// sum returns the checksum so far, which is never unchecked, and begins again.
func (c *checksum) sum() int64 {
	n := int64(c.crc)
	c.crc = 0
	if n == unchecked {
		return 1
	}
	return n
}

// differs reports whether a stored checksum differs from the one of what was read.
func differs(stored, computed int64) bool { return stored != unchecked && stored != computed }
