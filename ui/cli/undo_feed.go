package cli

import (
	"errors"
	"fmt"
	"time"

	"crossfeed/engine"
)

// feed undoes what a subscription brought.
func (u undoCommand) feed(r *run) error {
	since, err := r.since(u.Since)
	if err != nil {
		return err
	}
	return r.with(func(e *engine.Engine) error {
		done, err := e.UndoFeed(r.ctx, engine.UndoFeedOptions{Location: u.Feed, Set: u.List, Since: since, Published: u.Published})
		var seen *engine.FeedPublishedError
		if errors.As(err, &seen) {
			return fmt.Errorf("not undone: others may have received %d of %s; %s read the list. To revert these by updates that they will see: add --published",
				seen.Published, itemCount(seen.Items), deviceCount(seen.Devices))
		}
		if err != nil {
			return err
		}
		return u.tell(r, done)
	})
}

// tell says what was undone.
func (u undoCommand) tell(r *run, done engine.UndoneFeed) error {
	if n := len(done.Refused); n > 0 {
		r.attend("%d not undone, because they have conflicts: crossfeed conflict list", n)
	}
	if r.flags.JSON {
		return r.json(map[string]any{"left": done.Left, "reverted": done.Reverted, "refused": len(done.Refused), "sets": done.Sets})
	}
	if done.Left > 0 {
		r.say("%s as before; nobody else has seen the difference", itemCount(done.Left))
	}
	if done.Reverted > 0 {
		r.say("%s reverted by an update each", itemCount(done.Reverted))
	}
	for _, set := range done.Sets {
		r.say("the subscription of %s is paused: crossfeed subscription resume %s %s brings it all again", set, quoted(set), quoted(u.Feed))
	}
	return nil
}

// deviceCount is a number of other devices in words.
func deviceCount(n int) string {
	if n == 1 {
		return "1 other device"
	}
	return fmt.Sprintf("%d other devices", n)
}

// since is the time that a flag says; zero for none.
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
	return at, misuse("--since %s: give a time such as 2026-11-27T09:00:00Z, yesterday or 24h", text)
}
