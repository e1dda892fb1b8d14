package edit

import (
	"errors"
	"fmt"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
)

// Say makes an item say something else as a whole, where the version that wins
// is still the one that a person saw; otherwise the error wraps ErrChanged. A
// todo that repeats and is done by it has no next one made: who says the whole
// says the next one too.
func (w Work) Say(id string, content *item.Content, seen func(*item.Version) bool) (*item.Item, error) {
	it, err := w.seen(id, seen)
	if err != nil || content.Hash() == it.Winner.Content.Hash() {
		return it, err
	}
	return w.update(it, rules.Change{Content: content, Deleted: it.Winner.Deleted})
}

// Revive un-deletes an item with another content (SSE 0.93 §3.2 step 5), where
// Say would change it.
func (w Work) Revive(id string, content *item.Content, seen func(*item.Version) bool) (*item.Item, error) {
	it, err := w.seen(id, seen)
	if err != nil {
		return nil, err
	}
	return w.update(it, rules.Change{Content: content})
}

// seen reads an item of which a person saw the version that wins.
func (w Work) seen(id string, seen func(*item.Version) bool) (*item.Item, error) {
	it, err := w.Store.Item(w.Set, id)
	if err != nil {
		return nil, err
	}
	if !seen(it.Winner) {
		return nil, fmt.Errorf("changing item %s: %w", id, ErrChanged)
	}
	return it, nil
}

// IsRefusal tells whether an error is about one item alone, so that work on
// others can go on.
func IsRefusal(err error) bool {
	var own *rules.OwnOpenError
	var value *record.ValueError
	var field *record.FieldError
	return errors.As(err, &own) || errors.As(err, &value) || errors.As(err, &field) ||
		errors.Is(err, store.ErrNoItem) || errors.Is(err, ErrItemExists) || errors.Is(err, ErrChanged) ||
		errors.Is(err, ErrDeleted) || errors.Is(err, ErrUnsettled) || errors.Is(err, ErrInside) || errors.Is(err, ErrNoNote) || errors.Is(err, ErrCrowded) || errors.Is(err, rules.ErrExhausted)
}
