// Package trust looks at what comes in for what no honest endpoint sends: changes in our
// name that we never made, numbers that jump, and floods. It is pure. It decides nothing:
// the item waits for a person.
package trust

import "crossfeed/engine/item"

// Kind of an alarm.
type Kind string

// The alarms.
const (
	// Forged: a history has an entry under our own name that we never made.
	Forged Kind = "forged"
	// Jump: updates grew by more than an endpoint can have made.
	Jump Kind = "jump"
	// Histories: an item's history is longer than anybody makes it.
	Histories Kind = "histories"
	// Conflicts: an item has more conflicts than anybody makes.
	Conflicts Kind = "conflicts"
	// Flood: one reading conflicts with, or deletes, most of the list.
	Flood Kind = "flood"
)

// Alarm is one reason to ask a person.
type Alarm struct {
	Kind Kind `json:"kind"`
	// Sequence and When are those of a forged entry.
	Sequence int    `json:"sequence,omitempty"`
	When     string `json:"when,omitempty"`
	// Number and Limit are what was counted and what would have been let pass.
	Number int `json:"number,omitempty"`
	Limit  int `json:"limit,omitempty"`
}

// Own tells what this endpoint did to an item.
type Own struct {
	// By is its identifier.
	By string
	// Made tells whether it ever made a change of that sequence, at that time as it is
	// written.
	Made func(sequence int, when string) bool
}

// Item lists what is alarming in an item that comes in; local is what is held, or nil.
func Item(own Own, local, incoming *item.Item) []Alarm { panic("to be written") }
