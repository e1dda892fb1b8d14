package engine

import (
	"context"

	"crossfeed/engine/edit"
	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
	"crossfeed/engine/settle"
	"crossfeed/engine/settle/session"
	"crossfeed/engine/store"
)

// Unsettled is an item with open conflicts.
type Unsettled struct {
	Set string
	store.Row
}

// Unsettled lists the items with open conflicts: of the sets named, or of all.
func (e *Engine) Unsettled(ctx context.Context, sets ...string) ([]Unsettled, error) {
	var all []Unsettled
	err := e.store.View(ctx, func(r store.Reader) error {
		chosen, err := choose(r, sets)
		if err != nil {
			return err
		}
		for _, s := range chosen {
			rows, err := r.Rows(s.Key, store.Query{ToSettle: true})
			if err != nil {
				return err
			}
			for _, row := range rows {
				all = append(all, Unsettled{Set: s.Name, Row: row})
			}
		}
		return nil
	})
	return all, err
}

// Session begins the settling of an item.
func (e *Engine) Session(ctx context.Context, set, id string) (*session.Session, error) {
	it, err := e.Item(ctx, set, id)
	if err != nil {
		return nil, err
	}
	return session.New(it, e.endpoint, session.About{})
}

// Settle saves what the session decided (SSE 0.93 §3.4) and returns the item as
// it then stands. When the item changed since the session saw it, it returns
// ErrChanged and changes nothing: the caller reads the item and lets the
// session meet it.
func (e *Engine) Settle(ctx context.Context, set string, s *session.Session) (*item.Item, error) {
	result, err := s.Decision(e.parts.Clock.Now())
	if err != nil {
		return nil, err
	}
	d := settle.Decision{
		Seen:   s.Item(),
		Change: feedsync.Change{Content: result.Content, Deleted: result.Deleted},
		Taken:  result.Taken,
	}
	return e.one(ctx, "settle", set, func(w edit.Work) (*item.Item, error) {
		w.Log = nil // it takes more than the version before to open a conflict again
		return settle.Settle(w, d)
	})
}
