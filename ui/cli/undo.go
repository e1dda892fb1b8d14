package cli

import (
	"context"
	"strings"

	"crossfeed/engine"
)

type undoCommand struct{}

// Run takes the last edit back.
func (undoCommand) Run(r *run) error { return r.turned("undone", (*engine.Engine).Undo) }

type redoCommand struct{}

// Run does again what was undone last.
func (redoCommand) Run(r *run) error { return r.turned("done again", (*engine.Engine).Redo) }

func idOf(refused engine.Refused) string { return refused.ID }

// turned undoes or redoes, and says what.
func (r *run) turned(how string, turn func(*engine.Engine, context.Context) (engine.Undone, error)) error {
	return r.with(func(e *engine.Engine) error {
		u, err := turn(e, r.ctx)
		if err != nil {
			return err
		}
		if n := len(u.Refused); n > 0 {
			r.attend("%d changed since, and stay as they are: %s", n, inOneLine(strings.Join(each(u.Refused, idOf), ", ")))
		}
		if r.flags.JSON {
			return r.json(map[string]any{"what": u.What, "titles": u.Titles, "sets": u.Sets})
		}
		return r.print("%s: %s of %s", how, u.What, inOneLine(strings.Join(u.Titles, ", ")))
	})
}
