// Package lists is about lists and what is shown of them: their items, the lists that collect
// what is due or tagged across them, outlines as trees, alarms, counts, and the way of items into
// files and out of them.
package lists

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// Service reads lists and what is shown of them, and makes lists.
type Service struct {
	Store store.Store
	Clock interface{ Now() time.Time }
	// Here is where the user is: what days and times without a zone mean.
	Here *time.Location
	IDs  *item.IDs
	Edit *edit.Service
}

// Reading is the service on another store, as one that stays as it is.
func (s *Service) Reading(st store.Store) *Service {
	reading := *s
	reading.Store = st
	return &reading
}

// List is a list with the true numbers of its rows.
type List struct {
	store.Set
	store.Counts
}

// Create makes an empty list.
func (s *Service) Create(ctx context.Context, n New) (List, error) {
	set, err := s.Plan(n)
	if err != nil {
		return List{}, err
	}
	err = s.Store.Update(ctx, func(w store.Writer) error { return Add(w, &set) })
	if err != nil {
		return List{}, err
	}
	return List{Set: set}, nil
}

// Plan is a list that is not stored yet.
func (s *Service) Plan(n New) (store.Set, error) {
	set, err := n.set()
	if err != nil {
		return store.Set{}, fmt.Errorf("making the list %q: %w", n.Name, err)
	}
	set.FeedID, err = s.IDs.URN()
	return set, err
}

// Add stores a list that was planned, whose name must be free.
func Add(w store.Writer, set *store.Set) error {
	err := store.NameFree(w, *set)
	if err == nil {
		set.Key, err = w.PutSet(*set)
	}
	return err
}

// Named is the list of that name, or store.ErrNoSet.
func (s *Service) Named(ctx context.Context, name string) (store.Set, error) {
	return store.ReadSet(ctx, s.Store, name)
}

// All are the lists by name.
func (s *Service) All(ctx context.Context) ([]List, error) {
	return s.counted(ctx, store.Reader.Sets)
}

// Deleted are the deleted lists, in the order in which they were made.
func (s *Service) Deleted(ctx context.Context) ([]List, error) {
	return s.counted(ctx, store.Reader.DeletedSets)
}

func (s *Service) counted(ctx context.Context, read func(store.Reader) ([]store.Set, error)) (all []List, err error) {
	err = s.Store.View(ctx, func(r store.Reader) error {
		sets, err := read(r)
		if err != nil {
			return err
		}
		counts, err := r.Counts()
		all = slices.Grow(all, len(sets))
		for _, set := range sets {
			all = append(all, List{Set: set, Counts: counts[set.Key]})
		}
		return err
	})
	return all, err
}

// Discard takes back a list that was made for something that then failed. Undo does not know
// of it.
func (s *Service) Discard(ctx context.Context, name string) error {
	return store.UpdateSet(ctx, s.Store, name, func(w store.Writer, l store.Set) error {
		l.Deleted = true
		_, err := w.PutSet(l)
		return err
	})
}

// New says what a new list shall be. Empty fields take the defaults:
// kind "note", format "rss", dialect "feedsync-1.0"; for kind "outline" format
// "opml" and dialect "sse-0.91".
type New struct {
	Name, Kind string
	Format     item.Format
	Dialect    item.Dialect
}

// set is the list asked for, checked.
func (n New) set() (store.Set, error) {
	if err := store.CheckName(n.Name); err != nil {
		return store.Set{}, err
	}
	kind, err := oneOf("kind", n.Kind, "note", "todo", "contact", "outline")
	if err != nil {
		return store.Set{}, err
	}
	formats, dialects := []item.Format{item.RSS, item.Atom, item.OPML}, []item.Dialect{item.FeedSync10, item.SSE093, item.SSE091}
	if kind == "outline" {
		slices.Reverse(formats)
		slices.Reverse(dialects)
	}
	format, err := oneOf("format", n.Format, formats...)
	if err != nil {
		return store.Set{}, err
	}
	dialect, err := oneOf("dialect", n.Dialect, dialects...)
	if err != nil {
		return store.Set{}, err
	}
	return store.Set{Name: n.Name, Kind: kind, Format: format, Dialect: dialect}, together(kind, format, dialect)
}

// together tells why a kind, a format and a dialect, each known, do not go together.
func together(kind string, f item.Format, d item.Dialect) error {
	switch {
	case kind == "outline" && f != item.OPML:
		return errors.New("a list of outlines is OPML: leave the format out, or choose another kind")
	case kind != "outline" && f == item.OPML:
		return errors.New("OPML is the format of outlines alone: choose the kind outline, or the format rss or atom")
	case f == item.OPML && d != item.SSE091:
		return errors.New("outlines are shared by SSE 0.91, which alone has order and hierarchy: leave the dialect out, or choose another kind")
	case f == item.Atom && d == item.SSE091:
		return errors.New("SSE 0.91 has no Atom: choose the format rss, or another dialect")
	}
	return nil
}

// oneOf is the value, or the first of those known where it is "".
func oneOf[T ~string](what string, value T, known ...T) (T, error) {
	switch {
	case value == "":
		return known[0], nil
	case slices.Contains(known, value):
		return value, nil
	}
	var all []string
	for _, k := range known {
		all = append(all, string(k))
	}
	return "", fmt.Errorf("the %s %q is not known: choose one of %s", what, value, strings.Join(all, ", "))
}

// FreeName is a name, or the first of "name (2)", "name (3)" and so on that is not taken.
func FreeName(name string, taken []string) string {
	free := name
	for n := 2; slices.ContainsFunc(taken, func(t string) bool { return transport.SameName(t, free) }); n++ {
		free = fmt.Sprintf("%s (%d)", name, n)
	}
	return free
}

// Found lists rows of a list, as Items does, and tells how many there are whatever
// the limit. What was gone through for the rows is not gone through again for
// their number.
func (s *Service) Found(ctx context.Context, list string, q store.Query) (rows []store.Row, found int, err error) {
	err = store.ViewSet(ctx, s.Store, list, func(r store.Reader, l store.Set) error {
		if rows, err = r.Rows(l.Key, q); err != nil {
			return err
		}
		if found = len(rows); q.Limit == 0 || found < q.Limit {
			return nil
		}
		found, err = r.CountRows(l.Key, q)
		return err
	})
	return rows, found, err
}
