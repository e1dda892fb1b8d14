package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/edit"
	"crossfeed/engine/subscribe"
)

// undoCommand reverts the last edit.
type undoCommand struct {
	published
	Feed  string `placeholder:"LOCATION" help:"Revert the changes received from this subscription, and pause it."`
	Since string `placeholder:"TIME" help:"With --feed: since this time, such as 2026-11-27T09:00:00Z, yesterday or 24h. Default: since the last sync with changes."`
	List  string `placeholder:"LIST" help:"With --feed: only this list."`
}

// published is the consent to undo changes that others may have received.
type published struct {
	Published bool `help:"Undo even what others may have received. It is undone for them, too."`
}

func (u undoCommand) Run(r *run) error {
	switch {
	case u.Feed != "":
		return u.feed(r)
	case u.Since != "" || u.List != "":
		return misuse("--since and --list need --feed")
	}
	return r.undo(edit.UndoOptions{Published: u.Published}, "crossfeed undo")
}

type redoCommand struct{}

// Run repeats the edit that was undone last. It says first what becomes readable again.
func (redoCommand) Run(r *run) error {
	return r.turned("redone", func(e *edit.Service, ctx context.Context) (edit.Undone, error) {
		x, err := e.RedoExposes(ctx)
		if err != nil {
			return edit.Undone{}, err
		}
		if x.Items > 0 {
			r.warnExposed("Your "+count(x.Items, "item"), x.At)
		}
		return e.Redo(ctx)
	})
}

type conflictUndo struct{ published }

func (u conflictUndo) Run(r *run) error {
	return r.undo(edit.UndoOptions{Resolution: true, Published: u.Published}, "crossfeed conflict undo")
}

func (r *run) undo(o edit.UndoOptions, command string) error {
	err := r.turned("undone", func(e *edit.Service, ctx context.Context) (edit.Undone, error) { return e.Undo(ctx, o) })
	var seen *edit.PublishedError
	if errors.As(err, &seen) {
		return fmt.Errorf("not undone: others may have received the resolution of %s; to undo it for them, too: %s --published",
			inOneLine(strings.Join(seen.Titles, ", ")), command)
	}
	return err
}

func idOf(refused edit.Refused) string { return refused.ID }

// turned undoes or redoes an edit, and reports which one.
func (r *run) turned(how string, turn func(*edit.Service, context.Context) (edit.Undone, error)) error {
	return r.with(func(e *engine.Engine) error {
		u, err := turn(e.Edit, r.ctx)
		if err != nil {
			return err
		}
		if n := len(u.Refused); n > 0 {
			r.attend("%d not undone, because they have changed since: %s", n, inOneLine(strings.Join(each(u.Refused, idOf), ", ")))
		}
		if r.flags.JSON {
			return r.json(map[string]any{"what": u.What, "titles": u.Titles, "sets": u.Sets})
		}
		titles := inOneLine(strings.Join(u.Titles, ", "))
		switch u.What {
		case "delete list":
			return r.print("%s: deleting the list %s", how, titles)
		case "restore list":
			return r.print("%s: restoring the list %s", how, titles)
		case "arrange lists":
			return r.print("%s: arranging lists", how)
		case "style list":
			return r.print("%s: changing the look of the list %s", how, titles)
		case "rename list":
			return r.print("%s: renaming the list %s", how, titles)
		case edit.MarkingRead:
			return r.print("%s: marking all of %s as read", how, titles)
		}
		return r.print("%s: %s of %s", how, editNoun(u.What), titles)
	})
}

// editNoun returns the noun for a kind of edit.
func editNoun(what string) string {
	if what == "settle" {
		return "resolution"
	}
	return what
}

// feed undoes what was received from a subscription.
func (u undoCommand) feed(r *run) error {
	since, err := r.since(u.Since)
	if err != nil {
		return err
	}
	return r.with(func(e *engine.Engine) error {
		done, err := e.Subscriptions.UndoFeed(r.ctx, subscribe.UndoFeedOptions{Location: u.Feed, Set: u.List, Since: since, Published: u.Published})
		var seen *subscribe.FeedPublishedError
		if errors.As(err, &seen) {
			return fmt.Errorf("not undone: others may have received %d of %s, and %s read the list; to revert them with updates that others will see, add --published",
				seen.Published, count(seen.Items, "item"), count(seen.Devices, "other device"))
		}
		if err != nil {
			return err
		}
		return u.report(r, done)
	})
}

// report reports what was undone.
func (u undoCommand) report(r *run, done subscribe.UndoneFeed) error {
	if n := len(done.Refused); n > 0 {
		r.attend("%d not undone, because they have conflicts. For details: crossfeed conflict list", n)
	}
	if r.flags.JSON {
		return r.json(map[string]any{"left": done.Left, "reverted": done.Reverted, "refused": len(done.Refused), "sets": done.Sets})
	}
	if done.Left > 0 {
		r.message("Restored %s. Nobody else has seen the changes.", count(done.Left, "item"))
	}
	if done.Reverted > 0 {
		r.message("Reverted %s with one update each.", count(done.Reverted, "item"))
	}
	for _, set := range done.Sets {
		r.message("Paused the subscription of %q. To resume it and receive everything again: crossfeed subscription resume %s %s", set, quoted(set), quoted(u.Feed))
	}
	return nil
}

// since parses the time given by a flag; without one, it is zero.
func (r *run) since(text string) (at time.Time, err error) {
	if text == "" {
		return at, nil
	}
	now := r.present()
	if text == "yesterday" {
		return now.AddDate(0, 0, -1), nil
	}
	if d, err := time.ParseDuration(text); err == nil && d > 0 {
		return now.Add(-d), nil
	}
	for _, form := range []string{time.RFC3339, "2006-01-02T15:04", "2006-01-02"} {
		if at, err = time.ParseInLocation(form, text, now.Location()); err == nil {
			return at, nil
		}
	}
	return at, misuse("--since %s: not a time; use for example 2026-11-27T09:00:00Z, yesterday or 24h", text)
}
