package store

import (
	"cmp"
	"slices"
)

// Kind says what a Key is the key of.
type Kind int

// Kinds of what changes. Their numbers are stored.
const (
	// KindNothing is what nobody is shown: stamps, the journal.
	KindNothing Kind = iota
	// KindAll is all that there is: a backup was restored.
	KindAll
	// KindList is a list: its settings, its items, their archive and what was decided about them.
	KindList
	// KindSubscription is a subscription and what its feeds hold.
	KindSubscription
	// KindSuspects is what is held for review.
	KindSuspects
	// KindLibrary is a library with all that is cached of it.
	KindLibrary
	// KindFolder is a published folder with its tree.
	KindFolder
	// KindDevice is what is known of this device.
	KindDevice
	// KindNames is what devices are called and whether that is published.
	KindNames
	// KindMakers is who made versions, and how many.
	KindMakers
)

// Key names what changes as one.
type Key struct {
	Kind Kind
	// Of is the key of the list, subscription, library or folder; 0 for all other kinds.
	Of int64
}

// Keys of each kind.
var (
	NothingKey  = Key{}
	AllKey      = Key{Kind: KindAll}
	SuspectsKey = Key{Kind: KindSuspects}
	DeviceKey   = Key{Kind: KindDevice}
	NamesKey    = Key{Kind: KindNames}
	MakersKey   = Key{Kind: KindMakers}
)

// ListKey is that of a list.
func ListKey(set int64) Key { return Key{KindList, set} }

// SubscriptionKey is that of a subscription.
func SubscriptionKey(key int64) Key { return Key{KindSubscription, key} }

// LibraryKey is that of a library.
func LibraryKey(key int64) Key { return Key{KindLibrary, key} }

// FolderKey is that of a published folder.
func FolderKey(key int64) Key { return Key{KindFolder, key} }

// Compare orders keys by their kind.
func (k Key) Compare(o Key) int { return cmp.Or(cmp.Compare(k.Kind, o.Kind), cmp.Compare(k.Of, o.Of)) }

// Change is what updates changed.
type Change struct {
	// Revision is that of the state after them.
	Revision int64
	// Keys are what changed, each once, by kind. KindNothing is not among them.
	Keys []Key
}

// And is this change and a later one.
func (c Change) And(later Change) Change {
	all := append(slices.Clone(c.Keys), later.Keys...)
	slices.SortFunc(all, Key.Compare)
	return Change{max(c.Revision, later.Revision), slices.Compact(all)}
}

// Of reports whether something of one of the kinds changed.
func (c Change) Of(kinds ...Kind) bool {
	return slices.ContainsFunc(c.Keys, func(k Key) bool { return k.Kind == KindAll || slices.Contains(kinds, k.Kind) })
}

// Has reports whether what a key names changed.
func (c Change) Has(k Key) bool { return slices.Contains(c.Keys, k) || slices.Contains(c.Keys, AllKey) }

// Lists are the keys of the lists that changed, where not all did.
func (c Change) Lists() (keys []int64) {
	for _, k := range c.Keys {
		if k.Kind == KindList {
			keys = append(keys, k.Of)
		}
	}
	return keys
}

// OnlyOf reports whether all that changed is of these kinds.
func (c Change) OnlyOf(kinds ...Kind) bool {
	return !slices.ContainsFunc(c.Keys, func(k Key) bool { return !slices.Contains(kinds, k.Kind) })
}
