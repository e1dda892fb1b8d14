package store

import (
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/transport"
	"crossfeed/engine/trust"
)

// Subscription is a feed, or a folder of feeds, that a list is synced with.
type Subscription struct {
	// Key identifies the subscription. PutSubscription assigns it.
	Key int64
	// Set is the key of the list.
	Set int64
	// Location is the canonical address (transport.Parse) of a feed or of a folder of feeds. A
	// list has one subscription per location.
	Location string
	// List is the name of the list in the names of the feeds in a folder, if this device calls
	// it differently, or "".
	List string
	// Paused subscriptions are not read.
	Paused bool
	// Mode determines what is merged and republished.
	Mode Mode
	// Every is the interval that the user set, or 0 for the default.
	Every time.Duration
	// Access has the settings for reaching the location.
	Access transport.Access
	// Unnamed reports whether the feed is left out of the related feeds in what the list
	// publishes.
	Unnamed bool
	// Added is when a person added it after seeing a preview. It is zero if there was no
	// preview, or if an older version added it.
	Added time.Time
	// Shown is the preview.
	Shown Preview
	// Agreed is when a person last agreed to everything received, by adding the subscription
	// or explicitly. What was received by then does not count towards a flood.
	Agreed time.Time
	// Feeds are the feeds that were read, by address: one, or those in a folder. It does not
	// include the complete feeds that they link to.
	Feeds map[string]Feed
	// Next is the time of the next refresh. Zero is now, unless it is Stopped.
	Next time.Time
	// Stopped reports whether it is only refreshed on request, because the feed is permanently
	// gone.
	Stopped bool
	// Health is the result of the last refreshes.
	Health Health
}

// Preview counts what the first refresh of a subscription will bring, as shown to a person who
// adds it.
type Preview struct {
	// Items counts those that are not deleted, Deleted those that are.
	Items   int `json:"items,omitempty"`
	Deleted int `json:"deleted,omitempty"`
}

// Mode determines what is merged from a subscription, and what of it is republished.
type Mode string

// The modes.
const (
	// BothWays merges and republishes what was received. It is the default.
	BothWays Mode = ""
	// TakeOnly merges, and never republishes items that only such feeds hold.
	TakeOnly Mode = "read-only"
	// GiveOnly merges nothing: the feed is only read to know what its endpoint has seen.
	GiveOnly Mode = "one-way"
)

// Feed is the stored state of a feed that was read.
type Feed struct {
	// Known is for conditional requests.
	Known transport.Known `json:"known,omitzero"`
	// ID, Title and Author are from the feed.
	ID     string `json:"id,omitempty"`
	Title  string `json:"title,omitempty"`
	Author string `json:"author,omitempty"`
	// Names are its names for devices: its own, whose identifier is the Author, and others.
	Names []Named `json:"names,omitempty"`
	// Until is the cached value in sx:sharing (SSE 0.93 §4.1.1 step 4a).
	Until string `json:"until,omitempty"`
	// Expires is the time before which the feed has to be read again to miss nothing, or zero
	// if the feed does not say.
	Expires time.Time `json:"expires,omitzero"`
	// TTL is how long the feed says that it stays unchanged, or 0.
	TTL time.Duration `json:"ttl,omitempty"`
	// Fresh is how long the server says that it stays unchanged, or 0.
	Fresh time.Duration `json:"fresh,omitempty"`
	// Complete is the address of its complete feed, or "".
	Complete string `json:"complete,omitempty"`
	// Offers are the feeds that are merged into it, as it says (SSE 0.93 §2.2.1).
	Offers []Offered `json:"offers,omitempty"`
	// Moved is the address to which it has moved permanently, as the server has said since
	// MovedSince.
	Moved      string    `json:"moved,omitempty"`
	MovedSince time.Time `json:"moved_since,omitzero"`
	// Gap is when changes were permanently missed, because there is no complete feed, or zero.
	Gap time.Time `json:"gap,omitzero"`
	// Skipped is the number of items that were skipped at the last refresh.
	Skipped int `json:"set_aside,omitempty"`
	// Sizes are the first absurd field sizes at the last refresh.
	Sizes []feed.Size `json:"sizes,omitempty"`
	// Untaken reports whether nothing was merged at the last refresh (GiveOnly). Known is then
	// useless in a mode that merges.
	Untaken bool `json:"untaken,omitempty"`
	// Of is the number of items that this endpoint changed. Seen is the number of those whose
	// newest change by it was in the histories of the feed (intake.Count).
	Seen int `json:"seen,omitempty"`
	Of   int `json:"of,omitempty"`
	// Unseen has the identifiers of the first of the others. Counted is the greatest stamp of
	// the list at the time of counting.
	Unseen  []string `json:"unseen,omitempty"`
	Counted int64    `json:"counted,omitempty"`
}

// Named is a device with its name in a feed.
type Named struct {
	By   string `json:"by"`
	Name string `json:"name"`
}

// Offered is a feed that another feed says is merged into it.
type Offered struct {
	Link  string `json:"link"`
	Title string `json:"title,omitempty"`
}

// Health describes how the refreshing of a subscription goes.
type Health struct {
	// LastTry and LastSuccess are independent; each is zero if there was none.
	LastTry, LastSuccess time.Time
	// Error is the reason in plain words why the last try failed, or "".
	Error string
	// ErrorSince is the first failure in a row, or zero.
	ErrorSince time.Time
	// Came is the number of items that the last success added or changed.
	Came int
	// Deleted is the number of items that it deleted.
	Deleted int
	// Skipped is the number of invalid items in the last success, which were skipped.
	Skipped int
	// Failures is the number of failures in a row.
	Failures int
	// Trouble is the kind of the last try's failure, for translation.
	Trouble transport.Trouble
	// Bytes is the number of bytes received over the network in the last success.
	Bytes int64
}

// SubscriptionReader reads subscriptions.
type SubscriptionReader interface {
	// Subscriptions returns those of a list, or of all lists that are not deleted if set is 0,
	// in the order in which they were added.
	Subscriptions(set int64) ([]Subscription, error)
}

// HeldItem is a received item that is held for review because something about it is alarming.
// The list does not change until a person decides.
type HeldItem struct {
	// Key is assigned by PutHeldItem.
	Key int64
	// Set and Subscription are where it was received; Feed is the feed's address.
	Set, Subscription int64
	Feed              string
	// ID and Title are the item's.
	ID, Title string
	// At is when it was first received.
	At time.Time
	// Alarms are the reasons. Those about a whole refresh are in each of its items.
	Alarms []trust.Alarm
	// Document is the item as it was received, as a feed in the original format and dialect, or
	// as it is here if the feed no longer has it. It is "" in the states Accepted and
	// KeptLocal.
	Document string
	// Mark is a hash of the identities of all its versions. If a refused item is received
	// again unchanged, nobody is asked again.
	Mark string
	// State is Waiting, or what a person decided.
	State HeldState
	// Damaged reports whether At or Alarms cannot be read, and so are missing. A repair
	// removes the item, and the next sync holds it again. PutHeldItem ignores Damaged.
	Damaged bool
}

// HeldState is the state of an item held for review.
type HeldState string

// The states.
const (
	Waiting  HeldState = ""
	Accepted HeldState = "accepted"
	Refused  HeldState = "refused"
	// KeptLocal: an update restored what the item said before, or a feed that no longer has the
	// item is ignored.
	KeptLocal HeldState = "kept"
)
