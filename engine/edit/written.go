package edit

import (
	"fmt"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
)

// Written is a change of an item as the set's documents give it back to whoever reads
// them: with the record that it is shown with, and those of an ordered set know outlines
// only.
func (w Work) Written(id string, c rules.Change) (rules.Change, error) {
	content, err := w.outlined(c.Content)
	if err != nil {
		return c, fmt.Errorf("changing item %s: %w", id, err)
	}
	c.Content = content
	return c, nil
}

func (w Work) outlined(c *item.Content) (*item.Content, error) {
	switch {
	case c == nil:
		return nil, nil
	case w.Ordered:
		return record.Outlined(c)
	}
	return record.Shown(c), nil
}
