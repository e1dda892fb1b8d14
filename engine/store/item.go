package store

import (
	"slices"
	"time"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// Row is what a list shows of an item, without its content.
type Row struct {
	// Set is the Key of its set.
	Set int64
	// ID is the item's identifier.
	ID string
	// Title is that of the winner.
	Title string
	// Deleted tells that the winner is a tombstone.
	Deleted bool
	// Conflicts is how many versions a person is asked about beside the winner: open
	// conflicts and reopened versions, those of equal content as one (ancestry.Sorted).
	Conflicts int
	// Updates is that of the winner.
	Updates int
	// When is the instant of the winner's newest update; zero where absent.
	When time.Time
	// By made the winner's newest update, or is "".
	By string
	// Flagged reports whether the item is marked for another reason than the conflicts
	// that it lists (ancestry.Marked), or is an orphan: it lives, and the item that its place
	// is in is a tombstone with nothing to resolve.
	Flagged bool
	// Place is where the winner stands in an ordered set.
	Place item.Place
	// Facts are those of the winner's record.
	record.Facts
	// Damaged reports that the row is not what was put: nothing else in it can be relied on
	// but, as a rule, the ID.
	Damaged bool
}

// InSet is a row and the set that it is in.
type InSet struct {
	Set string
	Row
}

// RowsOfAll lists the rows of all sets that a query asks for, set by set in the order of
// their names. Only sets that have such rows are searched.
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
	sets, err := r.Sets()
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

// Placed is an item of an ordered set, and where its winner says that it stands.
type Placed struct {
	ID      string
	Place   item.Place
	Deleted bool
	// Gone tells that it is a tombstone with nothing to resolve, which no list shows.
	Gone bool
}

// Stamped is an item, and when it was incorporated last (SSE 0.93 §4.2.3): PutItem gives
// it the time at which it was seen in nanoseconds since 1970, or one more than the last
// that the store gave, whichever is greater. No two are the same, and none is used again
// once its item was removed. A time that no clock shows, before 1970 or after 2242, counts
// as none (NextStamp).
type Stamped struct {
	ID    string
	Stamp int64
}

// ItemReader reads items, those of deleted sets too. Rows and items come in the
// order in which they were first put. A set that was never put has none.
type ItemReader interface {
	// Rows lists the items of a set that the query asks for; of 0, where the query has no
	// search, those of all sets that are not deleted. Without Deleted
	// these are the live items and those with something to resolve. A list that is
	// shorter than the query's limit is whole. A search that takes long ends
	// soon after the context does.
	Rows(set int64, q Query) ([]Row, error)
	// Row is that of an item, or ErrNoItem.
	Row(set int64, id string) (Row, error)
	// CountRows is the number of rows that the query asks for, whatever its
	// limit, or Enough of them.
	CountRows(set int64, q Query) (int, error)
	// CountEach is CountRows of a query without a search for each set that has such rows: of
	// one set, or with 0 of all that are not deleted.
	CountEach(set int64, q Query) (map[int64]int, error)
	// Tags lists the tags of the rows that Rows gives for Query{}, set by set in the order of
	// their keys, and in a set in the order of their folded forms. Tags of a set that fold
	// alike are one, and written as in the first row.
	Tags(set int64) ([]TagCount, error)
	// UIDs gives the item for each UID of a record, tombstones included. The
	// item's identifier stands for a record's UID where there is none. Of
	// items with one UID live ones come first, and then the one put first.
	UIDs(set int64) (map[string]string, error)
	// LastOrder is the greatest order by hand of the set's items, tombstones
	// included, or 0.
	LastOrder(set int64) (int64, error)
	// Places gives where every item of a set stands, tombstones included, in the
	// order in which they were first put.
	Places(set int64) ([]Placed, error)
	// PlacesIn gives those of the items whose place is in that parent.
	PlacesIn(set int64, parent string) ([]Placed, error)
	// Stamps tells when each item of a set was incorporated last, tombstones included,
	// in ascending order.
	Stamps(set int64) ([]Stamped, error)
	// StampsAfter are those of them that are greater than a stamp.
	StampsAfter(set, stamp int64) ([]Stamped, error)
	// ReceivedAfter lists the items of a set, tombstones included, that were incorporated
	// after a stamp and whose winner came from the subscription to a location, or from any
	// where that is "": in ascending order of their stamps.
	ReceivedAfter(set, stamp int64, from string) ([]string, error)
	// Taken tells what has to be known before an item is made: whether the set
	// has one of that identifier, a tombstone perhaps, and what Used gives.
	Taken(set int64, id, by string) (taken bool, used int, err error)
	// Item reads an item, or ErrNoItem.
	Item(set int64, id string) (*item.Item, error)
	// EachItem calls visit with every item of the set, tombstones included,
	// until it returns an error, which EachItem returns. The visit may read and
	// write; whether it then meets what it wrote is left open.
	EachItem(set int64, visit func(*item.Item) error) error
}

// ItemWriter changes items.
type ItemWriter interface {
	// PutItem adds or replaces an item, and puts each of its versions into the
	// archive where it is not there yet. What one version can have two of is from
	// then on as the item has it, there too (Archived). It returns ErrNoSet where
	// the set was never put.
	PutItem(set int64, it *item.Item, seen Seen) error
	// RemoveItem takes an item out of the set, or returns ErrNoItem. Its
	// versions stay in the archive. An item that is put again comes last.
	// Deleting is a version, and is put; this is for what a publisher no
	// longer has (SSE 0.93 §4).
	RemoveItem(set int64, id string) error
	// PutArchive puts a version into the archive, though no item holds it: one
	// that a merge dropped. It returns ErrNoSet where the set was never put.
	PutArchive(set int64, v *item.Version, seen Seen) error
}

// RowOf is what a list shows of an item whose versions are sorted so.
func RowOf(it *item.Item, s ancestry.Sorted) Row {
	return rowOf(it, s, record.FactsOf(it.Winner.Content))
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

// Orphaned is the row of an item of which that is known.
func (r Row) Orphaned(is bool) Row {
	r.Flagged = r.Flagged || is
	return r
}

// Identifier is the record's UID, or the item's identifier in its place.
func (r Row) Identifier() string {
	if r.UID == "" {
		return r.ID
	}
	return r.UID
}

// Conflicted tells that there is something to resolve: versions, or that the item is
// marked.
func (r Row) Conflicted() bool { return r.Conflicts > 0 || r.Flagged }

// Gone tells that the row is that of a tombstone with nothing to resolve.
func (r Row) Gone() bool { return r.Deleted && !r.Conflicted() }

// Open tells that nothing was done about it yet: it is no todo that is done or
// cancelled.
func (r Row) Open() bool { return !r.Done && !r.Cancelled }

// Shows tells whether a query asks for the row, its search and limit apart.
func (q Query) Shows(r Row) bool {
	return r.Gone() == q.Deleted &&
		(r.Conflicted() || !q.Conflicted) &&
		(r.Open() || !q.Open) &&
		(q.Parent == "" || r.Parent == q.Parent) &&
		(r.Alarms || !q.Alarms) &&
		q.due(r) && q.tagged(r)
}

func (q Query) due(r Row) bool {
	if q.DueFrom == "" && q.DueTo == "" {
		return true
	}
	day := Day(r.Due)
	return day != "" && q.DueFrom <= day && (q.DueTo == "" || day <= q.DueTo)
}

func (q Query) tagged(r Row) bool {
	same := func(tag string) bool { return Fold(tag) == Fold(q.Tag) }
	return q.Tag == "" || slices.ContainsFunc(r.Tags, same)
}

// Day is the day of a date in its text form.
func Day(date string) string {
	const length = len("2026-11-27")
	return date[:min(len(date), length)]
}
