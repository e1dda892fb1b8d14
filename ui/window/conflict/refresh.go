package conflict

import (
	"context"
	"errors"

	"crossfeed/engine"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/work"
)

// current is an item as it is now, for the session that is shown: a session of its
// own, or nil where the conflict is resolved.
type current struct {
	item  place.Item
	fresh *conflicts.Session
	now   *item.Item
	about conflicts.About
	open  []engine.InSet
	// places are where the versions of fresh are.
	places Places
}

// Refresh announces on the page what a sync changed about its item.
func (c *Controller) Refresh() {
	if !c.shell.InSight() {
		return
	}
	it := c.Item()
	work.Ask(c.seam, func(ctx context.Context) (current, error) { return c.readCurrent(ctx, it) }, c.showCurrent)
}

func (c *Controller) readCurrent(ctx context.Context, it place.Item) (current, error) {
	now := current{item: it}
	var err error
	if now.open, err = c.engine.Unsettled(ctx); err != nil {
		return now, err
	}
	now.fresh, err = c.engine.Session(ctx, it.Set, it.ID)
	if errors.Is(err, conflicts.ErrNoConflict) {
		now.now, now.about, err = c.engine.About(ctx, it.Set, it.ID)
		return now, err
	}
	if err == nil {
		now.places, err = c.placesOf(ctx, it, now.fresh)
	}
	return now, err
}

// showCurrent shows what changed, if the page still shows that item and nobody
// else has its session.
func (c *Controller) showCurrent(now current, err error) {
	s, under := c.sessions[now.item]
	if err != nil || !under || c.saving || !c.shell.InSight() || c.Item() != now.item {
		return
	}
	var news conflicts.News
	if now.fresh != nil {
		news = s.Adopt(now.fresh)
	} else {
		news = s.Meet(now.now, now.about)
	}
	next := shownAt(now.item, s, now.open, now.places)
	switch shown := c.Shown(); {
	case brings(news):
		c.Met(next, news)
	case shown.Number != next.Number || shown.Of != next.Of:
		c.Count(next.Number, next.Of)
	}
}

// brings reports whether there is anything new in the news.
func brings(n conflicts.News) bool {
	return n.Settled || n.Winner || n.BaseLost || len(n.Arrived)+len(n.Gone) > 0
}
