package conflicts

import (
	"context"
	"crypto/sha256"
	"errors"
	"math"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// History is the history of an item: its graph and its versions in the archive, in the order
// in which they arrived.
type History struct {
	Item     *item.Item
	Graph    ancestry.Graph
	Archived []store.Archived
	// Most is the maximum number of versions to read, or 0 for no limit. Versions is how many
	// there are.
	Most, Versions int
}

// History reads the history of an item: the versions that arrived last, at most that many, or
// all if most is 0.
func (c Service) History(ctx context.Context, set, id string, most int) (History, error) {
	l := History{Most: most}
	err := store.ViewSet(ctx, c.Store, set, func(r store.Reader, s store.Set) error { return l.read(r, s.Key, id, c.Device.ID()) })
	if err != nil {
		return History{}, err
	}
	return l, nil
}

func (l *History) read(r store.Reader, set int64, id, endpoint string) (err error) {
	missing := error(nil)
	if l.Item, err = r.Item(set, id); errors.Is(err, store.ErrNoItem) {
		missing, err = err, nil // the item left the list, but the archive still has it
	}
	if err != nil {
		return err
	}
	if l.Most == 0 {
		l.Archived, err = r.Versions(set, id)
		l.Versions = len(l.Archived)
	} else {
		l.Archived, l.Versions, err = r.Newest(set, id, l.Most, math.MaxInt)
		l.Archived = store.CompletedArchive(l.Archived)
	}
	if err != nil {
		return err
	}
	if missing != nil {
		if len(l.Archived) == 0 {
			return missing
		}
		l.Item = &item.Item{Winner: l.Archived[len(l.Archived)-1].Version}
	}
	decisions, err := r.Decisions(set, id, l.Most)
	if err != nil {
		return err
	}
	archive := versionsOf(l.Archived)
	l.Graph = ancestry.Draw(l.Item, archive, ancestry.Log{Endpoint: endpoint, Resolved: resolved(archive, decisions)})
	for i := range l.Graph.Nodes {
		if missing != nil && l.Graph.Nodes[i].Role == ancestry.Winner {
			l.Graph.Nodes[i].Role = ancestry.Past
		}
	}
	if !l.Partial() {
		return nil
	}
	l.Graph, err = l.Graph.Newest(func(n ancestry.Node) (bool, error) { return r.Has(set, id, n.Update) })
	return err
}

// Partial reports whether there are older versions that were not read.
func (l History) Partial() bool { return l.Most > 0 && l.Versions > l.Most }

// resolved maps each version that was saved as a resolution on this device to the versions
// that it included, according to the resolution log.
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
