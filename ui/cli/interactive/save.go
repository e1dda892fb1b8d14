package interactive

import (
	"errors"
	"fmt"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/conflicts/session"
	"crossfeed/engine/item"
	"crossfeed/ui/cli/grid"
)

// save saves the result, and says so. What is still to choose or cannot be is
// named, and nothing is saved.
func (d *desk) save(en *entry, _ string) step {
	if !d.ready(en) {
		return here
	}
	it, err := d.engine.Settle(d.ctx, en.Set, en.session)
	if errors.Is(err, engine.ErrChanged) {
		gone, news := d.news(en)
		if !news {
			d.say("Not saved: the item changed meanwhile. Say save again.")
		}
		return gone
	}
	if err != nil {
		d.say("Not saved: %v", err)
		return here
	}
	d.saved(en, it)
	return onward
}

// ready tells whether the result can be saved, and says why not.
func (d *desk) ready(en *entry) bool {
	var problems []string
	for _, c := range en.session.Cells() {
		if c.Problem != nil {
			problems = append(problems, c.Problem.Error())
		}
	}
	open := en.session.Open()
	switch {
	case len(problems) > 0:
		d.say("Not saved: %s.", strings.Join(problems, "; "))
	case len(open) > 0:
		d.say("Not saved: choose %s.%s", strings.Join(grid.Named(open), ", "), hint(en.session, open[0]))
	default:
		return true
	}
	return false
}

// hint says how to choose.
func hint(s *session.Session, open string) string {
	switch {
	case open == "":
		return " stay keeps it; a version that is deleted deletes it when you type its number."
	case len(s.Hunks(open)) > 0:
		return fmt.Sprintf(" %s shows it stretch by stretch.", open)
	}
	return fmt.Sprintf(" For example: %s 2.", open)
}

func (d *desk) saved(en *entry, it *item.Item) {
	d.done.Saved++
	what := "Saved"
	if it.Winner.Deleted {
		what = "Deleted"
	}
	d.say("%s: %s, update %d. crossfeed undo takes it back.", what, called(it), it.Winner.Updates)
	if n := en.session.Outcome().Open; n > 0 {
		d.done.Left++
		d.say("%s open.", numbered(n, "version stays", "versions stay"))
	}
}

// called is what an item is called now.
func called(it *item.Item) string {
	if title := strings.Join(strings.Fields(it.Winner.Title()), " "); title != "" {
		return title
	}
	return it.ID()
}
