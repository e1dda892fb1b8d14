package store

import (
	"cmp"
	"slices"
)

// Kind is the kind of a Key.
type Kind int

// The kinds of changes. Their numbers are stored.
const (
	// KindNothing is internal: stamps, the journal.
	KindNothing Kind = iota
	// KindAll is everything, because a backup was restored.
	KindAll
	// KindList is a list: its settings, its items, their archive and their resolutions.
	KindList
	// KindSubscription is a subscription, and what its feeds hold.
	KindSubscription
	// KindHeldItems is the items held for review.
	KindHeldItems
	// KindLibrary is a library with everything cached for it.
	KindLibrary
	// KindFolder is a published folder with its tree.
	KindFolder
	// KindDevice is the stored state of this device.
	KindDevice
	// KindNames is the names of devices, and whether they are published.
	KindNames
	// KindMakers is who made versions, and how many.
	KindMakers
)

// Key identifies something that changes as a unit.
type Key struct {
	Kind Kind
	// Of is the key of the list, subscription, library or folder; 0 for all other kinds.
	Of int64
}

// Keys of kinds that have only one.
var (
	NothingKey   = Key{}
	AllKey       = Key{Kind: KindAll}
	HeldItemsKey = Key{Kind: KindHeldItems}
	DeviceKey    = Key{Kind: KindDevice}
	NamesKey     = Key{Kind: KindNames}
	MakersKey    = Key{Kind: KindMakers}
)

// ListKey returns the key of a list.
func ListKey(set int64) Key { return Key{KindList, set} }

// SubscriptionKey returns the key of a subscription.
func SubscriptionKey(key int64) Key { return Key{KindSubscription, key} }

// LibraryKey returns the key of a library.
func LibraryKey(key int64) Key { return Key{KindLibrary, key} }

// FolderKey returns the key of a published folder.
func FolderKey(key int64) Key { return Key{KindFolder, key} }

// Compare orders keys by their kind.
func (k Key) Compare(o Key) int { return cmp.Or(cmp.Compare(k.Kind, o.Kind), cmp.Compare(k.Of, o.Of)) }

// Change is the combined change of one or more updates.
type Change struct {
	// Revision is the revision after them.
	Revision int64
	// Keys are the keys of everything that changed, each once, ordered by kind. KindNothing is
	// not included.
	Keys []Key
}

// And returns this change combined with a later one.
func (c Change) And(later Change) Change {
	all := append(slices.Clone(c.Keys), later.Keys...)
	slices.SortFunc(all, Key.Compare)
	return Change{max(c.Revision, later.Revision), slices.Compact(all)}
}

// Of reports whether anything of one of the kinds changed.
func (c Change) Of(kinds ...Kind) bool {
	return slices.ContainsFunc(c.Keys, func(k Key) bool { return k.Kind == KindAll || slices.Contains(kinds, k.Kind) })
}

// Has reports whether what a key identifies changed.
func (c Change) Has(k Key) bool { return slices.Contains(c.Keys, k) || slices.Contains(c.Keys, AllKey) }

// Lists returns the keys of the lists that changed, if not everything did.
func (c Change) Lists() (keys []int64) {
	for _, k := range c.Keys {
		if k.Kind == KindList {
			keys = append(keys, k.Of)
		}
	}
	return keys
}

// OnlyOf reports whether all changes are of these kinds.
func (c Change) OnlyOf(kinds ...Kind) bool {
	return !slices.ContainsFunc(c.Keys, func(k Key) bool { return !slices.Contains(kinds, k.Kind) })
}
