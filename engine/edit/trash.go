package edit

import (
	"context"

	"crossfeed/engine/store"
)

// EmptyTrash hides the deleted items of all lists from the trash, and returns how many there
// were. They stay tombstones, so that others learn that they are deleted, and their versions
// stay in the archive. This cannot be undone.
func (e *Service) EmptyTrash(ctx context.Context) (hidden int, err error) {
	err = e.DoUnjournaled(ctx, func(t *Transaction) error {
		rows, err := t.Rows(0, store.Query{Trash: true})
		for _, row := range rows {
			if err == nil {
				err = t.HideDeleted(row.Set, row.ID)
			}
		}
		hidden = len(rows)
		return err
	})
	return hidden, err
}

// hideGhosts hides tombstones from the trash that an edit, or its reversal, left of items that a
// person did not delete: moved ones, and those whose creation was undone.
func (t *Transaction) hideGhosts(what string, undone bool, steps []store.Step) error {
	for _, s := range steps {
		made := s.Before == [len(s.Before)]byte{}
		if s.Item == "" || what != "move" && !(undone && (made || what == "add" || what == "copy")) {
			continue
		}
		if err := t.HideDeleted(s.Set, s.Item); err != nil {
			return err
		}
	}
	return nil
}
