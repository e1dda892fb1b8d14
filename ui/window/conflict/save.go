package conflict

import (
	"context"
	"errors"
	"slices"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// save saves the resolution and shows the next conflict, unless the person went elsewhere in
// the meantime.
func (c *Controller) save() {
	shown := c.Shown()
	c.saving = true
	c.Busy()
	work.Ask(c.seam, func(ctx context.Context) (conflicts.Saved, error) {
		return c.service.Resolve(ctx, shown.Item.Set, shown.Session)
	}, func(saved conflicts.Saved, err error) {
		c.saving = false
		if err == nil {
			c.saved(shown, saved) // the next conflict is being read before keys can decide again
		}
		c.Done()
		if err != nil {
			c.notSaved(shown, err)
		}
	})
}

func (c *Controller) saved(shown Shown, saved conflicts.Saved) {
	c.Forget(shown.Item)
	c.shell.Changed(shown.Item.Set, saved.Edit, savedText(saved.Item, shown))
	if c.shows(shown) {
		c.open(func(open []store.InSet) (snapshot.Item, bool) { return after(open, shown) })
	}
}

func (c *Controller) notSaved(shown Shown, err error) {
	switch {
	case errors.Is(err, edit.ErrChanged):
		c.shell.Alert(wording.L("not-saved-yet-the-item-changed", "Not saved yet: the item changed in the meantime. Check it and save again."))
		c.Refresh()
	case errors.Is(err, conflicts.ErrOpen) && c.shows(shown):
		c.saveOrGo()
	default:
		c.shell.Warn(err)
	}
}

// shows reports whether a session is still in sight.
func (c *Controller) shows(shown Shown) bool {
	return c.shell.InSight() && c.Shown().Session == shown.Session
}

// savedText names the saved item: a deleted one by its last title.
func savedText(it *item.Item, shown Shown) string {
	title := it.Winner.Title()
	if title == "" {
		title = shown.Session.Item().Winner.Title()
	}
	text := wording.L("resolved-title", "Resolved “{{.Title}}”.", wording.Data{"Title": title})
	if n := shown.Session.Outcome().Open; n > 0 {
		text += " " + wording.N("n-stay-open", "{{.N}} stay open.", n, wording.Data{"N": n})
	}
	return text
}

// after returns the item that is now at the position of the resolved one.
func after(open []store.InSet, shown Shown) (snapshot.Item, bool) {
	rest := slices.DeleteFunc(slices.Clone(open), func(u store.InSet) bool { return itemOf(u) == shown.Item })
	if len(rest) == 0 {
		return snapshot.Item{}, false
	}
	return itemOf(rest[max(shown.Number-1, 0)%len(rest)]), true
}

// Save handles the save key and button: it saves, or goes to the next open choice. It saves
// nothing that the person cannot have seen: a repeated key or a second click is meant for the
// conflict before.
func (p *Page) Save() {
	if p.seesFor(widget.SaveKey) {
		p.saveOrGo()
	}
}

func (p *Page) saveOrGo() {
	if !p.decides() {
		return
	}
	if wrong, there := p.firstWrong(); there {
		p.edit(wrong.Field)
		p.events.ShowMessage(wording.L("field-cannot-be-saved-as-it", "{{.Field}} cannot be saved as it is: {{.Why}}", wording.Data{"Field": wording.Field(wrong.Field), "Why": problemOf(wrong)}))
		return
	}
	if open := p.shown.Session.Open(); len(open) > 0 {
		p.goToOpen(open)
		return
	}
	p.events.Save()
}

// answer reports once that no choices are left, if the page has said before that some are.
func (p *Page) answer() {
	if p.asked && p.shown.Session.Outcome().ToChoose == 0 {
		p.asked = false
		p.events.ShowMessage(wording.L("no-choices-are-left", "No choices are left."))
	}
}

// markField selects a field: in a long text its first open hunk.
func (p *Page) markField(field string, column int) {
	hunks := p.shown.Session.Hunks(field)
	best := ""
	for _, r := range p.laid.rows {
		at := p.laid.spots[r.Key]
		if at.field != field || at.fold != "" || r.Passed {
			continue
		}
		if best == "" || at.hunk >= 0 && at.hunk < len(hunks) && hunks[at.hunk].Open {
			best = r.Key
			if at.hunk < 0 || at.hunk < len(hunks) && hunks[at.hunk].Open {
				break
			}
		}
	}
	if p.grid.MarkKey(best, column) {
		p.marked()
	}
}

// firstWrong returns the first field with an invalid value.
func (p *Page) firstWrong() (conflicts.Cell, bool) {
	for _, c := range p.shown.Session.Cells() {
		if c.Problem != nil {
			return c, true
		}
	}
	return conflicts.Cell{}, false
}

// problemOf explains why a typed value is invalid. It returns "" if it is valid.
func problemOf(c conflicts.Cell) string {
	var wrong *record.ValueError
	if c.Problem == nil || !errors.As(c.Problem, &wrong) {
		return ""
	}
	return wording.Problem(wrong.Problem)
}
