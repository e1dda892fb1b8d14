package cli

import (
	"context"

	"crossfeed/engine"
)

// severalItems names items of a list, and the list that they go to.
type severalItems struct {
	Set string   `arg:"" help:"Name of the list."`
	ID  []string `arg:"" help:"Identifiers of the items."`
	To  string   `required:"" placeholder:"LIST" help:"Name of the list that they go to."`
}

type itemMove struct{ severalItems }

// Run moves items to another list.
func (c itemMove) Run(r *run) error { return c.send(r, "moved", (*engine.Engine).Move) }

type itemCopy struct{ severalItems }

// Run makes copies of items in another list.
func (c itemCopy) Run(r *run) error { return c.send(r, "copied", (*engine.Engine).Copy) }

// send moves or copies, and tells what arrived. Where nothing did it failed.
func (c severalItems) send(r *run, how string, do func(*engine.Engine, context.Context, []engine.Ref, string) (engine.Outcome, error)) error {
	return r.with(func(e *engine.Engine) error {
		o, err := do(e, r.ctx, each(c.ID, func(id string) engine.Ref { return engine.Ref{Set: c.Set, ID: id} }), c.To)
		if err != nil {
			return err
		}
		if len(o.Done) == 0 && len(o.Refused) > 0 {
			return pointed(o.Refused[0].Err, resolveOf(c.Set, o.Refused[0].ID))
		}
		for _, refused := range o.Refused {
			r.attend("%s: %v", refused.ID, pointed(refused.Err, resolveOf(c.Set, refused.ID)))
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
