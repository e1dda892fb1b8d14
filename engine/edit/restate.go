package edit

import (
	"errors"

	"crossfeed/engine/rules"
)

// Restate says once more what an item says, by an update: a program on the way altered
// the version, and others have the altered copy. Where somebody changed the item since, or
// a person is asked about it, nothing happens: what follows says it.
func (w Work) Restate(id string) error {
	it, err := w.Store.Item(w.Set, id)
	if err != nil || it.Winner.Top().By != w.By {
		return err
	}
	_, err = w.update(it, rules.Change{Content: it.Winner.Content, Deleted: it.Winner.Deleted})
	var own *rules.OwnOpenError
	if errors.Is(err, ErrUnsettled) || errors.As(err, &own) {
		return nil
	}
	return err
}
