package conflict

import (
	"context"
	"errors"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// current is the current state of the shown item: a fresh session, or nil if the conflict is
// resolved.
type current struct {
	item  snapshot.Item
	fresh *conflicts.Session
	now   *item.Item
	about conflicts.About
	open  []store.InSet
	// places holds the positions of the versions of fresh.
	places Places
}

// Refresh updates the page after a sync changed its item.
func (c *Controller) Refresh() {
	if !c.shell.InSight() {
		return
	}
	it := c.Item()
	work.Ask(c.seam, func(ctx context.Context) (current, error) { return c.readCurrent(ctx, it) }, c.showCurrent)
}

func (c *Controller) readCurrent(ctx context.Context, it snapshot.Item) (current, error) {
	now := current{item: it}
	var err error
	if now.open, err = c.service.List(ctx); err != nil {
		return now, err
	}
	now.fresh, err = c.service.Session(ctx, it.Set, it.ID)
	if errors.Is(err, conflicts.ErrNoConflict) {
		now.now, now.about, err = c.service.About(ctx, it.Set, it.ID)
		return now, err
	}
	if err == nil {
		now.places, err = c.placesOf(ctx, it, now.fresh)
	}
	return now, err
}

// showCurrent shows what changed, if the page still shows that item and its session is not
// being saved.
func (c *Controller) showCurrent(now current, err error) {
	s, under := c.sessions[now.item]
	if err != nil || !under || c.saving || !c.shell.InSight() || c.Item() != now.item {
		return
	}
	var news conflicts.News
	was := s.Item()
	if now.fresh != nil {
		news = s.Adopt(now.fresh)
	} else {
		news = s.Update(now.now, now.about)
	}
	next := shownAt(now.item, s, now.open, now.places)
	switch shown := c.Shown(); {
	case s.Item() != was:
		c.News() // it may change the open choices and the letters
		c.Met(next, news)
	case shown.Number != next.Number || shown.Of != next.Of:
		c.Count(next.Number, next.Of)
	}
}

// brings reports whether there is any news to show.
func brings(n conflicts.News) bool {
	return n.Resolved || n.Winner || n.BaseLost || len(n.Arrived)+len(n.Gone) > 0
}

// newsText describes what a sync changed about the item.
func newsText(n conflicts.News, s *conflicts.Session, speaker wording.Speaker) string {
	by := speaker.By(s.Item().Winner.Top().By)
	switch {
	case n.Resolved:
		return wording.L("resolved-by-who-in-the-meantime", "Resolved by {{.Who}} in the meantime.", wording.Data{"Who": by})
	case len(n.Arrived) > 0:
		return wording.L("a-version-by-who-arrived-in", "A version by {{.Who}} arrived in the meantime. Your choices are kept.", wording.Data{"Who": people(n.Arrived, speaker)})
	case n.Winner:
		return wording.L("the-version-by-who-is-the", "The version by {{.Who}} is the current version now. Your choices are kept.", wording.Data{"Who": by})
	case len(n.Gone) > 0:
		return wording.L("the-version-by-who-was-resolved", "The version by {{.Who}} was resolved in the meantime. Your choices are kept.", wording.Data{"Who": people(n.Gone, speaker)})
	}
	if n.BaseLost {
		return wording.L("the-original-is-no-longer-known", "The original is no longer known. Your choices are kept.")
	}
	return ""
}

// people names the authors of versions, each once.
func people(versions []*item.Version, speaker wording.Speaker) string {
	all := make([]string, len(versions))
	for i, v := range versions {
		all[i] = v.Top().By
	}
	return speaker.ByAll(all)
}
