package cli

import (
	"cmp"
	"errors"
	"fmt"

	"crossfeed/engine"
	"crossfeed/engine/ancestry"
	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
)

type itemAdd struct {
	List string `arg:"" help:"Name of the list."`
	newItemFlags
	placeFlags
	fieldFlags
}

// newItemFlags are the options of a new item besides its fields.
type newItemFlags struct {
	ID          string `placeholder:"ID" help:"ID of the new item. Default: a random one."`
	NoConflicts bool   `name:"noconflicts" help:"Publish only the winning version of this item, never conflicts (the specification's noconflicts)."`
}

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
		it, err := e.Edit.Add(r.ctx, c.List, values, o)
		return r.changedItem(e, c.List, c.ID, it, err)
	})
}

// options returns the options other than fields. In an outline, the default position is last.
func (c itemAdd) options(r *run, e *engine.Engine) (edit.AddOptions, error) {
	o := edit.AddOptions{ID: c.ID, NoConflicts: c.NoConflicts}
	ordered, err := r.ordered(e, c.List)
	if err != nil || !ordered {
		return o, cmp.Or(err, c.needOrder(ordered, c.List))
	}
	s, err := c.spot(r, e, c.List)
	o.Parent, o.After, o.AtEnd = s.parent, s.after, s.atEnd
	return o, err
}

type itemEdit struct {
	oneItem
	fieldFlags
}

func (c itemEdit) Run(r *run) error {
	values, err := c.some(r)
	if err != nil {
		return err
	}
	return r.with(func(e *engine.Engine) error {
		it, err := e.Edit.Change(r.ctx, c.List, c.ID, values, nil)
		return r.changedItem(e, c.List, c.ID, it, c.needsMaking(r, e, err))
	})
}

type itemDelete struct{ oneItem }

// Run deletes an item, in an outline including everything below it.
func (c itemDelete) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		it, err := c.delete(r, e)
		return r.changedItem(e, c.List, c.ID, it, err)
	})
}

func (c itemDelete) delete(r *run, e *engine.Engine) (*item.Item, error) {
	ordered, err := r.ordered(e, c.List)
	if err != nil {
		return nil, err
	}
	if !ordered {
		return e.Edit.Delete(r.ctx, c.List, c.ID)
	}
	it, err := e.Lists.Item(r.ctx, c.List, c.ID)
	if err != nil || it.Winner.Deleted {
		return it, err
	}
	o, err := e.Edit.DeleteBranch(r.ctx, c.List, []string{c.ID})
	if err != nil {
		return nil, err
	}
	for _, refused := range o.Refused {
		if refused.ID == c.ID {
			return nil, refused.Err
		}
		r.attend("%s: %v", refused.ID, refusal(refused))
	}
	return e.Lists.Item(r.ctx, c.List, c.ID)
}

// changedItem writes an item after a command has changed it.
func (r *run) changedItem(e *engine.Engine, set, id string, it *item.Item, err error) error {
	if err != nil {
		return pointed(err, resolveOf(set, id))
	}
	row, err := e.Lists.Row(r.ctx, set, it.ID())
	if err != nil {
		return err
	}
	r.attendTo(it.ID(), min(row.Conflicts, ancestry.CountOpen(it)), commandFor("conflict show", set, it.ID()))
	return r.made(it)
}

// attendTo reports conflicts that are open in an item that a command has changed.
func (r *run) attendTo(id string, conflicts int, remedy string) {
	if conflicts > 0 {
		r.attend("%s: %s. For details: %s", id, state(false, conflicts), remedy)
	}
}

// made writes the changed item.
func (r *run) made(it *item.Item) error {
	return r.jsonOr(describeItem(it, true), "%s: update %d", it.ID(), it.Winner.Updates)
}

// pointed adds the remedy to an error.
func pointed(err error, remedy string) error {
	var own *rules.OwnOpenError
	if errors.As(err, &own) || errors.Is(err, edit.ErrConflicted) {
		return fmt.Errorf("%w; run %s", err, remedy)
	}
	return err
}

func resolveOf(set, id string) string { return commandFor("conflict resolve", set, id) }

type itemMake struct {
	oneItem
	Kind string `enum:",todo,contact" default:"" help:"todo or contact. Default: the kind of the list."`
}

func (c itemMake) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		it, err := c.make(r, e)
		return r.changedItem(e, c.List, c.ID, it, err)
	})
}

func (c itemMake) make(r *run, e *engine.Engine) (*item.Item, error) {
	l, err := e.Lists.Named(r.ctx, c.List)
	if err != nil {
		return nil, err
	}
	kind := cmp.Or(c.Kind, l.Kind)
	if !record.Makes(record.Kind(kind)) {
		return nil, misuse("%s is a list of %ss; use --kind todo or --kind contact", c.List, kind)
	}
	return e.Edit.Make(r.ctx, c.List, c.ID, record.Kind(kind))
}

// lostCells returns the kind that a note may have had, and the command that restores it.
func (c oneItem) lostCells(lost record.Kind) [][]string {
	if lost == "" {
		return nil
	}
	return [][]string{{"note", fmt.Sprintf("This may have been a %s whose last version is not stored here. To restore it: %s", lost, c.makes())}}
}

func (c oneItem) makes() string { return commandFor("item make", c.List, c.ID) }

// needsMaking adds to an error about a field how the item can become a kind that has it.
func (c oneItem) needsMaking(r *run, e *engine.Engine, err error) error {
	var field *record.FieldError
	if !errors.As(err, &field) || field.Kind != record.Note {
		return err
	}
	l, errList := e.Lists.Named(r.ctx, c.List)
	if errList != nil || !record.Makes(record.Kind(l.Kind)) {
		return err
	}
	return fmt.Errorf("%w; to turn it into a %s: %s", err, l.Kind, c.makes())
}

type itemRestore struct {
	oneItem
	Version *int `placeholder:"N" help:"Number of the version in item history. Default: the last one before the deletion."`
}

// Run restores a deleted item, or an earlier version of an item.
func (c itemRestore) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		it, err := c.restore(r, e)
		return r.changedItem(e, c.List, c.ID, it, err)
	})
}

func (c itemRestore) restore(r *run, e *engine.Engine) (*item.Item, error) {
	if c.Version == nil {
		return e.Edit.Restore(r.ctx, c.List, c.ID)
	}
	v, err := c.numbered(r, e, *c.Version)
	if err != nil {
		return nil, err
	}
	return e.Edit.RestoreVersion(r.ctx, c.List, c.ID, store.Identity(v))
}

// numbered returns a version of the item by its number in the history.
func (c oneItem) numbered(r *run, e *engine.Engine, number int) (*item.Version, error) {
	all, err := e.Lists.History(r.ctx, c.List, c.ID)
	if err != nil {
		return nil, err
	}
	if number < 1 || number > len(all) {
		return nil, misuse("no version %d; %s lists the versions 1 to %d", number, commandFor("item history", c.List, c.ID), len(all))
	}
	return all[number-1].Version, nil
}
