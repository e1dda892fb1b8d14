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
	// Flood: one reading conflicts with, or deletes, most of the list.
	Flood Kind = "flood"
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
	// flooded is how many items are deleted in a flood at least. Less than this a person
	// looks through, and restores.
	flooded = 50
	// disputed is how many a flood without so many deletions harms at least. Of what
	// conflicts nothing is gone, and hundreds are settled at once. It takes two who change
	// an item apart, and two of a household or a team change all of their list apart.
	disputed = 500
)

// Alarm is one reason to ask a person.
type Alarm struct {
	Kind Kind `json:"kind"`
	// Sequence and When are those of a forged or altered entry, the one of the greatest sequence.
	Sequence int    `json:"sequence,omitempty"`
	When     string `json:"when,omitempty"`
	// Number and Limit are what was counted and what would have been let pass.
	Number int `json:"number,omitempty"`
	Limit  int `json:"limit,omitempty"`
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

// InFlood tells whether a reading that deletes so many of the items of a list, and newly
// conflicts with so many others, is a flood: most of them, and too many to look at each.
func InFlood(deletes, disputes, items int) (Alarm, bool) {
	least := disputed
	if deletes >= flooded || disputes == 0 {
		least = flooded
	}
	harmed, limit := deletes+disputes, max(least-1, items/2)
	return Alarm{Kind: Flood, Number: harmed, Limit: limit}, harmed > limit
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
