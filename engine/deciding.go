package engine

import (
	"slices"

	"crossfeed/engine/edit"
	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
	"crossfeed/engine/settle"
	"crossfeed/engine/settle/session"
	"crossfeed/engine/store"
)

// decided is what a session decided about an item, worked out before the
// transaction that saves it.
type decided struct {
	Ref
	settle.Decision
	versions []store.Considered
	fields   []store.Decided
}

// decided works out what a session decided.
func (e *Engine) decided(ref Ref, s *session.Session) (decided, error) {
	result, err := s.Decision(e.parts.Clock.Now())
	if err != nil {
		return decided{}, err
	}
	d := decided{Ref: ref, Decision: settle.Decision{
		Seen:   s.Item(),
		Change: feedsync.Change{Content: result.Content, Deleted: result.Deleted},
	}}
	candidates := s.Candidates()
	for _, c := range candidates {
		d.consider(c)
	}
	if !result.Deleted {
		d.fields = decidedFields(s, candidates)
	}
	return d, nil
}

// consider takes in one of the versions that there were to choose from.
func (d *decided) consider(c session.Candidate) {
	switch {
	case c.Offered:
		d.Offered = append(d.Offered, c.Version)
		if !c.Taken {
			d.Left = append(d.Left, c.Version)
		}
	case c.Number > 0 && c.Taken:
		d.Taken = append(d.Taken, c.Number-1)
	}
	top := c.Version.Top()
	d.versions = append(d.versions, store.Considered{
		Version: store.Identity(c.Version), By: top.By, When: top.When.String(),
		Deleted: c.Version.Deleted, Taken: c.Taken,
	})
}

// decidedFields are the fields that there was something to decide about.
func decidedFields(s *session.Session, candidates []session.Candidate) (all []store.Decided) {
	for _, c := range s.Cells() {
		if c.Alike && !c.Chosen {
			continue
		}
		from := slices.IndexFunc(candidates, func(o session.Candidate) bool { return c.From != "" && o.Letter == c.From })
		all = append(all, store.Decided{Field: c.Field, Value: c.Result, From: from, Proposed: c.Proposed})
	}
	return all
}

// noted is the decision as the log keeps it, once it was saved by that work.
func (d decided) noted(w edit.Work, saved *item.Item) store.Decision {
	v := saved.Winner
	return store.Decision{
		At: w.At, Set: w.Set, Item: v.ID, Title: v.Title(), Deleted: v.Deleted, Update: v.Updates,
		Before: store.Identity(d.Seen.Winner), After: store.Identity(v),
		Versions: d.versions, Fields: d.fields,
	}
}
