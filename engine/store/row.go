package store

import (
	"slices"

	"crossfeed/engine/equal"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// RowOf is what a list shows of an item whose versions are sorted so.
func RowOf(it *item.Item, s equal.Sorted) Row {
	return rowOf(it, s, record.FactsOf(it.Winner.Content))
}

func rowOf(it *item.Item, s equal.Sorted, facts record.Facts) Row {
	top := it.Winner.Top()
	return Row{
		ID:        it.ID(),
		Title:     it.Winner.Title(),
		Deleted:   it.Winner.Deleted,
		Conflicts: len(s.Open),
		Updates:   it.Winner.Updates,
		When:      top.When.Time(),
		By:        top.By,
		Flagged:   equal.Marked(it),
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

// ToSettle tells that there is something to settle: versions, or that the item is
// marked.
func (r Row) ToSettle() bool { return r.Conflicts > 0 || r.Flagged }

// Gone tells that the row is that of a tombstone with nothing to settle.
func (r Row) Gone() bool { return r.Deleted && !r.ToSettle() }

// Open tells that nothing was done about it yet: it is no todo that is done or
// cancelled.
func (r Row) Open() bool { return !r.Done && !r.Cancelled }

// Shows tells whether a query asks for the row, its search and limit apart.
func (q Query) Shows(r Row) bool {
	return r.Gone() == q.Deleted &&
		(r.ToSettle() || !q.ToSettle) &&
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
