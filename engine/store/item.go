package store

import (
	"errors"
	"maps"
	"slices"
	"time"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// Row is an item as lists show it, without its content.
type Row struct {
	// Set is the Key of its list.
	Set int64
	// ID is the item's identifier.
	ID string
	// Title is the winner's title.
	Title string
	// Deleted reports whether the winner is a tombstone.
	Deleted bool
	// Conflicts is the number of versions besides the winner that a person has to resolve:
	// open conflicts and reopened versions, counting those with equal content once
	// (ancestry.Sorted).
	Conflicts int
	// Updates is the winner's number of updates.
	Updates int
	// When is the time of the winner's newest update, or zero if none exists.
	When time.Time
	// By is the endpoint that made the winner's newest update, or "".
	By string
	// Flagged reports whether the item is marked for another reason than the conflicts that it
	// lists (ancestry.Marked), or is an orphan: it is not deleted, but its parent is a
	// tombstone with nothing to resolve.
	Flagged bool
	// Place is the winner's position in an ordered list.
	Place item.Place
	// Facts are the facts from the winner's record.
	record.Facts
	// Damaged reports whether the row differs from what was put. Then nothing in it is
	// reliable except, usually, the ID.
	Damaged bool
}

// InSet is a row with the name of its list.
type InSet struct {
	Set string
	Row
}

// RowsOfAll returns the rows of all lists that match a query, list by list in their order. It
// searches only lists that have such rows.
func RowsOfAll(r Reader, q Query) (all []InSet, err error) {
	search := q.Search
	q.Search = ""
	found, err := r.Rows(0, q)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	of := map[int64][]Row{}
	for _, row := range found {
		of[row.Set] = append(of[row.Set], row)
	}
	sets, err := setsOf(r, slices.Sorted(maps.Keys(of)))
	if err != nil {
		return nil, err
	}
	q.Search = search
	for _, s := range sets {
		rows := of[s.Key]
		if search != "" && len(rows) > 0 {
			if rows, err = r.Rows(s.Key, q); err != nil {
				return nil, err
			}
		}
		for _, row := range rows {
			all = append(all, InSet{s.Name, row})
		}
	}
	return all, nil
}

// setsOf returns at least the lists with these keys that are not deleted, in the order of SortSets.
// Most people have todos in a few lists only.
func setsOf(r SetReader, keys []int64) (sets []Set, err error) {
	const few = 50
	if len(keys) > few {
		return r.Sets()
	}
	for _, key := range keys {
		s, err := r.SetOf(key)
		if errors.Is(err, ErrNoSet) {
			continue
		}
		if err != nil {
			return nil, err
		}
		sets = append(sets, s)
	}
	SortSets(sets, func(s *Set) *Set { return s })
	return sets, nil
}

// Placed is an item of an ordered list, with its winner's position.
type Placed struct {
	ID      string
	Place   item.Place
	Deleted bool
	// Gone reports whether it is a tombstone with nothing to resolve, which no list shows.
	Gone bool
}

// Stamped is an item with its stamp, which says when it was last incorporated (SSE 0.93
// §4.2.3). PutItem assigns the time at which the item was seen in nanoseconds since 1970, or
// the store's last stamp plus one, whichever is greater. Stamps are unique, and are not reused
// after their item was removed. An implausible time, before 1970 or after 2242, is ignored
// (NextStamp).
type Stamped struct {
	ID    string
	Stamp int64
}

// ItemReader reads items, including those of deleted lists. Rows and items are in the order in
// which they were first put. A list that was never put has none.
type ItemReader interface {
	// Rows returns the items of a list that match the query. If set is 0 and the query has no
	// search, it returns those of all lists that are not deleted. Without Deleted, these are
	// the items that are not deleted and those with something to resolve. A result shorter
	// than the query's limit is complete. A slow search ends soon after the context does.
	Rows(set int64, q Query) ([]Row, error)
	// Row returns the row of an item, or ErrNoItem.
	Row(set int64, id string) (Row, error)
	// CountRows returns the number of rows that match the query regardless of its limit, or
	// Enough of them.
	CountRows(set int64, q Query) (int, error)
	// CountEach is CountRows for each list that has such rows, counting all of them: for one
	// list, or, if set is 0, for all that are not deleted.
	CountEach(set int64, q Query) (map[int64]int, error)
	// Tags returns the tags of the rows that match Query{}, list by list in the order of their
	// keys, and within a list in the order of their folded forms. Tags of a list with the same
	// folded form are combined, and spelled as in the first row.
	Tags(set int64) ([]TagCount, error)
	// UIDs maps each UID of a record to its item, including tombstones. A record without a UID
	// has the item's identifier in its place. If several items have one UID, it returns one
	// that is not deleted, or else the one that was put first.
	UIDs(set int64) (map[string]string, error)
	// LastOrder returns the greatest manual order of the list's items, including tombstones,
	// or 0.
	LastOrder(set int64) (int64, error)
	// Places returns the positions of all items in a list, including tombstones, in the order
	// in which they were first put.
	Places(set int64) ([]Placed, error)
	// PlacesIn returns the positions of the items with that parent.
	PlacesIn(set int64, parent string) ([]Placed, error)
	// Stamps returns when each item of a list, including tombstones, was last incorporated, in
	// ascending order.
	Stamps(set int64) ([]Stamped, error)
	// StampsAfter returns those that are greater than a stamp.
	StampsAfter(set, stamp int64) ([]Stamped, error)
	// ReceivedAfter returns the items of a list, including tombstones, that were incorporated
	// after a stamp and whose winner was received from the subscription to a location, or from
	// anywhere if from is "". They are in ascending order of their stamps.
	ReceivedAfter(set, stamp int64, from string) ([]string, error)
	// Taken returns what has to be known before an item is created: whether the list has an
	// item of that identifier, including tombstones, and the result of Used.
	Taken(set int64, id, by string) (taken bool, used int, err error)
	// Item reads an item, or returns ErrNoItem.
	Item(set int64, id string) (*item.Item, error)
	// Items calls visit for each of these items that the list has, in any order, which takes less
	// time than reading them one by one. The error that visit gets is ErrDamagedItem. It stops at
	// the first error of visit, and returns it.
	Items(set int64, ids []string, visit func(id string, it *item.Item, damaged error) error) error
	// EachItem calls visit for every item of the list, including tombstones. It stops at the
	// first error of visit, and returns it. visit may read and write; it is unspecified
	// whether it then visits what it wrote.
	EachItem(set int64, visit func(*item.Item) error) error
}

// Found is an item of a list, or ErrDamagedItem if it cannot be read.
type Found struct {
	Item    *item.Item
	Damaged error
}

// FindItems returns those of the items that a list has.
func FindItems(r ItemReader, set int64, ids []string) (map[string]Found, error) {
	found := make(map[string]Found, len(ids))
	err := r.Items(set, ids, func(id string, it *item.Item, damaged error) error {
		found[id] = Found{it, damaged}
		return nil
	})
	return found, err
}

// ItemWriter changes items.
type ItemWriter interface {
	// PutItem adds or replaces an item, and adds each of its versions to the archive if it is
	// not there yet. Properties of which one version can have several values are then as the
	// item has them, in the archive, too (Archived). It returns ErrNoSet if the list was never
	// put.
	PutItem(set int64, it *item.Item, seen Seen) error
	// RemoveItem removes an item from the list, or returns ErrNoItem. Its versions stay in the
	// archive. If the item is put again, it is last. A deletion is a version, to be put;
	// RemoveItem is for items that a publisher no longer has (SSE 0.93 §4).
	RemoveItem(set int64, id string) error
	// HideDeleted hides items with nothing to resolve whose winners are tombstones from
	// Query.Trash, until they get other winners. Other items do not change.
	HideDeleted(set int64, ids ...string) error
	// PutArchive adds a version to the archive that no item has, because a merge dropped it.
	// It returns ErrNoSet if the list was never put.
	PutArchive(set int64, v *item.Version, seen Seen) error
}

func rowOf(it *item.Item, s ancestry.Sorted, facts record.Facts) Row {
	top := it.Winner.Top()
	return Row{
		ID:        it.ID(),
		Title:     it.Winner.Title(),
		Deleted:   it.Winner.Deleted,
		Conflicts: len(s.Open),
		Updates:   it.Winner.Updates,
		When:      top.When.Time(),
		By:        top.By,
		Flagged:   ancestry.Marked(it),
		Place:     it.Winner.Place,
		Facts:     facts,
	}
}

// Orphaned returns the row, flagged if the item is an orphan.
func (r Row) Orphaned(is bool) Row {
	r.Flagged = r.Flagged || is
	return r
}

// Conflicted reports whether there is something to resolve: versions, or a mark.
func (r Row) Conflicted() bool { return r.Conflicts > 0 || r.Flagged }

// Gone reports whether the row is a tombstone with nothing to resolve.
func (r Row) Gone() bool { return r.Deleted && !r.Conflicted() }

// Open reports whether it is neither done nor cancelled. Items other than todos are always
// open.
func (r Row) Open() bool { return !r.Done && !r.Cancelled }

// Day returns the day of a date in text form.
func Day(date string) string {
	const length = len("2026-11-27")
	return date[:min(len(date), length)]
}
