package store

// Writer is a store inside a transaction: it reads what was written in it. It
// is for one goroutine at a time.
type Writer interface {
	Reader
	ItemWriter
	OfferWriter

	// This endpoint.

	PutDevice(Device) error

	// Item sets.

	// PutSet adds a set where its Key is 0, and replaces the one of that Key
	// otherwise. It returns the Key, or ErrNameTaken, or ErrNoSet where there
	// is none of that Key.
	PutSet(Set) (int64, error)

	// Subscriptions.

	// PutSubscription adds a subscription where its Key is 0, and replaces the
	// one of that Key otherwise. It returns the Key, or ErrSubscribed, or
	// ErrNoSet or ErrNoSubscription where there is none of that key.
	PutSubscription(Subscription) (int64, error)
	// RemoveSubscription forgets it and its suspects, or returns ErrNoSubscription.
	// What came from it stays. Its key is never given again.
	RemoveSubscription(key int64) error

	// Which items the feeds of subscriptions hold. A subscription that is removed keeps what it
	// held where its mode is TakeOnly: what came from it is not published because it is gone. A
	// subscription that is put to the place of a removed one holds that too, each feed what the
	// one of its name held.

	// Hold notes that a feed holds items; those that it holds already are no change. It
	// returns ErrNoSubscription where there is none of that key.
	Hold(of Holder, ids ...string) error
	// LetGo notes that it holds them no more, or returns ErrNoSubscription.
	LetGo(of Holder, ids ...string) error

	// Suspects.

	// PutSuspect adds one where its Key is 0, and replaces the one of that Key
	// otherwise. It returns the Key, or ErrNoSuspect or ErrNoSet where there is none of
	// that key.
	PutSuspect(Suspect) (int64, error)
	// RemoveSuspects forgets those of a subscription that wait, and of an item where id
	// is not "".
	RemoveSuspects(subscription int64, id string) error
	// DropSuspects forgets those of these keys, whatever was decided. Keys that there
	// are not are passed over.
	DropSuspects(keys ...int64) error

	// What can be undone.

	// PutEdit adds an edit where its Key is 0, and replaces the one of that Key
	// otherwise. It returns the Key, which is never given again, or ErrNoEdit,
	// or ErrNoSet where a step's set was never put.
	PutEdit(Edit) (int64, error)
	// DropUndone forgets the edits that were undone: after another edit nobody
	// can do them again.
	DropUndone() error

	// The log of decisions.

	// PutDecision adds a decision, and gives its Key. It returns ErrNoSet where
	// the set was never put.
	PutDecision(Decision) (int64, error)
	// MarkDecisions says of decisions of an edit whether they were undone: of
	// those about the subjects, or of all where there are none.
	MarkDecisions(edit int64, undone bool, about ...Subject) error

	// The address book.

	// PutName calls an endpoint by a name; "" takes the name away.
	PutName(by, name string) error
	// PutConsent says whether the name of an endpoint of this store is published.
	PutConsent(by string, c Consent) error

	// Libraries.

	// PutLibrary adds a library where its Key is 0, and replaces the one of that Key
	// otherwise. It returns the Key, or ErrLibraryThere, or ErrNoLibrary.
	PutLibrary(Library) (int64, error)
	// RemoveLibrary forgets it and all that is kept of it, or returns ErrNoLibrary. Its
	// files are the caller's to take away.
	RemoveLibrary(key int64) error

	// The content of libraries. Each returns ErrNoLibrary where there is none of that key.

	// PutContentFeed caches a feed in place of the one of its address. The items are asked
	// for once, and are as many as add is called for; they need not fit into memory. Of two
	// with one ID the last counts. An error of items is returned, and ends the update.
	// Meanwhile items may use the Writer for all but writing feeds; ContentItem gives
	// an item of this feed as it was before, until add was called for it.
	PutContentFeed(library int64, f ContentFeed, items func(add func(ContentItem) error) error) error
	// TouchContentFeed replaces what is kept of the feed itself, and no item; one that is
	// not cached is left so.
	TouchContentFeed(library int64, f ContentFeed) error
	// PutContentItems puts items into a cached feed in place of those of their IDs, and
	// others behind all that it has: what is too much for one transaction comes in several.
	// A feed that is not cached gets none.
	PutContentItems(library int64, feed string, items ...ContentItem) error
	// RemoveContentItems takes those of some IDs away.
	RemoveContentItems(library int64, feed string, ids ...string) error
	// CutContentItems takes items away from the end of a cached feed, at most most, and
	// tells how many are left.
	CutContentItems(library int64, feed string, most int) (left int, err error)
	// RemoveContentFeed forgets a feed with its items.
	RemoveContentFeed(library int64, address string) error
	// PutContentFile keeps a file in place of the one of its address.
	PutContentFile(library int64, f ContentFile) error
	// RemoveContentFile forgets one.
	RemoveContentFile(library int64, address string) error
	// Enqueue puts entries at the end of the queue, in their order; their Numbers and
	// failures do not count. One that is there already keeps its place; where it failed,
	// that is forgotten, and From and Depth are the new ones. Asked stays where either says
	// it. It returns how many were added.
	Enqueue(library int64, wanted ...ContentWanted) (added int, err error)
	// PutWanted replaces the entry of that number where it is still there; its Address and
	// Nested stay.
	PutWanted(library int64, w ContentWanted) error
	// Dequeue takes entries away by their numbers.
	Dequeue(library int64, numbers ...int64) error

	// Published folders. Each returns ErrNoPublication where there is none of that key.

	// PutPublishedFolder adds one where its Key is 0, and replaces the one of that Key
	// otherwise. It returns the Key, or ErrPublishedThere.
	PutPublishedFolder(PublishedFolder) (int64, error)
	// RemovePublishedFolder forgets one and all that is kept of it.
	RemovePublishedFolder(key int64) error
	// PutFolderFeed, PutFolderItem and PutFolderFile keep one in place of the one of its
	// path or identifier; the Remove ones forget one.
	PutFolderFeed(key int64, f FolderFeed) error
	RemoveFolderFeed(key int64, path string) error
	PutFolderItem(key int64, i FolderItem) error
	RemoveFolderItem(key int64, feed, id string) error
	PutFolderFile(key int64, f FolderFile) error
	RemoveFolderFile(key int64, path string) error
}
