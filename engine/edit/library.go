package edit

import (
	"context"

	"crossfeed/engine/store"
)

// MarkAllRead marks all items of a library as read, and returns how many were unread. The items
// have the key of the edit, so that undoing it finds those that were not marked since.
func (e *Service) MarkAllRead(ctx context.Context, library int64) (unread int, err error) {
	err = e.DoUnjournaled(ctx, func(t *Transaction) error {
		if _, err := t.Library(library); err != nil {
			return err
		}
		if unread, err = t.UnreadContent(library); err != nil || unread == 0 {
			return err
		}
		t.log.Steps = []store.Step{{Library: library}}
		if err := t.journal(MarkingRead); err != nil {
			return err
		}
		_, err = t.MarkAllContentRead(library, t.edit)
		return err
	})
	return unread, err
}

// revertRead reverts MarkAllRead, or its reversal.
func (t *Transaction) revertRead(one store.Edit) (Undone, error) {
	t.log.Steps = one.Steps
	l, err := t.Library(one.Steps[0].Library)
	if err != nil {
		return Undone{}, err
	}
	name, err := store.NameOf(t, l)
	if err != nil {
		return Undone{}, err
	}
	return Undone{What: one.What, Titles: []string{name}}, t.TurnContentRead(l.Key, one.Key, one.Undone)
}
