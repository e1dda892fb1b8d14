package cli

import (
	"cmp"
	"errors"
	"fmt"

	"crossfeed/engine"
	"crossfeed/engine/equal"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

type itemAdd struct {
	Set string `arg:"" help:"Name of the list."`
	newItemFlags
	placeFlags
	fieldFlags
}

// newItemFlags say what a new item is besides its fields.
type newItemFlags struct {
	ID          string `placeholder:"ID" help:"Identifier of the new item. Default: one is made."`
	NoConflicts bool   `name:"noconflicts" help:"Never keep losing versions of the item."`
}

// Run makes an item.
func (c itemAdd) Run(r *run) error {
	values, err := c.some(r)
	if err != nil {
		return err
	}
	return r.with(func(e *engine.Engine) error {
		o, err := c.options(r, e)
		if err != nil {
			return err
		}
		it, err := e.Add(r.ctx, c.Set, values, o)
		return r.changedItem(e, c.Set, c.ID, it, err)
	})
}

// options are what is asked for besides fields. In an outline an item is put last,
// where nothing else is said.
func (c itemAdd) options(r *run, e *engine.Engine) (engine.AddOptions, error) {
	o := engine.AddOptions{ID: c.ID, NoConflicts: c.NoConflicts}
	ordered, err := r.ordered(e, c.Set)
	if err != nil || !ordered {
		return o, cmp.Or(err, c.needOrder(ordered, c.Set))
	}
	s, err := c.spot(r, e, c.Set)
	o.Parent, o.After, o.AtEnd = s.parent, s.after, s.atEnd
	return o, err
}

type itemEdit struct {
	oneItem
	fieldFlags
}

// Run changes fields of an item.
func (c itemEdit) Run(r *run) error {
	values, err := c.some(r)
	if err != nil {
		return err
	}
	return r.with(func(e *engine.Engine) error {
		it, err := e.Edit(r.ctx, c.Set, c.ID, values, nil)
		return r.changedItem(e, c.Set, c.ID, it, c.needsMaking(r, e, err))
	})
}

type itemDelete struct{ oneItem }

// Run deletes an item, in an outline with all that is in it.
func (c itemDelete) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		it, err := c.delete(r, e)
		return r.changedItem(e, c.Set, c.ID, it, err)
	})
}

func (c itemDelete) delete(r *run, e *engine.Engine) (*item.Item, error) {
	ordered, err := r.ordered(e, c.Set)
	if err != nil {
		return nil, err
	}
	if !ordered {
		return e.Delete(r.ctx, c.Set, c.ID)
	}
	it, err := e.Item(r.ctx, c.Set, c.ID)
	if err != nil || it.Winner.Deleted {
		return it, err
	}
	o, err := e.DeleteBranch(r.ctx, c.Set, []string{c.ID})
	if err != nil {
		return nil, err
	}
	for _, refused := range o.Refused {
		if refused.ID == c.ID {
			return nil, refused.Err
		}
		r.attend("%s: %v", refused.ID, refusal(refused))
	}
	return e.Item(r.ctx, c.Set, c.ID)
}

// changedItem writes an item as it stands after a command has changed it.
func (r *run) changedItem(e *engine.Engine, set, id string, it *item.Item, err error) error {
	if err != nil {
		return pointed(err, resolveOf(set, id))
	}
	row, err := e.Row(r.ctx, set, it.ID())
	if err != nil {
		return err
	}
	r.attendTo(it.ID(), min(row.Conflicts, equal.Conflicts(it)), commandFor("conflict show", set, it.ID()))
	return r.made(it)
}

// attendTo tells about conflicts that are open in what a command has made.
func (r *run) attendTo(id string, conflicts int, remedy string) {
	if conflicts > 0 {
		r.attend("%s: %s: %s", id, state(false, conflicts), remedy)
	}
}

// made writes what a command has made of an item.
func (r *run) made(it *item.Item) error {
	if r.flags.JSON {
		return r.json(describeItem(it, true))
	}
	return r.print("%s: update %d", it.ID(), it.Winner.Updates)
}

// pointed adds to a refusal where the remedy is.
func pointed(err error, remedy string) error {
	var own *rules.OwnOpenError
	if errors.As(err, &own) || errors.Is(err, engine.ErrUnsettled) {
		return fmt.Errorf("%w: %s", err, remedy)
	}
	return err
}

func resolveOf(set, id string) string { return commandFor("conflict resolve", set, id) }
