package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"crossfeed/engine/item"
	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

// List is an item set with the true numbers of its rows.
type List struct {
	store.Set
	store.Counts
}

// NewSet makes an empty item set.
func (e *Engine) NewSet(ctx context.Context, n NewSet) (List, error) {
	set, err := e.newSet(n)
	if err != nil {
		return List{}, err
	}
	err = e.store.Update(ctx, func(w store.Writer) error { return putNew(w, &set) })
	if err != nil {
		return List{}, err
	}
	return List{Set: set}, nil
}

// newSet is a set that is not stored yet.
func (e *Engine) newSet(n NewSet) (store.Set, error) {
	set, err := n.set()
	if err != nil {
		return store.Set{}, fmt.Errorf("making the list %q: %w", n.Name, err)
	}
	set.FeedID, err = e.ids.URN()
	return set, err
}

// putNew stores a new set, whose name must be free.
func putNew(w store.Writer, set *store.Set) error {
	err := store.NameFree(w, *set)
	if err == nil {
		set.Key, err = w.PutSet(*set)
	}
	return err
}

// Set is the set of that name, or store.ErrNoSet.
func (e *Engine) Set(ctx context.Context, name string) (store.Set, error) {
	return e.setNamed(ctx, name)
}

// Lists lists the item sets by name.
func (e *Engine) Lists(ctx context.Context) (all []List, err error) {
	err = e.store.View(ctx, func(r store.Reader) error {
		sets, err := r.Sets()
		if err != nil {
			return err
		}
		counts, err := r.Counts()
		all = slices.Grow(all, len(sets))
		for _, s := range sets {
			all = append(all, List{Set: s, Counts: counts[s.Key]})
		}
		return err
	})
	return all, err
}

// SharedError means that a list is published, and that nobody has said what becomes of
// its feed.
type SharedError struct{ List, Address string }

func (e *SharedError) Error() string {
	return fmt.Sprintf("%q is published at %s", e.List, e.Address)
}

// DeleteSet deletes a list, which Undo brings back with all that is in it. One that is
// published is refused with a *SharedError: see DeleteShared.
func (e *Engine) DeleteSet(ctx context.Context, name string) error {
	return e.Edit.DeleteList(ctx, name, func(s store.Set) error {
		if s.Location == "" {
			return nil
		}
		return &SharedError{s.Name, e.feedAddress(s)}
	})
}

// DeleteShared deletes a list that is published, and removes its feed where remove says
// so. Undo brings the list back: it goes on being published only where its feed stayed. The
// address of the feed is returned.
func (e *Engine) DeleteShared(ctx context.Context, name string, remove bool) (address string, err error) {
	s, err := e.setNamed(ctx, name)
	if err != nil {
		return "", err
	}
	if s.Location != "" {
		address = e.feedAddress(s)
	}
	if remove && address != "" {
		if address, err = e.StopSharing(ctx, name, true); err != nil {
			return address, err
		}
	}
	return address, e.Edit.DeleteList(ctx, name, func(store.Set) error { return nil })
}

// DiscardSet takes back a list that was made for something that then failed. Undo does
// not know of it.
func (e *Engine) DiscardSet(ctx context.Context, name string) error {
	return e.changeSet(ctx, name, func(w store.Writer, s store.Set) error {
		s.Deleted = true
		_, err := w.PutSet(s)
		return err
	})
}

// NewSet says what a new item set shall be. Empty fields take the defaults:
// kind "note", format "rss", dialect "feedsync-1.0"; for kind "outline" format
// "opml" and dialect "sse-0.91".
type NewSet struct {
	Name, Kind string
	Format     item.Format
	Dialect    item.Dialect
}

// set is the item set asked for, checked.
func (n NewSet) set() (store.Set, error) {
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
	for n := 2; slices.ContainsFunc(taken, func(t string) bool { return location.SameName(t, free) }); n++ {
		free = fmt.Sprintf("%s (%d)", name, n)
	}
	return free
}

// Found lists rows of a set, as Items does, and tells how many there are whatever
// the limit. What was gone through for the rows is not gone through again for
// their number.
func (e *Engine) Found(ctx context.Context, set string, q store.Query) (rows []store.Row, found int, err error) {
	err = e.inSet(ctx, set, func(r store.Reader, s store.Set) error {
		if rows, err = r.Rows(s.Key, q); err != nil {
			return err
		}
		if found = len(rows); q.Limit == 0 || found < q.Limit {
			return nil
		}
		found, err = r.CountRows(s.Key, q)
		return err
	})
	return rows, found, err
}
