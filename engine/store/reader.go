package store

// Reader is one consistent state of a store, for one goroutine at a time.
type Reader interface {
	SetReader
	ItemReader
	OfferReader
	ArchiveReader
	SubscriptionReader

	// Changes says what changed since a revision, in the order of the keys.
	Changes(since int64) (Change, error)

	// This endpoint.

	// Endpoint is the identifier of this endpoint, or "" before the first
	// start.
	Endpoint() (string, error)
	// Device is all that is known of it.
	Device() (Device, error)

	// Which items the feeds of a set's subscriptions hold.

	// Held gives the identifiers of the items that a feed held when it was last read, set
	// aside ones included. A file that left its folder holds what it held.
	Held(Holder) (map[string]bool, error)
	// Holders gives the feeds that hold an item, of the subscriptions that a set has, in
	// the order of their keys and names.
	Holders(set int64, id string) ([]Holder, error)
	// Withheld gives the identifiers of the items of a set that are not to be published:
	// those that subscriptions with TakeOnly hold, the removed ones included, and no
	// other. An item that was put first by this endpoint (Seen.From) is not among them:
	// it comes back in the feeds of whoever took it in.
	Withheld(set int64) (map[string]bool, error)

	// Suspects.

	// Suspects lists those of a set, or of all sets that are not deleted where set is 0,
	// in whatever state, in the order in which they came.
	Suspects(set int64) ([]Suspect, error)

	// What can be undone.

	// Edits lists the edits, the one added last first: at most limit of them.
	Edits(limit int) ([]Edit, error)
	// LastEdit is the Key of the edit added last, though it may have been
	// dropped since, or 0.
	LastEdit() (int64, error)

	// The log of decisions.

	// Decisions lists decisions, the newest first: of one item, or of all where
	// the id is "", of one set, or of all where set is 0; at most limit of
	// them, or all where limit is 0.
	Decisions(set int64, id string, limit int) ([]Decision, error)

	// The address book.

	// Names are the names of endpoints, by their identifiers.
	Names() (map[string]string, error)
	// Endpoints lists every endpoint that made a version in the archive or has
	// a name, by identifier in the order of code points.
	Endpoints() ([]Endpoint, error)
	// Consent is whether the feeds of an endpoint of this store say its name.
	Consent(by string) (Consent, error)

	// Libraries.

	// Libraries lists them in the order in which they were added.
	Libraries() ([]Library, error)
	// Library gives one, or ErrNoLibrary.
	Library(key int64) (Library, error)

	// The content of libraries. A library that is not there has nothing.

	// ContentFeeds lists the cached feeds, the root first, then by address.
	ContentFeeds(library int64) ([]ContentFeed, error)
	// ContentFeed gives one; there tells whether it is cached.
	ContentFeed(library int64, address string) (f ContentFeed, there bool, err error)
	// ContentItems gives the items of a cached feed in the order of the document. It ends
	// with the first error of each.
	ContentItems(library int64, feed string, each func(ContentItem) error) error
	// ContentItem gives one item of a cached feed; there tells whether it has it.
	ContentItem(library int64, feed, id string) (i ContentItem, there bool, err error)
	// ContentPage is ContentItems with what has become of each link: at is as long as
	// Links, and in their order.
	ContentPage(library int64, feed string, each func(i ContentItem, at []ContentAt) error) error
	// ContentReferrers lists items of cached feeds that link to an address, as a file or as
	// a nested feed, by their feeds' addresses and in the order of the document; at most
	// most.
	ContentReferrers(library int64, address string, most int) ([]ContentReferrer, error)
	// UnreachableFeeds lists the addresses of the cached feeds, in their order, that no
	// chain of nested links leads to from the root (the library's Address): feeds that
	// link to each other alone are among them. Where the root is not cached, none are.
	UnreachableFeeds(library int64) ([]string, error)
	// ContentFile gives one; there tells whether anything is kept of it.
	ContentFile(library int64, address string) (f ContentFile, there bool, err error)
	// ContentFiles gives all, by address.
	ContentFiles(library int64, each func(ContentFile) error) error
	// Unreferenced lists the files that no link of any item of a cached feed leads to, by
	// address (Content Sync Extensions, "Item deletion and cache clean up"). A nested link
	// leads to a feed, and to no file.
	Unreferenced(library int64) ([]ContentFile, error)
	// UnreferencedWanted lists the entries of the queue that no link of their kind leads
	// to, in their order. The library's Address is wanted as a nested feed by itself.
	UnreferencedWanted(library int64) ([]ContentWanted, error)
	// Wanted lists the queue in its order, of addresses after a number; at most most.
	Wanted(library int64, after int64, most int) ([]ContentWanted, error)
	// WantedAt gives the entry of an address, as a file or as a nested feed.
	WantedAt(library int64, address string, nested bool) (w ContentWanted, there bool, err error)
	// ContentUse counts.
	ContentUse(library int64) (ContentUse, error)

	// Published folders.

	// PublishedFolders lists them in the order in which they were added.
	PublishedFolders() ([]PublishedFolder, error)
	// FolderFeeds, FolderItems and FolderFiles give all of a publication, by their paths
	// and identifiers.
	FolderFeeds(key int64) ([]FolderFeed, error)
	FolderItems(key int64, each func(FolderItem) error) error
	FolderFiles(key int64, each func(FolderFile) error) error
}
