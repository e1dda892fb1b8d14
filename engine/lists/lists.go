// Package lists reads lists and what is shown of them: their items, smart lists that collect
// due or tagged items across lists, outlines as trees, alarms and counts. It also imports and
// exports items.
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
	"crossfeed/engine/rules/sse091"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// Service reads and creates lists.
type Service struct {
	Store store.Store
	Clock interface{ Now() time.Time }
	// Here is the user's time zone, for days and for times without a zone.
	Here *time.Location
	IDs  *item.IDs
	Edit *edit.Service
}

// Reading returns the service on another store, such as a snapshot.
func (s *Service) Reading(st store.Store) *Service {
	reading := *s
	reading.Store = st
	return &reading
}

// List is a list with the exact numbers of its rows. The Set must not be modified.
type List struct {
	*store.Set
	store.Counts
}

// Create creates an empty list.
func (s *Service) Create(ctx context.Context, n New) (List, error) {
	set, err := s.Plan(n)
	if err != nil {
		return List{}, err
	}
	err = s.Store.Update(ctx, func(w store.Writer) error { return Add(w, &set) })
	if err != nil {
		return List{}, err
	}
	return List{Set: &set}, nil
}

// Plan returns a list that is not stored yet.
func (s *Service) Plan(n New) (store.Set, error) {
	set, err := n.set()
	if err != nil {
		return store.Set{}, fmt.Errorf("making the list %q: %w", n.Name, err)
	}
	set.FeedID, err = s.IDs.URN()
	return set, err
}

// Add stores a planned list. Its name must be free.
func Add(w store.Writer, set *store.Set) error {
	err := store.NameFree(w, *set)
	if err == nil {
		set.Key, err = w.PutSet(*set)
	}
	return err
}

// Named returns the list with that name, or store.ErrNoSet.
func (s *Service) Named(ctx context.Context, name string) (store.Set, error) {
	return store.ReadSet(ctx, s.Store, name)
}

// All returns the lists in the order of store.SortSets.
func (s *Service) All(ctx context.Context) ([]List, error) {
	return s.counted(ctx, store.Reader.Sets)
}

// Deleted returns the deleted lists, in the order in which they were created.
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
		for i := range sets {
			all = append(all, List{Set: &sets[i], Counts: counts[sets[i].Key]})
		}
		return err
	})
	return all, err
}

// Discard removes a list that was created for something that then failed. This cannot be
// undone.
func (s *Service) Discard(ctx context.Context, name string) error {
	return store.UpdateSet(ctx, s.Store, name, func(w store.Writer, l store.Set) error {
		l.Deleted = true
		_, err := w.PutSet(l)
		return err
	})
}

// ErrNotEmpty: the kind of a list can be changed only while it has no items and is not shared.
var ErrNotEmpty = errors.New("only the kind of a list without items, subscriptions and a location can be changed")

// SetKind changes the kind of an empty list that is not shared. Its format and dialect become
// those of a new list where the kind needs others.
func (s *Service) SetKind(ctx context.Context, name, kind string) error {
	return store.UpdateSet(ctx, s.Store, name, func(w store.Writer, l store.Set) error {
		counts, err := w.Counts()
		if err != nil {
			return err
		}
		feeds, err := w.Subscriptions(l.Key)
		if err != nil {
			return err
		}
		if counts[l.Key] != (store.Counts{}) || len(feeds) > 0 || l.Location != "" {
			return fmt.Errorf("list %q: %w", name, ErrNotEmpty)
		}
		n, err := New{Name: name, Kind: kind}.set()
		if err != nil {
			return err
		}
		l.Kind = n.Kind
		if together(n.Kind, l.Format, l.Dialect) != nil {
			l.Format, l.Dialect = n.Format, n.Dialect
		}
		_, err = w.PutSet(l)
		return err
	})
}

// New describes a list to create. Empty fields have defaults: kind "note", format "rss",
// dialect "feedsync-1.0"; for kind "outline", format "opml" and dialect "sse-0.91".
type New struct {
	Name, Kind string
	Format     item.Format
	Dialect    item.Dialect
}

// set returns the described list, after checking it.
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

// together returns an error if a kind, a format and a dialect cannot be combined.
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

// oneOf checks that a value is a known one; "" stands for the first.
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

// FreeName returns a name, or the first of "name (2)", "name (3)" and so on that is not taken.
func FreeName(name string, taken []string) string {
	free := name
	for n := 2; slices.ContainsFunc(taken, func(t string) bool { return transport.SameName(t, free) }); n++ {
		free = fmt.Sprintf("%s (%d)", name, n)
	}
	return free
}

// Found returns rows of a list, as Items does, and the total number without the limit. It does
// not read twice what both need.
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

// ErrNotUpgradable: a list cannot be upgraded to FeedSync 1.0. Nothing was changed.
var ErrNotUpgradable = errors.New("it cannot be upgraded")

// Upgrade permanently upgrades an RSS list from SSE 0.91 to FeedSync 1.0 (docs/protocol.md). It
// fails with ErrNotUpgradable while there is anything to resolve, and for outlines, which
// FeedSync has no order for. Every version stays in the archive; earlier edits can no longer
// be undone. Feeds that still are SSE 0.91 are refused from then on.
func (s *Service) Upgrade(ctx context.Context, name string) error {
	err := store.UpdateSet(ctx, s.Store, name, func(w store.Writer, l store.Set) error {
		if err := upgradable(w, l); err != nil {
			return err
		}
		if err := s.upgradeItems(w, l.Key); err != nil {
			return err
		}
		if err := edit.Forget(w, l.Key); err != nil {
			return err
		}
		if err := forgetFeeds(w, l.Key); err != nil {
			return err
		}
		l.Dialect = item.FeedSync10
		_, err := w.PutSet(l)
		return err
	})
	if err != nil {
		return fmt.Errorf("upgrading the list %q: %w", name, err)
	}
	return nil
}

// upgradable returns why a list cannot be upgraded, or nil.
func upgradable(r store.SetReader, s store.Set) error {
	if d := s.Dialect; d != item.SSE091 {
		return fmt.Errorf("%w: it is %s already, and only lists of SSE 0.91 are upgraded", ErrNotUpgradable, d.Name())
	}
	if s.Format.Ordered() {
		return fmt.Errorf("%w: it is an outline, and FeedSync has no order and no hierarchy", ErrNotUpgradable)
	}
	counts, err := r.Count(s.Key)
	if err != nil {
		return err
	}
	if counts.Conflicted > 0 {
		return fmt.Errorf("%w while there are conflicts (%d): resolve them first, here and wherever else the list is", ErrNotUpgradable, counts.Conflicted)
	}
	return nil
}

// upgradeItems converts every item to FeedSync. As there is nothing to resolve, versions that
// are still listed as conflicts say the same as the winners and are only kept in the archive.
func (s *Service) upgradeItems(w store.Writer, set int64) error {
	seen := store.Seen{At: s.Clock.Now()}
	return w.EachItem(set, func(it *item.Item) error {
		alone := *it
		alone.Conflicts, alone.Flagged = nil, false
		next, err := sse091.ToFeedSync(&alone)
		if err != nil {
			return fmt.Errorf("item %s: %w", it.ID(), err)
		}
		return w.PutItem(set, next, seen)
	})
}

// forgetFeeds makes the feeds of a list be read as if for the first time: that they are
// unchanged no longer means that they are in sync.
func forgetFeeds(w store.Writer, set int64) error {
	all, err := w.Subscriptions(set)
	if err != nil {
		return err
	}
	for _, s := range all {
		s.Feeds = nil
		if _, err := w.PutSubscription(s); err != nil {
			return err
		}
	}
	return nil
}
