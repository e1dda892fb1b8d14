package edit

import (
	"errors"
	"fmt"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// ErrNoNote: the item is a record of another kind.
var ErrNoNote = errors.New("only a note can be made a todo or a contact")

// Make makes a todo or a contact of a note: with the record that it had last, as far as
// the archive tells, and else with its title and its text alone. An item that is one is
// returned as it is.
func (w Work) Make(id string, k record.Kind) (*item.Item, error) {
	it, err := w.live("making a "+string(k)+" of", id)
	if err != nil {
		return nil, err
	}
	switch record.KindOf(it.Winner.Content) {
	case k:
		return it, nil
	case record.Note:
	default:
		return nil, fmt.Errorf("making a %s of item %s: %w", k, id, ErrNoNote)
	}
	archived, err := w.Store.Versions(w.Set, id)
	if err != nil {
		return nil, err
	}
	content := it.Winner.Content
	if last := store.OriginOf(it.Winner, archived).Record; last != nil && record.KindOf(last.Content) == k {
		content = content.MadeFrom(last.Content)
	}
	if content, err = record.As(content, k); err != nil {
		return nil, fmt.Errorf("making a %s of item %s: %w", k, id, err)
	}
	return w.say(it, content)
}
