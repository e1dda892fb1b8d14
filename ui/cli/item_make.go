package cli

import (
	"cmp"
	"errors"
	"fmt"

	"crossfeed/engine"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

type itemMake struct {
	oneItem
	Kind string `enum:",todo,contact" default:"" help:"What to make of it: todo or contact. Default: what the list is for."`
}

// Run makes a todo or a contact of a note.
func (c itemMake) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		it, err := c.make(r, e)
		return r.changedItem(e, c.Set, c.ID, it, err)
	})
}

func (c itemMake) make(r *run, e *engine.Engine) (*item.Item, error) {
	l, err := e.Set(r.ctx, c.Set)
	if err != nil {
		return nil, err
	}
	kind := cmp.Or(c.Kind, l.Kind)
	if !engine.Makes(kind) {
		return nil, misuse("%s is a list of %ss: say --kind todo or --kind contact", c.Set, kind)
	}
	return e.Make(r.ctx, c.Set, c.ID, record.Kind(kind))
}

// lostCells say of a note what it may have been, and how it is made that again.
func (c oneItem) lostCells(lost record.Kind) [][]string {
	if lost == "" {
		return nil
	}
	return [][]string{{"note", fmt.Sprintf("it may have been a %s, of which the last version is not known here: %s", lost, c.makes())}}
}

func (c oneItem) makes() string { return commandFor("item make", c.Set, c.ID) }

// needsMaking adds to a refusal of a field how an item that may have had it gets it.
func (c oneItem) needsMaking(r *run, e *engine.Engine, err error) error {
	var field *record.FieldError
	if !errors.As(err, &field) || field.Kind != record.Note {
		return err
	}
	l, errList := e.Set(r.ctx, c.Set)
	if errList != nil || !engine.Makes(l.Kind) {
		return err
	}
	return fmt.Errorf("%w; to make a %s of it: %s", err, l.Kind, c.makes())
}
