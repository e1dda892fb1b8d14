package storage

import (
	"errors"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// damage is an error about one item. Everything else can be used: it does not end the
// transaction.
type damage struct{ why error }

func (d *damage) Error() string { return store.ErrDamagedItem.Error() + " (" + d.why.Error() + ")" }

func (d *damage) Unwrap() []error { return []error{store.ErrDamagedItem, d.why} }

func isDamage(err error) bool {
	_, is := errors.AsType[*damage](err)
	return is
}

// keptVersion is a version that is read with what one version can have two of.
type keptVersion struct {
	key, set          int64
	publisher, beside string
	version           *item.Version
	// bad is why it cannot be read.
	bad error
}

// scanKept reads a key, the columns publisher and beside, and versionColumns.
func scanKept(row scanner) (k keptVersion, _ error) {
	var rec kept
	into := append([]any{&k.key}, rec.beyond()...)
	if k.bad = row.Scan(append(into, rec.fields()...)...); k.bad == nil {
		k.version, k.bad = rec.decode()
	}
	k.set, k.publisher, k.beside = rec.set, rec.publisher, rec.beside
	return k, nil
}

// mend replaces a version of the archive that is damaged by the same one, which came again.
func (w *writer) mend(set, key int64, v *item.Version) (mended bool, err error) {
	const query = "SELECT v.key, v.publisher, v.beside, " + versionColumns + " FROM versions v WHERE v.key = ? AND NOT v.damaged"
	found, err := all(w.reader, scanKept, query, key)
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

// sumOfOrigin is the checksum of who made a version, and from where and when it came.
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
