package feedsync

import "crossfeed/engine/item"

// Change is what a new version says.
type Change struct {
	// Content is the shared data. Nil stands for the data of the version that
	// is changed, or for none in a new item.
	Content *item.Content
	// Deleted makes the new version a tombstone. A version without it that
	// follows a tombstone un-deletes the item.
	Deleted bool
}

// Create makes a new item (SSE 0.93 §3.1). The identifier is the item's for
// ever, and so is noConflicts, which asks every endpoint to keep only the
// winner (§2.4). A sequence that the endpoint used before for this identifier
// is not used again. The error is an *IdentifierError, ErrUnstamped or
// ErrExhausted.
func Create(id string, c Change, noConflicts bool, s Stamp) (*item.Item, error) {
	if !item.ValidNSS(id) {
		return refused("creating", id, &IdentifierError{What: "item", Value: id})
	}
	if err := s.check(); err != nil {
		return refused("creating", id, err)
	}
	sequence, err := s.sequence(1, 0)
	if err != nil {
		return refused("creating", id, err)
	}
	v := &item.Version{
		ID:          id,
		Updates:     1,
		Deleted:     c.Deleted,
		NoConflicts: noConflicts,
		History:     []item.History{s.entry(sequence)},
		Content:     c.Content,
	}
	if v.Content == nil {
		v.Content = item.Plain("", "")
	}
	return &item.Item{Winner: v}, nil
}
