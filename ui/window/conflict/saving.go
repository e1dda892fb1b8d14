package conflict

import (
	"context"
	"errors"
	"slices"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/ui/say"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/work"
)

// save saves what was decided and goes on to the next conflict, unless the person
// went elsewhere meanwhile.
func (c *Controller) save() {
	shown := c.Shown()
	c.saving = true
	c.Busy(true)
	work.Ask(c.seam, func(ctx context.Context) (*item.Item, error) {
		return c.engine.Settle(ctx, shown.Item.Set, shown.Session)
	}, func(it *item.Item, err error) {
		c.saving = false
		c.Busy(false)
		c.saved(shown, it, err)
	})
}

func (c *Controller) saved(shown Shown, it *item.Item, err error) {
	stays := c.shell.InSight() && c.Shown().Session == shown.Session
	switch {
	case errors.Is(err, engine.ErrChanged):
		c.shell.Alert(lang.L("Not saved yet: the item changed in the meantime. Check it and save again."))
		c.Refresh()
		return
	case errors.Is(err, conflicts.ErrOpen) && stays:
		c.Page.Save()
		return
	case err != nil:
		c.shell.Warn(err)
		return
	}
	c.Forget(shown.Item)
	c.shell.Changed(shown.Item.Set, savedText(it, shown))
	if stays {
		c.repeat.shown = c.now()
		c.open(func(open []engine.InSet) (place.Item, bool) { return after(open, shown) })
	}
}

// savedText names what was saved: a deleted item by the title that it had.
func savedText(it *item.Item, shown Shown) string {
	title := it.Winner.Title()
	if title == "" {
		title = shown.Session.Item().Winner.Title()
	}
	text := lang.L("Resolved “{{.Title}}”.", say.Data{"Title": title})
	if n := shown.Session.Outcome().Open; n > 0 {
		text += " " + lang.N("{{.N}} stay open.", n, say.Data{"N": n})
	}
	return text
}

// after is the item at the position of the item that was just resolved.
func after(open []engine.InSet, shown Shown) (place.Item, bool) {
	rest := slices.DeleteFunc(slices.Clone(open), func(u engine.InSet) bool { return itemOf(u) == shown.Item })
	if len(rest) == 0 {
		return place.Item{}, false
	}
	return itemOf(rest[max(shown.Number-1, 0)%len(rest)]), true
}
