package edit

import (
	"fmt"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// Join gives values to one item and deletes another that says them too, where
// both are as a person saw them: otherwise the error wraps ErrChanged. One that
// is deleted is ErrDeleted, one with open conflicts ErrUnsettled.
func (w Work) Join(keep, other *item.Version, v record.Values) (*item.Item, error) {
	for _, saw := range []*item.Version{keep, other} {
		it, err := w.settled("joining", saw.ID)
		if err != nil {
			return nil, err
		}
		if !it.Winner.Same(saw) {
			return nil, fmt.Errorf("joining item %s: %w", saw.ID, ErrChanged)
		}
	}
	joined, err := w.Change(keep.ID, v, nil)
	if err != nil {
		return nil, err
	}
	_, err = w.Delete(other.ID)
	return joined, err
}
