package rules

import (
	"time"

	"crossfeed/engine/item"
)

// Stamp says who makes an update and when. At least one of By and When is
// given; both are recommended (SSE 0.93 §2.5, SSE 0.91 §2.4).
type Stamp struct {
	// By identifies the endpoint that makes the update, or is "".
	By string
	// When is the present time, written as whole seconds in UTC. The zero time
	// stands for none.
	When time.Time
	// Used is the greatest sequence that this endpoint ever used for the item,
	// also for updates that it took back; 0 if there was none.
	Used int
}

// Check tells why a stamp cannot be written: ErrUnstamped or an *IdentifierError.
func (s Stamp) Check() error {
	if s.By == "" && s.When.IsZero() {
		return ErrUnstamped
	}
	if s.By != "" && !item.ValidNSS(s.By) {
		return &IdentifierError{What: "endpoint", Value: s.By}
	}
	return nil
}

// Entry is the history entry of an update with that sequence.
func (s Stamp) Entry(sequence int) item.History {
	h := item.History{Sequence: sequence, By: s.By}
	if !s.When.IsZero() {
		h.When = item.At(s.When)
	}
	return h
}
