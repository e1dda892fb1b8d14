package conflicts

import (
	"context"
	"errors"
	"slices"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/edit"
	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// Service reads and resolves the conflicts of a store. It may be used from several
// goroutines.
type Service struct {
	Store  store.Store
	Device edit.Device
	Clock  edit.Clock
	Edit   *edit.Service
}

// List returns the items with conflicts or reopened versions, and those that are marked
// (store.Row.Flagged), from the named lists or from all.
func (c Service) List(ctx context.Context, lists ...string) ([]store.InSet, error) {
	return store.Read(ctx, c.Store, func(r store.Reader) ([]store.InSet, error) { return list(r, lists) })
}

func list(r store.Reader, names []string) (all []store.InSet, err error) {
	q := store.Query{Conflicted: true}
	if len(names) == 0 {
		return store.RowsOfAll(r, q)
	}
	chosen, err := store.SetsNamed(r, names)
	for _, s := range chosen {
		rows, err := r.Rows(s.Key, q)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			all = append(all, store.InSet{Set: s.Name, Row: row})
		}
	}
	return all, err
}

// Sessions calls do with a session for each item that List returns. It reads all of them in
// one transaction, and does not compare the hunks of long texts.
func (c Service) Sessions(ctx context.Context, do func(set string, s *Session), names ...string) error {
	return c.Store.View(ctx, func(r store.Reader) error {
		rows, err := list(r, names)
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
			s, err := NewSession(it, c.Device.ID(), about)
			switch {
			case errors.Is(err, ErrNoConflict): // nothing is left to ask, because of versions that the archive has received since
				continue
			case err != nil:
				return err
			}
			do(row.Set, s)
		}
		return nil
	})
}

// Session starts to resolve an item that List returns; for any other item the error is
// ErrNoConflict. All slow work is done when it returns, including the comparison of long
// texts.
func (c Service) Session(ctx context.Context, set, id string) (*Session, error) {
	it, about, err := c.About(ctx, set, id)
	if err != nil {
		return nil, err
	}
	s, err := NewSession(it, c.Device.ID(), about)
	if err != nil {
		return nil, err
	}
	s.Prepare()
	return s, nil
}

// About reads, in one transaction, an item and what else a session has to know about it: to
// start a session, or for Session.Update.
func (c Service) About(ctx context.Context, set, id string) (it *item.Item, about About, err error) {
	err = store.ViewSet(ctx, c.Store, set, func(r store.Reader, s store.Set) error {
		it, about, err = aboutItem(r, s, id)
		return err
	})
	return it, about, err
}

// aboutItem reads an item, its reopened versions, and the original of all of them.
func aboutItem(r store.Reader, s store.Set, id string) (*item.Item, About, error) {
	it, err := r.Item(s.Key, id)
	if err != nil {
		return nil, About{}, err
	}
	offered, err := r.Offered(s.Key, id)
	if err != nil {
		return nil, About{}, err
	}
	offered = ancestry.Reopened(it, offered)
	archived, err := r.Versions(s.Key, id)
	if err != nil {
		return nil, About{}, err
	}
	orphan, err := orphanOf(r, s, append(it.Versions(), offered...), versionsOf(archived))
	if err != nil {
		return nil, About{}, err
	}
	return it, About{
		Base: s.Original(it, offered, archived), Offered: offered, Orphan: orphan,
		Rules: feed.RulesOf(s.Dialect),
	}, nil
}

// orphanOf finds the deleted items that versions of an item are in, the winner's first, or
// returns nil.
func orphanOf(r store.Reader, s store.Set, versions, archive []*item.Version) (*Orphan, error) {
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
	return &Orphan{Deleted: deleted, Outside: outside}, err
}

func versionsOf(archive []store.Archived) []*item.Version {
	all := make([]*item.Version, len(archive))
	for i, a := range archive {
		all[i] = a.Version
	}
	return all
}

// Saved is an item after its resolution was saved.
type Saved struct {
	*item.Item
	// Edit is the key of the edit, for edit.UndoOptions.
	Edit int64
}

// Resolve saves the result of a session (SSE 0.93 §3.4, SSE 0.91 §4.2) and returns the new
// item. If the item has changed since the session read it, the error is edit.ErrChanged, and
// edit.ErrInside if it would become its own parent; nothing is saved then, and the caller
// passes the current state (About) to Session.Update.
func (c Service) Resolve(ctx context.Context, set string, s *Session) (Saved, error) {
	d, err := c.decided(edit.Ref{Set: set, ID: s.Item().ID()}, s)
	if err != nil {
		return Saved{}, err
	}
	var saved Saved
	var within *edit.Transaction
	err = c.Edit.Do(ctx, edit.Resolving, func(t *edit.Transaction) (err error) {
		within = t
		saved.Item, err = save(t, d)
		return err
	})
	if err != nil {
		return Saved{}, err
	}
	saved.Edit = within.Edit()
	return saved, nil
}

// save saves a resolution and adds it to the resolution log.
func save(t *edit.Transaction, d decided) (*item.Item, error) {
	w, err := t.In(d.Set)
	if err != nil {
		return nil, err
	}
	it, err := Apply(w, d.Decision)
	if err != nil {
		return nil, err
	}
	if err := addPaths(t, w, d.fields); err != nil {
		return nil, err
	}
	t.Decided(d.noted(w, it))
	return it, nil
}
