package cli

import (
	"crossfeed/engine"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

type itemRestore struct {
	oneItem
	Version *int `placeholder:"N" help:"The version to bring back, by its number in item history. Default: a deleted item as it was."`
}

// Run brings a deleted item back, or a version of an item.
func (c itemRestore) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		it, err := c.restore(r, e)
		return r.changedItem(e, c.Set, c.ID, it, err)
	})
}

func (c itemRestore) restore(r *run, e *engine.Engine) (*item.Item, error) {
	if c.Version == nil {
		return e.Restore(r.ctx, c.Set, c.ID)
	}
	v, err := c.numbered(r, e, *c.Version)
	if err != nil {
		return nil, err
	}
	return e.RestoreVersion(r.ctx, c.Set, c.ID, store.Identity(v))
}

// numbered is a version of the item by its number in the history.
func (c oneItem) numbered(r *run, e *engine.Engine, number int) (*item.Version, error) {
	all, err := e.History(r.ctx, c.Set, c.ID)
	if err != nil {
		return nil, err
	}
	if number < 1 || number > len(all) {
		return nil, misuse("there is no version %d: %s numbers them from 1 to %d", number, commandFor("item history", c.Set, c.ID), len(all))
	}
	return all[number-1].Version, nil
}
