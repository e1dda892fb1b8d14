// Package trust detects incoming data that no honest endpoint sends: changes in our name that
// we never made, numbers that jump, and floods. It is pure and decides nothing: such items are
// held for review (docs/protocol.md).
package trust

import "crossfeed/engine/item"

// Kind is the kind of an alarm.
type Kind string

// The kinds of alarms.
const (
	// Forged: a history has an entry under our own name that we never made.
	Forged Kind = "forged"
	// Altered: a version that we made was received with other contents, which win on other
	// endpoints: a program altered it on the way, or two devices use the same identifier.
	Altered Kind = "altered"
	// Jump: updates, or the sequence of an endpoint, grew by more than is plausible.
	Jump Kind = "jump"
	// Histories: an item's history is implausibly long.
	Histories Kind = "histories"
	// Conflicts: an item has an implausible number of conflicts.
	Conflicts Kind = "conflicts"
	// Flood: one sync and the day before it change most of the list, or add more items than
	// anybody can review.
	Flood Kind = "flood"
)

// Part is what a flood does to the items that it affects.
type Part string

// The parts of a flood. Each is judged and held for review by itself.
const (
	// Deleted: the feed deletes the item.
	Deleted Part = "deleted"
	// Missing: the feed no longer has the item, which would thus be removed from the list (SSE
	// 0.93 §4.1.2 step 2). It counts as deleted.
	Missing Part = "missing"
	// Overwritten: the feed replaces the item's contents.
	Overwritten Part = "overwritten"
	// Disputed: the feed conflicts with the item; both versions stay.
	Disputed Part = "disputed"
	// Added: the item is new.
	Added Part = "new"
)

// The limits are relative to the local item, so that the user is not asked again about an
// accepted item with each later update.
const (
	// leap is how much updates and sequences of a local item may grow between two refreshes. A
	// user does not change one item ten thousand times unnoticed, and a program that does so
	// every five minutes needs more than a month; the available numbers suffice for 200,000
	// such leaps (item.MaxCount).
	leap = 10_000
	// life is how large they may be in an item that is new here, for its entire life. A
	// program that changes it every minute needs almost two years. A jump here prevents
	// nobody's changes from winning, but uses up numbers.
	life = 1_000_000
	// longer is how much longer a history may be than the longest local one. A local update
	// compacts histories of more than 256 entries (feedsync), except for one entry of each
	// endpoint, and no item is shared by ten thousand endpoints.
	longer = 10_000
	// more is how many new conflicts an item may have: each is from an endpoint that changed
	// it without having seen the others.
	more = 100
	// few is how many items may be deleted however short the list is: a user notices that many
	// missing items, and can restore them.
	few = 5
	// short is the length of a list that may be overwritten entirely: users change a handful
	// of items at once.
	short = 10
	// disputed is how many items have to be in new conflicts. Nothing is lost, and hundreds
	// can be resolved at once. A conflict only needs two users who edit an item while offline,
	// and two members of a household or a team may edit an entire list that way.
	disputed = 500
	// crowd is how many new items one sync and the day before it may add.
	crowd = 10_000
)

// Alarm is one reason to ask the user.
type Alarm struct {
	Kind Kind `json:"kind"`
	// Part is what a flood does to the item.
	Part Part `json:"part,omitempty"`
	// Sequence and When are from the forged or altered entry with the greatest sequence.
	Sequence int    `json:"sequence,omitempty"`
	When     string `json:"when,omitempty"`
	// Number is what was counted, and Limit what would have been accepted.
	Number int `json:"number,omitempty"`
	Limit  int `json:"limit,omitempty"`
	// Shown is how many additional items the user saw in the preview when subscribing.
	Shown int `json:"shown,omitempty"`
}

// Item returns the alarms of an incoming item; local is the local item, or nil.
func Item(own Own, local, incoming *item.Item) []Alarm {
	var all []Alarm
	if a, forged := own.forged(local, incoming); forged {
		all = append(all, a)
	}
	for _, c := range []struct {
		kind          Kind
		number, limit int
	}{
		{Jump, greatest(incoming), reach(local)},
		{Histories, longest(incoming), longest(local) + longer},
		{Conflicts, fresh(local, incoming), more},
	} {
		if c.number > c.limit {
			all = append(all, Alarm{Kind: c.kind, Number: c.number, Limit: c.limit})
		}
	}
	return all
}

// TooMany reports whether a number of changes of a part is held for review, given the number
// of items in the list that they can affect.
func TooMany(p Part, changes, items int) (Alarm, bool) {
	limit := limitOf(p, items)
	return Alarm{Kind: Flood, Part: p, Number: changes, Limit: limit}, changes > limit
}

// limitOf returns how many changes of a part are merged without review.
func limitOf(p Part, items int) int {
	switch half := items / 2; {
	case p == Deleted || p == Missing:
		return max(few, half)
	case p == Overwritten && items < short:
		return items
	case p == Overwritten:
		return half
	case p == Disputed:
		return max(disputed-1, half)
	}
	return crowd
}

// reach returns the greatest number that is accepted.
func reach(local *item.Item) int {
	if local == nil {
		return life
	}
	return greatest(local) + leap
}

// greatest returns the greatest number of updates and of any sequence.
func greatest(it *item.Item) int {
	n := 0
	for _, v := range it.Versions() {
		n = max(n, v.Updates)
		for i := range v.History {
			n = max(n, v.History[i].Sequence)
		}
	}
	return n
}

// longest returns the length of the longest history.
func longest(it *item.Item) int {
	n := 0
	for _, v := range versionsOf(it) {
		n = max(n, len(v.History))
	}
	return n
}

// fresh returns the number of conflicts that are not in the local item.
func fresh(local, incoming *item.Item) int {
	if len(incoming.Conflicts) <= more {
		return 0 // whatever the local item has
	}
	held := map[string]bool{}
	for _, v := range versionsOf(local) {
		held[v.Top().String()] = true
	}
	n := 0
	for _, v := range incoming.Conflicts {
		if !held[v.Top().String()] {
			n++
		}
	}
	return n
}

// versionsOf returns the versions of an item, which may be nil.
func versionsOf(it *item.Item) []*item.Version {
	if it == nil {
		return nil
	}
	return it.Versions()
}
