package engine

import (
	"context"

	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// transaction is local work of one edit, on one set or on several.
type transaction struct {
	engine *Engine
	store.Writer
	log edit.Log
	// decisions are those that the edit saves; their Edit is not known yet.
	decisions []store.Decision
	// keys are those of the sets asked for so far, by name: a transaction names
	// or renames none.
	keys map[string]int64
}

// in is local work on a set by this endpoint, now.
func (t *transaction) in(set string) (edit.Work, error) {
	key, known := t.keys[set]
	if !known {
		s, err := t.SetNamed(set)
		if err != nil {
			return edit.Work{}, err
		}
		key = s.Key
		t.keys[set] = key
	}
	return t.at(key), nil
}

func (t *transaction) at(set int64) edit.Work {
	p := t.engine.parts
	return edit.Work{Store: t.Writer, Set: set, By: t.engine.endpoint, At: p.Clock.Now(), Here: p.Here, Log: &t.log}
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
	e.gate.enter()
	defer e.gate.leave()
	return e.store.Update(ctx, func(w store.Writer) error {
		return do(&transaction{engine: e, Writer: w, keys: map[string]int64{}})
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
