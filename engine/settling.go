package engine

import (
	"context"
	"errors"
	"slices"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/edit"
	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/lineage"
	"crossfeed/engine/store"
)

// Unsettled lists the items with open conflicts or versions offered again, and those
// that are marked (store.Row.Flagged): of the sets named, or of all.
func (e *Engine) Unsettled(ctx context.Context, sets ...string) (all []InSet, err error) {
	err = e.store.View(ctx, func(r store.Reader) error {
		all, err = unsettled(r, sets)
		return err
	})
	return all, err
}

// unsettled lists the rows with something to settle: of the sets named, or of all.
func unsettled(r store.Reader, names []string) (all []InSet, err error) {
	q := store.Query{ToSettle: true}
	if len(names) == 0 {
		return rowsOfAll(r, q)
	}
	chosen, err := choose(r, names)
	for _, s := range chosen {
		rows, err := r.Rows(s.Key, q)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			all = append(all, InSet{s.Name, row})
		}
	}
	return all, err
}

// Sessions calls do with a session for each item that Unsettled lists. All are read
// together, and the stretches of long texts are not compared.
func (e *Engine) Sessions(ctx context.Context, do func(set string, s *conflicts.Session), names ...string) error {
	return e.store.View(ctx, func(r store.Reader) error {
		rows, err := unsettled(r, names)
		if err != nil {
			return err
		}
		sets, err := r.Sets()
		if err != nil {
			return err
		}
		of := map[int64]store.Set{}
		for _, s := range sets {
			of[s.Key] = s
		}
		for _, row := range rows {
			it, about, err := aboutItem(r, of[row.Row.Set], row.ID)
			if err != nil {
				return err
			}
			s, err := conflicts.NewSession(it, e.Device.ID(), about)
			switch {
			case errors.Is(err, conflicts.ErrNoConflict): // what the archive got since left nothing to ask
				continue
			case err != nil:
				return err
			}
			do(row.Set, s)
		}
		return nil
	})
}

// Session begins the settling of an item that has open conflicts, or versions
// that are offered again, or is marked; where it is none of this, the error is
// conflicts.ErrNoConflict. All that takes time is done when it returns, long texts
// are compared too.
func (e *Engine) Session(ctx context.Context, set, id string) (*conflicts.Session, error) {
	it, about, err := e.About(ctx, set, id)
	if err != nil {
		return nil, err
	}
	s, err := conflicts.NewSession(it, e.Device.ID(), about)
	if err != nil {
		return nil, err
	}
	s.Prepare()
	return s, nil
}

// About reads an item and what a session has to know about it besides, as they
// stand together: for a session to begin with, or to meet.
func (e *Engine) About(ctx context.Context, set, id string) (it *item.Item, about conflicts.About, err error) {
	err = e.inSet(ctx, set, func(r store.Reader, s store.Set) error {
		it, about, err = aboutItem(r, s, id)
		return err
	})
	return it, about, err
}

// aboutItem reads an item, what is offered again of it, and the original of all
// these.
func aboutItem(r store.Reader, s store.Set, id string) (*item.Item, conflicts.About, error) {
	it, offered, err := toSettle(r, s.Key, id)
	if err != nil {
		return nil, conflicts.About{}, err
	}
	archived, err := r.Versions(s.Key, id)
	if err != nil {
		return nil, conflicts.About{}, err
	}
	orphan, err := orphanOf(r, s, append(it.Versions(), offered...), versionsOf(archived))
	if err != nil {
		return nil, conflicts.About{}, err
	}
	return it, conflicts.About{
		Base: s.Original(it, offered, archived), Offered: offered, Orphan: orphan,
		Rules: feed.RulesOf(s.Dialect),
	}, nil
}

// orphanOf finds the deleted items that versions of an item live in, the winner first;
// nil where there are none.
func orphanOf(r store.Reader, s store.Set, versions, archive []*item.Version) (*conflicts.Orphan, error) {
	if !s.Format.Ordered() {
		return nil, nil
	}
	var deleted []string
	for _, v := range versions {
		if v.Deleted || slices.Contains(deleted, v.Place.Parent) {
			continue
		}
		gone, err := edit.IsGone(r, s.Key, v.Place.Parent)
		if err != nil {
			return nil, err
		}
		if gone {
			deleted = append(deleted, v.Place.Parent)
		}
	}
	if deleted == nil {
		return nil, nil
	}
	outside, err := edit.Outside(r, s.Key, &item.Item{Winner: versions[0]}, archive)
	return &conflicts.Orphan{Deleted: deleted, Outside: outside}, err
}

// toSettle reads an item and what is offered again of it.
func toSettle(r store.Reader, set int64, id string) (it *item.Item, offered []*item.Version, err error) {
	if it, err = r.Item(set, id); err != nil {
		return nil, nil, err
	}
	if offered, err = r.Offered(set, id); err != nil {
		return nil, nil, err
	}
	return it, lineage.Reopened(it, offered), nil
}

func versionsOf(archive []store.Archived) []*item.Version {
	all := make([]*item.Version, len(archive))
	for i, a := range archive {
		all[i] = a.Version
	}
	return all
}

// Settle saves what the session decided (SSE 0.93 §3.4, SSE 0.91 §4.2) and returns the item as
// it then stands. When the item changed since the session saw it, it returns
// ErrChanged and changes nothing, ErrInside where it would stand in itself: the caller asks for news (About) and lets the
// session meet it.
func (e *Engine) Settle(ctx context.Context, set string, s *conflicts.Session) (*item.Item, error) {
	d, err := e.decided(edit.Ref{Set: set, ID: s.Item().ID()}, s)
	if err != nil {
		return nil, err
	}
	var it *item.Item
	err = e.Edit.Do(ctx, edit.Resolving, func(t *edit.Transaction) (err error) {
		it, err = settle(t, d)
		return err
	})
	if err != nil {
		return nil, err
	}
	return it, nil
}

// settle saves a decision, and notes it for the log of decisions.
func settle(t *edit.Transaction, d decided) (*item.Item, error) {
	w, err := t.In(d.Set)
	if err != nil {
		return nil, err
	}
	it, err := conflicts.Settle(w, d.Decision)
	if err != nil {
		return nil, err
	}
	if err := tellPaths(t, w, d.fields); err != nil {
		return nil, err
	}
	t.Decided(d.noted(w, it))
	return it, nil
}
