// Package trust looks at what comes in for what no honest endpoint sends: changes in our
// name that we never made, numbers that jump, and floods. It is pure. It decides nothing:
// the item waits for a person (docs/trust.md).
package trust

import "crossfeed/engine/item"

// Kind of an alarm.
type Kind string

// The alarms.
const (
	// Forged: a history has an entry under our own name that we never made.
	Forged Kind = "forged"
	// Altered: a version that we made came with another content, which wins elsewhere:
	// another program altered it on the way, or two devices use one identifier.
	Altered Kind = "altered"
	// Jump: updates, or the sequence of an endpoint, grew by more than can have been
	// made.
	Jump Kind = "jump"
	// Histories: an item's history is longer than anybody makes it.
	Histories Kind = "histories"
	// Conflicts: an item has more conflicts than anybody makes.
	Conflicts Kind = "conflicts"
	// Flood: what one sync and the day before it bring changes most of the list, or adds
	// more than anybody looks through.
	Flood Kind = "flood"
)

// Part is what a flood does to the items that it concerns.
type Part string

// The parts of a flood. Each is judged, and held for review, by itself.
const (
	// Deleted: the feed deletes the item.
	Deleted Part = "deleted"
	// Missing: the feed no longer has the item, which would leave the list with it
	// (SSE 0.93 §4.1.2 step 2). It counts as deleted.
	Missing Part = "missing"
	// Overwritten: the feed replaces what the item says.
	Overwritten Part = "overwritten"
	// Disputed: the feed conflicts with the item; both versions stay.
	Disputed Part = "disputed"
	// Added: the item is new.
	Added Part = "new"
)

// The bounds are against what is held already, so that what a person accepted once is
// not asked about again with every later update of it.
const (
	// leap is how much updates and sequences of an item that is held may grow between
	// two readings. A person does not change one thing ten thousand times unseen, a
	// program that does so every five minutes needs more than a month; and the numbers
	// are enough for 200,000 such leaps (item.MaxCount).
	leap = 10_000
	// life is how great they may be in an item that is new here: all of its life. A
	// program that changes it every minute needs almost two years. What jumps here keeps
	// nobody's change from winning, but uses the numbers up.
	life = 1_000_000
	// longer is how much longer a history may be than the longest that is held. A local
	// update compacts what has more than 256 entries (feedsync), but for one of each
	// endpoint: ten thousand endpoints share no item.
	longer = 10_000
	// more is how many conflicts an item may bring that are not held: each is of an
	// endpoint that changed it without having seen the others.
	more = 100
	// few is how many items may be deleted however short the list is: so many a person sees
	// missing, and restores.
	few = 5
	// short is the length of a list all of which may be overwritten: people change a
	// handful of items in one go.
	short = 10
	// disputed is how many items have to be in new conflicts. Nothing is gone, and hundreds
	// are resolved at once. It takes two who change an item apart, and two of a household
	// or a team change all of their list apart.
	disputed = 500
	// crowd is how many new items one sync and the day before it may bring.
	crowd = 10_000
)

// Alarm is one reason to ask a person.
type Alarm struct {
	Kind Kind `json:"kind"`
	// Part tells what a flood does to the item.
	Part Part `json:"part,omitempty"`
	// Sequence and When are those of a forged or altered entry, the one of the greatest sequence.
	Sequence int    `json:"sequence,omitempty"`
	When     string `json:"when,omitempty"`
	// Number and Limit are what was counted and what would have been let pass.
	Number int `json:"number,omitempty"`
	Limit  int `json:"limit,omitempty"`
	// Shown is how many more a person was shown when they subscribed.
	Shown int `json:"shown,omitempty"`
}

// Item lists what is alarming in an item that comes in; local is what is held, or nil.
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

// TooMany reports whether so many changes of a part are held for review, in a list with so
// many items that they can concern.
func TooMany(p Part, changes, items int) (Alarm, bool) {
	limit := limitOf(p, items)
	return Alarm{Kind: Flood, Part: p, Number: changes, Limit: limit}, changes > limit
}

// limitOf is how many changes of a part are merged.
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

// reach is the greatest number that is let pass.
func reach(local *item.Item) int {
	if local == nil {
		return life
	}
	return greatest(local) + leap
}

// greatest is the greatest number of updates and of any sequence.
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

// longest is the length of the longest history.
func longest(it *item.Item) int {
	n := 0
	for _, v := range versionsOf(it) {
		n = max(n, len(v.History))
	}
	return n
}

// fresh is the number of conflicts that are not held.
func fresh(local, incoming *item.Item) int {
	if len(incoming.Conflicts) <= more {
		return 0 // whatever is held
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

// versionsOf are those of an item, none of no item.
func versionsOf(it *item.Item) []*item.Version {
	if it == nil {
		return nil
	}
	return it.Versions()
}
