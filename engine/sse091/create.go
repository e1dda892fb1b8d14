package sse091

import (
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// Create makes a new item of version 1 (SSE 0.91 §4.1). The identifier is the
// item's for ever. The error is an *rules.IdentifierError or rules.ErrUnstamped.
func Create(id string, c rules.Change, s rules.Stamp) (*item.Item, error) {
	if !item.ValidNSS(id) {
		return rules.Refused("creating", id, &rules.IdentifierError{What: "item", Value: id})
	}
	if err := s.Check(); err != nil {
		return rules.Refused("creating", id, err)
	}
	v := &item.Version{
		ID:      id,
		Updates: 1,
		Deleted: c.Deleted,
		History: []item.History{entry(s, 1)},
		Content: c.Content,
	}
	if v.Content == nil {
		v.Content = item.Plain("", "")
	}
	if c.Place != nil {
		v.Place = *c.Place
	}
	return &item.Item{Winner: rules.Digested(v)}, nil
}

// entry is the entry of an update, its time as documents of SSE 0.91 have it (§1.2):
// what comes back in another endpoint's feed is then the same to the letter.
func entry(s rules.Stamp, version int) item.History {
	h := s.Entry(version)
	if h.When.Present() {
		h.When = item.AtRFC822(s.When)
	}
	return h
}
