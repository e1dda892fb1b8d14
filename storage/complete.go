package storage

import (
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// complete is an item with the records that its versions lack, and whether they lack any.
func (r *reader) complete(set int64, it *item.Item) (completed *item.Item, lacks bool, err error) {
	archived, err := r.archiveFor(set, it.ID(), it.Versions())
	if err != nil {
		return nil, false, err
	}
	completed = store.Completed(it, archived)
	return completed, slices.ContainsFunc(completed.Versions(), lacking), nil
}

func lacking(v *item.Version) bool { return v.Content.From() != nil }

// completed are versions of an item with the records that they lack.
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

// archiveFor is the archive of an item where versions may lack a record that it has, and
// nothing otherwise.
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

// completeLater puts an item again, as it is, where a version came into the archive whose
// record a version that it holds may lack.
func (w *writer) completeLater(set int64, v *item.Version) error {
	if !record.Holds(v.Content) {
		return nil
	}
	var may bool
	const query = `SELECT EXISTS (SELECT 1 FROM items WHERE set_key = ? AND id = ? AND (facts = '' OR lacks OR listed > 0))`
	if err := w.one(query, args{set, v.ID}, &may); err != nil || !may {
		return err
	}
	keep := w.stamps.keep
	w.stamps.keep = true
	defer func() { w.stamps.keep = keep }()
	return putAgain(w, place{set, v.ID})
}
