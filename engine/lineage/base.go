package lineage

import "crossfeed/engine/item"

// Base is the version that all versions of an item started from.
type Base struct {
	// Version is the newest version in the true past of them all, or nil
	// where it is not known.
	Version *item.Version
	// Unknown says why it is not known.
	Unknown Unknown
}

// Known tells whether there is a base.
func (b Base) Known() bool { return b.Version != nil }

// Unknown is why the starting point of several versions is not known.
type Unknown int

// Reasons why a base is not known.
const (
	// NotLooked: nobody looked for one, as in a document without an archive.
	NotLooked Unknown = iota
	// Apart: the versions have no update in common.
	Apart
	// Cut: a history was cut, so that the newest common update may be missing
	// from it.
	Cut
	// NeverSeen: the newest common update is named in the histories, but its
	// version never came here.
	NeverSeen
	// Twice: two different versions are named alike, because one endpoint
	// identifier is in use twice.
	Twice
)

// Find finds the base of the versions shown among those of the archive. It
// never guesses: where the newest common update cannot be told for certain, or
// its version is not in the archive, the base is not known.
func Find(shown, archive []*item.Version) Base { return Base{} }
