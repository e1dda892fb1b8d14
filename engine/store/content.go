package store

import (
	"time"

	"crossfeed/engine/transport"
)

// ContentFeed is a feed of a library as it was processed last: what the text calls the
// cached feed.
type ContentFeed struct {
	// Address is its own; From is that of the feed that named it when it was fetched last,
	// "" for the root. Depth is 0 for the root.
	Address string
	From    string
	Depth   int
	Title   string
	Text    string
	Link    string
	// Built is when it was last updated (RSS lastBuildDate, else pubDate of the channel),
	// zero where it does not say.
	Built time.Time
	// Known is what a conditional request needs; Known.Hash is that of the document.
	Known transport.Known
	// Processed is when it was processed last.
	Processed time.Time
	// Asked tells that a person got it, though the link to it is on demand. Stale tells
	// that its item is newer since: such a feed is not fetched again by itself.
	Asked, Stale bool
	// Problems are the first of what was found wrong in it, Wrong how many there are.
	Problems []ContentProblem
	Wrong    int
	// Items is the number of its items; PutContentFeed counts them.
	Items int
}

// ContentProblem is something wrong in a feed that was synced all the same.
type ContentProblem struct {
	// Line counts from 1. Item is the identifier of the item, or "". Rule names the rule
	// in a word, Text is a sentence for people.
	Line int    `json:"line"`
	Item string `json:"item,omitempty"`
	Rule string `json:"rule"`
	Text string `json:"text"`
}

// ContentItem is an item of a cached feed.
type ContentItem struct {
	// ID is its guid, or what it is known by without one; unique in its feed.
	ID    string
	Title string
	// Text is its description.
	Text string
	// Link is that of RSS: a page.
	Link string
	// Published is its pubDate, Built its csx:lastBuildDate (else the pubDate), zero where
	// it does not say.
	Published time.Time
	Built     time.Time
	// Hidden items are not shown (csx:hiddenItem).
	Hidden bool
	// Mark is a hash of the item as it stands in the document: where no date says which of
	// two is newer, it does.
	Mark string
	// Links are those that count, in the order of the document: where one is a nested
	// feed, that one alone.
	Links []ContentLink
}

// ContentLink is a csx:link of an item.
type ContentLink struct {
	// Address is the canonical one that it leads to.
	Address string
	// Name is what the file is called, for people: a name that the feed gives it, or the
	// last segment of the address.
	Name string
	// Nested leads to a feed; OnDemand is not fetched unasked.
	Nested   bool
	OnDemand bool
}

// ContentFile is a file of a library.
type ContentFile struct {
	Address string
	State   FileState
	// Name is that of the file in the cache.
	Name string
	// Size in bytes and Hash (SHA-256, lower-case hexadecimal) are those of what is here,
	// Type its media type.
	Size int64
	Hash string
	Type string
	// Known is what a conditional request needs.
	Known transport.Known
	// Since is when it came.
	Since time.Time
	// Asked tells that a person got it, though the link to it is on demand. Stale tells
	// that its item is newer since: such a file is not fetched again by itself.
	Asked, Stale bool
}

// ContentAt is what has become of what a link leads to; each part is nil where there is
// none.
type ContentAt struct {
	// File is there for a link to a file, Feed for one to a nested feed that is cached (its
	// Problems are left out).
	File *ContentFile
	Feed *ContentFeed
	// Wanted is the entry of the queue.
	Wanted *ContentWanted
}

// ContentReferrer is an item that links to an address.
type ContentReferrer struct {
	// Feed is the address of its feed, Depth that of the feed, Item the ID.
	Feed  string
	Depth int
	Item  string
	Link  ContentLink
}

// FileState is what has become of a file.
type FileState string

// The states. What was never fetched has no ContentFile: it is on demand, or waits in
// the queue.
const (
	// FileHere: it is in the cache, whole.
	FileHere FileState = "here"
	// FileRemoved: a person removed it from the disk. It is not fetched again until a
	// person asks, however new it is.
	FileRemoved FileState = "removed"
)

// ContentWanted is an entry of the download queue of a library. An address is there at
// most once as a file and once as a nested feed.
type ContentWanted struct {
	// Number orders the queue; it is given by Enqueue.
	Number  int64
	Address string
	Nested  bool
	// From is the feed that names it ("" for the root), Depth that of what is named.
	From  string
	Depth int
	// Asked tells that a person wants it: it may be on demand, or have been removed.
	Asked bool
	// Tries counts failed ones, Error is the plain reason of the last, Trouble its kind,
	// Tried when it was.
	Tries   int
	Error   string
	Trouble transport.Trouble
	Tried   time.Time
}

// ContentUse is what a library takes.
type ContentUse struct {
	// Feeds, Items, Files and Bytes are here.
	Feeds, Items, Files int
	Bytes               int64
	// Waiting are in the queue, of which Failed failed when they were tried last.
	Waiting, Failed int
}
