package store

import (
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/transport"
)

// Subscription is a feed, or a folder of feeds, that a set is kept in step with.
type Subscription struct {
	// Key identifies the subscription; it is given by PutSubscription.
	Key int64
	// Set is the key of the set that it feeds.
	Set int64
	// Location is a canonical address (transport.Parse) of a feed or of a folder of
	// feeds. A set has one subscription a location.
	Location string
	// List is the name of the list in the names of the feeds in a folder, where this device
	// calls it otherwise, or "".
	List string
	// Paused subscriptions are not read.
	Paused bool
	// Mode says what is taken in and what is given on.
	Mode Mode
	// Every is the interval that the user set, or 0 for the usual one.
	Every time.Duration
	// Access says how the location is reached.
	Access transport.Access
	// Unnamed tells that the feed is not named as an aggregated one in what the set
	// publishes.
	Unnamed bool
	// Added is when a person added it who was shown what was there; zero where nobody was
	// shown it, or where an older version added it.
	Added time.Time
	// Shown is what they were shown.
	Shown Preview
	// Agreed is when a person last agreed to all that it brought: they had just added it,
	// or said so. What came by then counts towards no flood.
	Agreed time.Time
	// Feeds are the feeds that were read, by address: one, or those of a folder. The
	// complete feeds that they name are not among them.
	Feeds map[string]Feed
	// Next is when it is to be read next; zero is now, if it is not Stopped.
	Next time.Time
	// Stopped tells that it is read only when the user asks: the feed is gone for good.
	Stopped bool
	// Health is what the last readings came to.
	Health Health
}

// Preview counts what the first refresh of a subscription brings, as a person is shown it
// before they add it.
type Preview struct {
	// Items were not deleted, Deleted were.
	Items   int `json:"items,omitempty"`
	Deleted int `json:"deleted,omitempty"`
}

// Mode says what is taken in from a subscription and what of it is given on.
type Mode string

// The modes.
const (
	// BothWays takes in, and publishes on what came: the usual one.
	BothWays Mode = ""
	// TakeOnly takes in, and never publishes on what is held by such feeds alone.
	TakeOnly Mode = "read-only"
	// GiveOnly takes nothing in: the feed is read to know what its endpoint has seen.
	GiveOnly Mode = "one-way"
)

// Feed is what is remembered of a feed that was read.
type Feed struct {
	// Known is what a conditional request needs.
	Known transport.Known `json:"known,omitzero"`
	// ID, Title and Author are what the feed says of itself.
	ID     string `json:"id,omitempty"`
	Title  string `json:"title,omitempty"`
	Author string `json:"author,omitempty"`
	// Names are what it calls devices: its own, whose identifier is the Author, and others.
	Names []Named `json:"names,omitempty"`
	// Until is the cached value of sx:sharing (SSE 0.93 §4.1.1 step 4a).
	Until string `json:"until,omitempty"`
	// Expires is before when it has to be read for nothing to be missed; zero where the
	// feed does not say.
	Expires time.Time `json:"expires,omitzero"`
	// TTL is how long the feed says that it stays the same, or 0.
	TTL time.Duration `json:"ttl,omitempty"`
	// Fresh is what the server said of that, or 0.
	Fresh time.Duration `json:"fresh,omitempty"`
	// Complete is the address of its complete feed, or "".
	Complete string `json:"complete,omitempty"`
	// Offers are the feeds that it says are merged into it (SSE 0.93 §2.2.1).
	Offers []Offered `json:"offers,omitempty"`
	// Moved is where the server says that it moved for good, since MovedSince.
	Moved      string    `json:"moved,omitempty"`
	MovedSince time.Time `json:"moved_since,omitzero"`
	// Gap is when changes were missed for good, because there is no complete feed; zero
	// where none were.
	Gap time.Time `json:"gap,omitzero"`
	// SetAside is the number of items that were set aside at the last reading.
	SetAside int `json:"set_aside,omitempty"`
	// Sizes are the first absurd sizes of fields at the last reading.
	Sizes []feed.Size `json:"sizes,omitempty"`
	// Untaken tells that nothing was taken in at the last reading (GiveOnly): Known is
	// then of no use for one that takes in.
	Untaken bool `json:"untaken,omitempty"`
	// Of is the number of items that this endpoint changed, Seen that of those whose
	// newest change by it stood in the histories of the feed (incorporate.Count).
	Seen int `json:"seen,omitempty"`
	Of   int `json:"of,omitempty"`
	// Unseen are the first of the others, by their identifiers. Counted is the greatest
	// stamp of the set when they were counted.
	Unseen  []string `json:"unseen,omitempty"`
	Counted int64    `json:"counted,omitempty"`
}

// Named is a device and what a feed calls it.
type Named struct {
	By   string `json:"by"`
	Name string `json:"name"`
}

// Offered is a feed that another feed names as one merged into it.
type Offered struct {
	Link  string `json:"link"`
	Title string `json:"title,omitempty"`
}

// Health tells how the reading of a subscription goes.
type Health struct {
	// LastTry and LastSuccess are two things; zero where there was none.
	LastTry, LastSuccess time.Time
	// Error is the plain reason of the last try's failure, or "".
	Error string
	// ErrorSince is the first failure in a row; zero without one.
	ErrorSince time.Time
	// Came is the number of items that the last success added or changed.
	Came int
	// Deleted is the number of items that it deleted.
	Deleted int
	// SetAside is the number of invalid items in the last success.
	SetAside int
	// Failures is the number of failures in a row.
	Failures int
	// Trouble is the kind of the last try's failure, for words in other languages.
	Trouble transport.Trouble
	// Bytes came over the network in the last success.
	Bytes int64
}

// SubscriptionReader reads subscriptions.
type SubscriptionReader interface {
	// Subscriptions lists those of a set, or of all sets that are not deleted
	// where set is 0, in the order in which they were added.
	Subscriptions(set int64) ([]Subscription, error)
}
