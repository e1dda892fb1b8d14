package store

import (
	"time"

	"crossfeed/engine/transport"
)

// PublishedFolder is a folder of this computer that is published as a tree of feeds
// (Content Sync Extensions).
type PublishedFolder struct {
	// Key identifies it; it is given by PutPublishedFolder and never again.
	Key int64
	// Folder is its absolute path. Address is the canonical one of the root feed, in whose
	// folder all else is written. There is one publication an address.
	Folder  string
	Address string
	Access  transport.Access
	Title   string
	// Group is the rule by which files become items (contentsync/folder).
	Group string
	// OnDemand, Hidden and Ignored are patterns of paths in the folder.
	OnDemand, Hidden, Ignored []string
	// Health is what the last runs came to.
	Health LibraryHealth
	// Revision counts the runs. Only the latest one writes.
	Revision int64
}

// FolderFeed is a feed of such a tree as it was composed last.
type FolderFeed struct {
	// Path is that of the document from the root feed's folder, with slashes.
	Path string
	// Built is its lastBuildDate.
	Built time.Time
	// Hash is that of the document as it is to be; Last what was written there, Pending the
	// hash of what was about to be.
	Hash    string
	Last    transport.Written
	Pending string
}

// FolderItem is an item of such a tree as it was composed last.
type FolderItem struct {
	// Feed is the path of its feed, ID its guid.
	Feed, ID string
	// Built is its csx:lastBuildDate; Mark a hash of what it says and of the files that it
	// leads to.
	Built time.Time
	Mark  string
	// Files are the paths of its files in the folder, Nested that of the feed that it
	// leads to, or "".
	Files  []string
	Nested string
}

// FolderFile is a file of such a tree.
type FolderFile struct {
	// Path is that in the folder, with slashes.
	Path string
	// Size, Changed and Number are those of the file when its Hash was taken (Stat).
	Size    int64
	Changed time.Time
	Number  uint64
	Hash    string
	// Last is what was written of it at the address, zero where files stay where they are;
	// Pending the hash of what was about to be.
	Last    transport.Written
	Pending string
}
