package cli

import (
	"errors"

	"crossfeed/engine"
)

type itemEmpty struct {
	Yes bool `short:"y" help:"Empty the Trash without asking."`
}

// emptiedShape reports how many items were removed from the trash, in machine-readable output.
type emptiedShape struct {
	Removed int `json:"removed"`
}

// Run empties the trash, after asking if a person is at the terminal.
func (c itemEmpty) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		all, err := e.Lists.All(r.ctx)
		if err != nil {
			return err
		}
		n := 0
		for _, l := range all {
			n += l.Counts.Trash
		}
		if n > 0 && !c.Yes && r.atTerminal() && !r.asked(harmless("Remove %d items from the Trash? This cannot be undone.", []any{n})) {
			return errors.New("nothing was removed")
		}
		if n, err = e.Edit.EmptyTrash(r.ctx); err != nil {
			return err
		}
		if r.flags.JSON {
			return r.json(emptiedShape{n})
		}
		r.message("Removed %d items from the Trash.", n)
		return nil
	})
}
