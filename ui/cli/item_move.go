package cli

import (
	"context"
	"errors"

	"crossfeed/engine"
)

// severalItems names items of a list.
type severalItems struct {
	Set string   `arg:"" help:"Name of the list."`
	ID  []string `arg:"" help:"Identifiers of the items."`
}

type itemMove struct {
	severalItems
	To string `placeholder:"LIST" help:"Name of the list that they go to."`
	placeFlags
}

// Run moves items to another list, or within an outline.
func (c itemMove) Run(r *run) error {
	switch {
	case c.To != "" && c.given():
		return misuse("--to moves to another list, --parent and --after move within an outline: choose one")
	case c.To != "":
		return c.send(r, "moved", c.To, (*engine.Engine).Move)
	case !c.given():
		return misuse("say where to: --to LIST, or in an outline --parent ID or --after ID")
	}
	return r.with(func(e *engine.Engine) error { return c.place(r, e) })
}

// place moves items within an outline.
func (c itemMove) place(r *run, e *engine.Engine) error {
	ordered, err := r.ordered(e, c.Set)
	if err != nil {
		return err
	}
	if err := c.needOrder(ordered, c.Set); err != nil {
		return err
	}
	s, err := c.spot(r, e, c.Set)
	if err != nil {
		return err
	}
	if s.atEnd {
		rows, err := e.Outline(r.ctx, c.Set)
		if err != nil {
			return err
		}
		s.after = lastIn(rows, s.parent, c.ID)
	}
	if err := e.Place(r.ctx, c.Set, c.ID, s.parent, s.after); err != nil {
		return pointed(err, "crossfeed conflict list")
	}
	return c.placed(r, e)
}

// placed tells where items are now.
func (c itemMove) placed(r *run, e *engine.Engine) error {
	var shapes []itemShape
	for _, id := range c.ID {
		it, err := e.Item(r.ctx, c.Set, id)
		if err != nil {
			return err
		}
		shapes = append(shapes, describeItem(it, true))
	}
	if r.flags.JSON {
		return r.json(shapes)
	}
	for _, s := range shapes {
		if err := r.print("%s: update %d", s.ID, s.Updates); err != nil {
			return err
		}
	}
	return nil
}

type itemCopy struct {
	severalItems
	To string `required:"" placeholder:"LIST" help:"Name of the list that they go to."`
}

// Run makes copies of items in another list.
func (c itemCopy) Run(r *run) error { return c.send(r, "copied", c.To, (*engine.Engine).Copy) }

// send moves or copies, and tells what arrived. Where nothing did it failed.
func (c severalItems) send(r *run, how, to string, do func(*engine.Engine, context.Context, []engine.Ref, string) (engine.Outcome, error)) error {
	return r.with(func(e *engine.Engine) error {
		o, err := do(e, r.ctx, each(c.ID, func(id string) engine.Ref { return engine.Ref{Set: c.Set, ID: id} }), to)
		if err != nil {
			return err
		}
		if len(o.Done) == 0 && len(o.Refused) > 0 {
			return refusal(o.Refused[0])
		}
		for _, refused := range o.Refused {
			r.attend("%s: %v", refused.ID, refusal(refused))
		}
		if r.flags.JSON {
			return r.json(each(o.Done, func(ref engine.Ref) map[string]string { return map[string]string{"set": ref.Set, "id": ref.ID} }))
		}
		for _, ref := range o.Done {
			if err := r.print("%s: %s to %s", ref.ID, how, inOneLine(ref.Set)); err != nil {
				return err
			}
		}
		return nil
	})
}

// refusal is why an item was left, and how to settle what keeps it: itself, or
// something in it.
func refusal(r engine.Refused) error {
	by := r.ID
	if held := new(engine.HeldError); errors.As(r.Err, &held) {
		by = held.By
	}
	return pointed(r.Err, resolveOf(r.Set, by))
}
