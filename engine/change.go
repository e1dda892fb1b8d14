package engine

import (
	"context"

	"crossfeed/engine/edit"
	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
	"crossfeed/engine/trust"
)

// transaction is local work of one edit, on one set or on several.
type transaction struct {
	engine *Engine
	store.Writer
	log edit.Log
	// decisions are those that the edit saves; their Edit is not known yet.
	decisions []store.Decision
	// sets are those asked for so far, by name: a transaction names or renames
	// none.
	sets map[string]store.Set
	ends edit.Ends
	// claims are those of refusals, by set.
	claims map[int64]map[string]int
}

// in is local work on a set by this endpoint, now.
func (t *transaction) in(set string) (edit.Work, error) {
	s, known := t.sets[set]
	if !known {
		var err error
		if s, err = t.SetNamed(set); err != nil {
			return edit.Work{}, err
		}
		t.sets[set] = s
	}
	return t.at(s), nil
}

func (t *transaction) at(s store.Set) edit.Work {
	p := t.engine.parts
	return edit.Work{
		Store: t.Writer, Set: s.Key, Dialect: s.Dialect, Rules: feed.RulesOf(s.Dialect), Ordered: s.Format.Ordered(),
		By: t.engine.Device.ID(), At: p.Clock.Now(), Here: p.Here, Log: &t.log, Ends: &t.ends,
		Claimed: func(id string) (int, error) { return t.claimed(s.Key, id) },
	}
}

// change does local work in one transaction, before a feed that is being kept,
// and takes it down as one edit that can be undone.
func (e *Engine) change(ctx context.Context, what string, do func(*transaction) error) error {
	return e.locally(ctx, func(t *transaction) error {
		if err := do(t); err != nil {
			return err
		}
		return t.journal(what)
	})
}

// locally does local work in one transaction, before a feed that is being kept.
func (e *Engine) locally(ctx context.Context, do func(*transaction) error) error {
	e.gate.Enter()
	defer e.gate.Leave()
	return e.store.Update(ctx, func(w store.Writer) error {
		if err := e.Device.Refresh(w); err != nil {
			return err
		}
		return do(&transaction{engine: e, Writer: w, sets: map[string]store.Set{}})
	})
}

// journal takes down what was changed. What was undone before cannot be done
// again after it.
func (t *transaction) journal(what string) error {
	if len(t.log.Steps) == 0 {
		return nil
	}
	if err := t.DropUndone(); err != nil {
		return err
	}
	key, err := t.PutEdit(store.Edit{At: t.engine.parts.Clock.Now(), What: what, Steps: t.log.Steps})
	if err != nil {
		return err
	}
	for _, d := range t.decisions {
		d.Edit = key
		if _, err := t.PutDecision(d); err != nil {
			return err
		}
	}
	return nil
}

// one does local work on an item of a set as one edit.
func (e *Engine) one(ctx context.Context, what, set string, do func(edit.Work) (*item.Item, error)) (*item.Item, error) {
	var it *item.Item
	err := e.change(ctx, what, func(t *transaction) error {
		w, err := t.in(set)
		if err != nil {
			return err
		}
		it, err = do(w)
		return err
	})
	if err != nil {
		return nil, err
	}
	return it, nil
}

// outdone is the greatest sequence that an update of ours goes beyond. Beyond numbers near
// the last one of all there is no room left (item.MaxCount).
const outdone = item.MaxCount / 2

// claimed is the greatest sequence that was used for an item in our name, and refused by a
// person; 0 where there is none.
func (t *transaction) claimed(set int64, id string) (int, error) {
	if claims, known := t.claims[set]; known {
		return claims[id], nil
	}
	all, err := t.Suspects(set)
	if err != nil {
		return 0, err
	}
	claims := map[string]int{}
	for _, s := range all {
		for _, a := range s.Alarms {
			if s.State == store.Refused && a.Kind == trust.Forged && a.Sequence <= outdone {
				claims[s.ID] = max(claims[s.ID], a.Sequence)
			}
		}
	}
	if t.claims == nil {
		t.claims = map[int64]map[string]int{}
	}
	t.claims[set] = claims
	return claims[id], nil
}
