package engine

import (
	"context"
	"crypto/sha256"

	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/lineage"
	"crossfeed/engine/store"
)

// ErrNoVersion means that the archive has no such version of the item.
var ErrNoVersion = store.ErrNoVersion

// Lineage is how an item came about: its graph, and every version of it in the
// archive, the one first seen first.
type Lineage struct {
	Item     *item.Item
	Graph    lineage.Graph
	Archived []store.Archived
}

// Lineage reads how an item came about.
func (e *Engine) Lineage(ctx context.Context, set, id string) (l Lineage, err error) {
	var decisions []store.Decision
	err = e.inSet(ctx, set, func(r store.Reader, s store.Set) error {
		if l.Item, err = r.Item(s.Key, id); err != nil {
			return err
		}
		if l.Archived, err = r.Versions(s.Key, id); err != nil {
			return err
		}
		decisions, err = r.Decisions(s.Key, id, 0)
		return err
	})
	if err != nil {
		return Lineage{}, err
	}
	archive := versionsOf(l.Archived)
	log := lineage.Log{Endpoint: e.Endpoint(), Resolved: resolved(archive, decisions)}
	l.Graph = lineage.Draw(l.Item, archive, log)
	return l, nil
}

// resolved are the versions that resolutions made here included, by the log.
func resolved(archive []*item.Version, decisions []store.Decision) map[*item.Version][]*item.Version {
	if len(decisions) == 0 {
		return nil
	}
	named := map[[sha256.Size]byte]*item.Version{}
	for _, v := range archive {
		named[store.Identity(v)] = v
	}
	all := map[*item.Version][]*item.Version{}
	for _, d := range decisions {
		result := named[d.After]
		if result == nil {
			continue
		}
		for _, c := range d.Versions {
			if v := named[c.Version]; v != nil && c.Taken {
				all[result] = append(all[result], v)
			}
		}
	}
	return all
}

// RestoreVersion makes an item what a version of the archive says, by an update
// (SSE 0.93 §3.2) that can be undone: a tombstone too, or one again. An item that
// says just that is returned as it is. It is refused with ErrUnsettled where the
// item has open conflicts: there the version is offered by settling. A version
// that the archive does not have is ErrNoVersion.
func (e *Engine) RestoreVersion(ctx context.Context, set, id string, version [sha256.Size]byte) (*item.Item, error) {
	return e.one(ctx, "restore", set, func(w edit.Work) (*item.Item, error) { return w.RestoreVersion(id, version) })
}
