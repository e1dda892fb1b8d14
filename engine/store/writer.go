package store

// Writer is a store inside a transaction: it reads what it has written. It must be used by one
// goroutine at a time.
type Writer interface {
	Reader
	ItemWriter
	OfferWriter

	// This endpoint.

	PutDevice(Device) error

	// Lists.

	// PutSet adds a list if its Key is 0, and otherwise replaces the one with that Key. It
	// returns the Key, or ErrNameTaken, or ErrNoSet if there is none with that Key.
	PutSet(Set) (int64, error)

	// Subscriptions.

	// PutSubscription adds a subscription if its Key is 0, and otherwise replaces the one with
	// that Key. It returns the Key, or ErrSubscribed, or ErrNoSet or ErrNoSubscription if
	// there is none with that key.
	PutSubscription(Subscription) (int64, error)
	// RemoveSubscription removes it and its items held for review, or returns
	// ErrNoSubscription. What was received from it stays. Its key is never reused.
	RemoveSubscription(key int64) error

	// Items held by the feeds of subscriptions. A removed subscription still holds its items
	// if its mode is TakeOnly, so that they do not become public because it is gone. A
	// subscription that is put at the location of a removed one takes over what that one held,
	// each feed from the one with its name.

	// Hold records that a feed holds items; items that it already holds are no change. It
	// returns ErrNoSubscription for an unknown key.
	Hold(of Holder, ids ...string) error
	// LetGo records that a feed no longer holds items, or returns ErrNoSubscription.
	LetGo(of Holder, ids ...string) error

	// Items held for review.

	// PutHeldItem adds one if its Key is 0, and otherwise replaces the one with that Key. It
	// returns the Key, or ErrNoHeldItem or ErrNoSet if there is none with that key.
	PutHeldItem(HeldItem) (int64, error)
	// RemoveHeldItems removes those of a subscription that wait for a decision; only of one
	// item if id is not "".
	RemoveHeldItems(subscription int64, id string) error
	// DropHeldItems removes those with these keys, whatever was decided. Unknown keys are
	// ignored.
	DropHeldItems(keys ...int64) error

	// Undo history.

	// PutEdit adds an edit if its Key is 0, and otherwise replaces the one with that Key. It
	// returns the Key, which is never reused, or ErrNoEdit, or ErrNoSet if the list of a step
	// was never put, or ErrNoLibrary if its library does not exist.
	PutEdit(Edit) (int64, error)
	// DropUndone removes the edits that were undone, because they cannot be redone after
	// another edit.
	DropUndone() error

	// The resolution log.

	// PutDecision adds a resolution and returns its Key. It returns ErrNoSet if the list was
	// never put.
	PutDecision(Decision) (int64, error)
	// MarkDecisions sets whether resolutions of an edit were undone: those about the given
	// subjects, or all if none are given.
	MarkDecisions(edit int64, undone bool, about ...Subject) error

	// The address book.

	// PutName sets the name of an endpoint; "" removes it.
	PutName(by, name string) error
	// PutConsent sets whether the name of an endpoint of this store is published.
	PutConsent(by string, c Consent) error

	// Libraries.

	// PutLibrary adds a library if its Key is 0, and otherwise replaces the one with that Key.
	// It returns the Key, or ErrLibraryThere, or ErrNoLibrary.
	PutLibrary(Library) (int64, error)
	// RemoveLibrary removes it and everything stored about it, or returns ErrNoLibrary. The
	// caller has to remove its files.
	RemoveLibrary(key int64) error

	// The content of libraries. Each method returns ErrNoLibrary if there is none with that
	// key.

	// PutContentFeed caches a feed and replaces the one with its address. It calls items once,
	// which calls add for each item; they need not fit into memory. If two have the same ID,
	// the last one counts. It returns an error of items, and the update fails. items may use
	// the Writer for everything except writing feeds; ContentItem returns an item of this feed
	// in its old state until add was called for it.
	PutContentFeed(library int64, f ContentFeed, items func(add func(ContentItem) error) error) error
	// TouchContentFeed replaces what is stored about the feed itself, without its items. A
	// feed that is not cached stays uncached.
	TouchContentFeed(library int64, f ContentFeed) error
	// PutContentItems adds items to a cached feed, to write in several transactions what is
	// too much for one. Items replace those with the same ID, or are appended. If the feed is
	// not cached, nothing is added.
	PutContentItems(library int64, feed string, items ...ContentItem) error
	// RemoveContentItems removes the items with these IDs.
	RemoveContentItems(library int64, feed string, ids ...string) error
	// MarkContentRead marks the items of a cached feed with these IDs as read or unread, except
	// for hidden ones, also if an edit has marked them with all others.
	MarkContentRead(library int64, feed string, read bool, ids ...string) error
	// MarkAllContentRead marks the unread items of all cached feeds of a library as read by an
	// edit, and returns how many there were, without hidden ones.
	MarkAllContentRead(library, edit int64) (unread int, err error)
	// TurnContentRead marks the items that an edit has marked with all others as unread, or as
	// read again. Those that were marked since keep their state.
	TurnContentRead(library, edit int64, read bool) error
	// CutContentItems removes at most most items from the end of a cached feed, and returns
	// how many are left.
	CutContentItems(library int64, feed string, most int) (left int, err error)
	// RemoveContentFeed removes a feed with its items.
	RemoveContentFeed(library int64, address string) error
	// PutContentFile stores a file and replaces the one with its address.
	PutContentFile(library int64, f ContentFile) error
	// RemoveContentFile removes a file.
	RemoveContentFile(library int64, address string) error
	// Enqueue appends entries to the queue, in order, ignoring their Numbers and failures. An
	// entry that is already in the queue keeps its position; its failures are cleared, and
	// From and Depth are replaced. Asked is set if either entry has it. Enqueue returns how
	// many were added.
	Enqueue(library int64, wanted ...ContentWanted) (added int, err error)
	// PutWanted replaces the entry with that number, if it still exists. Its Address and
	// Nested stay.
	PutWanted(library int64, w ContentWanted) error
	// Dequeue removes entries by their numbers.
	Dequeue(library int64, numbers ...int64) error

	// Published folders. Each method returns ErrNoPublication for an unknown key.

	// PutPublishedFolder adds one if its Key is 0, and otherwise replaces the one with that
	// Key. It returns the Key, or ErrPublishedThere.
	PutPublishedFolder(PublishedFolder) (int64, error)
	// RemovePublishedFolder removes one and everything stored about it.
	RemovePublishedFolder(key int64) error
	// PutFolderFeed, PutFolderItem and PutFolderFile store one and replace the one with its
	// path or identifier. The Remove methods remove one.
	PutFolderFeed(key int64, f FolderFeed) error
	RemoveFolderFeed(key int64, path string) error
	PutFolderItem(key int64, i FolderItem) error
	RemoveFolderItem(key int64, feed, id string) error
	PutFolderFile(key int64, f FolderFile) error
	RemoveFolderFile(key int64, path string) error
}
