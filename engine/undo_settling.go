package engine

import (
	"context"
	"errors"
	"slices"

	"crossfeed/engine/store"
)

// NotSettlingError means that the newest edit is no settling.
type NotSettlingError struct {
	// What is the short word of that edit.
	What string
}

func (e *NotSettlingError) Error() string {
	return "the last edit is no settling, but: " + e.What
}

// UndoSettling is Undo where the newest edit that was not undone is a settling.
// Otherwise it returns a *NotSettlingError, and changes nothing.
func (e *Engine) UndoSettling(ctx context.Context) (Undone, error) {
	var other *NotSettlingError
	done, err := e.turn(ctx, func(all []store.Edit) (found store.Edit, there bool) {
		i := slices.IndexFunc(all, func(one store.Edit) bool { return !one.Undone })
		if i < 0 {
			return found, false
		}
		if all[i].What != settling {
			other = &NotSettlingError{all[i].What}
			return found, false
		}
		return all[i], true
	})
	if other != nil && errors.Is(err, ErrNothingToUndo) {
		return Undone{}, other
	}
	return done, err
}

// settling is the short word of a settling, of one item or of many.
const settling = "settle"
