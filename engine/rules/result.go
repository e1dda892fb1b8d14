package rules

import "crossfeed/engine/item"

// Result is what a merge of two items comes to.
type Result struct {
	// Item is the merged item: the local one itself where nothing changed.
	Item *item.Item
	// Changed tells whether Item says anything that the local item did not.
	Changed bool
	// Dropped lists the versions that the merge dropped and that, as far as
	// histories tell, what stays was not made from: they belong in the archive.
	Dropped []*item.Version
	// Twice lists what can only be when one endpoint identifier is in use twice.
	Twice []Clash
	// FlagDiffers says that the versions disagree on noconflicts, which only an
	// item's creation may set (SSE 0.93 §2.4). The winner's counts.
	FlagDiffers bool
}

// Clash is an update that two versions tell differently although both ascribe
// it to one endpoint: the endpoint's identifier is in use twice, by a copied
// profile or a restored backup.
type Clash struct {
	// By is the identifier.
	By string
	// Sequence is the update's sequence.
	Sequence int
	// Greater and Lesser are the versions, in the order of the keys; they are
	// one where a single history tells both.
	Greater, Lesser *item.Version
	// Altered says that the versions differ in content alone: rather than two updates,
	// they are copies of one, which a program on the way altered.
	Altered bool
}
