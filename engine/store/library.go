package store

import (
	"cmp"
	"strings"
	"time"

	"crossfeed/engine/transport"
)

// Library is a tree of feeds and files that is stored for offline use (Content Sync
// Extensions).
type Library struct {
	// Key identifies the library. PutLibrary assigns it, and it is never reused.
	Key int64
	// Address is the canonical address of the root feed. There is one library per address.
	Address string
	// Title is the name that a person gave it. If it is "", the root feed's title is used.
	Title string
	// Access has the settings for reaching the tree.
	Access transport.Access
	// Added is when it was added.
	Added time.Time
	// Paused libraries are synced only on request.
	Paused bool
	// Every is the interval that a person set, or 0 for the default. Next is the time of the
	// next automatic sync.
	Every time.Duration
	Next  time.Time
	// Room is the maximum size of its files in bytes, or 0 for the default limit.
	Room int64
	// Leaving reports whether no item links to most of its files now. They are removed by
	// the next run that finds the same.
	Leaving bool
	// Gone reports whether it was removed: what is stored of it is being deleted.
	Gone bool
	// Health is the result of the last runs.
	Health LibraryHealth
}

// LibraryHealth describes how the syncing of a library goes.
type LibraryHealth struct {
	// LastTry and LastSuccess are independent; each is zero if there was none.
	LastTry     time.Time `json:"last_try,omitzero"`
	LastSuccess time.Time `json:"last_success,omitzero"`
	// Error is the reason in plain words why the last run did not finish, or "". Trouble is
	// its kind, ErrorSince the first failure in a row, and Failures their number.
	Error      string            `json:"error,omitempty"`
	Trouble    transport.Trouble `json:"trouble,omitempty"`
	ErrorSince time.Time         `json:"error_since,omitzero"`
	Failures   int               `json:"failures,omitempty"`
}

// NameOf returns the name of a library: the title given by a person, else the title of the root
// feed, else the address.
func NameOf(r Reader, l Library) (string, error) {
	root, _, err := r.ContentFeed(l.Key, l.Address)
	return cmp.Or(strings.TrimSpace(l.Title), strings.TrimSpace(root.Title), l.Address), err
}

// ContentFeed is a feed of a library as it was last processed: the "cached feed" of the
// specification.
type ContentFeed struct {
	// Address is its own address. From is the address of the feed that linked to it when it
	// was last fetched, or "" for the root. Depth is 0 for the root.
	Address string
	From    string
	Depth   int
	Title   string
	Text    string
	Link    string
	// Built is when it was last updated (RSS lastBuildDate, else pubDate of the channel), or
	// zero if it does not say.
	Built time.Time
	// Known is for conditional requests; Known.Hash is the hash of the document.
	Known transport.Known
	// Processed is when it was last processed.
	Processed time.Time
	// Asked reports whether a person requested it, although the link to it is on demand. Stale
	// reports whether its item has become newer since: such a feed is not fetched again
	// automatically.
	Asked, Stale bool
	// Problems are the first problems found in it, Wrong their number in total.
	Problems []ContentProblem
	Wrong    int
	// Items is the number of its items; PutContentFeed counts them.
	Items int
}

// ContentProblem is a problem in a feed that was synced nevertheless.
type ContentProblem struct {
	// Line counts from 1. Item is the identifier of the item, or "". Rule is the short name of
	// the rule, Text a sentence for people.
	Line int    `json:"line"`
	Item string `json:"item,omitempty"`
	Rule string `json:"rule"`
	Text string `json:"text"`
}

// ContentItem is an item of a cached feed.
type ContentItem struct {
	// ID is its guid, or a substitute for it; unique in its feed.
	ID    string
	Title string
	// Text is its description.
	Text string
	// Link is the RSS link: a web page.
	Link string
	// Published is its pubDate, Built its csx:lastBuildDate (else the pubDate). They are zero
	// if it does not say.
	Published time.Time
	Built     time.Time
	// Hidden items are not shown (csx:hiddenItem).
	Hidden bool
	// Mark is a hash of the item in the document. It detects changes if there is no date.
	Mark string
	// Read reports whether a person has read it. MarkedBy is the key of the edit that marked it
	// with all others, also if that was undone, or 0. Only MarkContentRead, MarkAllContentRead
	// and TurnContentRead set them: an item that is put is unread if it is new, and otherwise
	// keeps its state, also across a backup.
	Read     bool
	MarkedBy int64
	// Links are the links that count, in the order of the document. If one leads to a nested
	// feed, it is the only one.
	Links []ContentLink
}

// ContentLink is a csx:link of an item.
type ContentLink struct {
	// Address is the canonical address of the target.
	Address string
	// Name is the file name for people: a name in the feed, or the last segment of the
	// address.
	Name string
	// Nested links lead to a feed. OnDemand links are not fetched automatically.
	Nested   bool
	OnDemand bool
}

// ContentFile is a file of a library.
type ContentFile struct {
	Address string
	State   FileState
	// Name is the name of the file in the cache.
	Name string
	// Size in bytes, Hash (SHA-256, lower-case hexadecimal) and Type (the media type) describe
	// the cached file.
	Size int64
	Hash string
	Type string
	// Known is for conditional requests.
	Known transport.Known
	// Since is when it was downloaded.
	Since time.Time
	// Asked reports whether a person requested it, although the link to it is on demand. Stale
	// reports whether its item has become newer since: such a file is not fetched again
	// automatically.
	Asked, Stale bool
}

// ContentAt is the state of a link's target. Each part may be nil.
type ContentAt struct {
	// File is set for a link to a file, Feed for one to a nested feed that is cached (without
	// its Problems).
	File *ContentFile
	Feed *ContentFeed
	// Wanted is the entry in the queue.
	Wanted *ContentWanted
}

// ContentReferrer is an item that links to an address.
type ContentReferrer struct {
	// Feed is the address of its feed, Depth the depth of the feed, Item the ID of the item.
	Feed  string
	Depth int
	Item  string
	Link  ContentLink
}

// FileState is the state of a file.
type FileState string

// The states. A file that was never fetched has no ContentFile: it is on demand, or in the
// queue.
const (
	// FileHere: it is completely cached.
	FileHere FileState = "here"
	// FileRemoved: a person removed it from the disk. It is only fetched again on request,
	// even if it changes.
	FileRemoved FileState = "removed"
)

// ContentWanted is an entry in the download queue of a library. An address is in it at most
// once as a file and once as a nested feed.
type ContentWanted struct {
	// Number orders the queue; Enqueue assigns it.
	Number  int64
	Address string
	Nested  bool
	// From is the feed that links to it ("" for the root), Depth the depth of the target.
	From  string
	Depth int
	// Asked reports whether a person requested it, even if it is on demand or was removed.
	Asked bool
	// Tries is the number of failed tries. Error is the reason of the last one in plain words,
	// Trouble its kind, Tried its time.
	Tries   int
	Error   string
	Trouble transport.Trouble
	Tried   time.Time
}

// ContentUse is the size of a library.
type ContentUse struct {
	// Feeds, Items, Files and Bytes count what is cached.
	Feeds, Items, Files int
	Bytes               int64
	// Waiting is the number of entries in the queue, Failed the number of those whose last try
	// failed.
	Waiting, Failed int
}

// PublishedFolder is a folder on this computer that is published as a tree of feeds (Content
// Sync Extensions).
type PublishedFolder struct {
	// Key identifies it. PutPublishedFolder assigns it, and it is never reused.
	Key int64
	// Folder is its absolute path. Address is the canonical address of the root feed;
	// everything else is written to the same folder. There is one publication per address.
	Folder  string
	Address string
	Access  transport.Access
	Title   string
	// Group is the rule for grouping files into items (engine/library/folder).
	Group string
	// OnDemand, Hidden and Ignored are patterns of paths in the folder.
	OnDemand, Hidden, Ignored []string
	// Health is the result of the last runs.
	Health LibraryHealth
	// Revision counts the runs. Only the latest run writes.
	Revision int64
}

// FolderFeed is a feed of such a tree as it was last composed.
type FolderFeed struct {
	// Path is the path of the document relative to the root feed's folder, with slashes.
	Path string
	// Built is its lastBuildDate.
	Built time.Time
	// Hash is the hash of the document to write. Last is what was last written, Pending the
	// hash of what was about to be written.
	Hash    string
	Last    transport.Written
	Pending string
}

// FolderItem is an item of such a tree as it was last composed.
type FolderItem struct {
	// Feed is the path of its feed, ID its guid.
	Feed, ID string
	// Built is its csx:lastBuildDate. Mark is a hash of the item and of the files that it
	// links to.
	Built time.Time
	Mark  string
	// Files are the paths of its files in the folder. Nested is the path of the feed that it
	// links to, or "".
	Files  []string
	Nested string
}

// FolderFile is a file of such a tree.
type FolderFile struct {
	// Path is the path in the folder, with slashes.
	Path string
	// Size, Changed and Number are the properties of the file at the time when its Hash was
	// computed (Stat).
	Size    int64
	Changed time.Time
	Number  uint64
	Hash    string
	// Last is what was last written of it to the address, or zero if files are published where
	// they are. Pending is the hash of what was about to be written.
	Last    transport.Written
	Pending string
}
