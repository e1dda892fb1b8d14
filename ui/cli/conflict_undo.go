package cli

import (
	"errors"
	"fmt"

	"crossfeed/engine"
)

type conflictUndo struct{}

// Run takes the last settling back. Where something else was done since, it
// changes nothing and says what.
func (conflictUndo) Run(r *run) error {
	err := r.turned("undone", (*engine.Engine).UndoSettling)
	var other *engine.NotSettlingError
	if errors.As(err, &other) {
		return fmt.Errorf("%w: crossfeed undo takes that back", err)
	}
	return err
}
