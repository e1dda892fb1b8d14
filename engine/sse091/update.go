package sse091

import (
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/sse091/place"
)

// longest is the number of sx:update elements that an item may have before a local
// update truncates them. A truncated history hides conflicts (§4.4.1 step 4), so it
// is as long as is practical.
const longest = 256

// Update changes, deletes or un-deletes an item (SSE 0.91 §4.2). It settles every
// conflict that is open (step 4): the new version names them in Settled, so that
// a merge with an endpoint that still lists them does not bring them back, and the flag
// goes, with the mark of a cycle. The error is a *rules.IdentifierError,
// rules.ErrUnstamped or rules.ErrExhausted.
func Update(it *item.Item, c rules.Change, s rules.Stamp) (*item.Item, error) {
	if err := s.Check(); err != nil {
		return rules.Refused("updating", it.ID(), err)
	}
	if it.Winner.Updates >= item.MaxCount {
		return rules.Refused("updating", it.ID(), rules.ErrExhausted)
	}
	v := *it.Winner
	v.Updates++
	v.History = nested(it.Winner.History, entry(s, v.Updates))
	v.Undeleted = !c.Deleted && (v.Deleted || v.Undeleted)
	v.Deleted = c.Deleted
	if c.Content != nil {
		v.Content = c.Content
	}
	if c.Place != nil {
		v.Place = *c.Place
	}
	v.Place = place.Kept(v.Place)
	v.Settled = settling(it)
	return &item.Item{Winner: rules.Digested(&v)}, nil
}

// nested is the history with a new update on top; what was the history is the first
// sx:update in it (§4.2 step 2). What is too long is cut from the bottom.
func nested(history []item.History, top item.History) []item.History {
	history = history[:min(len(history), longest)]
	return append([]item.History{top}, history...)
}
