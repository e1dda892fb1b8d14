package storage

import (
	"cmp"
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// PutArchive implements store.ItemWriter.
func (w *writer) PutArchive(set int64, v *item.Version, seen store.Seen) error {
	_, added, err := w.archive(set, v, seen)
	if err == nil && added {
		err = cmp.Or(w.recountOpen(set, v.ID), w.completeLater(set, v))
	}
	return named(noSet(err), "archiving a version of item "+v.ID)
}

// recountOpen is recount for an item that lists conflicts; for others, the archive has no
// effect on the count.
func (w *writer) recountOpen(set int64, id string) error {
	var listed bool
	err := w.one("SELECT EXISTS (SELECT 1 FROM items WHERE set_key = ? AND id = ? AND listed > 0)", args{set, id}, &listed)
	if err != nil || !listed {
		return err
	}
	return w.recount(set, id)
}

// archiveHeld is archive for a version that an item has: the archive then has the details of
// the version as the item has them.
func (w *writer) archiveHeld(set int64, v *item.Version, seen store.Seen) (int64, error) {
	key, added, err := w.archive(set, v, seen)
	if err != nil || added {
		return key, err
	}
	details, err := encodeVersionDetails(v)
	if err != nil {
		return key, err
	}
	_, err = w.exec(store.ListKey(set), "UPDATE versions SET details = ?1 WHERE key = ?2 AND details <> ?1", details, key)
	return key, err
}

// archive adds a version to the archive if it is not there yet, and returns its key.
func (w *writer) archive(set int64, v *item.Version, seen store.Seen) (key int64, added bool, err error) {
	const insert = `INSERT INTO versions
		(set_key, item, "by", sequence, "when", hash, updates, deleted, undeleted, noconflicts,
		seen_at, seen_from, history, extra, publisher, details, title, meaning, fullness, content, sum, came)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`
	history, err := encodeHistory(v.History)
	if err != nil {
		return 0, false, err
	}
	details, err := encodeVersionDetails(v)
	if err != nil {
		return 0, false, err
	}
	identity := identify(set, v)
	known := v.Content.Known()
	values := append(identity, v.Updates, v.Deleted, v.Undeleted, v.NoConflicts,
		instant(seen.At), seen.From, history, v.Extra, v.Publisher, details,
		known.Title, known.Hash[:], known.Full, v.Content.XML(),
		sumOfVersion(set, known.Title, known.Hash[:], known.Full), sumOfOrigin(v, seen))
	key, added, err = w.add(store.ListKey(set), insert, values...)
	if err != nil {
		return 0, false, err
	}
	if added {
		w.count(v)
		return key, true, nil
	}
	if key, err = w.archivedKey(identity); err != nil {
		return 0, false, err
	}
	mended, err := w.mend(set, key, v)
	return key, mended, err
}

// identify returns the values of the columns that identify a version.
func identify(set int64, v *item.Version) []any {
	top, hash := v.Top(), store.Identity(v)
	return []any{set, v.ID, top.By, top.Sequence, top.When.String(), hash[:]}
}

func (w *writer) archivedKey(identity args) (key int64, err error) {
	const query = `SELECT key, item, hash FROM versions
		WHERE set_key = ? AND item = ? AND "by" = ? AND sequence = ? AND "when" = ? AND hash = ?`
	var id, hash string
	if err = w.one(query, identity, &key, &id, &hash); err == nil {
		err = w.leads(id+hash, identity[1].(string)+string(identity[5].([]byte)))
	}
	return key, err
}

// complete returns an item with the records that its versions lack, and whether they lack any.
func (r *reader) complete(set int64, it *item.Item) (completed *item.Item, lacks bool, err error) {
	archived, err := r.archiveFor(set, it.ID(), it.Versions())
	if err != nil {
		return nil, false, err
	}
	completed = store.Completed(it, archived)
	return completed, slices.ContainsFunc(completed.Versions(), lacking), nil
}

func lacking(v *item.Version) bool { return v.Content.From() != nil }

// completed returns versions of an item with the records that they lack.
func (r *reader) completed(set int64, id string, versions []*item.Version) ([]*item.Version, error) {
	archived, err := r.archiveFor(set, id, versions)
	if err != nil {
		return nil, err
	}
	among := make([]*item.Version, len(archived))
	for i, a := range archived {
		among[i] = a.Version
	}
	return record.Complete(versions, among), nil
}

// archiveFor returns the archive of an item if its versions may lack a record that the archive
// has, and nothing otherwise.
func (r *reader) archiveFor(set int64, id string, versions []*item.Version) ([]store.Archived, error) {
	if !slices.ContainsFunc(versions, record.Lacks) {
		return nil, nil
	}
	var holds bool
	const query = `SELECT EXISTS (SELECT 1 FROM versions WHERE set_key = ? AND item = ?
		AND (instr(content, 'urn:ietf:params:xml:ns:') OR instr(content, '<outline')))`
	if err := r.one(query, args{set, id}, &holds); err != nil || !holds {
		return nil, err
	}
	return r.Versions(set, id)
}

// supplied returns an item with the data that its conflicts were listed without.
func (r *reader) supplied(set int64, it *item.Item) (*item.Item, error) {
	if !store.Bare(it) {
		return it, nil
	}
	archived, err := r.Versions(set, it.ID())
	return store.Supplied(it, archived), err
}

// completeLater puts an item again unchanged after a version was archived that may have a
// record or data that one of its versions lacks.
func (w *writer) completeLater(set int64, v *item.Version) error {
	var may bool
	const query = `SELECT EXISTS (SELECT 1 FROM items WHERE set_key = ? AND id = ? AND (listed > 0 OR ? AND (facts = '' OR lacks)))`
	if err := w.one(query, args{set, v.ID, record.Holds(v.Content)}, &may); err != nil || !may {
		return err
	}
	keep := w.stamps.preserve
	w.stamps.preserve = true
	defer func() { w.stamps.preserve = keep }()
	return putAgain(w, place{set, v.ID})
}
