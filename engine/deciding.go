package engine

import (
	"cmp"
	"strings"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
)

// decided is what a session decided about an item, worked out before the
// transaction that saves it.
type decided struct {
	Ref
	conflicts.Decision
	versions []store.Considered
	fields   []store.Decided
}

// decided works out what a session decided.
func (e *Engine) decided(ref Ref, s *conflicts.Session) (decided, error) {
	now := e.parts.Clock.Now()
	result, err := s.Decision(now)
	if err != nil {
		return decided{}, err
	}
	d := decided{Ref: ref, Decision: conflicts.Decision{
		Seen:   s.Item(),
		Change: rules.Change{Content: result.Content, Deleted: result.Deleted, Place: result.Place},
		Taken:  result.Taken, Restores: result.Restores,
		Left: result.StillOffered, Offered: s.Offered(),
	}}
	account := s.Account(now)
	for _, v := range account.Versions {
		d.consider(v)
	}
	for _, f := range account.Fields {
		d.fields = append(d.fields, store.Decided{Field: f.Field, Value: f.Value, From: f.From, Proposed: f.Proposed})
	}
	return d, nil
}

// consider takes in one of the versions that there were to choose from.
func (d *decided) consider(v conflicts.Weighed) {
	top := v.Top()
	d.versions = append(d.versions, store.Considered{
		Version: store.Identity(v.Version), By: top.By, When: top.When.String(),
		Deleted: v.Deleted, Taken: v.Taken,
	})
}

// tellPaths says by titles where the places are that were decided on: what they are
// in may be called otherwise later.
func (t *transaction) tellPaths(w edit.Work, fields []store.Decided) error {
	spots := spots{Reader: t, set: w.Set}
	for i, f := range fields {
		if f.Field != conflicts.Place || f.Value == "" {
			continue
		}
		ids, err := edit.PathTo(t, w.Set, conflicts.ParsePlace(f.Value).Parent)
		if err != nil {
			return err
		}
		var titles []string
		for _, id := range ids {
			spot, err := spots.spot(id)
			if err != nil {
				return err
			}
			titles = append(titles, cmp.Or(spot.Title, spot.ID))
		}
		fields[i].Path = strings.Join(titles, " › ")
	}
	return nil
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
