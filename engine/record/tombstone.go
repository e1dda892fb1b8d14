package record

import "crossfeed/engine/item"

// Tombstone is what a published tombstone keeps of a content: the title, and of a todo that
// was done that it was, so that whoever was away is not asked why most of a list is gone.
func Tombstone(c *item.Content) *item.Content {
	if FactsOf(c).Done {
		if done, err := New(Todo, Values{"title": c.Title(), "done": "true"}); err == nil {
			return done
		}
	}
	return c.OnlyTitle()
}
