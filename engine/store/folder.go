package store

import (
	"time"

	"crossfeed/engine/transport"
)

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
