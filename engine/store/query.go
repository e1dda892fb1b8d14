package store

// Query says which rows of a set are wanted: those that pass every field.
type Query struct {
	// Search keeps rows whose title, text or fields of a record, in the winner
	// or an open conflict, contain it, whatever the case. Empty keeps all.
	Search string
	// Deleted asks for the tombstones with nothing to settle instead of the
	// rest.
	Deleted bool
	// ToSettle keeps only rows with something to settle.
	ToSettle bool
	// Open leaves out todos that are done or cancelled.
	Open bool
	// DueFrom and DueTo keep rows that are due on these days or between, as
	// they are written, whatever their time and zone: "2026-11-27". Empty is
	// without a bound; where both are, rows that are never due pass too.
	DueFrom, DueTo string
	// Tag keeps rows with that tag, whatever the case. Empty keeps all.
	Tag string
	// Parent keeps rows that are part of the todo of that UID. Empty keeps all.
	Parent string
	// Alarms keeps only rows with alarms.
	Alarms bool
	// Limit is the greatest number of rows; 0 is no limit.
	Limit int
	// Enough is how many rows CountRows has to count: where there are more it may
	// give any number from there to all. 0 is all.
	Enough int
}

// TagCount is a tag and how much it is used.
type TagCount struct {
	Set int64
	Tag string
	// Open is the number of rows with the tag that Query{Open: true} gives.
	Open int
}
