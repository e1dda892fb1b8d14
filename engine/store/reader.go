package store

// Reader reads one consistent state of a store. It must be used by one goroutine at a time.
type Reader interface {
	SetReader
	ItemReader
	OfferReader
	ArchiveReader
	SubscriptionReader

	// Changes returns what has changed since a revision, in the order of the keys.
	Changes(since int64) (Change, error)

	// This endpoint.

	// Endpoint returns the identifier of this endpoint, or "" before the first start.
	Endpoint() (string, error)
	// Device returns everything stored about this endpoint.
	Device() (Device, error)

	// Items held by the feeds of a list's subscriptions.

	// Held returns the identifiers of the items that a feed had when it was last read,
	// including skipped ones. A file that was removed from its folder still holds its items.
	Held(Holder) (map[string]bool, error)
	// Holders returns the feeds that hold an item, among the list's subscriptions, in the
	// order of their keys and names.
	Holders(set int64, id string) ([]Holder, error)
	// Withheld returns exactly the identifiers of the items in a list that must not be
	// published: those held by subscriptions with TakeOnly, including removed ones. It
	// excludes items that this endpoint was the first to put (Seen.From), because they return
	// in the feeds of those who received them.
	Withheld(set int64) (map[string]bool, error)

	// Items held for review.

	// HeldItems returns the items held for review in a list, or in all lists that are not
	// deleted if set is 0, in any state, in the order in which they were received.
	HeldItems(set int64) ([]HeldItem, error)

	// Undo history.

	// Edits returns at most limit edits, the one added last first.
	Edits(limit int) ([]Edit, error)
	// LastEdit returns the Key of the edit added last, even if it has been dropped since, or
	// 0.
	LastEdit() (int64, error)

	// The resolution log.

	// Decisions returns resolutions, newest first: of one item, or of all if id is "", of one
	// list, or of all if set is 0. It returns at most limit, or all if limit is 0.
	Decisions(set int64, id string, limit int) ([]Decision, error)

	// The address book.

	// Names returns the names of endpoints, by their identifiers.
	Names() (map[string]string, error)
	// Endpoints returns every endpoint that made a version in the archive or has a name, by
	// identifier in code point order.
	Endpoints() ([]Endpoint, error)
	// Consent returns whether the feeds of an endpoint of this store have its name.
	Consent(by string) (Consent, error)

	// Libraries.

	// Libraries returns the libraries in the order in which they were added.
	Libraries() ([]Library, error)
	// Library returns a library, or ErrNoLibrary.
	Library(key int64) (Library, error)

	// The content of libraries. A library that does not exist is empty.

	// ContentFeeds returns the cached feeds, the root first, then by address.
	ContentFeeds(library int64) ([]ContentFeed, error)
	// ContentFeed returns a cached feed; there reports whether it is cached.
	ContentFeed(library int64, address string) (f ContentFeed, there bool, err error)
	// ContentItems calls each for the items of a cached feed in the order of the document. It
	// stops at the first error of each.
	ContentItems(library int64, feed string, each func(ContentItem) error) error
	// ContentItem returns one item of a cached feed; there reports whether the feed has it.
	ContentItem(library int64, feed, id string) (i ContentItem, there bool, err error)
	// ContentPage is ContentItems with the state of each link's target: at corresponds to
	// Links.
	ContentPage(library int64, feed string, each func(i ContentItem, at []ContentAt) error) error
	// UnreadContent returns the number of unread items in the cached feeds, without hidden ones.
	UnreadContent(library int64) (int, error)
	// ContentReferrers returns the items of cached feeds that link to an address, as a file or
	// as a nested feed, by their feeds' addresses and in the order of the document. It returns
	// at most most.
	ContentReferrers(library int64, address string, most int) ([]ContentReferrer, error)
	// UnreachableFeeds returns the addresses of the cached feeds, in order, that no chain of
	// nested links from the root (the library's Address) reaches. This includes feeds that
	// only link to each other. If the root is not cached, it returns none.
	UnreachableFeeds(library int64) ([]string, error)
	// ContentFile returns a file; there reports whether anything is stored about it.
	ContentFile(library int64, address string) (f ContentFile, there bool, err error)
	// ContentFiles calls each for all files, by address.
	ContentFiles(library int64, each func(ContentFile) error) error
	// Unreferenced returns the files, by address, that no item of a cached feed links to
	// (Content Sync Extensions, "Item deletion and cache clean up"). A nested link leads to a
	// feed, not to a file.
	Unreferenced(library int64) ([]ContentFile, error)
	// UnreferencedWanted returns the entries of the queue, in order, that no link of their
	// kind leads to. The library's Address always counts as referenced, as a nested feed.
	UnreferencedWanted(library int64) ([]ContentWanted, error)
	// Wanted returns the queue in order, starting after a number; at most most entries.
	Wanted(library int64, after int64, most int) ([]ContentWanted, error)
	// WantedAt returns the entry for an address, as a file or as a nested feed.
	WantedAt(library int64, address string, nested bool) (w ContentWanted, there bool, err error)
	// ContentUse returns the size of a library.
	ContentUse(library int64) (ContentUse, error)

	// Published folders.

	// PublishedFolders returns the published folders in the order in which they were added.
	PublishedFolders() ([]PublishedFolder, error)
	// FolderFeeds, FolderItems and FolderFiles return everything in a publication, by path and
	// identifier.
	FolderFeeds(key int64) ([]FolderFeed, error)
	FolderItems(key int64, each func(FolderItem) error) error
	FolderFiles(key int64, each func(FolderFile) error) error
}
