package conflict

import (
	"context"
	"errors"
	"slices"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/engine/conflicts"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/work"
)

// opened is what is needed to show an item on the page.
type opened struct {
	item    place.Item
	session *conflicts.Session
	open    []engine.InSet
	places  Places
}

// open shows the item that pick chooses among those with conflicts, and goes home
// where there are none.
func (c *Controller) open(pick func([]engine.InSet) (place.Item, bool)) {
	work.Ask(c.seam, func(ctx context.Context) (opened, error) { return c.read(ctx, pick) },
		func(o opened, err error) {
			switch {
			case errors.Is(err, conflicts.ErrNoConflict):
				c.shell.Say(lang.L("It is resolved already."))
				c.shell.Stale()
			case err != nil:
				c.shell.Warn(err)
			case o.session == nil:
				c.noneLeft()
			default:
				c.show(o)
			}
		})
}

func (c *Controller) read(ctx context.Context, pick func([]engine.InSet) (place.Item, bool)) (opened, error) {
	unsettled, err := c.engine.Unsettled(ctx)
	if err != nil {
		return opened{}, err
	}
	it, there := pick(unsettled)
	if !there {
		return opened{}, nil
	}
	s, err := c.engine.Session(ctx, it.Set, it.ID)
	if err != nil {
		return opened{}, err
	}
	places, err := c.placesOf(ctx, it, s)
	return opened{it, s, unsettled, places}, err
}

func (c *Controller) noneLeft() {
	text := lang.L("No conflicts are left.")
	if !c.shell.InSight() {
		c.shell.Say(text)
		return
	}
	c.shell.Home()
	c.shell.Also(text)
}

// show shows a session where a person left it, or a new one with the draft of an
// earlier run.
func (c *Controller) show(o opened) {
	s, there := c.sessions[o.item]
	var news conflicts.News
	if there {
		news = s.Adopt(o.session)
	} else {
		s = o.session
		c.sessions[o.item] = s
		c.restoreDraft(o.item, s)
	}
	shown := shownAt(o.item, s, o.open, o.places)
	s.ClearSteps()
	c.Show(shown)
	if brings(news) {
		c.Met(shown, news)
	}
	c.shell.Show()
}

func shownAt(it place.Item, s *conflicts.Session, open []engine.InSet, places Places) Shown {
	at := slices.IndexFunc(open, func(u engine.InSet) bool { return itemOf(u) == it })
	return Shown{Item: it, Session: s, Number: at + 1, Of: len(open), Places: places}
}
