package feedsync

import (
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// Create makes a new item (SSE 0.93 §3.1). The identifier is the item's for
// ever, and so is noConflicts, which asks every endpoint to keep only the
// winner (§2.4). A sequence that the endpoint used before for this identifier
// is not used again. The error is an *IdentifierError, ErrUnstamped or
// ErrExhausted.
func Create(id string, c rules.Change, noConflicts bool, s rules.Stamp) (*item.Item, error) {
	if !item.ValidNSS(id) {
		return rules.Refused("creating", id, &rules.IdentifierError{What: "item", Value: id})
	}
	if err := s.Check(); err != nil {
		return rules.Refused("creating", id, err)
	}
	sequence, err := sequence(s, 1, 0)
	if err != nil {
		return rules.Refused("creating", id, err)
	}
	v := &item.Version{
		ID:          id,
		Updates:     1,
		Deleted:     c.Deleted,
		NoConflicts: noConflicts,
		History:     []item.History{s.Entry(sequence)},
		Content:     c.Content,
	}
	if v.Content == nil {
		v.Content = item.Plain("", "")
	}
	return &item.Item{Winner: rules.Digested(v)}, nil
}
