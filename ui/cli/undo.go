package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"crossfeed/engine"
)

// undoCommand reverts the last edit.
type undoCommand struct {
	published
	Feed  string `placeholder:"LOCATION" help:"Undo what this subscription brought, and pause it."`
	Since string `placeholder:"TIME" help:"With --feed: since this time, such as 2026-11-27T09:00:00Z, yesterday or 24h. Default: what the last sync brought that changed something."`
	List  string `placeholder:"LIST" help:"With --feed: only in this list."`
}

// Help says what becomes of what a feed brought.
func (undoCommand) Help() string {
	return "Items that a feed brought and that were not published since leave the list, or are put back as they were; they come again when the subscription is resumed. Published ones get an update, which crossfeed undo takes back."
}

// published is the consent to undo what others may have received.
type published struct {
	Published bool `help:"Undo what others may have received: updates undo it for them too."`
}

// Run reverts the last edit.
func (u undoCommand) Run(r *run) error {
	switch {
	case u.Feed != "":
		return u.feed(r)
	case u.Since != "" || u.List != "":
		return misuse("--since and --list go with --feed")
	}
	return r.undo(engine.UndoOptions{Published: u.Published}, "crossfeed undo")
}

type redoCommand struct{}

// Run does again what was undone last.
func (redoCommand) Run(r *run) error { return r.turned("redone", (*engine.Engine).Redo) }

type conflictUndo struct{ published }

// Run reverts the last resolution.
func (u conflictUndo) Run(r *run) error {
	return r.undo(engine.UndoOptions{Resolution: true, Published: u.Published}, "crossfeed conflict undo")
}

func (r *run) undo(o engine.UndoOptions, command string) error {
	err := r.turned("undone", func(e *engine.Engine, ctx context.Context) (engine.Undone, error) { return e.Undo(ctx, o) })
	var seen *engine.PublishedError
	if errors.As(err, &seen) {
		return fmt.Errorf("not undone: others may have received the resolution of %s. To undo it for them too: %s --published",
			inOneLine(strings.Join(seen.Titles, ", ")), command)
	}
	return err
}

func idOf(refused engine.Refused) string { return refused.ID }

// turned undoes or redoes, and reports what.
func (r *run) turned(how string, turn func(*engine.Engine, context.Context) (engine.Undone, error)) error {
	return r.with(func(e *engine.Engine) error {
		u, err := turn(e, r.ctx)
		if err != nil {
			return err
		}
		if n := len(u.Refused); n > 0 {
			r.attend("%d not undone, because they changed since: %s", n, inOneLine(strings.Join(each(u.Refused, idOf), ", ")))
		}
		if r.flags.JSON {
			return r.json(map[string]any{"what": u.What, "titles": u.Titles, "sets": u.Sets})
		}
		titles := inOneLine(strings.Join(u.Titles, ", "))
		switch u.What {
		case "delete list":
			return r.print("%s: deleting the list %s", how, titles)
		case "rename list":
			return r.print("%s: renaming the list %s", how, titles)
		}
		return r.print("%s: %s of %s", how, editNoun(u.What), titles)
	})
}

// editNoun is the short word of an edit as people call it.
func editNoun(what string) string {
	if what == "settle" {
		return "resolution"
	}
	return what
}
