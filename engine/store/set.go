package store

// Set is an item set: the list that a person sees.
type Set struct {
	// Key identifies the set within this store; it is given by PutSet.
	Key int64
	// Name is unique among the sets that are not deleted.
	Name string
	// Kind says what the items are: "todo", "contact", "note" or "outline".
	Kind string
	// Format is the feed format published: "rss", "atom" or "opml".
	Format string
	// Dialect is the sync dialect published: "feedsync-1.0", "sse-0.93" or
	// "sse-0.91". OPML goes with SSE 0.91 alone.
	Dialect string
	// Location is where the set is published, or "": a file, or a folder.
	Location string
	// FeedID is the identifier of the published feed, a URN.
	FeedID string
	// Foreign is markup at the level of the feed that Crossfeed keeps and
	// publishes on (SSE 0.93 §2.1.8), as an XML document, or "".
	Foreign string
	// Published is the Key of the newest edit that there was when the set was
	// published last, or 0: what a later edit did nobody else has seen.
	Published int64
	// Deleted sets are hidden, and lose nothing.
	Deleted bool
}

// Counts are the true numbers of rows of a set: each is the number of rows that
// a Query gives.
type Counts struct {
	// Items are the rows of Query{}: live items, and deleted ones with
	// something to settle.
	Items int
	// ToSettle are the rows of Query{ToSettle: true}: items with open conflicts
	// or versions offered again, and those that are marked (Row.Flagged), deleted ones
	// included.
	ToSettle int
	// Deleted are the rows of Query{Deleted: true}: tombstones with nothing to
	// settle.
	Deleted int
}

// SetReader reads item sets.
type SetReader interface {
	// Sets lists the sets that are not deleted, by name in the order of code
	// points.
	Sets() ([]Set, error)
	// DeletedSets lists the sets that are deleted, in the order in which they
	// were added. PutSet brings one back.
	DeletedSets() ([]Set, error)
	// SetNamed finds a set that is not deleted, or ErrNoSet.
	SetNamed(name string) (Set, error)
	// Count counts the items of a set, deleted sets included. A set that was
	// never put has none.
	Count(set int64) (Counts, error)
}

// SetWriter changes item sets.
type SetWriter interface {
	// PutSet adds a set where its Key is 0, and replaces the one of that Key
	// otherwise. It returns the Key, or ErrNameTaken, or ErrNoSet where there
	// is none of that Key.
	PutSet(Set) (int64, error)
}
